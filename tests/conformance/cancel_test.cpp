#include <chrono>
#include <thread>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

using Cancelling = Conformance;

TEST_F(Cancelling, IdleStatementIsNotDisturbed) {
    const std::string table = filled_table(2000);
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    EXPECT_TRUE(succeeds(stmt, SQLCancel(stmt))) << "never used";
    stmt.run("SELECT id FROM " + table + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    EXPECT_TRUE(succeeds(stmt, SQLCancel(stmt))) << "with an open cursor";
    EXPECT_THAT(stmt.rest(), SizeIs(1999));
    EXPECT_TRUE(succeeds(stmt, SQLCancel(stmt))) << "with a closed cursor";
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
    EXPECT_EQ(tap().cancels(), 0);
}

TEST_F(Cancelling, RunningStatementEndsWithHY008) {
    NEEDS_REAL_SERVER;
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQLRETURN code = SQL_SUCCESS;
    const auto start = std::chrono::steady_clock::now();
    std::thread running([&] { code = stmt.exec("SELECT SLEEP(20)"); });
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_EQ(SQLCancel(stmt), SQL_SUCCESS);
    running.join();
    EXPECT_TRUE(fails(stmt, code, "HY008"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Cancelling, WaitForALockEndsWithHY008) {
    NEEDS_REAL_SERVER;
    const std::string table = filled_table(2);
    Dbc holder = connect("Autocommit=no;");
    Stmt(holder).run("UPDATE " + table + " SET s = 'held' WHERE id = 1");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQLRETURN code = SQL_SUCCESS;
    std::thread running([&] { code = stmt.exec("UPDATE " + table + " SET s = 'x' WHERE id = 1"); });
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_EQ(SQLCancel(stmt), SQL_SUCCESS);
    running.join();
    EXPECT_TRUE(fails(stmt, code, "HY008"));
    holder.rollback();
}

}  // namespace
}  // namespace conformance
