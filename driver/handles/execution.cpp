#include "handles/execution.h"

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <optional>
#include <utility>

#include "cas/error_map.h"
#include "convert/outcome.h"
#include "handles/env.h"
#include "handles/stmt.h"
#include "session/lob.h"
#include "sql/markers.h"

namespace cubrid::odbc::handles {
namespace {

constexpr std::array kDml = {cas::StatementType::insert, cas::StatementType::update,
                             cas::StatementType::erase, cas::StatementType::merge};

std::int32_t as_wire_timeout(SQLULEN milliseconds) {
    return static_cast<std::int32_t>(std::min<SQLULEN>(
        milliseconds, static_cast<SQLULEN>(std::numeric_limits<std::int32_t>::max())));
}

std::int32_t as_wire_rows(SQLULEN rows) { return as_wire_timeout(rows); }

// Changes nothing when it is executed twice.
bool is_query(std::string_view sql) {
    constexpr std::string_view kSelect = "SELECT";
    const std::string_view word = sql::summarize(sql).first_word;
    return std::equal(word.begin(), word.end(), kSelect.begin(), kSelect.end(),
                      [](char c, char letter) { return (c & ~0x20) == letter; });
}

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

base::Result<session::Turn> Execution::begin() {
    auto turn = stmt_.connection_->session->begin(&stmt_);
    // The mark is set before the other thread asks whose request is running, so one of us sees it.
    if (turn && stmt_.cancelled_)
        return base::Diag{{"HY008"}, "The statement was cancelled while it waited for another one"};
    return turn;
}

bool Execution::is_dml() const {
    return std::find(kDml.begin(), kDml.end(), stmt_.statement_->prepared().type) != kDml.end();
}

base::Result<ParamPlan> Execution::make_plan() const {
    return ParamPlan::make(stmt_.apd(), *stmt_.ipd_,
                           static_cast<std::size_t>(stmt_.statement_->prepared().markers),
                           stmt_.dbc_->narrow_charset(), stmt_.connection_->session->charset(),
                           {.parameters = stmt_.statement_->known_parameters(),
                            .cuts_long_values = compares_lengths_});
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
    auto turn = begin();
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
    auto plan = make_plan();
    if (!plan) {
        // No set has been processed.
        if (sets.count() > 1) static_cast<void>(make_report(sets));
        return std::move(plan).error();
    }
    const ParamPlan::Survey survey = plan->survey(sets);
    if (survey.sized && is_dml()) {
        auto cuts = stmt_.connection_->session->cuts_long_values();
        if (!cuts) return std::move(cuts).error();
        compares_lengths_ = *cuts;
    }
    // Only the server knows whether a text in braces is a collection or, say, a document of JSON.
    const bool braces = survey.braces || (stmt_.long_data_ && stmt_.long_data_->has_braces());
    if (braces || compares_lengths_) {
        if (stmt_.statement_->known_parameters() == nullptr) {
            if (auto asked = stmt_.ask_for_parameters(); !asked) return std::move(asked).error();
        }
        plan = make_plan();
        if (!plan) return std::move(plan).error();
    }
    if (survey.at_execution && awaits_data(*plan, sets)) return SQLRETURN{SQL_NEED_DATA};
    const auto lobs = lobs_to_write(survey);
    if (!lobs) return lobs.error();
    if (sets.count() == 1 && !sets.is_ignored(0)) return run_once(*plan, *lobs);
    if (is_dml() && stmt_.statement_->prepared().markers > 0 && *lobs == Lobs::none)
        return run_array(*plan);
    return run_set_by_set(*plan, *lobs);
}

bool Execution::awaits_data(const ParamPlan& plan, const ParamSets& sets) {
    if (stmt_.long_data_) return false;
    auto wanted = plan.data_at_execution(sets);
    if (wanted.empty()) return false;
    stmt_.long_data_ = std::make_unique<LongData>(std::move(wanted));
    return true;
}

base::Result<Execution::Lobs> Execution::lobs_to_write(const ParamPlan::Survey& survey) {
    const bool large = survey.large || (stmt_.long_data_ && stmt_.long_data_->has_large_values());
    if (!large || !is_dml()) return Lobs::none;
    session::ServerStatement& statement = *stmt_.statement_;
    if (statement.known_parameters() == nullptr) {
        if (auto asked = stmt_.ask_for_parameters(); !asked) return std::move(asked).error();
    }
    const bool some = std::any_of(
        statement.known_parameters()->begin(), statement.known_parameters()->end(),
        [](const cas::Parameter& parameter) { return cas::is_lob(parameter.type.type); });
    return some ? Lobs::some : Lobs::none;
}

ElsewhereValues Execution::put_values() const { return {.long_data = stmt_.long_data_.get()}; }

base::Result<ElsewhereValues> Execution::write_lobs(session::Turn& turn, const ParamPlan& plan,
                                                    std::size_t set) {
    auto prepared_now = stmt_.statement_->ensure_prepared(turn);
    if (!prepared_now) return std::move(prepared_now).error();
    auto parameters = stmt_.statement_->parameters(turn);
    if (!parameters) return std::move(parameters).error();
    ElsewhereValues elsewhere = put_values();
    elsewhere.lobs.resize((*parameters)->size());
    for (std::size_t parameter = 0; parameter < elsewhere.lobs.size(); ++parameter) {
        const cas::Type type = (**parameters)[parameter].type.type;
        if (!cas::is_lob(type)) continue;
        auto value = plan.large_value({set, parameter}, type, stmt_.long_data_.get());
        if (!value) continue;
        auto lob = session::write_lob(turn, type,
                                      [&](std::span<std::byte> to) { return value->read(to); });
        if (!lob) {
            base::Diag diag = std::move(lob).error();
            diag.column = static_cast<std::int32_t>(parameter + 1);
            return diag;
        }
        elsewhere.lobs[parameter] = std::move(*lob);
    }
    return elsewhere;
}

base::Result<cas::Executed> Execution::execute(session::Turn& turn, bool autocommit,
                                               const WriteBinds& write_binds) {
    session::ServerStatement& statement = *stmt_.statement_;
    for (bool again = false;; again = true) {
        auto prepared_now = statement.ensure_prepared(turn);
        if (!prepared_now) return std::move(prepared_now).error();
        if (*prepared_now) stmt_.describe_columns(statement.prepared().columns);
        cas::begin_execute(turn.frame(), request(autocommit));
        if (auto written = write_binds(turn.frame()); !written) return std::move(written).error();
        auto reply = turn.exchange();
        const cas::Prepared& prepared = statement.prepared();
        if (!reply) {
            // What the server commits by itself may be stored.
            const bool may_repeat = !autocommit || prepared.has_result();
            if (!again && may_repeat && turn.connect_again()) continue;
            return std::move(reply).error();
        }
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
            .first = std::move(executed.page),
            .owner = &stmt_});
    std::vector<cas::ColumnType> types;
    types.reserve(columns.size());
    for (const cas::Column& column : columns) types.push_back(column.type);
    stmt_.cursor_ = std::make_unique<Cursor>(
        std::move(source), cas::Page{}, std::move(types),
        CursorOptions{.narrow = stmt_.dbc_->narrow_charset(),
                      .trim_float_zeros = stmt_.connection_->session->trims_float_zeros(),
                      .zero_date_is_null = settings.zero_date == options::ZeroDate::null,
                      .max_length = stmt_.attributes_.max_length,
                      .max_diags = static_cast<std::size_t>(settings.max_diag_records),
                      .lobs = {stmt_.connection_->session, &stmt_}});
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
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    auto statement =
        std::make_unique<session::ServerStatement>(stmt_.connection_->session, std::move(wire_sql));
    const auto write = [&] {
        const auto closes = turn->take_deferred_closes();
        cas::write_prepare_and_execute(turn->frame(),
                                       {.sql = statement->sql(),
                                        .flags = cas::kPrepareHoldable,
                                        .autocommit = turn->commits_itself(),
                                        .close = closes},
                                       {.max_rows = as_wire_rows(stmt_.attributes_.max_rows),
                                        .query_timeout_ms = timeout_ms_});
    };
    const bool may_repeat = !turn->commits_itself() || is_query(statement->sql());
    write();
    auto reply = turn->exchange();
    if (!reply && may_repeat && turn->connect_again()) {
        write();
        reply = turn->exchange();
    }
    if (!reply) return std::move(reply).error();
    auto answer = cas::read_prepare_and_execute(std::move(*reply));
    if (!answer) return fail(*turn, std::move(answer).error());
    statement->adopt(*turn, std::move(answer->prepared));
    stmt_.statement_ = std::move(statement);
    stmt_.describe_columns(stmt_.statement_->prepared().columns);
    return finish(*turn, std::move(answer->executed));
}

base::Result<SQLRETURN> Execution::run_once(const ParamPlan& plan, Lobs lobs) {
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    ElsewhereValues elsewhere = put_values();
    if (lobs == Lobs::some) {
        auto written = write_lobs(*turn, plan, 0);
        if (!written) return fail(*turn, std::move(written).error());
        elsewhere = std::move(*written);
    }
    const auto note = [&](SQLUSMALLINT status) {
        if (stmt_.ipd_->array_status_ptr != nullptr) *stmt_.ipd_->array_status_ptr = status;
        if (stmt_.ipd_->rows_processed_ptr != nullptr) *stmt_.ipd_->rows_processed_ptr = 1;
    };
    auto executed =
        execute(*turn, turn->commits_itself(), [&](cas::WireWriter& frame) -> base::Result<void> {
            const auto failure = plan.encode_row(0, frame, elsewhere);
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

}  // namespace cubrid::odbc::handles
