// CONDUCTOR of executing: one set of parameters, an array of them, or set by set. One object per
// call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "cas/execute.h"
#include "cas/execute_array.h"
#include "handles/param_plan.h"
#include "handles/set_report.h"
#include "session/session.h"

namespace cubrid::odbc::handles {

class Stmt;

class Execution {
 public:
    explicit Execution(Stmt& stmt);
    ~Execution();
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    base::Result<void> prepare(std::string wire_sql);
    // What SQLPrepare has prepared, once or for every parameter set. SQL_NEED_DATA, and nothing is
    // executed, while the statement has no LongData and a parameter wants it.
    base::Result<SQLRETURN> run();
    // Prepares and executes in one round trip; for texts without markers.
    base::Result<SQLRETURN> run_direct(std::string wire_sql);
    // The next of the parameter sets of a SELECT that wait.
    base::Result<SQLRETURN> run_waiting_set();

 private:
    // The wire; HY008 when the statement was cancelled while it waited for it.
    base::Result<session::Turn> begin();
    enum class Lobs : bool { none, some };
    base::Result<SQLRETURN> run_once(const ParamPlan& plan, Lobs lobs);
    base::Result<SQLRETURN> run_array(const ParamPlan& plan);
    base::Result<SQLRETURN> run_set_by_set(const ParamPlan& plan, Lobs lobs);

    [[nodiscard]] base::Result<ParamPlan> make_plan() const;
    // Whether values are to come by SQLPutData first; the statement takes them from then on.
    bool awaits_data(const ParamPlan& plan, const ParamSets& sets);
    // Large values of parameters that are LOBs. Asks the server once for each time the statement is
    // prepared.
    base::Result<Lobs> lobs_to_write(const ParamPlan::Survey& survey);
    // Writes the large values of a set to LOBs, within the transaction that its execution is in.
    base::Result<ElsewhereValues> write_lobs(session::Turn& turn, const ParamPlan& plan,
                                             std::size_t set);
    [[nodiscard]] ElsewhereValues put_values() const;
    [[nodiscard]] SetReport make_report(const ParamSets& sets) const;
    [[nodiscard]] cas::ExecuteRequest request(bool autocommit) const;
    [[nodiscard]] bool is_dml() const;

    // EXECUTE with the binds that `write_binds` puts into the frame; prepares again once when the
    // plan is gone, or when the CAS had gone and nothing can have been committed.
    using WriteBinds = std::function<base::Result<void>(cas::WireWriter&)>;
    base::Result<cas::Executed> execute(session::Turn& turn, bool autocommit,
                                        const WriteBinds& write_binds);
    // One set of several, with commit byte 0.
    base::Result<cas::Executed> execute_set(session::Turn& turn, const ParamPlan& plan,
                                            std::size_t set, Lobs lobs);
    // Makes the reply the statement's result.
    void take_result(session::Turn& turn, cas::Executed executed);
    base::Result<SQLRETURN> finish(session::Turn& turn, cas::Executed executed);
    // An error of the server or of the connection: what has to follow it, and its SQLSTATE.
    base::Diag fail(session::Turn& turn, base::Diag diag);
    [[nodiscard]] base::Diag explained(base::Diag diag) const;

    // One frame of an array: encodes sets from `set` on until the chunk is full; `sent` are those
    // in the frame.
    void encode_chunk(session::Turn& turn, const ParamPlan& plan, const ParamSets& sets,
                      std::size_t& set, SetReport& report);
    base::Result<void> exchange_chunk(session::Turn& turn, SetReport& report);
    // The chunk again, for the CAS that has taken the place of one that had gone before the array's
    // first request.
    base::Result<void> send_again(session::Turn& turn, const ParamPlan& plan, SetReport& report);
    void begin_chunk(session::Turn& turn, bool row_by_row) const;
    // One answer for the whole chunk: none of its sets is stored; those before it only if the
    // transaction still stands.
    void fail_chunk(session::Turn& turn, base::Diag why, bool row_by_row, SetReport& report);
    // A set of a SELECT behind the first: its values are read now, as the application expects, and
    // executed by SQLMoreResults.
    void put_off(session::Turn& turn, const ParamPlan& plan, std::size_t set, SetReport& report);
    void fail_set(session::Turn& turn, base::Diag why, std::size_t set, SetReport& report);
    // Ends the transaction of an array; what becomes of its sets when that fails.
    static void conclude(session::Turn& turn, session::Turn::Wrote wrote, SetReport& report);
    // Nothing when the array may go on.
    std::optional<base::Diag> reason_to_stop() const;

    Stmt& stmt_;
    base::Deadline deadline_;
    std::int32_t timeout_ms_;
    bool compares_lengths_ = false;  // since the server would cut what is too long and say nothing
    std::vector<std::size_t> sent_;
};

}  // namespace cubrid::odbc::handles
