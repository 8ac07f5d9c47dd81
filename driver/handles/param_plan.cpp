#include "handles/param_plan.h"

#include <cstring>
#include <string>
#include <utility>

#include "convert/decode.h"

namespace cubrid::odbc::handles {
namespace {

// Row-wise bound memory has whatever alignment the application's structures have.
SQLLEN load_length(const std::byte* from) {
    SQLLEN value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
}

const std::byte* shifted(const void* base, std::ptrdiff_t offset) {
    return base == nullptr ? nullptr : static_cast<const std::byte*>(base) + offset;
}

}  // namespace

base::Result<ParamPlan> ParamPlan::make(const Desc& apd, const Desc& ipd, std::size_t markers,
                                        base::Charset narrow, base::Charset database) {
    ParamPlan plan;
    plan.slots_.reserve(markers);
    const std::ptrdiff_t offset = apd.bind_offset_ptr != nullptr ? *apd.bind_offset_ptr : 0;
    // BufferLength is a property of arrays: with one set, applications leave anything in it (ODBC,
    // SQLBindParameter).
    const bool is_array = apd.array_size > 1;
    const bool by_row = apd.bind_type != SQL_PARAM_BIND_BY_COLUMN;
    const auto row_size = static_cast<std::size_t>(apd.bind_type);
    for (std::size_t number = 1; number <= markers; ++number) {
        const DescRecord* app = apd.record(number);
        const DescRecord* imp = ipd.record(number);
        if (app == nullptr || imp == nullptr || !app->is_bound()) {
            return base::Diag{{"07002"},
                              "The statement has " + std::to_string(markers) +
                                  " parameter markers, and parameter " + std::to_string(number) +
                                  " is not bound"};
        }
        const SQLSMALLINT c_type = app->concise_type == SQL_C_DEFAULT
                                       ? convert::default_c_type(imp->concise_type)
                                       : app->concise_type;
        const convert::Encode encode = convert::select_encoder(c_type, imp->concise_type);
        if (encode == nullptr) {
            return base::Diag{{"07006"},
                              "The C type of the parameter cannot be converted to its SQL type",
                              0,
                              base::Origin::driver,
                              base::kNoRow,
                              static_cast<std::int32_t>(number)};
        }
        const std::size_t fixed = convert::c_type_size(c_type);
        Slot slot{.encode = encode,
                  .value = shifted(app->data_ptr, offset),
                  .value_stride = by_row      ? row_size
                                  : fixed > 0 ? fixed
                                              : static_cast<std::size_t>(app->octet_length),
                  .octet_length = shifted(app->octet_length_ptr, offset),
                  .indicator = shifted(app->indicator_ptr, offset),
                  .length_stride = by_row ? row_size : sizeof(SQLLEN),
                  .capacity = is_array ? app->octet_length : 0,
                  .has_length = fixed == 0,
                  .context = {.sql_type = imp->concise_type,
                              .column_size = imp->column_size,
                              .decimal_digits = imp->scale,
                              .narrow = narrow,
                              .database = database}};
        if (app->type == SQL_INTERVAL) {
            slot.context.interval = {app->datetime_interval_precision, app->precision};
        }
        if (c_type == SQL_C_NUMERIC) {
            if (app->precision > 0) slot.context.numeric_precision = app->precision;
            slot.context.numeric_scale = app->scale;
        }
        plan.slots_.push_back(slot);
    }
    return plan;
}

convert::Outcome ParamPlan::encode_cell(const Slot& slot, std::size_t row, cas::WireWriter& out) {
    SQLLEN length = SQL_NTS;
    if (slot.octet_length != nullptr)
        length = load_length(slot.octet_length + slot.length_stride * row);
    const SQLLEN indicator =
        slot.indicator != nullptr ? load_length(slot.indicator + slot.length_stride * row) : length;
    if (indicator == SQL_NULL_DATA) {
        out.bind_null();
        return convert::Outcome::ok;
    }
    if (indicator == SQL_DEFAULT_PARAM) return convert::Outcome::default_parameter;
    if (indicator == SQL_DATA_AT_EXEC || indicator <= SQL_LEN_DATA_AT_EXEC_OFFSET)
        return convert::Outcome::bad_length;
    if (slot.value == nullptr) return convert::Outcome::null_pointer;
    if (!slot.has_length) length = SQL_NTS;
    return slot.encode({slot.value + slot.value_stride * row, length, slot.capacity}, slot.context,
                       out);
}

std::optional<ParamPlan::Failure> ParamPlan::encode_row(std::size_t row,
                                                        cas::WireWriter& out) const {
    std::int32_t number = 0;
    for (const Slot& slot : slots_) {
        ++number;
        const convert::Outcome outcome = encode_cell(slot, row, out);
        if (convert::is_error(outcome)) return Failure{outcome, number};
    }
    return std::nullopt;
}

}  // namespace cubrid::odbc::handles
