// Binding columns and parameters, and describing parameters.
#include <algorithm>
#include <string>
#include <utility>

#include "convert/decode.h"
#include "convert/describe.h"
#include "convert/encode.h"
#include "handles/stmt.h"

namespace cubrid::odbc::handles {
namespace {

constexpr SQLUSMALLINT kMostRecords = 32767;  // SQL_DESC_COUNT is a SQLSMALLINT

}  // namespace

base::Result<void> Stmt::bind_column(SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER value,
                                     SQLLEN capacity, SQLLEN* length) {
    if (column == 0) return base::Diag{{"07009"}, "Bookmarks are off (SQL_ATTR_USE_BOOKMARKS)"};
    if (column > kMostRecords) return base::Diag{{"07009"}, "Columns are numbered up to 32767"};
    if (c_type != SQL_C_DEFAULT && !convert::is_known_c_type(c_type)) {
        return base::Diag{{"HY003"}, "The C type is unknown"};
    }
    if (capacity < 0) return base::Diag{{"HY090"}, "The buffer length is negative"};
    if (value == nullptr && length == nullptr) {
        ard().unbind(column);
        return {};
    }
    DescRecord& record = ard().change(column);
    record = {};
    set_concise_type(record, c_type);
    record.octet_length = capacity;
    record.data_ptr = value;
    record.indicator_ptr = length;
    record.octet_length_ptr = length;
    return {};
}

base::Result<void> Stmt::bind_parameter(const ParameterBinding& binding) {
    if (binding.number == 0 || binding.number > kMostRecords)
        return base::Diag{{"07009"}, "Parameters are numbered from 1 to 32767"};
    if (binding.direction != SQL_PARAM_INPUT && binding.direction != SQL_PARAM_INPUT_OUTPUT &&
        binding.direction != SQL_PARAM_OUTPUT) {
        return base::Diag{{"HY105"}, "The parameter is neither input nor output"};
    }
    if (binding.c_type != SQL_C_DEFAULT && !convert::is_known_c_type(binding.c_type)) {
        return base::Diag{{"HY003"}, "The C type is unknown"};
    }
    if (!convert::is_known_sql_type(binding.sql_type))
        return base::Diag{{"HY004"}, "The SQL type is unknown"};
    if (binding.capacity < 0) return base::Diag{{"HY090"}, "The buffer length is negative"};
    if (binding.value == nullptr && binding.length == nullptr &&
        binding.direction != SQL_PARAM_OUTPUT) {
        return base::Diag{{"HY009"},
                          "An input parameter needs a buffer, or an indicator that says NULL"};
    }
    DescRecord& app = apd().change(binding.number);
    app = {};
    set_concise_type(app, binding.c_type);
    app.octet_length = binding.capacity;
    app.data_ptr = binding.value;
    app.indicator_ptr = binding.length;
    app.octet_length_ptr = binding.length;
    if (binding.c_type == SQL_C_NUMERIC) {
        // ODBC, SQLBindParameter: the driver takes over precision 38 and scale 0 unless the
        // descriptor is changed; what is bound for the SQL side is the better guess.
        app.precision = static_cast<SQLSMALLINT>(std::min<SQLULEN>(binding.column_size, 32767));
        app.scale = binding.decimal_digits;
    }
    DescRecord& imp = ipd_->change(binding.number);
    imp = {};
    set_concise_type(imp, binding.sql_type);
    imp.parameter_type = binding.direction;
    imp.column_size = binding.column_size;
    imp.length = binding.column_size;
    imp.precision = static_cast<SQLSMALLINT>(std::min<SQLULEN>(binding.column_size, 32767));
    imp.scale = binding.decimal_digits;
    return {};
}

base::Result<SQLSMALLINT> Stmt::parameter_count() const {
    if (!statement_) return base::Diag{{"HY010"}, "Nothing is prepared"};
    return static_cast<SQLSMALLINT>(std::min(statement_->prepared().markers, 32767));
}

base::Result<void> Stmt::ask_for_parameters() {
    auto turn = connection_->session->begin(this);
    if (!turn) return std::move(turn).error();
    auto prepared_now = statement_->ensure_prepared(*turn);
    if (!prepared_now) {
        base::Diag diag = turn->failed(std::move(prepared_now).error());
        static_cast<void>(turn->conclude(session::Turn::Wrote::nothing));
        return diag;
    }
    if (*prepared_now) describe_columns(statement_->prepared().columns);
    if (auto asked = statement_->parameters(*turn); !asked) return std::move(asked).error();
    return turn->conclude(session::Turn::Wrote::nothing);
}

base::Result<Stmt::ParameterDescription> Stmt::describe_parameter(SQLUSMALLINT number) {
    if (!statement_) return base::Diag{{"HY010"}, "Nothing is prepared"};
    if (number == 0 || number > statement_->prepared().markers) {
        return base::Diag{
            {"07009"},
            "The statement has " + std::to_string(statement_->prepared().markers) + " parameters"};
    }
    const std::vector<cas::Parameter>* parameters = statement_->known_parameters();
    if (parameters == nullptr) {
        if (auto asked = ask_for_parameters(); !asked) return std::move(asked).error();
        parameters = statement_->known_parameters();
    }
    const convert::DescribeOptions options{
        connection_->settings.wide_text, connection_->settings.max_varchar, dbc_->narrow_charset()};
    cas::Parameter known;
    known.type.type = cas::Type::string;
    known.precision = options.max_varchar;
    // What the server cannot tell is text of MaxVarchar characters: every value can be sent as
    // text.
    if (parameters != nullptr && number <= parameters->size() &&
        !(*parameters)[number - 1U].type.is_tagged()) {
        const cas::Parameter& told = (*parameters)[number - 1U];
        const bool is_long_text =
            told.type.type == cas::Type::string && told.precision > options.max_varchar;
        if (!is_long_text) known = told;
    }
    const convert::Description description =
        convert::describe(known.type, known.precision, known.scale, options);
    return ParameterDescription{description.concise_type, description.column_size,
                                description.decimal_digits, SQL_NULLABLE_UNKNOWN};
}

}  // namespace cubrid::odbc::handles
