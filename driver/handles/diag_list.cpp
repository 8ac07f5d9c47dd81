#include "handles/diag_list.h"

#include <sqlext.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cubrid::odbc::handles {
namespace {

bool is_warning(const base::Diag& diag) { return diag.state.view().substr(0, 2) == "01"; }

struct StatePair {
    std::string_view odbc3;
    std::string_view odbc2;
};
// The classes HY and 42 map as a whole; these are the others.
constexpr std::array kOdbc2States = {
    StatePair{"01S03", "01001"}, StatePair{"01S04", "01001"}, StatePair{"07005", "24000"},
    StatePair{"07009", "S1002"}, StatePair{"22007", "22008"}, StatePair{"22018", "22005"},
    StatePair{"42000", "37000"}, StatePair{"42S01", "S0001"}, StatePair{"42S02", "S0002"},
    StatePair{"42S11", "S0011"}, StatePair{"42S12", "S0012"}, StatePair{"42S21", "S0021"},
    StatePair{"42S22", "S0022"}, StatePair{"HY018", "70100"}, StatePair{"HYT01", "S1T00"},
    StatePair{"HYT00", "S1T00"}, StatePair{"HYC00", "S1C00"},
};

struct FunctionRow {
    std::uint8_t statement_type;
    DynamicFunction function;
};
constexpr std::array kDynamicFunctions = {
    FunctionRow{0, {"ALTER TABLE", SQL_DIAG_ALTER_TABLE}},
    FunctionRow{4, {"CREATE TABLE", SQL_DIAG_CREATE_TABLE}},
    FunctionRow{5, {"CREATE INDEX", SQL_DIAG_CREATE_INDEX}},
    FunctionRow{9, {"DROP TABLE", SQL_DIAG_DROP_TABLE}},
    FunctionRow{10, {"DROP INDEX", SQL_DIAG_DROP_INDEX}},
    FunctionRow{17, {"GRANT", SQL_DIAG_GRANT}},
    FunctionRow{18, {"REVOKE", SQL_DIAG_REVOKE}},
    FunctionRow{20, {"INSERT", SQL_DIAG_INSERT}},
    FunctionRow{21, {"SELECT CURSOR", SQL_DIAG_SELECT_CURSOR}},
    FunctionRow{22, {"UPDATE WHERE", SQL_DIAG_UPDATE_WHERE}},
    FunctionRow{23, {"DELETE WHERE", SQL_DIAG_DELETE_WHERE}},
    FunctionRow{24, {"CALL", SQL_DIAG_CALL}},
};

}  // namespace

void DiagList::clear() {
    records_.clear();
    return_code = SQL_SUCCESS;
    row_count = -1;
    cursor_row_count = -1;
    statement_type = 0x7F;
}

void DiagList::sort() {
    std::stable_sort(records_.begin(), records_.end(),
                     [](const base::Diag& a, const base::Diag& b) {
                         return std::pair{a.row, is_warning(a)} < std::pair{b.row, is_warning(b)};
                     });
}

void RowDiags::add(base::Diag diag) {
    if (diags_.size() < limit_) {
        diags_.add(std::move(diag));
    } else if (unposted_++ == 0) {
        first_unposted_ = diag.row;
    }
}

void RowDiags::finish(base::SqlState state, std::string_view what) {
    if (unposted_ == 0) return;
    diags_.add({state,
                std::to_string(unposted_) + " more " + std::string{what} +
                    "; their statuses are in the status array (MaxDiagRecords limits the records)",
                0, base::Origin::driver,
                // Of the rows that it stands for, so that it follows the records there are.
                first_unposted_});
}

const base::Diag* DiagList::record(std::int64_t number) const {
    if (number < 1 || static_cast<std::size_t>(number) > records_.size()) return nullptr;
    return &records_[static_cast<std::size_t>(number - 1)];
}

std::string message_text(const base::Diag& diag) {
    std::string text = "[CUBRID][ODBC CUBRID Driver]";
    if (diag.origin != base::Origin::driver) text += "[CUBRID]";
    return text + diag.message;
}

std::string odbc2_state(const base::SqlState& state) {
    const std::string_view text = state.view();
    const auto* found = std::find_if(kOdbc2States.begin(), kOdbc2States.end(),
                                     [&](const StatePair& pair) { return pair.odbc3 == text; });
    if (found != kOdbc2States.end()) return std::string{found->odbc2};
    if (text.substr(0, 2) == "HY") return "S1" + std::string{text.substr(2)};
    return std::string{text};
}

DynamicFunction dynamic_function(std::uint8_t statement_type) {
    const auto* found =
        std::find_if(kDynamicFunctions.begin(), kDynamicFunctions.end(),
                     [&](const FunctionRow& row) { return row.statement_type == statement_type; });
    if (found == kDynamicFunctions.end()) return {"", SQL_DIAG_UNKNOWN_STATEMENT};
    return found->function;
}

}  // namespace cubrid::odbc::handles
