// An array reply that was accepted has as many outcomes as it says.
#include "cas/execute_array.h"
#include "input.h"

using namespace cubrid::odbc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const base::Buffer body = fuzz::Input{data, size}.buffer();
    auto outcomes = cas::ArrayOutcomes::read(body.view());
    if (!outcomes) return 0;
    cas::RowOutcome row;
    std::int32_t rows = 0;
    for (; outcomes->next(row); ++rows) fuzz::touch(base::as_bytes(row.message));
    fuzz::require(rows == outcomes->size());
    return 0;
}
