// A connection made by calling the driver's own entry points, as programs do that link a driver
// without a manager.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <string>

#include "driver_library.h"

namespace test_support {

// `CUBRID_DIRECT(SQLFetch)(statement)` calls the driver, not the manager.
// manager's.
#define CUBRID_DIRECT(function) test_support::driver_function<decltype(function)>(#function)

class DirectConnection {
 public:
    explicit DirectConnection(const std::string& connection_string);
    DirectConnection(const DirectConnection&) = delete;
    DirectConnection& operator=(const DirectConnection&) = delete;
    ~DirectConnection();

    SQLHENV env() const { return env_; }
    SQLHDBC dbc() const { return dbc_; }
    SQLHSTMT new_statement() const;
    static SQLRETURN exec(SQLHSTMT statement, const std::string& sql);
    // SQLSTATE of the first record; empty without one.
    static std::string state(SQLSMALLINT kind, SQLHANDLE handle);
    static std::string state(SQLHSTMT statement) { return state(SQL_HANDLE_STMT, statement); }

 private:
    SQLHENV env_ = nullptr;
    SQLHDBC dbc_ = nullptr;
};

}  // namespace test_support
