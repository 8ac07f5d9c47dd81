#include "benchmarks.h"
#include "fetch_rows.h"
#include "recording.h"
#include "rounds.h"

namespace bench {
namespace {

void drain_all(FetchRows& rows, test_support::Stmt& stmt, int expected) {
    if (rows.drain(stmt) != static_cast<std::size_t>(expected)) {
        throw std::runtime_error{"not all rows were fetched"};
    }
}

}  // namespace

void fill_fetch_table(test_support::Stmt& stmt, int rows) {
    const std::string table = kFetchTable;
    if (SQL_SUCCEEDED(stmt.exec("SELECT COUNT(*) FROM " + table))) {
        stmt.close();
        if (stmt.number("SELECT COUNT(*) FROM " + table) == rows) return;
        stmt.run("DROP TABLE " + table);
    }
    stmt.run("CREATE TABLE " + table +
             " (id INT PRIMARY KEY, a VARCHAR(100), b VARCHAR(200), n INT)");
    constexpr int kSeed = 1000;
    for (int i = 1; i <= std::min(rows, kSeed); ++i) {
        const std::string a(static_cast<std::size_t>(20 + i * 7 % 60),
                            static_cast<char>('a' + i % 26));
        const std::string b(static_cast<std::size_t>(50 + i * 11 % 120),
                            static_cast<char>('A' + i % 26));
        stmt.run("INSERT INTO " + table + " VALUES (" + std::to_string(i) + ", '" + a + "', '" + b +
                 "', " + std::to_string(i * 37) + ')');
    }
    for (int there = kSeed; there < rows; there *= 2) {
        stmt.run("INSERT INTO " + table + " SELECT id + " + std::to_string(there) +
                 ", a, b, n + 1 FROM " + table + " WHERE id <= " + std::to_string(rows - there));
    }
}

void fetch(const Arguments& arguments) {
    Session session{arguments.direct()};
    fill_fetch_table(*session.stmt, arguments.fetch_rows);

    Recorder recorder{arguments};
    {
        Session recorded{recorder.connection_string()};
        FetchRows rows{*recorded.stmt};
        drain_all(rows, *recorded.stmt, arguments.fetch_rows);
        recorder.begin();
        drain_all(rows, *recorded.stmt, arguments.fetch_rows);
        recorder.end();
    }
    Replay replay{recorder};

    FetchRows rows{*session.stmt};
    compete({.title = "fetch, " + std::to_string(arguments.fetch_rows) +
                      " rows of (INT, VARCHAR(100), VARCHAR(200), INT) in rowsets of 1000: " +
                      replay.contents(),
             .rounds = arguments.rounds,
             .before = {}},
            {{"driver", [&] { drain_all(rows, *session.stmt, arguments.fetch_rows); }},
             {"frames", [&] { replay.run(); }}});
}

}  // namespace bench
