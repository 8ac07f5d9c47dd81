// What the application is told of each parameter set: status array, processed count, row count,
// diagnostics, and the return code that follows from them (ODBC, "Using Arrays of Parameters", and
// docs/adr on the return codes of arrays).
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>

#include "base/diag.h"
#include "handles/desc.h"
#include "handles/diag_list.h"

namespace cubrid::odbc::handles {

class SetReport {
 public:
    // Every status is SQL_PARAM_UNUSED and the processed count 0 until more is known. The count
    // includes sets that failed (ODBC, "Using Arrays of Parameters") and those that were ignored:
    // the application looks at as many statuses. `max_diags`: MaxDiagRecords.
    SetReport(const Desc& ipd, std::size_t sets, DiagList& diags, std::size_t max_diags);

    // `set` is 0-based.
    void succeeded(std::size_t set, SQLLEN rows);
    void failed(std::size_t set, base::Diag diag);
    // Whether the set was executed is unknown.
    void unknown(std::size_t set);
    // The execution ends before its last set; the rest stays unused.
    void stopped(base::Diag diag);
    // The transaction is gone and with it every row that was reported as stored.
    void lost_all();
    // Whether the rows are stored is unknown.
    void unknown_all();

    // Posts what is still to be posted. A set that failed must not go unnoticed: without a status
    // array the call fails.
    SQLRETURN finish();

    [[nodiscard]] SQLLEN row_count() const { return row_count_; }
    [[nodiscard]] bool is_stopped() const { return stopped_; }

 private:
    void mark(std::size_t set, SQLUSMALLINT status);
    void change_successes(SQLUSMALLINT to);

    SQLUSMALLINT* statuses_;
    SQLULEN* processed_;
    std::size_t sets_;
    DiagList& diags_;
    RowDiags set_diags_;
    std::size_t succeeded_ = 0;
    std::size_t failed_ = 0;
    SQLLEN row_count_ = 0;
    bool stopped_ = false;
};

}  // namespace cubrid::odbc::handles
