#include "direct.h"

#include <array>
#include <stdexcept>

#include "handles.h"

namespace test_support {

DirectConnection::DirectConnection(const std::string& connection_string) {
    CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env_);
    CUBRID_DIRECT(SQLSetEnvAttr)
    (env_, SQL_ATTR_ODBC_VERSION, reinterpret_cast<SQLPOINTER>(SQL_OV_ODBC3), 0);
    CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_DBC, env_, &dbc_);
    const SQLRETURN code = CUBRID_DIRECT(SQLDriverConnect)(
        dbc_, nullptr, chars(connection_string), SQL_NTS, nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT);
    if (!SQL_SUCCEEDED(code)) {
        throw std::runtime_error("direct connect: " + state(SQL_HANDLE_DBC, dbc_));
    }
}

DirectConnection::~DirectConnection() {
    CUBRID_DIRECT(SQLEndTran)(SQL_HANDLE_DBC, dbc_, SQL_ROLLBACK);
    CUBRID_DIRECT(SQLDisconnect)(dbc_);
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_DBC, dbc_);
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_ENV, env_);
}

SQLHSTMT DirectConnection::new_statement() const {
    SQLHSTMT statement = nullptr;
    CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_STMT, dbc_, &statement);
    return statement;
}

SQLRETURN DirectConnection::exec(SQLHSTMT statement, const std::string& sql) {
    return CUBRID_DIRECT(SQLExecDirect)(statement, chars(sql), SQL_NTS);
}

std::string DirectConnection::state(SQLSMALLINT kind, SQLHANDLE handle) {
    std::array<SQLCHAR, 6> state{};
    SQLINTEGER native = 0;
    CUBRID_DIRECT(SQLGetDiagRec)(kind, handle, 1, state.data(), &native, nullptr, 0, nullptr);
    return reinterpret_cast<const char*>(state.data());
}

}  // namespace test_support
