// Walks a page as a cursor does.
#pragma once

#include "cas/page.h"
#include "input.h"

namespace fuzz {

inline void walk(const cubrid::odbc::cas::Page& page, std::size_t columns) {
    cubrid::odbc::cas::RowWalker rows{page, columns};
    std::int32_t walked = 0;
    while (rows.next_row()) {
        ++walked;
        // The last cell of each second row is left to next_row().
        const std::size_t taken = walked % 2 == 0 && columns > 0 ? columns - 1 : columns;
        for (std::size_t column = 0; column < taken; ++column) touch(rows.next_cell().bytes());
    }
    require(walked == page.rows());
}

}  // namespace fuzz
