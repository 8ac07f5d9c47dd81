// A result that the driver makes itself: columns and rows in the wire's own forms, so that fetching
// cannot tell the difference.
#pragma once

#include <cstdint>
#include <vector>

#include "cas/page.h"
#include "cas/types.h"

namespace cubrid::odbc::catalog {

struct LocalResult {
    std::vector<cas::Column> columns;
    cas::Page page;
};

}  // namespace cubrid::odbc::catalog
