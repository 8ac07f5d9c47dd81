// ODBC handles for tests: freed by their destructors, with checks that print every diagnostic
// record.
#pragma once

#include <gtest/gtest.h>
#include <sql.h>
#include <sqlext.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace test_support {

struct Diagnostic {
    std::string state;
    SQLINTEGER native = 0;
    std::string text;
    SQLLEN row = 0;
    SQLINTEGER column = 0;
};

std::vector<Diagnostic> diagnostics(SQLSMALLINT kind, SQLHANDLE handle);

class Handle {
 public:
    Handle(SQLSMALLINT kind, SQLHANDLE parent);
    Handle(Handle&& other) noexcept;
    Handle& operator=(Handle&& other) noexcept;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { free(); }

    SQLHANDLE get() const { return handle_; }
    SQLSMALLINT kind() const { return kind_; }
    operator SQLHANDLE() const { return handle_; }  // NOLINT: the point of the class
    std::vector<Diagnostic> diagnostics() const;
    SQLRETURN free();
    // The manager frees the handles of a connection itself when it is disconnected.
    void release() { handle_ = nullptr; }

 private:
    SQLSMALLINT kind_;
    SQLHANDLE handle_ = SQL_NULL_HANDLE;
};

class Env : public Handle {
 public:
    explicit Env(SQLINTEGER version = SQL_OV_ODBC3);
};

// Connects with a connection string; the destructor rolls back and disconnects.
class Dbc : public Handle {
 public:
    explicit Dbc(const Env& env) : Handle(SQL_HANDLE_DBC, env) {}
    Dbc(Dbc&&) noexcept = default;
    Dbc& operator=(Dbc&&) = delete;
    ~Dbc();

    SQLRETURN connect(const std::string& connection_string);
    SQLRETURN connect_wide(const std::string& connection_string);
    SQLRETURN disconnect();
    SQLRETURN set(SQLINTEGER attribute, SQLULEN value);
    SQLULEN attribute(SQLINTEGER attribute) const;
    SQLRETURN commit() { return SQLEndTran(SQL_HANDLE_DBC, get(), SQL_COMMIT); }
    SQLRETURN rollback() { return SQLEndTran(SQL_HANDLE_DBC, get(), SQL_ROLLBACK); }
    void autocommit(bool on);
};

using Cell = std::optional<std::string>;
using Row = std::vector<Cell>;

class Stmt : public Handle {
 public:
    explicit Stmt(const Dbc& dbc) : Handle(SQL_HANDLE_STMT, dbc) {}

    SQLRETURN exec(std::string_view sql);
    SQLRETURN prepare(std::string_view sql);
    SQLRETURN close() { return SQLFreeStmt(get(), SQL_CLOSE); }
    SQLRETURN set(SQLINTEGER attribute, SQLULEN value);
    SQLRETURN set(SQLINTEGER attribute, void* pointer);
    SQLULEN attribute(SQLINTEGER attribute) const;

    // For what a test needs and does not check: throws with the diagnostics when it fails.
    void run(std::string_view sql);
    std::vector<Row> query(std::string_view sql);
    SQLBIGINT number(std::string_view sql);

    // The open result from here on as text, to its end; closes the cursor.
    std::vector<Row> rest();
    // A column of the current row as UTF-8 text.
    Cell text(SQLUSMALLINT column);
    SQLLEN row_count() const;
    SQLSMALLINT columns() const;
};

SQLCHAR* chars(std::string_view text);

testing::AssertionResult succeeds(const Handle& handle, SQLRETURN code);
// SQL_SUCCESS_WITH_INFO, and one of the records has the state.
testing::AssertionResult warns(const Handle& handle, SQLRETURN code, std::string_view state);
// SQL_ERROR, and the first record has one of the states (`"24000|HY010"`).
testing::AssertionResult fails(const Handle& handle, SQLRETURN code, std::string_view states);
testing::AssertionResult gives(const Handle& handle, SQLRETURN code, SQLRETURN expected);

}  // namespace test_support
