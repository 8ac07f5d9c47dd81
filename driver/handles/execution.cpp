#include "handles/execution.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "cas/error_map.h"
#include "convert/outcome.h"
#include "handles/env.h"
#include "handles/stmt.h"

namespace cubrid::odbc::handles {
namespace {

// Bounds the server's memory (it decodes all values of a request before it runs the first) and
// gives cancel and timeout a checkpoint.
constexpr std::size_t kArrayChunkBytes = std::size_t{256} << 10U;

constexpr std::array kDml = {cas::StatementType::insert, cas::StatementType::update,
                             cas::StatementType::erase, cas::StatementType::merge};

std::int32_t as_wire_timeout(SQLULEN milliseconds) {
    return static_cast<std::int32_t>(std::min<SQLULEN>(
        milliseconds, static_cast<SQLULEN>(std::numeric_limits<std::int32_t>::max())));
}

std::int32_t as_wire_rows(SQLULEN rows) { return as_wire_timeout(rows); }

}  // namespace

Execution::Execution(Stmt& stmt)
    : stmt_{stmt},
      deadline_{base::Deadline::after_or_never(
          std::chrono::milliseconds{as_wire_timeout(stmt.attributes_.query_timeout_ms)})},
      timeout_ms_{as_wire_timeout(stmt.attributes_.query_timeout_ms)} {
    stmt_.cancelled_ = false;
    ++stmt_.calls_inside_;
}

Execution::~Execution() { --stmt_.calls_inside_; }

bool Execution::is_dml() const {
    return std::find(kDml.begin(), kDml.end(), stmt_.statement_->prepared().type) != kDml.end();
}

base::Result<ParamPlan> Execution::make_plan() const {
    return ParamPlan::make(stmt_.apd(), *stmt_.ipd_,
                           static_cast<std::size_t>(stmt_.statement_->prepared().markers),
                           stmt_.dbc_->narrow_charset(), stmt_.connection_->session->charset());
}

cas::ExecuteRequest Execution::request(bool autocommit) const {
    const cas::Prepared& prepared = stmt_.statement_->prepared();
    return {.handle = prepared.handle,
            .max_rows = as_wire_rows(stmt_.attributes_.max_rows),
            .fetch = prepared.has_result(),
            .autocommit = autocommit,
            .forward_only = true,
            .query_timeout_ms = timeout_ms_};
}

base::Diag Execution::explained(base::Diag diag) const {
    if (diag.origin != base::Origin::dbms || diag.native != cas::kDbmsInterrupted) return diag;
    // The server's code is the same for a cancel and for an expired query timeout (CAS protocol 8).
    const bool timed_out = timeout_ms_ > 0 && !stmt_.cancelled_;
    diag.state = timed_out ? base::SqlState{"HYT00"} : base::SqlState{"HY008"};
    return diag;
}

base::Diag Execution::fail(session::Turn& turn, base::Diag diag) {
    base::Diag first = explained(turn.failed(std::move(diag)));
    // A statement that failed may have taken locks.
    static_cast<void>(turn.conclude(session::Turn::Wrote::rows));
    return first;
}

base::Result<void> Execution::prepare(std::string wire_sql) {
    auto turn = stmt_.connection_->session->begin();
    if (!turn) return std::move(turn).error();
    auto statement =
        std::make_unique<session::ServerStatement>(stmt_.connection_->session, std::move(wire_sql));
    auto prepared = statement->prepare(*turn);
    if (!prepared) {
        base::Diag diag = turn->failed(std::move(prepared).error());
        static_cast<void>(turn->conclude(session::Turn::Wrote::nothing));
        return diag;
    }
    if (auto concluded = turn->conclude(session::Turn::Wrote::nothing); !concluded)
        return concluded;
    stmt_.statement_ = std::move(statement);
    stmt_.describe_columns(stmt_.statement_->prepared().columns);
    stmt_.phase_ = Stmt::Phase::prepared;
    return {};
}

base::Result<SQLRETURN> Execution::run() {
    const ParamSets sets{stmt_.apd()};
    if (sets.count() == 1 && !sets.is_ignored(0)) return run_once();
    if (is_dml() && stmt_.statement_->prepared().markers > 0) return run_array();
    return run_set_by_set();
}

template <class WriteBinds>
base::Result<cas::Executed> Execution::execute(session::Turn& turn, bool autocommit,
                                               WriteBinds write_binds) {
    session::ServerStatement& statement = *stmt_.statement_;
    auto prepared_now = statement.ensure_prepared(turn);
    if (!prepared_now) return std::move(prepared_now).error();
    if (*prepared_now) stmt_.describe_columns(statement.prepared().columns);
    for (bool again = false;; again = true) {
        cas::begin_execute(turn.frame(), request(autocommit));
        if (auto written = write_binds(turn.frame()); !written) return std::move(written).error();
        auto reply = turn.exchange();
        if (!reply) return std::move(reply).error();
        const cas::Prepared& prepared = statement.prepared();
        auto executed =
            cas::read_execute(std::move(*reply), prepared.columns.size(), prepared.has_result());
        if (executed || again || executed.error().native != cas::kCasStatementPooling ||
            executed.error().origin == base::Origin::driver) {
            return executed;
        }
        // Somebody has altered a table: nothing was executed (CAS protocol 4.4).
        if (auto prepared_again = statement.prepare_again(turn); !prepared_again) {
            return std::move(prepared_again).error();
        }
        stmt_.describe_columns(statement.prepared().columns);
    }
}

void Execution::take_result(session::Turn& turn, cas::Executed executed) {
    const cas::Prepared& prepared = stmt_.statement_->prepared();
    stmt_.phase_ = Stmt::Phase::executed;
    stmt_.row_count_ = executed.count;
    stmt_.diags().row_count = prepared.has_result() ? -1 : executed.count;
    stmt_.diags().cursor_row_count = prepared.has_result() ? executed.count : -1;
    stmt_.diags().statement_type = static_cast<std::uint8_t>(prepared.type);
    if (!prepared.has_result()) return;
    // A reply that describes its columns is right about them: its page is laid out by them.
    const std::vector<cas::Column>& columns =
        executed.columns ? *executed.columns : prepared.columns;
    if (executed.columns) stmt_.describe_columns(columns);
    const options::Settings& settings = stmt_.connection_->settings;
    const SQLULEN rowset = stmt_.ard().array_size;
    auto source = std::make_unique<session::PageSource>(
        stmt_.connection_->session, turn,
        session::PageSource::Start{
            .handle = prepared.handle,
            .columns = columns.size(),
            .count = executed.count,
            .fetch_rows = std::max(as_wire_rows(rowset), settings.fetch_size),
            .prefetch = settings.prefetch,
            .first = std::move(executed.page)});
    std::vector<cas::ColumnType> types;
    types.reserve(columns.size());
    for (const cas::Column& column : columns) types.push_back(column.type);
    stmt_.cursor_ = std::make_unique<Cursor>(
        std::move(source), cas::Page{}, std::move(types),
        CursorOptions{stmt_.dbc_->narrow_charset(), stmt_.connection_->session->trims_float_zeros(),
                      stmt_.attributes_.max_length, settings.zero_date == options::ZeroDate::null});
}

base::Result<SQLRETURN> Execution::finish(session::Turn& turn, cas::Executed executed) {
    const bool has_result = stmt_.statement_->prepared().has_result();
    const std::int32_t count = executed.count;
    take_result(turn, std::move(executed));
    if (auto concluded =
            turn.conclude(has_result ? session::Turn::Wrote::nothing : session::Turn::Wrote::rows);
        !concluded) {
        return std::move(concluded).error();
    }
    // ODBC 3: a searched statement that touches no row (SQLExecute, "Comments"); ODBC 2
    // applications do not know that.
    if (is_dml() && count == 0 && !stmt_.dbc_->env()->is_odbc2()) return SQLRETURN{SQL_NO_DATA};
    return SQLRETURN{SQL_SUCCESS};
}

base::Result<SQLRETURN> Execution::run_direct(std::string wire_sql) {
    auto turn = stmt_.connection_->session->begin();
    if (!turn) return std::move(turn).error();
    auto statement =
        std::make_unique<session::ServerStatement>(stmt_.connection_->session, std::move(wire_sql));
    const auto closes = turn->take_deferred_closes();
    cas::write_prepare_and_execute(
        turn->frame(),
        {.sql = statement->sql(),
         .flags = cas::kPrepareHoldable,
         .autocommit = turn->commits_itself(),
         .close = closes},
        {.max_rows = as_wire_rows(stmt_.attributes_.max_rows), .query_timeout_ms = timeout_ms_});
    auto reply = turn->exchange();
    if (!reply) return std::move(reply).error();
    auto answer = cas::read_prepare_and_execute(std::move(*reply));
    if (!answer) return fail(*turn, std::move(answer).error());
    statement->adopt(*turn, std::move(answer->prepared));
    stmt_.statement_ = std::move(statement);
    stmt_.describe_columns(stmt_.statement_->prepared().columns);
    return finish(*turn, std::move(answer->executed));
}

base::Result<SQLRETURN> Execution::run_once() {
    auto plan = make_plan();
    if (!plan) return std::move(plan).error();
    auto turn = stmt_.connection_->session->begin();
    if (!turn) return std::move(turn).error();
    const auto note = [&](SQLUSMALLINT status) {
        if (stmt_.ipd_->array_status_ptr != nullptr) *stmt_.ipd_->array_status_ptr = status;
        if (stmt_.ipd_->rows_processed_ptr != nullptr) *stmt_.ipd_->rows_processed_ptr = 1;
    };
    auto executed =
        execute(*turn, turn->commits_itself(), [&](cas::WireWriter& frame) -> base::Result<void> {
            const auto failure = plan->encode_row(0, frame);
            if (!failure) return {};
            return convert::to_diag(failure->outcome, base::kNoRow, failure->column);
        });
    if (!executed) {
        note(SQL_PARAM_ERROR);
        return fail(*turn, std::move(executed).error());
    }
    note(SQL_PARAM_SUCCESS);
    return finish(*turn, std::move(*executed));
}

void Execution::encode_chunk(session::Turn& turn, const ParamPlan& plan, const ParamSets& sets,
                             std::size_t& set, SetReport& report) {
    cas::WireWriter& frame = turn.frame();
    sent_.clear();
    for (; set < sets.count() && frame.mark() < kArrayChunkBytes; ++set) {
        if (sets.is_ignored(set)) continue;
        const std::size_t mark = frame.mark();
        if (const auto failure = plan.encode_row(set, frame)) {
            frame.rollback(mark);
            report.failed(set, convert::to_diag(failure->outcome, base::kNoRow, failure->column));
            continue;
        }
        sent_.push_back(set);
    }
}

base::Result<void> Execution::exchange_chunk(session::Turn& turn, SetReport& report) {
    auto reply = turn.exchange();
    if (!reply) return std::move(reply).error();
    auto outcomes = cas::ArrayOutcomes::read(reply->view());
    if (!outcomes) return std::move(outcomes).error();
    cas::RowOutcome outcome;
    auto set = sent_.begin();
    bool interrupted = false;
    for (; set != sent_.end() && outcomes->next(outcome); ++set) {
        if (!outcome.failed()) {
            report.succeeded(*set, outcome.count);
            continue;
        }
        interrupted = interrupted || outcome.code == cas::kDbmsInterrupted;
        report.failed(*set, explained(cas::server_diag(base::Origin::dbms, outcome.code,
                                                       std::string{outcome.message})));
    }
    if (set != sent_.end()) {
        // The server stops an array only when it is interrupted (CAS protocol 4.10).
        report.stopped(
            interrupted ? explained({{"HY008"},
                                     "The array was interrupted; the parameter sets behind the "
                                     "interrupted one were not executed",
                                     cas::kDbmsInterrupted,
                                     base::Origin::dbms})
                        : base::Diag{{"HY000"},
                                     "The server has executed only a part of the parameter sets"});
    }
    turn.recycle(std::move(*reply));
    return {};
}

void Execution::conclude(session::Turn& turn, session::Turn::Wrote wrote, SetReport& report) {
    auto concluded = turn.conclude(wrote);
    if (concluded) return;
    base::Diag diag = std::move(concluded).error();
    if (diag.state == base::SqlState{"08007"}) {
        report.unknown_all();
    } else {
        report.lost_all();
    }
    report.stopped(std::move(diag));
}

std::optional<base::Diag> Execution::reason_to_stop() const {
    if (stmt_.cancelled_)
        return base::Diag{{"HY008"}, "The array was cancelled between two requests"};
    if (deadline_.expired())
        return base::Diag{{"HYT00"}, "The query timeout expired between two requests of the array"};
    return std::nullopt;
}

base::Result<SQLRETURN> Execution::run_array() {
    const ParamSets sets{stmt_.apd()};
    const options::Settings& settings = stmt_.connection_->settings;
    SetReport report{*stmt_.ipd_, sets.count(), stmt_.diags(),
                     static_cast<std::size_t>(settings.max_diag_records)};
    auto plan = make_plan();
    if (!plan) return std::move(plan).error();
    auto turn = stmt_.connection_->session->begin();
    if (!turn) return std::move(turn).error();
    if (auto ready = stmt_.statement_->ensure_prepared(*turn); !ready)
        return fail(*turn, std::move(ready).error());

    // With the byte set the server commits, or rolls back, after each row.
    const bool row_by_row =
        settings.array_commit == options::ArrayCommit::row && turn->commits_itself();
    for (std::size_t set = 0; set < sets.count() && !report.is_stopped();) {
        if (set > 0) {
            if (auto reason = reason_to_stop()) {
                report.stopped(std::move(*reason));
                break;
            }
        }
        cas::begin_execute_array(turn->frame(), stmt_.statement_->prepared().handle, timeout_ms_,
                                 row_by_row);
        encode_chunk(*turn, *plan, sets, set, report);
        if (sent_.empty()) continue;
        auto exchanged = exchange_chunk(*turn, report);
        if (exchanged) continue;
        // One answer for the whole request: none of its sets is stored; those before it only if the
        // transaction still stands.
        base::Diag diag = explained(turn->failed(std::move(exchanged).error()));
        const bool transaction_gone = diag.state == base::SqlState{"40001"} ||
                                      diag.state == base::SqlState{"08S01"} ||
                                      diag.state == base::SqlState{"HYT01"};
        if (transaction_gone && !row_by_row) report.lost_all();
        // What the server has committed row by row before the connection broke stays.
        const bool is_unknown = row_by_row && transaction_gone;
        for (const std::size_t lost : sent_) {
            if (is_unknown) {
                report.unknown(lost);
            } else {
                report.failed(lost, diag);
            }
        }
        report.stopped(std::move(diag));
    }
    stmt_.phase_ = Stmt::Phase::executed;
    conclude(*turn, session::Turn::Wrote::rows, report);
    const SQLRETURN code = report.finish();
    stmt_.row_count_ = report.row_count();
    stmt_.diags().row_count = report.row_count();
    stmt_.diags().statement_type = static_cast<std::uint8_t>(stmt_.statement_->prepared().type);
    return code;
}

// Statements that EXECUTE_ARRAY leaves out in silence: without markers, or with a result (CAS
// protocol 4.10).
base::Result<SQLRETURN> Execution::run_set_by_set() {
    const ParamSets sets{stmt_.apd()};
    SetReport report{*stmt_.ipd_, sets.count(), stmt_.diags(),
                     static_cast<std::size_t>(stmt_.connection_->settings.max_diag_records)};
    auto plan = make_plan();
    if (!plan) return std::move(plan).error();
    auto turn = stmt_.connection_->session->begin();
    if (!turn) return std::move(turn).error();
    const bool has_result = stmt_.statement_->prepared().has_result();
    stmt_.phase_ = Stmt::Phase::executed;
    for (std::size_t set = 0; set < sets.count() && !report.is_stopped(); ++set) {
        if (sets.is_ignored(set)) continue;
        std::optional<ParamPlan::Failure> failure;
        if (has_result && stmt_.cursor_) {
            // The values are read now, as the application expects; the set is executed by
            // SQLMoreResults.
            cas::begin_execute(turn->frame(), request(false));
            const std::size_t mark = turn->frame().mark();
            failure = plan->encode_row(set, turn->frame());
            if (failure) {
                report.failed(set,
                              convert::to_diag(failure->outcome, base::kNoRow, failure->column));
                continue;
            }
            base::Buffer binds;
            binds.append(turn->frame().since(mark));
            stmt_.waiting_sets_.push_back(std::move(binds));
            report.succeeded(set, 0);
            continue;
        }
        auto executed = execute(*turn, false, [&](cas::WireWriter& frame) -> base::Result<void> {
            failure = plan->encode_row(set, frame);
            if (!failure) return {};
            return convert::to_diag(failure->outcome, base::kNoRow, failure->column);
        });
        if (executed) {
            const SQLLEN count = executed->count;
            take_result(*turn, std::move(*executed));
            report.succeeded(set, has_result ? 0 : count);
            continue;
        }
        base::Diag diag = explained(turn->failed(std::move(executed).error()));
        const bool gone =
            diag.state == base::SqlState{"40001"} || diag.state.view().substr(0, 2) == "08";
        if (gone) report.lost_all();
        report.failed(set, diag);
        if (gone) report.stopped(std::move(diag));
    }
    conclude(*turn, has_result ? session::Turn::Wrote::nothing : session::Turn::Wrote::rows,
             report);
    const SQLRETURN code = report.finish();
    if (!has_result) {
        stmt_.row_count_ = report.row_count();
        stmt_.diags().row_count = report.row_count();
    }
    return code;
}

base::Result<SQLRETURN> Execution::run_waiting_set() {
    auto turn = stmt_.connection_->session->begin();
    if (!turn) return std::move(turn).error();
    const base::Buffer binds = std::move(stmt_.waiting_sets_.front());
    stmt_.waiting_sets_.pop_front();
    auto executed =
        execute(*turn, turn->commits_itself(), [&](cas::WireWriter& frame) -> base::Result<void> {
            frame.append(binds.view());
            return {};
        });
    if (!executed) return fail(*turn, std::move(executed).error());
    return finish(*turn, std::move(*executed));
}

}  // namespace cubrid::odbc::handles
