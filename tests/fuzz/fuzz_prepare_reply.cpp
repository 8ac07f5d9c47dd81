// The replies that describe columns and parameters.
#include "cas/execute.h"
#include "cas/prepare.h"
#include "input.h"

using namespace cubrid::odbc;

namespace {

void check(const cas::ColumnType& type) {
    fuzz::require(static_cast<std::size_t>(type.type) < cas::kTypeCodes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const base::Buffer body = fuzz::Input{data, size}.buffer();
    if (const auto prepared = cas::read_prepare(body.view())) {
        fuzz::require(prepared->handle > 0 && prepared->markers >= 0);
        for (const cas::Column& column : prepared->columns) check(column.type);
    }
    if (const auto parameters = cas::read_parameter_info(body.view())) {
        for (const cas::Parameter& parameter : *parameters) check(parameter.type);
    }
    if (const auto result = cas::read_next_result(body.view())) {
        for (const cas::Column& column : result->columns) check(column.type);
    }
    return 0;
}
