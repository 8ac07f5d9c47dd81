#include <atomic>
#include <chrono>
#include <thread>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

using Threads = Conformance;

TEST_F(Threads, StatementsOfOneConnectionDoNotMixTheirAnswers) {
    Dbc dbc = connect();
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&dbc, number] {
            Stmt stmt(dbc);
            for (int k = 0; k < 300; ++k) {
                const auto rows =
                    stmt.query("SELECT " + std::to_string(number) + ", " + std::to_string(k));
                ASSERT_EQ(rows, (std::vector<Row>{{std::to_string(number), std::to_string(k)}}));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

TEST_F(Threads, InterleavedFetchesOfOneConnectionDoNotMixTheirRows) {
    const std::string table = filled_table(3000);
    Dbc dbc = connect();
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([&dbc, &table, number] {
            Stmt stmt(dbc);
            for (int round = 0; round < 3; ++round) {
                const auto rows = stmt.query("SELECT id + " + std::to_string(number * 100000) +
                                             ", s FROM " + table + " ORDER BY id");
                ASSERT_EQ(rows.size(), 3000U);
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    ASSERT_EQ(rows[i][0],
                              std::to_string(number * 100000 + static_cast<int>(i) + 1));
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

TEST_F(Threads, ConnectionsOfTheirOwnWorkInParallel) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(20)");
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
        threads.emplace_back([this, &table, number] {
            for (int round = 0; round < 5; ++round) {
                Dbc dbc = connect();
                Stmt stmt(dbc);
                std::vector<SQLINTEGER> ids;
                for (int i = 0; i < 50; ++i) ids.push_back((number * 5 + round) * 50 + i);
                stmt.set(SQL_ATTR_PARAMSET_SIZE, ids.size());
                bind_int(stmt, 1, ids.data());
                ASSERT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table + " (id) VALUES (?)")));
                EXPECT_TRUE(fails(stmt, stmt.exec("SELEKT"), "42000"));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    Dbc dbc = connect();
    EXPECT_EQ(Stmt(dbc).number("SELECT COUNT(*) FROM " + table), 1000);
}

// One thread allocates, uses and frees; the other calls with the last handle it heard of.
TEST_F(Threads, HandleThatIsFreedMeanwhileIsInvalidNotACrash) {
    DirectConnection direct(server_.keywords());
    std::atomic<SQLHSTMT> last = nullptr;
    std::atomic<bool> done = false;
    std::thread other([&] {
        while (!done) {
            SQLSMALLINT columns = 0;
            SQLHSTMT stmt = last;
            if (stmt == nullptr) continue;
            const SQLRETURN code = CUBRID_DIRECT(SQLNumResultCols)(stmt, &columns);
            EXPECT_TRUE(code == SQL_SUCCESS || code == SQL_ERROR || code == SQL_INVALID_HANDLE)
                << code;
            SQLINTEGER native = 0;
            CUBRID_DIRECT(SQLGetDiagRec)
            (SQL_HANDLE_STMT, stmt, 1, nullptr, &native, nullptr, 0, nullptr);
        }
    });
    for (int round = 0; round < 1000; ++round) {
        SQLHSTMT stmt = direct.new_statement();
        last = stmt;
        ASSERT_EQ(DirectConnection::exec(stmt, "SELECT 1"), SQL_SUCCESS);
        ASSERT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
    }
    done = true;
    other.join();
}

TEST_F(Threads, CancelRacesWithTheEndOfTheStatement) {
    DirectConnection direct(server_.keywords());
    std::atomic<SQLHSTMT> last = nullptr;
    std::atomic<bool> done = false;
    std::thread other([&] {
        while (!done) {
            SQLHSTMT stmt = last;
            if (stmt == nullptr) continue;
            const SQLRETURN code = CUBRID_DIRECT(SQLCancel)(stmt);
            EXPECT_TRUE(code == SQL_SUCCESS || code == SQL_ERROR || code == SQL_INVALID_HANDLE)
                << code;
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
    });
    for (int round = 0; round < 500; ++round) {
        SQLHSTMT stmt = direct.new_statement();
        last = stmt;
        const SQLRETURN code = DirectConnection::exec(stmt, "SELECT 1");
        EXPECT_TRUE(code == SQL_SUCCESS || DirectConnection::state(stmt) == "HY008") << code;
        ASSERT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
    }
    done = true;
    other.join();
}

TEST_F(Threads, ConnectionIsUsedWhileAnotherThreadCommits) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect("Autocommit=no;");
    std::atomic<bool> done = false;
    std::thread committer([&] {
        while (!done) {
            const SQLRETURN code = SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_COMMIT);
            EXPECT_EQ(code, SQL_SUCCESS);
            std::this_thread::yield();
        }
    });
    Stmt stmt(dbc);
    for (int id = 0; id < 300; ++id) {
        ASSERT_TRUE(succeeds(
            stmt, stmt.exec("INSERT INTO " + table + " VALUES (" + std::to_string(id) + ")")));
    }
    done = true;
    committer.join();
    dbc.commit();
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 300);
    dbc.commit();
}

TEST_F(Threads, AttributesAreReadWhileAStatementRuns) {
    const std::string table = filled_table(2000);
    Dbc dbc = connect();
    std::atomic<bool> done = false;
    std::thread reader([&] {
        while (!done) {
            EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_FALSE);
            EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQLULEN{SQL_AUTOCOMMIT_ON});
            const Stmt stmt(dbc);
            EXPECT_EQ(stmt.attribute(SQL_ATTR_PARAMSET_SIZE), 1U);
        }
    });
    Stmt stmt(dbc);
    for (int round = 0; round < 10; ++round) {
        EXPECT_THAT(stmt.query("SELECT id, s FROM " + table), SizeIs(2000));
    }
    done = true;
    reader.join();
}

}  // namespace
}  // namespace conformance
