#include "handles/stmt.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/charset.h"
#include "cas/prepare.h"
#include "catalog/type_info.h"
#include "convert/decode.h"
#include "convert/encode.h"
#include "handles/env.h"
#include "handles/execution.h"
#include "handles/ird.h"
#include "handles/registry.h"
#include "session/canceller.h"
#include "sql/markers.h"

namespace cubrid::odbc::handles {
namespace {

constexpr std::chrono::seconds kCancelTimeout{5};
constexpr SQLUSMALLINT kMostRecords = 32767;  // SQL_DESC_COUNT is a SQLSMALLINT

std::shared_ptr<Desc> make_desc(DescKind kind) {
    auto desc = std::make_shared<Desc>(kind, false);
    add_handle(desc);
    return desc;
}

base::Diag sequence_error(std::string text) { return {{"HY010"}, std::move(text)}; }

}  // namespace

Stmt::Stmt(std::shared_ptr<Dbc> dbc, std::shared_ptr<Connection> connection)
    : Handle{kKind},
      dbc_{std::move(dbc)},
      connection_{std::move(connection)},
      own_apd_{make_desc(DescKind::apd)},
      own_ard_{make_desc(DescKind::ard)},
      ipd_{make_desc(DescKind::ipd)},
      ird_{make_desc(DescKind::ird)},
      apd_{own_apd_},
      ard_{own_ard_} {
    attributes_.query_timeout_ms =
        static_cast<SQLULEN>(connection_->settings.query_timeout.count());
    attributes_.metadata_id = dbc_->metadata_id() ? SQL_TRUE : SQL_FALSE;
}

void Stmt::release() {
    start_over();
    for (const auto& desc : {own_apd_, own_ard_, ipd_, ird_}) remove_handle(desc.get(), Kind::desc);
}

void Stmt::close_result() {
    waiting_sets_.clear();
    if (cursor_) cursor_->close();
    cursor_.reset();
    if (phase_ == Phase::executed) phase_ = by_prepare_ ? Phase::prepared : Phase::allocated;
}

void Stmt::start_over() {
    close_result();
    statement_.reset();
    phase_ = Phase::allocated;
    by_prepare_ = false;
    is_catalog_ = false;
    row_count_ = -1;
    ird_->set_count(0);
}

base::Result<void> Stmt::close_cursor() {
    if (!cursor_) return base::Diag{{"24000"}, "The statement has no open result"};
    close_result();
    return {};
}

void Stmt::describe_columns(const std::vector<cas::Column>& columns) {
    ird_->replace(
        describe_result(columns, {connection_->settings.wide_text,
                                  connection_->settings.max_varchar, dbc_->narrow_charset()}));
}

base::Result<std::string> Stmt::wire_text(std::string sql) const {
    if (sql.find('\0') != std::string::npos) {
        return base::Diag{
            {"42000"},
            "The statement contains a NUL character; the server would ignore what follows it"};
    }
    // The server executes the first statement of a text and leaves out the others in silence (CAS
    // protocol 10, trap 11).
    if (sql::summarize(sql).several_statements) {
        return base::Diag{{"HYC00"}, "The text holds several statements; execute them one by one"};
    }
    const base::Charset charset = connection_->session->charset();
    if (charset == base::Charset::utf8) return sql;
    auto converted = base::from_utf8(sql, charset);
    if (!converted) {
        return base::Diag{
            {"22018"},
            "The statement has a character that the database's character set does not have"};
    }
    return std::move(*converted);
}

base::Result<SQLRETURN> Stmt::prepare(std::string sql) {
    if (cursor_)
        return base::Diag{{"24000"}, "Close the open result before another statement is prepared"};
    start_over();
    auto text = wire_text(std::move(sql));
    if (!text) return std::move(text).error();
    if (auto prepared = Execution{*this}.prepare(std::move(*text)); !prepared)
        return std::move(prepared).error();
    by_prepare_ = true;
    return SQLRETURN{SQL_SUCCESS};
}

base::Result<SQLRETURN> Stmt::execute() {
    if (!statement_ || !by_prepare_) return sequence_error("Nothing is prepared");
    if (cursor_)
        return base::Diag{{"24000"},
                          "Close the open result before the statement is executed again"};
    close_result();
    row_count_ = -1;
    return Execution{*this}.run();
}

base::Result<SQLRETURN> Stmt::execute_direct(std::string sql) {
    if (cursor_)
        return base::Diag{{"24000"}, "Close the open result before another statement is executed"};
    start_over();
    const int markers = sql::summarize(sql).markers;
    auto text = wire_text(std::move(sql));
    if (!text) return std::move(text).error();
    Execution execution{*this};
    if (markers == 0 && apd().array_size == 1) return execution.run_direct(std::move(*text));
    if (auto prepared = execution.prepare(std::move(*text)); !prepared)
        return std::move(prepared).error();
    auto done = execution.run();
    if (!done) start_over();
    return done;
}

base::Result<SQLRETURN> Stmt::more_results() {
    if (phase_ != Phase::executed) return SQLRETURN{SQL_NO_DATA};
    if (waiting_sets_.empty()) {
        close_result();
        row_count_ = -1;
        return SQLRETURN{SQL_NO_DATA};
    }
    if (cursor_) cursor_->close();
    cursor_.reset();
    row_count_ = -1;
    return Execution{*this}.run_waiting_set();
}

base::Result<SQLRETURN> Stmt::type_info(SQLSMALLINT sql_type) {
    if (cursor_)
        return base::Diag{{"24000"}, "Close the open result before a catalog function is called"};
    start_over();
    auto result =
        catalog::type_info(sql_type, {connection_->settings.wide_text, dbc_->env()->is_odbc2()});
    if (!result) return std::move(result).error();
    open_local(std::move(*result));
    return SQLRETURN{SQL_SUCCESS};
}

void Stmt::open_local(catalog::LocalResult result) {
    describe_columns(result.columns);
    std::vector<cas::ColumnType> types;
    for (const cas::Column& column : result.columns) types.push_back(column.type);
    cursor_ = std::make_unique<Cursor>(
        nullptr, std::move(result.page), std::move(types),
        CursorOptions{dbc_->narrow_charset(), false, attributes_.max_length});
    is_catalog_ = true;
    phase_ = Phase::executed;
}

base::Result<SQLRETURN> Stmt::fetch() {
    if (!cursor_) return base::Diag{{"24000"}, "The statement has no open result"};
    const CallInside inside{calls_inside_};
    return cursor_->fetch(ard(), *ird_, diags());
}

base::Result<SQLRETURN> Stmt::get_data(SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER value,
                                       SQLLEN capacity, SQLLEN* length) {
    if (!cursor_) return base::Diag{{"24000"}, "The statement has no open result"};
    if (column == 0 || column > ird_->count()) {
        return base::Diag{{"07009"},
                          "The result has columns 1 to " + std::to_string(ird_->count())};
    }
    if (c_type != SQL_C_DEFAULT && c_type != SQL_ARD_TYPE && !convert::is_known_c_type(c_type)) {
        return base::Diag{{"HY003"}, "The C type is unknown"};
    }
    if (capacity < 0) return base::Diag{{"HY090"}, "The buffer length is negative"};
    if (value == nullptr) return base::Diag{{"HY009"}, "There is no buffer for the value"};
    if (ard().array_size > 1 && cursor_->row_number() == 0) {
        return base::Diag{{"24000"}, "The cursor is on no row: fetch first"};
    }
    const SQLSMALLINT default_type = convert::default_c_type(
        ird_->record(column)->concise_type, ird_->record(column)->is_unsigned == SQL_TRUE);
    return cursor_->get_data(static_cast<std::size_t>(column - 1), c_type,
                             {value, capacity, length, length}, ard(), default_type, diags());
}

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

base::Result<void> Stmt::cancel() {
    // An idle statement has nothing to stop; a cursor stays open (ODBC, SQLCancel, "Canceling
    // Functions").
    if (calls_inside_ == 0) return {};
    cancelled_ = true;
    return session::cancel(connection_->session->login(), connection_->session->cas_pid(),
                           base::Deadline::after(kCancelTimeout));
}

base::Result<SQLSMALLINT> Stmt::parameter_count() const {
    if (!statement_) return sequence_error("Nothing is prepared");
    return static_cast<SQLSMALLINT>(std::min(statement_->prepared().markers, 32767));
}

base::Result<SQLSMALLINT> Stmt::column_count() const {
    if (!statement_ && !is_catalog_) return sequence_error("Nothing is prepared or executed");
    return ird_->count();
}

base::Result<Stmt::ParameterDescription> Stmt::describe_parameter(SQLUSMALLINT number) {
    if (!statement_) return sequence_error("Nothing is prepared");
    if (number == 0 || number > statement_->prepared().markers) {
        return base::Diag{
            {"07009"},
            "The statement has " + std::to_string(statement_->prepared().markers) + " parameters"};
    }
    auto turn = connection_->session->begin();
    if (!turn) return std::move(turn).error();
    auto prepared_now = statement_->ensure_prepared(*turn);
    if (!prepared_now) {
        base::Diag diag = turn->failed(std::move(prepared_now).error());
        static_cast<void>(turn->conclude(session::Turn::Wrote::nothing));
        return diag;
    }
    if (*prepared_now) describe_columns(statement_->prepared().columns);
    cas::write_parameter_info(turn->frame(), statement_->prepared().handle);
    auto reply = turn->exchange();
    if (!reply) return std::move(reply).error();
    auto parameters = cas::read_parameter_info(reply->view());
    if (!parameters) {
        base::Diag diag = turn->failed(std::move(parameters).error());
        // An error of the server's only says that it does not know.
        if (connection_->session->is_dead()) return diag;
    }
    if (auto concluded = turn->conclude(session::Turn::Wrote::nothing); !concluded)
        return std::move(concluded).error();
    const convert::DescribeOptions options{
        connection_->settings.wide_text, connection_->settings.max_varchar, dbc_->narrow_charset()};
    cas::Parameter known;
    known.type.type = cas::Type::string;
    known.precision = options.max_varchar;
    // What the server cannot tell is text of MaxVarchar characters: every value can be sent as
    // text.
    if (parameters && number <= parameters->size() &&
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
