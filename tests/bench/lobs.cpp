// One large BLOB by SQLPutData and back by SQLGetData, both in parts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "benchmarks.h"
#include "memory.h"

namespace bench {
namespace {

constexpr std::size_t kPart = std::size_t{64} << 10U;
constexpr char kTable[] = "cubrid_odbc_bench_lob";

// Of which no part equals another.
void fill(std::vector<char>& part, std::size_t number) {
    for (std::size_t i = 0; i < part.size(); ++i)
        part[i] = static_cast<char>((i * 31 + number * 7 + (i >> 8U)) & 0xFFU);
}

void write(const test_support::Stmt& stmt, std::size_t bytes) {
    SQLPOINTER wanted = nullptr;
    if (SQLParamData(stmt, &wanted) != SQL_NEED_DATA)
        throw std::runtime_error{"SQLParamData did not ask for the value"};
    std::vector<char> part(kPart);
    for (std::size_t at = 0; at < bytes; at += kPart) {
        fill(part, at / kPart);
        must(stmt, SQLPutData(stmt, part.data(), static_cast<SQLLEN>(std::min(kPart, bytes - at))));
    }
    must(stmt, SQLParamData(stmt, &wanted));
}

void read(const test_support::Stmt& stmt, std::size_t bytes) {
    std::vector<char> part(kPart);
    std::vector<char> expected(kPart);
    for (std::size_t at = 0; at < bytes; at += kPart) {
        SQLLEN left = 0;
        must(stmt,
             SQLGetData(stmt, 1, SQL_C_BINARY, part.data(), static_cast<SQLLEN>(kPart), &left));
        const std::size_t count = std::min(kPart, bytes - at);
        fill(expected, at / kPart);
        if (static_cast<std::size_t>(left) != bytes - at ||
            !std::equal(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count),
                        expected.begin()))
            throw std::runtime_error{"the LOB reads otherwise than it was written"};
    }
}

template <class Action>
void measured(const std::string& title, std::size_t bytes, Action action) {
    using Clock = std::chrono::steady_clock;
    growth(title, [&] {
        const auto begin = Clock::now();
        action();
        const std::chrono::duration<double> took = Clock::now() - begin;
        std::printf("%s: %.1f MiB/s\n", title.c_str(),
                    static_cast<double>(bytes) / (1U << 20U) / took.count());
    });
}

}  // namespace

void lobs(const Arguments& arguments) {
    const std::size_t bytes = static_cast<std::size_t>(arguments.lob_mib) << 20U;
    const std::string size = std::to_string(arguments.lob_mib) + " MiB";
    const std::string table{kTable};
    Session session{arguments.direct()};
    session.stmt->exec("DROP TABLE IF EXISTS " + table);
    session.stmt->run("CREATE TABLE " + table + " (id INT PRIMARY KEY, b BLOB)");
    {
        test_support::Stmt stmt{session.dbc};
        SQLLEN at_execution = SQL_DATA_AT_EXEC;
        must(stmt, SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_BINARY, SQL_LONGVARBINARY, 0, 0,
                                    nullptr, 0, &at_execution));
        if (stmt.exec("INSERT INTO " + table + " VALUES (1, ?)") != SQL_NEED_DATA)
            throw std::runtime_error{"the INSERT did not wait for its data"};
        measured("LOB of " + size + " written in parts", bytes, [&] { write(stmt, bytes); });
    }
    {
        test_support::Stmt stmt{session.dbc};
        stmt.run("SELECT b FROM " + table);
        must(stmt, SQLFetch(stmt));
        measured("LOB of " + size + " read in parts", bytes, [&] { read(stmt, bytes); });
    }
    session.stmt->run("DROP TABLE " + table);
}

}  // namespace bench
