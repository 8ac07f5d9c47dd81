#include "handles/rowset.h"

#include <algorithm>
#include <utility>

namespace cubrid::odbc::handles {

void Rowset::clear() {
    if (!pages_.empty()) spare_ = std::move(pages_.back());
    pages_.clear();
    segments_.clear();
    rows_ = 0;
    position_ = 0;
    uses_page_ = false;
    walker_.reset();
    cells_.clear();
}

void Rowset::add_row(const cas::RowWalker& walker, bool is_new_page) {
    if (segments_.empty() || is_new_page) segments_.push_back({walker, rows_});
    ++rows_;
    uses_page_ = true;
}

cas::Page Rowset::leave(cas::Page page) {
    if (!uses_page_) return page;
    uses_page_ = false;
    pages_.push_back(std::move(page));
    return std::exchange(spare_, cas::Page{});
}

void Rowset::move_to(SQLULEN row) {
    position_ = row;
    walker_.reset();
    cells_.clear();
}

cas::Cell Rowset::cell(std::size_t column) {
    if (!walker_) {
        const auto behind =
            std::upper_bound(segments_.begin(), segments_.end(), position_,
                             [](SQLULEN row, const Segment& segment) { return row < segment.row; });
        const Segment& segment = *std::prev(behind);
        walker_ = segment.first;
        for (SQLULEN row = segment.row; row < position_; ++row) walker_->next_row();
    }
    while (cells_.size() <= column) cells_.push_back(walker_->next_cell());
    return cells_[column];
}

}  // namespace cubrid::odbc::handles
