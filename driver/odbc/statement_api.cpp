// Preparing, executing, binding, fetching.
#include "handles/stmt.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Stmt;
using Code = base::Result<SQLRETURN>;

template <class Char, class Verb>
SQLRETURN with_sql(SQLHSTMT handle, const Char* sql, SQLINTEGER length, Verb verb) noexcept {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> Code {
        if (sql == nullptr) return base::Diag{{"HY009"}, "The statement text is a null pointer"};
        auto text = text_in(sql, length, stmt.dbc().narrow_charset());
        if (!text) return std::move(text).error();
        return (stmt.*verb)(std::move(*text));
    });
}

template <class T, class Get>
SQLRETURN answer(SQLHSTMT handle, T* out, Get get) noexcept {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> base::Result<void> {
        auto value = (stmt.*get)();
        if (!value) return std::move(value).error();
        if (out != nullptr) *out = *value;
        return {};
    });
}

base::Result<void> describe_parameter(Stmt& stmt, SQLUSMALLINT number, SQLSMALLINT* type,
                                      SQLULEN* size, SQLSMALLINT* digits, SQLSMALLINT* nullable) {
    auto described = stmt.describe_parameter(number);
    if (!described) return std::move(described).error();
    if (type != nullptr) *type = described->sql_type;
    if (size != nullptr) *size = described->size;
    if (digits != nullptr) *digits = described->digits;
    if (nullable != nullptr) *nullable = described->nullable;
    return {};
}

// The text as the server gets it.
template <class Char>
SQLRETURN native_sql(SQLHDBC handle, const Char* sql, SQLINTEGER length, Char* out,
                     SQLINTEGER capacity, SQLINTEGER* out_length) noexcept {
    return enter<handles::Dbc>(handle, [&](handles::Dbc& dbc) -> base::Result<void> {
        if (!dbc.connection()) return base::Diag{{"08003"}, "The handle is not connected"};
        if (sql == nullptr) return base::Diag{{"HY009"}, "The statement text is a null pointer"};
        auto text = text_in(sql, length, dbc.narrow_charset());
        if (!text) return std::move(text).error();
        return text_out<Char>(*text, out, capacity, out_length, Unit::characters,
                              dbc.narrow_charset(), dbc.diags());
    });
}

SQLRETURN cancel(SQLHSTMT handle) noexcept {
    // Takes no lock of the statement: it is for a thread beside the one that is inside a call. An
    // error could be posted only with the lock, so the statement's own call tells what became of
    // it.
    try {
        const auto stmt = handles::find_handle<Stmt>(handle);
        if (!stmt) return SQL_INVALID_HANDLE;
        return stmt->cancel() ? SQL_SUCCESS : SQL_ERROR;
    } catch (...) {
        return SQL_ERROR;
    }
}

}  // namespace
}  // namespace cubrid::odbc::entry

using namespace cubrid::odbc::entry;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLPrepare(SQLHSTMT handle, SQLCHAR* sql, SQLINTEGER length) {
    return with_sql(handle, sql, length, &Stmt::prepare);
}
SQLRETURN SQL_API SQLPrepareW(SQLHSTMT handle, SQLWCHAR* sql, SQLINTEGER length) {
    return with_sql(handle, sql, length, &Stmt::prepare);
}
SQLRETURN SQL_API SQLExecDirect(SQLHSTMT handle, SQLCHAR* sql, SQLINTEGER length) {
    return with_sql(handle, sql, length, &Stmt::execute_direct);
}
SQLRETURN SQL_API SQLExecDirectW(SQLHSTMT handle, SQLWCHAR* sql, SQLINTEGER length) {
    return with_sql(handle, sql, length, &Stmt::execute_direct);
}
SQLRETURN SQL_API SQLExecute(SQLHSTMT handle) {
    return enter<Stmt>(handle, [](Stmt& stmt) { return stmt.execute(); });
}
SQLRETURN SQL_API SQLMoreResults(SQLHSTMT handle) {
    return enter<Stmt>(handle, [](Stmt& stmt) { return stmt.more_results(); });
}
SQLRETURN SQL_API SQLParamData(SQLHSTMT handle, SQLPOINTER* token) {
    return enter<Stmt>(handle, [&](Stmt& stmt) { return stmt.param_data(token); });
}
SQLRETURN SQL_API SQLPutData(SQLHSTMT handle, SQLPOINTER data, SQLLEN length) {
    return enter<Stmt>(handle, [&](Stmt& stmt) { return stmt.put_data(data, length); });
}
SQLRETURN SQL_API SQLCloseCursor(SQLHSTMT handle) {
    return enter<Stmt>(handle, [](Stmt& stmt) { return stmt.close_cursor(); });
}
SQLRETURN SQL_API SQLCancel(SQLHSTMT handle) { return cancel(handle); }
SQLRETURN SQL_API SQLCancelHandle(SQLSMALLINT type, SQLHANDLE handle) {
    return type == SQL_HANDLE_STMT ? cancel(handle) : SQLRETURN{SQL_INVALID_HANDLE};
}
SQLRETURN SQL_API SQLNativeSql(SQLHDBC handle, SQLCHAR* sql, SQLINTEGER length, SQLCHAR* out,
                               SQLINTEGER capacity, SQLINTEGER* out_length) {
    return native_sql(handle, sql, length, out, capacity, out_length);
}
SQLRETURN SQL_API SQLNativeSqlW(SQLHDBC handle, SQLWCHAR* sql, SQLINTEGER length, SQLWCHAR* out,
                                SQLINTEGER capacity, SQLINTEGER* out_length) {
    return native_sql(handle, sql, length, out, capacity, out_length);
}

SQLRETURN SQL_API SQLNumParams(SQLHSTMT handle, SQLSMALLINT* count) {
    return answer(handle, count, &Stmt::parameter_count);
}
SQLRETURN SQL_API SQLNumResultCols(SQLHSTMT handle, SQLSMALLINT* count) {
    return answer(handle, count, &Stmt::column_count);
}
SQLRETURN SQL_API SQLRowCount(SQLHSTMT handle, SQLLEN* count) {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> cubrid::odbc::base::Result<void> {
        if (count != nullptr) *count = stmt.row_count();
        return {};
    });
}
SQLRETURN SQL_API SQLDescribeParam(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT* type,
                                   SQLULEN* size, SQLSMALLINT* digits, SQLSMALLINT* nullable) {
    return enter<Stmt>(handle, [&](Stmt& stmt) {
        return describe_parameter(stmt, number, type, size, digits, nullable);
    });
}

SQLRETURN SQL_API SQLBindParameter(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT direction,
                                   SQLSMALLINT c_type, SQLSMALLINT sql_type, SQLULEN size,
                                   SQLSMALLINT digits, SQLPOINTER value, SQLLEN capacity,
                                   SQLLEN* length) {
    return enter<Stmt>(handle, [&](Stmt& stmt) {
        return stmt.bind_parameter(
            {number, direction, c_type, sql_type, size, digits, value, capacity, length});
    });
}
SQLRETURN SQL_API SQLBindCol(SQLHSTMT handle, SQLUSMALLINT column, SQLSMALLINT c_type,
                             SQLPOINTER value, SQLLEN capacity, SQLLEN* length) {
    return enter<Stmt>(handle, [&](Stmt& stmt) {
        return stmt.bind_column(column, c_type, value, capacity, length);
    });
}
SQLRETURN SQL_API SQLFetch(SQLHSTMT handle) {
    return enter<Stmt>(handle, [](Stmt& stmt) { return stmt.fetch(); });
}
SQLRETURN SQL_API SQLFetchScroll(SQLHSTMT handle, SQLSMALLINT orientation, SQLLEN /*offset*/) {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> Code {
        if (orientation == SQL_FETCH_NEXT) return stmt.fetch();
        return cubrid::odbc::base::Diag{{"HY106"}, "The cursor is forward only: SQL_FETCH_NEXT"};
    });
}
SQLRETURN SQL_API SQLSetPos(SQLHSTMT handle, SQLSETPOSIROW row, SQLUSMALLINT operation,
                            SQLUSMALLINT lock) {
    return enter<Stmt>(handle, [&](Stmt& stmt) { return stmt.set_position(row, operation, lock); });
}
SQLRETURN SQL_API SQLGetData(SQLHSTMT handle, SQLUSMALLINT column, SQLSMALLINT c_type,
                             SQLPOINTER value, SQLLEN capacity, SQLLEN* length) {
    return enter<Stmt>(
        handle, [&](Stmt& stmt) { return stmt.get_data(column, c_type, value, capacity, length); });
}

}  // extern "C"
