// SQLGetFunctions: the functions that the driver exports (tests/abi keeps this list, exports.map
// and the library equal).
#pragma once

#include <sql.h>

#include <span>

namespace cubrid::odbc::handles {

std::span<const SQLUSMALLINT> supported_functions();

}  // namespace cubrid::odbc::handles
