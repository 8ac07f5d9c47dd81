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

std::shared_ptr<Desc> make_desc(DescKind kind) {
    auto desc = std::make_shared<Desc>(kind);
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

std::vector<std::shared_ptr<Desc>> Stmt::shared_descriptors() {
    std::vector<std::shared_ptr<Desc>> shared;
    if (apd().is_explicit()) shared.push_back(apd_);
    if (ard().is_explicit() && ard_ != apd_) shared.push_back(ard_);
    std::sort(shared.begin(), shared.end(), std::owner_less<>{});
    return shared;
}

void Stmt::release() {
    start_over();
    for (const auto& desc : {own_apd_, own_ard_, ipd_, ird_}) remove_handle(desc.get(), Kind::desc);
}

void Stmt::close_result() {
    end_data();
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

base::Result<void> Stmt::expect_no_data() const {
    if (!long_data_) return {};
    return sequence_error(
        "The statement waits for the data of its parameters: SQLParamData, SQLPutData or "
        "SQLCancel");
}

base::Result<SQLRETURN> Stmt::prepare(std::string sql) {
    if (auto idle = expect_no_data(); !idle) return std::move(idle).error();
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
    if (auto idle = expect_no_data(); !idle) return std::move(idle).error();
    if (!statement_ || !by_prepare_) return sequence_error("Nothing is prepared");
    if (cursor_)
        return base::Diag{{"24000"},
                          "Close the open result before the statement is executed again"};
    close_result();
    row_count_ = -1;
    return begin_data(Execution{*this}.run());
}

base::Result<SQLRETURN> Stmt::begin_data(base::Result<SQLRETURN> executed) {
    needs_data_ = executed && *executed == SQL_NEED_DATA;
    return executed;
}

void Stmt::end_data() {
    long_data_.reset();
    needs_data_ = false;
}

base::Result<SQLRETURN> Stmt::param_data(SQLPOINTER* token) {
    if (!long_data_) return sequence_error("No parameter waits for its data");
    if (cancelled_) {
        end_data();
        return base::Diag{{"HY008"}, "The execution was cancelled"};
    }
    auto wanted = long_data_->next();
    if (!wanted) return std::move(wanted).error();
    if (*wanted != nullptr) {
        if (token != nullptr) *token = (*wanted)->token;
        if (apd().array_size > 1 && ipd_->rows_processed_ptr != nullptr)
            *ipd_->rows_processed_ptr = (*wanted)->place.set + 1;
        return SQLRETURN{SQL_NEED_DATA};
    }
    auto done = Execution{*this}.run();
    end_data();
    if (!done && !by_prepare_) start_over();
    return done;
}

base::Result<void> Stmt::put_data(SQLPOINTER data, SQLLEN length) {
    if (!long_data_) return sequence_error("No parameter waits for its data");
    if (cancelled_) {
        end_data();
        return base::Diag{{"HY008"}, "The execution was cancelled"};
    }
    auto put = long_data_->put(data, length);
    // ODBC Appendix B, SQLPutData: an error ends the execution, save one of sequence.
    if (!put && put.error().state != base::SqlState{"HY010"}) end_data();
    return put;
}

base::Result<SQLRETURN> Stmt::execute_direct(std::string sql) {
    if (auto idle = expect_no_data(); !idle) return std::move(idle).error();
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
    auto done = begin_data(execution.run());
    if (!done) start_over();
    return done;
}

base::Result<SQLRETURN> Stmt::more_results() {
    if (auto idle = expect_no_data(); !idle) return std::move(idle).error();
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
    if (auto idle = expect_no_data(); !idle) return std::move(idle).error();
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
        CursorOptions{.narrow = dbc_->narrow_charset(), .max_length = attributes_.max_length});
    is_catalog_ = true;
    phase_ = Phase::executed;
}

base::Result<SQLRETURN> Stmt::fetch() {
    if (!cursor_) return base::Diag{{"24000"}, "The statement has no open result"};
    cancelled_ = false;
    const CallInside inside{calls_inside_};
    const auto retrieve =
        attributes_.retrieve_data == SQL_RD_OFF ? Cursor::Retrieve::off : Cursor::Retrieve::on;
    return cursor_->fetch(ard(), *ird_, retrieve, diags());
}

base::Result<void> Stmt::set_position(SQLSETPOSIROW row, SQLUSMALLINT operation,
                                      SQLUSMALLINT lock) {
    if (!cursor_) return base::Diag{{"24000"}, "The statement has no open result"};
    switch (operation) {
        case SQL_POSITION:
            break;
        case SQL_REFRESH:
            return base::Diag{{"HYC00"}, "Rows cannot be read again; execute the statement again"};
        case SQL_UPDATE:
        case SQL_DELETE:
        case SQL_ADD:
            return base::Diag{{"HY092"}, "Results are read-only (SQL_ATTR_CONCURRENCY)"};
        default:
            return base::Diag{{"HY092"}, "SQLSetPos has no such operation"};
    }
    if (lock == SQL_LOCK_EXCLUSIVE || lock == SQL_LOCK_UNLOCK)
        return base::Diag{{"HYC00"}, "Rows cannot be locked by SQLSetPos"};
    if (lock != SQL_LOCK_NO_CHANGE) return base::Diag{{"HY092"}, "There is no such lock type"};
    if (cursor_->row_number() == 0)
        return base::Diag{{"24000"}, "The cursor is on no row: fetch first"};
    return cursor_->set_position(row);
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
    // Of a LOB, more may have to be read.
    cancelled_ = false;
    const CallInside inside{calls_inside_};
    const SQLSMALLINT default_type = convert::default_c_type(
        ird_->record(column)->concise_type, ird_->record(column)->is_unsigned == SQL_TRUE);
    return cursor_->get_data(static_cast<std::size_t>(column - 1), c_type,
                             {value, capacity, length, length}, ard(), default_type, diags());
}

base::Result<void> Stmt::cancel() {
    // An idle statement has nothing to stop; a cursor stays open (ODBC, SQLCancel, "Canceling
    // Functions").
    if (needs_data()) {
        // Nothing runs on the server. The next call ends the execution if another thread is in one
        // just now.
        cancelled_ = true;
        if (const std::unique_lock lock{mutex(), std::try_to_lock}; lock.owns_lock()) end_data();
        return {};
    }
    if (!is_inside()) return {};
    cancelled_ = true;
    // Still waiting for the wire: what runs on the server is another statement's, and the mark ends
    // this one.
    if (!connection_->session->serves(this)) return {};
    return session::cancel(connection_->session->login(), connection_->session->cas_pid(),
                           base::Deadline::after(kCancelTimeout));
}

base::Result<SQLSMALLINT> Stmt::column_count() const {
    if (!statement_ && !is_catalog_) return sequence_error("Nothing is prepared or executed");
    return ird_->count();
}

}  // namespace cubrid::odbc::handles
