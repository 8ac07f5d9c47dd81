// Rowsets of (INT, VARCHAR(100), VARCHAR(200), INT) in bound columns.
#pragma once

#include <limits>
#include <vector>

#include "benchmarks.h"

namespace bench {

class FetchRows {
 public:
    static constexpr std::size_t kRowset = 1000;

    explicit FetchRows(test_support::Stmt& stmt) {
        must(stmt, stmt.prepare(std::string{"SELECT id, a, b, n FROM "} + kFetchTable));
        must(stmt, stmt.set(SQL_ATTR_ROW_ARRAY_SIZE, kRowset));
        must(stmt, stmt.set(SQL_ATTR_ROWS_FETCHED_PTR, static_cast<void*>(&fetched_)));
        bind(stmt, 1, SQL_C_SLONG, id_.data(), 0);
        bind(stmt, 2, SQL_C_CHAR, a_.data(), kA);
        bind(stmt, 3, SQL_C_CHAR, b_.data(), kB);
        bind(stmt, 4, SQL_C_SLONG, n_.data(), 0);
    }

    // Executes and fetches to the end, or until there are `enough`.
    std::size_t drain(test_support::Stmt& stmt,
                      std::size_t enough = std::numeric_limits<std::size_t>::max()) {
        must(stmt, SQLExecute(stmt));
        std::size_t rows = 0;
        SQLRETURN code = SQL_SUCCESS;
        while (rows < enough && (code = SQLFetch(stmt)) != SQL_NO_DATA) {
            must(stmt, code);
            rows += fetched_;
        }
        must(stmt, stmt.close());
        return rows;
    }

 private:
    static constexpr std::size_t kA = 101;
    static constexpr std::size_t kB = 201;

    void bind(test_support::Stmt& stmt, SQLUSMALLINT column, SQLSMALLINT type, void* values,
              std::size_t capacity) {
        must(stmt, SQLBindCol(stmt, column, type, values, static_cast<SQLLEN>(capacity),
                              lengths_[column - 1U].data()));
    }

    std::vector<SQLINTEGER> id_ = std::vector<SQLINTEGER>(kRowset);
    std::vector<char> a_ = std::vector<char>(kRowset * kA);
    std::vector<char> b_ = std::vector<char>(kRowset * kB);
    std::vector<SQLINTEGER> n_ = std::vector<SQLINTEGER>(kRowset);
    std::vector<std::vector<SQLLEN>> lengths_{4, std::vector<SQLLEN>(kRowset)};
    SQLULEN fetched_ = 0;
};

}  // namespace bench
