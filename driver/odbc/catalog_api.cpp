// The catalog functions.
#include "handles/stmt.h"
#include "odbc/guard.h"

using namespace cubrid::odbc;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLGetTypeInfo(SQLHSTMT handle, SQLSMALLINT type) {
    return entry::enter<handles::Stmt>(handle,
                                       [&](handles::Stmt& stmt) { return stmt.type_info(type); });
}
SQLRETURN SQL_API SQLGetTypeInfoW(SQLHSTMT handle, SQLSMALLINT type) {
    return entry::enter<handles::Stmt>(handle,
                                       [&](handles::Stmt& stmt) { return stmt.type_info(type); });
}

}  // extern "C"
