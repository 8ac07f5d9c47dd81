// The little that a C++ program wants around ODBC: handles that free themselves, and errors that
// tell what the driver told.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <optional>
#include <stdexcept>
#include <string>

namespace demo {

// All diagnostic records of a handle, one a line: [SQLSTATE] text (native code).
inline std::string diagnostics(SQLSMALLINT type, SQLHANDLE handle) {
    std::string all;
    SQLCHAR state[6] = {};
    SQLCHAR text[1024] = {};
    SQLINTEGER native = 0;
    for (SQLSMALLINT record = 1; SQL_SUCCEEDED(
             SQLGetDiagRec(type, handle, record, state, &native, text, sizeof text, nullptr));
         ++record) {
        all += "\n  [" + std::string{reinterpret_cast<char*>(state)} + "] " +
               reinterpret_cast<char*>(text) + " (" + std::to_string(native) + ")";
    }
    return all;
}

class Handle {
 public:
    // A parent's type is the one before in ODBC's order: environment, connection, statement.
    Handle(SQLSMALLINT type, SQLHANDLE parent) : type_{type} {
        if (!SQL_SUCCEEDED(SQLAllocHandle(type, parent, &handle_))) {
            const auto parent_type = static_cast<SQLSMALLINT>(type - 1);
            throw std::runtime_error{"SQLAllocHandle failed" +
                                     (parent ? diagnostics(parent_type, parent) : "")};
        }
    }
    ~Handle() { SQLFreeHandle(type_, handle_); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] SQLHANDLE get() const { return handle_; }

    // Throws with the driver's own words unless the call succeeded. SQL_NO_DATA counts as success:
    // it is an answer.
    SQLRETURN check(SQLRETURN code, const char* what) const {
        if (!SQL_SUCCEEDED(code) && code != SQL_NO_DATA) {
            throw std::runtime_error{std::string{what} + " failed" + diagnostics(type_, handle_)};
        }
        return code;
    }

 private:
    SQLSMALLINT type_;
    SQLHANDLE handle_ = SQL_NULL_HANDLE;
};

// An environment and a connection, opened with a connection string such as "DSN=mydb;UID=dba;PWD=".
class Connection {
 public:
    explicit Connection(std::string connection_string) : env_{SQL_HANDLE_ENV, SQL_NULL_HANDLE} {
        env_.check(SQLSetEnvAttr(env_.get(), SQL_ATTR_ODBC_VERSION,
                                 reinterpret_cast<SQLPOINTER>(SQL_OV_ODBC3_80), 0),
                   "asking for ODBC 3.80");
        dbc_.emplace(SQL_HANDLE_DBC, env_.get());
        dbc_->check(SQLDriverConnect(dbc_->get(), nullptr,
                                     reinterpret_cast<SQLCHAR*>(connection_string.data()), SQL_NTS,
                                     nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT),
                    "connecting");
    }
    ~Connection() { SQLDisconnect(dbc_->get()); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] Handle statement() const { return Handle{SQL_HANDLE_STMT, dbc_->get()}; }

    void execute(std::string sql) const {
        const Handle stmt = statement();
        stmt.check(SQLExecDirect(stmt.get(), reinterpret_cast<SQLCHAR*>(sql.data()), SQL_NTS),
                   sql.c_str());
    }

 private:
    Handle env_;
    std::optional<Handle> dbc_;
};

}  // namespace demo
