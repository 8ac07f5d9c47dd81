// Bulk load with array-bound parameters, and reading in blocks, with nothing but standard ODBC.
// packaging/quickstart runs it; the three functions in the middle are meant to be copied.
#include <charconv>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

#include "columns.h"
#include "odbc.h"
#include "progress.h"
#include "rows.h"

namespace demo {

namespace {

constexpr std::size_t kRowsPerExecute = 10'000;
constexpr std::size_t kRowsPerFetch = 1'000;

SQLPOINTER number(std::size_t value) { return reinterpret_cast<SQLPOINTER>(value); }

void create_table(const Connection& connection, const std::string& table) {
    connection.execute("CREATE TABLE " + table +
                       " (id INT PRIMARY KEY, name VARCHAR(60), price DOUBLE, created DATETIME,"
                       " amount NUMERIC(15,2))");
}

// One SQLExecute sends kRowsPerExecute rows. With autocommit on, the default, each one is committed
// as a whole.
void load(const Connection& connection, const std::string& table, std::size_t rows) {
    const Handle stmt = connection.statement();
    std::string sql =
        "INSERT INTO " + table + " (id, name, price, created, amount) VALUES (?, ?, ?, ?, ?)";
    stmt.check(SQLPrepare(stmt.get(), reinterpret_cast<SQLCHAR*>(sql.data()), SQL_NTS),
               "SQLPrepare");

    Columns columns{kRowsPerExecute};
    std::vector<SQLUSMALLINT> status(kRowsPerExecute);
    columns.bind_as_parameters(stmt);
    SQLSetStmtAttr(stmt.get(), SQL_ATTR_PARAM_STATUS_PTR, status.data(), 0);

    Progress progress{"load", rows};
    for (std::size_t first = 0; first < rows; first += kRowsPerExecute) {
        const std::size_t count = std::min(kRowsPerExecute, rows - first);
        for (std::size_t i = 0; i < count; ++i) {
            columns.set(i, make_row(static_cast<SQLINTEGER>(first + i)));
        }
        SQLSetStmtAttr(stmt.get(), SQL_ATTR_PARAMSET_SIZE, number(count), 0);
        stmt.check(SQLExecute(stmt.get()), "SQLExecute of an array");
        // With a status array, an execution of which some rows failed is SQL_SUCCESS_WITH_INFO:
        // look at the rows.
        for (std::size_t i = 0; i < count; ++i) {
            if (status[i] != SQL_PARAM_SUCCESS) {
                throw std::runtime_error{"row " + std::to_string(first + i) + " was not stored" +
                                         diagnostics(SQL_HANDLE_STMT, stmt.get())};
            }
        }
        progress.update(first + count);
    }
}

// One SQLFetch fills kRowsPerFetch rows of the bound arrays.
void read_and_compare(const Connection& connection, const std::string& table, std::size_t rows) {
    const Handle stmt = connection.statement();
    Columns columns{kRowsPerFetch};
    SQLULEN fetched = 0;
    SQLSetStmtAttr(stmt.get(), SQL_ATTR_ROW_ARRAY_SIZE, number(kRowsPerFetch), 0);
    SQLSetStmtAttr(stmt.get(), SQL_ATTR_ROWS_FETCHED_PTR, &fetched, 0);
    columns.bind_as_result(stmt);

    std::string sql = "SELECT id, name, price, created, amount FROM " + table + " ORDER BY id";
    Progress progress{"read", rows};
    stmt.check(SQLExecDirect(stmt.get(), reinterpret_cast<SQLCHAR*>(sql.data()), SQL_NTS),
               "SQLExecDirect");
    std::size_t seen = 0;
    while (stmt.check(SQLFetch(stmt.get()), "SQLFetch") != SQL_NO_DATA) {
        for (std::size_t i = 0; i < fetched; ++i, ++seen) {
            const Row expected = make_row(static_cast<SQLINTEGER>(seen));
            const Row actual = columns.row(i);
            if (actual != expected) {
                throw std::runtime_error{"row " + std::to_string(seen) + " differs\n  sent " +
                                         to_string(expected) + "\n  read " + to_string(actual)};
            }
        }
        progress.update(seen);
    }
    if (seen != rows) {
        throw std::runtime_error{std::to_string(rows) + " rows were sent, " + std::to_string(seen) +
                                 " were read"};
    }
}

int run(std::string_view step, const char* connection_string, const std::string& table,
        std::size_t rows) {
    const Connection connection{connection_string};
    if (step == "create") {
        create_table(connection, table);
    } else if (step == "load") {
        load(connection, table, rows);
    } else if (step == "read") {
        read_and_compare(connection, table, rows);
    } else if (step == "drop") {
        connection.execute("DROP TABLE " + table);
    } else {
        throw std::runtime_error{"unknown step: " + std::string{step}};
    }
    return 0;
}

}  // namespace

}  // namespace demo

int main(int argc, char** argv) {
    std::size_t rows = 0;
    const std::string_view rows_text = argc == 5 ? argv[4] : "";
    if (argc != 5 ||
        std::from_chars(rows_text.begin(), rows_text.end(), rows).ptr != rows_text.end()) {
        std::fprintf(stderr,
                     "usage: bulk_demo create|load|read|drop CONNECTION_STRING TABLE ROWS\n");
        return 2;
    }
    try {
        return demo::run(argv[1], argv[2], argv[3], rows);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "\nbulk_demo: %s\n", error.what());
        return 1;
    }
}
