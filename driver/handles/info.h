// SQLGetInfo: one table; the few rows that depend on the connection are computed.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <string>
#include <variant>

#include "base/result.h"
#include "handles/dbc.h"

namespace cubrid::odbc::handles {

// A value in its ODBC type: 16 bits, 32 bits, or text.
using InfoValue = std::variant<SQLUSMALLINT, SQLUINTEGER, std::string>;

// HY096 for types that the driver does not answer. 08003 for those that need a connection.
base::Result<InfoValue> get_info(Dbc& dbc, SQLUSMALLINT type);

}  // namespace cubrid::odbc::handles
