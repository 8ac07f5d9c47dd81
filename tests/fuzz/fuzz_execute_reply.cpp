// EXECUTE and PREPARE_AND_EXECUTE with their inline page. The first byte: was a page asked for; the
// second: the columns.
#include "cas/execute.h"
#include "page.h"

using namespace cubrid::odbc;

namespace {

void check(const cas::Executed& executed, std::size_t columns) {
    fuzz::require(executed.counts.size() == executed.types.size());
    if (executed.columns) columns = executed.columns->size();
    if (executed.page) fuzz::walk(*executed.page, columns);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const bool fetched = (input.byte() & 1U) != 0;
    const std::size_t columns = input.byte();
    if (const auto executed = cas::read_execute(input.buffer(), columns, fetched)) {
        fuzz::require(executed->page.has_value() == fetched);
        check(*executed, columns);
    }
    if (const auto both = cas::read_prepare_and_execute(input.buffer())) {
        check(both->executed, both->prepared.columns.size());
    }
    return 0;
}
