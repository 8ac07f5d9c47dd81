// Executing for more than one parameter set: arrays in chunks, and set by set.
#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "cas/error_map.h"
#include "cas/reply.h"
#include "convert/outcome.h"
#include "handles/execution.h"
#include "handles/stmt.h"

namespace cubrid::odbc::handles {
namespace {

// Bounds the server's memory (it decodes all values of a request before it runs the first) and
// gives cancel and timeout a checkpoint.
constexpr std::size_t kArrayChunkBytes = std::size_t{256} << 10U;

// What earlier requests of the array have stored must not be committed by a later statement when
// the call ends by an exception.
class AbandonOnException {
 public:
    AbandonOnException(session::Turn& turn, SetReport& report) : turn_{turn}, report_{report} {}
    AbandonOnException(const AbandonOnException&) = delete;
    AbandonOnException& operator=(const AbandonOnException&) = delete;
    ~AbandonOnException() {
        if (std::uncaught_exceptions() == exceptions_) return;
        turn_.abandon();
        report_.lost_all();
    }

 private:
    session::Turn& turn_;
    SetReport& report_;
    const int exceptions_ = std::uncaught_exceptions();
};

}  // namespace

SetReport Execution::make_report(const ParamSets& sets) const {
    return {*stmt_.ipd_, sets.count(), stmt_.diags(),
            static_cast<std::size_t>(stmt_.connection_->settings.max_diag_records)};
}

void Execution::encode_chunk(session::Turn& turn, const ParamPlan& plan, const ParamSets& sets,
                             std::size_t& set, SetReport& report) {
    cas::WireWriter& frame = turn.frame();
    sent_.clear();
    const ElsewhereValues elsewhere = put_values();
    for (; set < sets.count() && frame.mark() < kArrayChunkBytes; ++set) {
        if (sets.is_ignored(set)) continue;
        const std::size_t mark = frame.mark();
        if (const auto failure = plan.encode_row(set, frame, elsewhere)) {
            frame.rollback(mark);
            report.failed(set, convert::to_diag(failure->outcome, base::kNoRow, failure->column));
            continue;
        }
        sent_.push_back(set);
    }
}

void Execution::begin_chunk(session::Turn& turn, bool row_by_row) const {
    cas::begin_execute_array(turn.frame(), stmt_.statement_->prepared().handle, timeout_ms_,
                             row_by_row);
}

base::Result<void> Execution::send_again(session::Turn& turn, const ParamPlan& plan,
                                         SetReport& report) {
    if (auto ready = stmt_.statement_->ensure_prepared(turn); !ready)
        return std::move(ready).error();
    begin_chunk(turn, false);
    const ElsewhereValues elsewhere = put_values();
    for (const std::size_t set : sent_) {
        // It has gone well once.
        if (const auto failure = plan.encode_row(set, turn.frame(), elsewhere))
            return convert::to_diag(failure->outcome, static_cast<std::int64_t>(set + 1),
                                    failure->column);
    }
    return exchange_chunk(turn, report);
}

base::Result<void> Execution::exchange_chunk(session::Turn& turn, SetReport& report) {
    auto reply = turn.exchange();
    if (!reply) return std::move(reply).error();
    auto outcomes = cas::ArrayOutcomes::read(reply->view());
    if (!outcomes) return std::move(outcomes).error();
    // Fewer are an interrupted array; more can only belong to another request.
    if (static_cast<std::size_t>(outcomes->size()) > sent_.size())
        return cas::malformed("more outcomes than parameter sets were sent");
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

void Execution::fail_chunk(session::Turn& turn, base::Diag why, bool row_by_row,
                           SetReport& report) {
    base::Diag diag = explained(turn.failed(std::move(why)));
    const bool transaction_gone = diag.state == base::SqlState{"40001"} ||
                                  diag.state == base::SqlState{"08S01"} ||
                                  diag.state == base::SqlState{"HYT01"};
    if (transaction_gone && !row_by_row) report.lost_all();
    // What the server has committed row by row before the connection broke stays.
    const bool is_unknown = row_by_row && transaction_gone;
    for (const std::size_t set : sent_) {
        if (is_unknown) {
            report.unknown(set);
        } else {
            report.failed(set, diag);
        }
    }
    report.stopped(std::move(diag));
}

base::Result<SQLRETURN> Execution::run_array(const ParamPlan& plan) {
    const ParamSets sets{stmt_.apd()};
    const options::Settings& settings = stmt_.connection_->settings;
    SetReport report = make_report(sets);
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    if (auto ready = stmt_.statement_->ensure_prepared(*turn); !ready)
        return fail(*turn, std::move(ready).error());

    // With the byte set the server commits, or rolls back, after each row.
    const bool row_by_row =
        settings.array_commit == options::ArrayCommit::row && turn->commits_itself();
    const AbandonOnException guard{*turn, report};
    bool asked = false;
    for (std::size_t set = 0; set < sets.count() && !report.is_stopped();) {
        if (auto reason = set == 0 ? std::nullopt : reason_to_stop()) {
            report.stopped(std::move(*reason));
            break;
        }
        const bool is_first = !asked;
        begin_chunk(*turn, row_by_row);
        encode_chunk(*turn, plan, sets, set, report);
        if (sent_.empty()) continue;
        asked = true;
        auto exchanged = exchange_chunk(*turn, report);
        if (!exchanged && is_first && !row_by_row && turn->connect_again())
            exchanged = send_again(*turn, plan, report);
        if (!exchanged) fail_chunk(*turn, std::move(exchanged).error(), row_by_row, report);
    }
    stmt_.phase_ = Stmt::Phase::executed;
    conclude(*turn, session::Turn::Wrote::rows, report);
    const SQLRETURN code = report.finish();
    stmt_.row_count_ = report.row_count();
    stmt_.diags().row_count = report.row_count();
    stmt_.diags().statement_type = static_cast<std::uint8_t>(stmt_.statement_->prepared().type);
    return code;
}

void Execution::put_off(session::Turn& turn, const ParamPlan& plan, std::size_t set,
                        SetReport& report) {
    cas::begin_execute(turn.frame(), request(false));
    const std::size_t mark = turn.frame().mark();
    if (const auto failure = plan.encode_row(set, turn.frame(), put_values())) {
        report.failed(set, convert::to_diag(failure->outcome, base::kNoRow, failure->column));
        return;
    }
    base::Buffer binds;
    binds.append(turn.frame().since(mark));
    stmt_.waiting_sets_.push_back(std::move(binds));
    report.succeeded(set, 0);
}

void Execution::fail_set(session::Turn& turn, base::Diag why, std::size_t set, SetReport& report) {
    base::Diag diag = explained(turn.failed(std::move(why)));
    const bool gone =
        diag.state == base::SqlState{"40001"} || diag.state.view().substr(0, 2) == "08";
    if (gone) report.lost_all();
    report.failed(set, diag);
    if (gone) report.stopped(std::move(diag));
}

// Statements that EXECUTE_ARRAY leaves out in silence: without markers, or with a result (CAS
// protocol 4.10).
base::Result<SQLRETURN> Execution::run_set_by_set(const ParamPlan& plan, Lobs lobs) {
    const ParamSets sets{stmt_.apd()};
    SetReport report = make_report(sets);
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    const bool has_result = stmt_.statement_->prepared().has_result();
    const AbandonOnException guard{*turn, report};
    stmt_.phase_ = Stmt::Phase::executed;
    for (std::size_t set = 0; set < sets.count() && !report.is_stopped(); ++set) {
        if (sets.is_ignored(set)) continue;
        if (has_result && stmt_.cursor_) {
            put_off(*turn, plan, set, report);
            continue;
        }
        auto executed = execute_set(*turn, plan, set, lobs);
        if (executed) {
            const SQLLEN count = executed->count;
            take_result(*turn, std::move(*executed));
            report.succeeded(set, has_result ? 0 : count);
        } else {
            fail_set(*turn, std::move(executed).error(), set, report);
        }
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

base::Result<cas::Executed> Execution::execute_set(session::Turn& turn, const ParamPlan& plan,
                                                   std::size_t set, Lobs lobs) {
    ElsewhereValues elsewhere = put_values();
    if (lobs == Lobs::some) {
        auto written = write_lobs(turn, plan, set);
        if (!written) return std::move(written).error();
        elsewhere = std::move(*written);
    }
    return execute(turn, false, [&](cas::WireWriter& frame) -> base::Result<void> {
        const auto failure = plan.encode_row(set, frame, elsewhere);
        if (!failure) return {};
        return convert::to_diag(failure->outcome, base::kNoRow, failure->column);
    });
}

base::Result<SQLRETURN> Execution::run_waiting_set() {
    auto turn = begin();
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
