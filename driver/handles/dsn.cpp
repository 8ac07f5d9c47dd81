#include "handles/dsn.h"

#include <odbcinst.h>

#include <algorithm>

namespace cubrid::odbc::handles {

std::optional<std::string> dsn_value(const std::string& dsn, std::string_view entry) {
    // A value that no odbc.ini holds, to tell an empty entry from a missing one.
    constexpr const char* kMissing = "\x01";
    constexpr std::size_t kLongest = 65536;
    std::string value(1024, '\0');
    for (;;) {
        const int length =
            SQLGetPrivateProfileString(dsn.c_str(), std::string{entry}.c_str(), kMissing,
                                       value.data(), static_cast<int>(value.size()), "odbc.ini");
        if (length < 0) return std::nullopt;
        if (static_cast<std::size_t>(length) + 1 < value.size() || value.size() >= kLongest) {
            value.resize(std::min(static_cast<std::size_t>(length), value.size()));
            break;
        }
        value.assign(value.size() * 4, '\0');
    }
    if (const auto nul = value.find('\0'); nul != std::string::npos) value.resize(nul);
    if (value == kMissing) return std::nullopt;
    return value;
}

}  // namespace cubrid::odbc::handles
