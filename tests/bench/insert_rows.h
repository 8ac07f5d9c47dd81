// An array of rows in columns, bound to INSERT INTO t VALUES (?, ?, ?, ?, ?).
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

#include "benchmarks.h"

namespace bench {

inline constexpr char kInsertTable[] = "cubrid_odbc_bench_insert";

inline void make_insert_table(test_support::Stmt& stmt) {
    stmt.exec(std::string{"DROP TABLE "} + kInsertTable);
    stmt.run(std::string{"CREATE TABLE "} + kInsertTable +
             " (id INT, big BIGINT, ratio DOUBLE, name VARCHAR(40), moment DATETIME)");
}

class InsertRows {
 public:
    explicit InsertRows(int rows)
        : rows_{static_cast<std::size_t>(rows)},
          id_(rows_),
          big_(rows_),
          ratio_(rows_),
          name_(rows_ * kNameBytes),
          at_(rows_),
          lengths_(rows_),
          status_(rows_, SQL_PARAM_UNUSED) {
        for (std::size_t i = 0; i < rows_; ++i) {
            id_[i] = static_cast<SQLINTEGER>(i);
            big_[i] = static_cast<SQLBIGINT>(i) * 1'000'003;
            ratio_[i] = static_cast<double>(i) / 7;
            lengths_[i] =
                std::snprintf(&name_[i * kNameBytes], kNameBytes, "name of row %012zu", i);
            at_[i] = {2024,
                      2,
                      29,
                      12,
                      static_cast<SQLUSMALLINT>(i / 60 % 60),
                      static_cast<SQLUSMALLINT>(i % 60),
                      123'000'000};
        }
    }

    // The statement executes the first `count` of them from now on.
    void bind(test_support::Stmt& stmt, std::size_t count) {
        must(stmt,
             stmt.prepare(std::string{"INSERT INTO "} + kInsertTable + " VALUES (?, ?, ?, ?, ?)"));
        must(stmt, stmt.set(SQL_ATTR_PARAMSET_SIZE, count));
        must(stmt, stmt.set(SQL_ATTR_PARAM_STATUS_PTR, static_cast<void*>(status_.data())));
        must(stmt, stmt.set(SQL_ATTR_PARAMS_PROCESSED_PTR, static_cast<void*>(&processed_)));
        bind_one(stmt, 1, SQL_C_SLONG, SQL_INTEGER, 0, 0, id_.data(), 0, nullptr);
        bind_one(stmt, 2, SQL_C_SBIGINT, SQL_BIGINT, 0, 0, big_.data(), 0, nullptr);
        bind_one(stmt, 3, SQL_C_DOUBLE, SQL_DOUBLE, 0, 0, ratio_.data(), 0, nullptr);
        bind_one(stmt, 4, SQL_C_CHAR, SQL_VARCHAR, 40, 0, name_.data(), kNameBytes,
                 lengths_.data());
        bind_one(stmt, 5, SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 23, 3, at_.data(), 0, nullptr);
    }

    void execute(test_support::Stmt& stmt, std::size_t count) {
        must(stmt, SQLExecute(stmt));
        if (processed_ != count) throw std::runtime_error{"not all rows were processed"};
        for (std::size_t i = 0; i < count; ++i) {
            if (status_[i] != SQL_PARAM_SUCCESS) throw std::runtime_error{"a row failed"};
        }
    }

 private:
    static constexpr std::size_t kNameBytes = 41;

    static void bind_one(test_support::Stmt& stmt, SQLUSMALLINT number, SQLSMALLINT c_type,
                         SQLSMALLINT sql_type, SQLULEN size, SQLSMALLINT digits, void* values,
                         SQLLEN capacity, SQLLEN* lengths) {
        must(stmt, SQLBindParameter(stmt, number, SQL_PARAM_INPUT, c_type, sql_type, size, digits,
                                    values, capacity, lengths));
    }

    std::size_t rows_;
    std::vector<SQLINTEGER> id_;
    std::vector<SQLBIGINT> big_;
    std::vector<double> ratio_;
    std::vector<char> name_;
    std::vector<SQL_TIMESTAMP_STRUCT> at_;
    std::vector<SQLLEN> lengths_;
    std::vector<SQLUSMALLINT> status_;
    SQLULEN processed_ = 0;
};

}  // namespace bench
