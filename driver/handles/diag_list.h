// The diagnostics of one handle (ODBC, "Diagnostic Records and Fields").
#pragma once

#include <sql.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diag.h"

namespace cubrid::odbc::handles {

class DiagList {
 public:
    void clear();
    void add(base::Diag diag) { records_.push_back(std::move(diag)); }
    // "Sequence of Status Records": records without a row first, then by row; errors of a row
    // before its warnings.
    void sort();

    [[nodiscard]] std::size_t size() const { return records_.size(); }
    [[nodiscard]] bool empty() const { return records_.empty(); }
    // 1-based; nullptr behind the last.
    [[nodiscard]] const base::Diag* record(std::int64_t number) const;

    // Header fields.
    SQLRETURN return_code = SQL_SUCCESS;
    SQLLEN row_count = -1;               // SQL_DIAG_ROW_COUNT
    SQLLEN cursor_row_count = -1;        // SQL_DIAG_CURSOR_ROW_COUNT
    std::uint8_t statement_type = 0x7F;  // SQL_DIAG_DYNAMIC_FUNCTION is made from it

 private:
    std::vector<base::Diag> records_;
};

// The diagnostics of the rows or parameter sets of one call: at most so many (MaxDiagRecords), and
// one record that counts the others. Reading them all takes a driver manager a time that grows with
// their square.
class RowDiags {
 public:
    RowDiags(DiagList& diags, std::size_t limit) : diags_{diags}, limit_{limit} {}

    void add(base::Diag diag);
    // Says, in a record of this state, how many more there were; `what` of them: "parameter sets
    // failed".
    void finish(base::SqlState state, std::string_view what);

 private:
    DiagList& diags_;
    std::size_t limit_;
    std::size_t unposted_ = 0;
    std::int64_t first_unposted_ = base::kNoRow;
};

// "[vendor][driver]text", or "[vendor][driver][server]text" when the data source found the fault
// (ODBC, "Diagnostic Messages").
std::string message_text(const base::Diag& diag);

// As an ODBC 2 application knows the state (ODBC Appendix A, "SQLSTATE Mappings").
std::string odbc2_state(const base::SqlState& state);

// SQL_DIAG_DYNAMIC_FUNCTION and its code for a statement type of CAS protocol 4.3.1.
struct DynamicFunction {
    const char* name;
    SQLINTEGER code;
};
DynamicFunction dynamic_function(std::uint8_t statement_type);

}  // namespace cubrid::odbc::handles
