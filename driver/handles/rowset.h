// The rows of the current rowset, for SQLGetData and SQLSetPos: their pages are kept until the next
// fetch, and a row is found again by walking from the first that its page has of the rowset.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "cas/page.h"

namespace cubrid::odbc::handles {

class Rowset {
 public:
    // The next rowset begins. What it has kept is given up.
    void clear();

    // `walker` has just stepped onto a row of the rowset; `is_new_page`: the first on its page.
    void add_row(const cas::RowWalker& walker, bool is_new_page);
    // The page that rows were added from is left. Gives back memory for the next page: of this
    // page, when no row of the rowset is on it, or of one that was kept earlier.
    cas::Page leave(cas::Page page);

    [[nodiscard]] SQLULEN rows() const { return rows_; }
    // 0-based. A row of the rowset is at hand once one was added.
    [[nodiscard]] SQLULEN position() const { return position_; }
    void move_to(SQLULEN row);
    // Of the row at the position.
    cas::Cell cell(std::size_t column);

 private:
    struct Segment {
        cas::RowWalker first;
        SQLULEN row = 0;
    };

    std::vector<Segment> segments_;
    std::vector<cas::Page> pages_;
    cas::Page spare_;
    SQLULEN rows_ = 0;
    SQLULEN position_ = 0;
    bool uses_page_ = false;  // the page that is being read
    std::optional<cas::RowWalker> walker_;
    std::vector<cas::Cell> cells_;
};

}  // namespace cubrid::odbc::handles
