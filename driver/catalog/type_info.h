// SQLGetTypeInfo: the types that a column can be described as.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include "base/result.h"
#include "catalog/local_result.h"

namespace cubrid::odbc::catalog {

struct TypeInfoOptions {
    bool wide_text = true;  // TextTypes=wide
    bool odbc2 = false;     // column names and date types of ODBC 2
};

// `sql_type` is SQL_ALL_TYPES or one type; a type that CUBRID does not have gives no row. Errors:
// HY004 no SQL type at all. ODBC, SQLGetTypeInfo.
base::Result<LocalResult> type_info(SQLSMALLINT sql_type, const TypeInfoOptions& options);

}  // namespace cubrid::odbc::catalog
