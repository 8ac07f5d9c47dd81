// Whatever a connection string holds, what was read from it can be written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "options/settings.h"

using namespace cubrid::odbc::options;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto read = parse_connection_string(text);
    if (!read) return 0;
    const auto again = parse_connection_string(format_connection_string(*read));
    if (!again || again->size() != read->size()) std::abort();
    for (std::size_t i = 0; i < read->size(); ++i) {
        if ((*again)[i].keyword != (*read)[i].keyword) std::abort();
        if ((*again)[i].value != (*read)[i].value) std::abort();
    }
    static_cast<void>(read_settings(*read, nullptr));
    return 0;
}
