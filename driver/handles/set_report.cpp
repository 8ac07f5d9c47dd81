#include "handles/set_report.h"

#include <algorithm>
#include <string>
#include <utility>

namespace cubrid::odbc::handles {

SetReport::SetReport(const Desc& ipd, std::size_t sets, DiagList& diags, std::size_t max_diags)
    : statuses_{ipd.array_status_ptr},
      processed_{ipd.rows_processed_ptr},
      sets_{sets},
      diags_{diags},
      set_diags_{diags, max_diags} {
    if (statuses_ != nullptr) std::fill_n(statuses_, sets_, SQLUSMALLINT{SQL_PARAM_UNUSED});
    if (processed_ != nullptr) *processed_ = 0;
}

void SetReport::mark(std::size_t set, SQLUSMALLINT status) {
    if (statuses_ != nullptr) statuses_[set] = status;
    if (processed_ != nullptr) *processed_ = std::max<SQLULEN>(*processed_, set + 1);
}

void SetReport::succeeded(std::size_t set, SQLLEN rows) {
    mark(set, SQL_PARAM_SUCCESS);
    ++succeeded_;
    row_count_ += rows;
}

void SetReport::failed(std::size_t set, base::Diag diag) {
    mark(set, SQL_PARAM_ERROR);
    ++failed_;
    diag.row = static_cast<std::int64_t>(set + 1);
    set_diags_.add(std::move(diag));
}

void SetReport::unknown(std::size_t set) {
    mark(set, SQL_PARAM_DIAG_UNAVAILABLE);
    ++failed_;
}

void SetReport::stopped(base::Diag diag) {
    stopped_ = true;
    diags_.add(std::move(diag));
}

void SetReport::change_successes(SQLUSMALLINT to) {
    if (statuses_ != nullptr) {
        std::replace(statuses_, statuses_ + sets_, SQLUSMALLINT{SQL_PARAM_SUCCESS}, to);
    }
    failed_ += std::exchange(succeeded_, 0);
    row_count_ = -1;
}

void SetReport::lost_all() {
    change_successes(SQL_PARAM_ERROR);
    row_count_ = 0;
}

void SetReport::unknown_all() { change_successes(SQL_PARAM_DIAG_UNAVAILABLE); }

SQLRETURN SetReport::finish() {
    set_diags_.finish({"HY000"}, "parameter sets failed");
    diags_.sort();
    if (stopped_) return SQL_ERROR;
    if (processed_ != nullptr) *processed_ = sets_;
    if (failed_ == 0) return diags_.empty() ? SQL_SUCCESS : SQL_SUCCESS_WITH_INFO;
    return succeeded_ > 0 && statuses_ != nullptr ? SQL_SUCCESS_WITH_INFO : SQL_ERROR;
}

}  // namespace cubrid::odbc::handles
