// A page that was accepted can be walked without a check. The first byte: the columns.
#include "cas/fetch.h"
#include "page.h"

using namespace cubrid::odbc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const std::size_t columns = input.byte();
    auto page = cas::read_fetch(input.buffer(), columns);
    if (!page) return 0;
    fuzz::walk(*page, columns);
    static_cast<void>(page->release());
    fuzz::walk(*page, columns);
    return 0;
}
