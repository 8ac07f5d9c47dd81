// SQLBindParameter and SQLBindCol with named arguments.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include "handles.h"

namespace test_support {

struct Parameter {
    SQLSMALLINT c_type = SQL_C_CHAR;
    SQLSMALLINT sql_type = SQL_VARCHAR;
    void* data = nullptr;
    SQLLEN* indicator = nullptr;
    SQLLEN stride = 0;  // BufferLength
    SQLULEN size = 0;
    SQLSMALLINT digits = 0;
};

inline SQLRETURN bind(const Stmt& stmt, SQLUSMALLINT number, const Parameter& p) {
    return SQLBindParameter(stmt, number, SQL_PARAM_INPUT, p.c_type, p.sql_type, p.size, p.digits,
                            p.data, p.stride, p.indicator);
}

// An input parameter of type INTEGER or VARCHAR, bound so that it stays readable as long as the
// argument lives.
inline SQLRETURN bind_int(const Stmt& stmt, SQLUSMALLINT number, SQLINTEGER* value,
                          SQLLEN* indicator = nullptr) {
    return bind(
        stmt, number,
        {.c_type = SQL_C_SLONG, .sql_type = SQL_INTEGER, .data = value, .indicator = indicator});
}
inline SQLRETURN bind_text(const Stmt& stmt, SQLUSMALLINT number, char* text, SQLLEN stride,
                           SQLLEN* indicator) {
    return bind(stmt, number,
                {.data = text, .indicator = indicator, .stride = stride, .size = 100});
}

}  // namespace test_support
