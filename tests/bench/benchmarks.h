// The benchmarks that main() knows.
#pragma once

#include <stdexcept>
#include <string>

#include "arguments.h"
#include "handles.h"

namespace bench {

void array_insert(const Arguments& arguments);
void fetch(const Arguments& arguments);
void prepared_select(const Arguments& arguments);
void memory(const Arguments& arguments);
void lobs(const Arguments& arguments);

inline void must(const test_support::Handle& handle, SQLRETURN code) {
    if (SQL_SUCCEEDED(code)) return;
    std::string text = "ODBC call failed";
    for (const auto& record : handle.diagnostics())
        text += "\n  " + record.state + ' ' + record.text;
    throw std::runtime_error{text};
}

// A connection with a statement.
struct Session {
    explicit Session(const std::string& connection_string) {
        must(dbc, dbc.connect(connection_string));
        stmt.emplace(dbc);
    }
    test_support::Env env;
    test_support::Dbc dbc{env};
    std::optional<test_support::Stmt> stmt;
};

// Makes the table unless it is there with so many rows: id INT PRIMARY KEY from 1, VARCHAR(100),
// VARCHAR(200), INT.
void fill_fetch_table(test_support::Stmt& stmt, int rows);
inline constexpr char kFetchTable[] = "cubrid_odbc_bench_fetch";

}  // namespace bench
