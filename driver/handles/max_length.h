// SQL_ATTR_MAX_LENGTH (ODBC, SQLSetStmtAttr): no more of a text or binary value is returned.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include "cas/page.h"
#include "cas/types.h"

namespace cubrid::odbc::handles {

cas::Cell cut_short(cas::Cell cell, const cas::ColumnType& type, SQLULEN limit);

// `limit` in bytes; 0 = all. A LOB's cell is only a handle: its value is limited where it is read.
inline cas::Cell limited(cas::Cell cell, const cas::ColumnType& type, SQLULEN limit) {
    return limit == 0 ? cell : cut_short(cell, type, limit);
}

}  // namespace cubrid::odbc::handles
