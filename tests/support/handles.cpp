#include "handles.h"

#include <array>
#include <stdexcept>
#include <utility>

#include "wide.h"

namespace test_support {
namespace {

std::string code_name(SQLRETURN code) {
    switch (code) {
        case SQL_SUCCESS:
            return "SQL_SUCCESS";
        case SQL_SUCCESS_WITH_INFO:
            return "SQL_SUCCESS_WITH_INFO";
        case SQL_NO_DATA:
            return "SQL_NO_DATA";
        case SQL_ERROR:
            return "SQL_ERROR";
        case SQL_INVALID_HANDLE:
            return "SQL_INVALID_HANDLE";
        case SQL_NEED_DATA:
            return "SQL_NEED_DATA";
        default:
            return std::to_string(code);
    }
}

std::string describe(const Handle& handle, SQLRETURN code) {
    std::string text = "got " + code_name(code);
    int shown = 0;
    for (const Diagnostic& d : handle.diagnostics()) {
        if (++shown > 8) return text + "\n  ...";
        text += "\n  [" + d.state + "] native " + std::to_string(d.native) + ", row " +
                std::to_string(d.row) + ", column " + std::to_string(d.column) + ": " + d.text;
    }
    return text;
}

bool names(std::string_view states, std::string_view state) {
    return state.size() == 5 && states.find(state) != std::string_view::npos;
}

}  // namespace

SQLCHAR* chars(std::string_view text) {
    // ODBC's input text is not const; no function writes it.
    return reinterpret_cast<SQLCHAR*>(const_cast<char*>(text.data()));
}

std::vector<Diagnostic> diagnostics(SQLSMALLINT kind, SQLHANDLE handle) {
    std::vector<Diagnostic> records;
    std::array<SQLCHAR, 6> state{};
    std::array<SQLCHAR, 4096> text{};
    for (SQLSMALLINT number = 1;; ++number) {
        Diagnostic d;
        SQLSMALLINT length = 0;
        SQLRETURN code = SQLGetDiagRec(kind, handle, number, state.data(), &d.native, text.data(),
                                       static_cast<SQLSMALLINT>(text.size()), &length);
        if (!SQL_SUCCEEDED(code)) return records;
        d.state = reinterpret_cast<const char*>(state.data());
        d.text = reinterpret_cast<const char*>(text.data());
        if (kind == SQL_HANDLE_STMT) {
            SQLGetDiagField(kind, handle, number, SQL_DIAG_ROW_NUMBER, &d.row, SQL_IS_INTEGER,
                            nullptr);
            SQLGetDiagField(kind, handle, number, SQL_DIAG_COLUMN_NUMBER, &d.column, SQL_IS_INTEGER,
                            nullptr);
        }
        records.push_back(std::move(d));
    }
}

Handle::Handle(SQLSMALLINT kind, SQLHANDLE parent) : kind_(kind) {
    if (!SQL_SUCCEEDED(SQLAllocHandle(kind, parent, &handle_))) {
        throw std::runtime_error("SQLAllocHandle failed");
    }
}

Handle::Handle(Handle&& other) noexcept
    : kind_(other.kind_), handle_(std::exchange(other.handle_, nullptr)) {}

Handle& Handle::operator=(Handle&& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(handle_, other.handle_);
    return *this;
}

std::vector<Diagnostic> Handle::diagnostics() const {
    return test_support::diagnostics(kind_, handle_);
}

SQLRETURN Handle::free() {
    if (handle_ == SQL_NULL_HANDLE) return SQL_SUCCESS;
    return SQLFreeHandle(kind_, std::exchange(handle_, nullptr));
}

Env::Env(SQLINTEGER version) : Handle(SQL_HANDLE_ENV, SQL_NULL_HANDLE) {
    SQLSetEnvAttr(get(), SQL_ATTR_ODBC_VERSION,
                  reinterpret_cast<SQLPOINTER>(static_cast<SQLLEN>(version)), 0);
}

Dbc::~Dbc() {
    if (get() == SQL_NULL_HANDLE) return;
    SQLEndTran(SQL_HANDLE_DBC, get(), SQL_ROLLBACK);
    SQLDisconnect(get());
}

SQLRETURN Dbc::connect(const std::string& connection_string) {
    return SQLDriverConnect(get(), nullptr, chars(connection_string), SQL_NTS, nullptr, 0, nullptr,
                            SQL_DRIVER_NOPROMPT);
}

SQLRETURN Dbc::connect_wide(const std::string& connection_string) {
    Wide text(connection_string);
    return SQLDriverConnectW(get(), nullptr, text.data(), SQL_NTS, nullptr, 0, nullptr,
                             SQL_DRIVER_NOPROMPT);
}

SQLRETURN Dbc::disconnect() { return SQLDisconnect(get()); }

SQLRETURN Dbc::set(SQLINTEGER attribute, SQLULEN value) {
    return SQLSetConnectAttr(get(), attribute, reinterpret_cast<SQLPOINTER>(value),
                             SQL_IS_UINTEGER);
}

SQLULEN Dbc::attribute(SQLINTEGER attribute) const {
    // 32 bits by the standard; the upper half stays zero.
    SQLULEN value = 0;
    if (!SQL_SUCCEEDED(SQLGetConnectAttr(get(), attribute, &value, SQL_IS_UINTEGER, nullptr))) {
        throw std::runtime_error("SQLGetConnectAttr failed");
    }
    return value;
}

void Dbc::autocommit(bool on) {
    SQLRETURN code = set(SQL_ATTR_AUTOCOMMIT, on ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF);
    if (code != SQL_SUCCESS) throw std::runtime_error("autocommit: " + describe(*this, code));
}

SQLRETURN Stmt::exec(std::string_view sql) {
    return SQLExecDirect(get(), chars(sql), static_cast<SQLINTEGER>(sql.size()));
}

SQLRETURN Stmt::prepare(std::string_view sql) {
    return SQLPrepare(get(), chars(sql), static_cast<SQLINTEGER>(sql.size()));
}

SQLRETURN Stmt::set(SQLINTEGER attribute, SQLULEN value) {
    return SQLSetStmtAttr(get(), attribute, reinterpret_cast<SQLPOINTER>(value), SQL_IS_UINTEGER);
}

SQLRETURN Stmt::set(SQLINTEGER attribute, void* pointer) {
    return SQLSetStmtAttr(get(), attribute, pointer, SQL_IS_POINTER);
}

SQLULEN Stmt::attribute(SQLINTEGER attribute) const {
    SQLULEN value = 0;
    if (!SQL_SUCCEEDED(SQLGetStmtAttr(get(), attribute, &value, SQL_IS_UINTEGER, nullptr))) {
        throw std::runtime_error("SQLGetStmtAttr failed");
    }
    return value;
}

void Stmt::run(std::string_view sql) {
    SQLRETURN code = exec(sql);
    if (!SQL_SUCCEEDED(code) && code != SQL_NO_DATA) {
        throw std::runtime_error(std::string(sql) + ": " + describe(*this, code));
    }
}

std::vector<Row> Stmt::query(std::string_view sql) {
    run(sql);
    return rest();
}

SQLBIGINT Stmt::number(std::string_view sql) {
    const auto rows = query(sql);
    if (rows.size() != 1 || !rows[0][0]) throw std::runtime_error(std::string(sql) + ": no number");
    return std::stoll(*rows[0][0]);
}

std::vector<Row> Stmt::rest() {
    std::vector<Row> rows;
    const SQLSMALLINT width = columns();
    for (;;) {
        SQLRETURN code = SQLFetch(get());
        if (code == SQL_NO_DATA) break;
        if (!SQL_SUCCEEDED(code)) throw std::runtime_error("SQLFetch: " + describe(*this, code));
        Row row;
        for (SQLSMALLINT column = 1; column <= width; ++column) {
            row.push_back(text(static_cast<SQLUSMALLINT>(column)));
        }
        rows.push_back(std::move(row));
    }
    close();
    return rows;
}

Cell Stmt::text(SQLUSMALLINT column) {
    std::string whole;
    std::array<char, 4096> piece{};
    for (;;) {
        SQLLEN length = 0;
        SQLRETURN code = SQLGetData(get(), column, SQL_C_CHAR, piece.data(),
                                    static_cast<SQLLEN>(piece.size()), &length);
        if (!SQL_SUCCEEDED(code)) throw std::runtime_error("SQLGetData: " + describe(*this, code));
        if (length == SQL_NULL_DATA) return std::nullopt;
        const auto room = static_cast<SQLLEN>(piece.size() - 1);
        if (code == SQL_SUCCESS_WITH_INFO && (length > room || length == SQL_NO_TOTAL)) {
            whole += piece.data();
            continue;
        }
        whole.append(piece.data(), static_cast<std::size_t>(length));
        return whole;
    }
}

SQLLEN Stmt::row_count() const {
    SQLLEN count = -7;
    SQLRowCount(get(), &count);
    return count;
}

SQLSMALLINT Stmt::columns() const {
    SQLSMALLINT count = -7;
    SQLNumResultCols(get(), &count);
    return count;
}

testing::AssertionResult succeeds(const Handle& handle, SQLRETURN code) {
    return gives(handle, code, SQL_SUCCESS);
}

testing::AssertionResult warns(const Handle& handle, SQLRETURN code, std::string_view state) {
    if (code == SQL_SUCCESS_WITH_INFO) {
        for (const Diagnostic& d : handle.diagnostics()) {
            if (d.state == state) return testing::AssertionSuccess();
        }
    }
    return testing::AssertionFailure()
           << "expected SQL_SUCCESS_WITH_INFO " << state << ", " << describe(handle, code);
}

testing::AssertionResult fails(const Handle& handle, SQLRETURN code, std::string_view states) {
    const auto records = handle.diagnostics();
    if (code == SQL_ERROR && !records.empty() && names(states, records[0].state)) {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure()
           << "expected SQL_ERROR " << states << ", " << describe(handle, code);
}

testing::AssertionResult gives(const Handle& handle, SQLRETURN code, SQLRETURN expected) {
    if (code == expected) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << "expected " << code_name(expected) << ", " << describe(handle, code);
}

}  // namespace test_support
