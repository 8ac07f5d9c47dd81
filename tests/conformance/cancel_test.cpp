#include <chrono>
#include <thread>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

using Cancelling = Conformance;

// Minutes of work; SLEEP() would be interrupted at its end only.
constexpr char kLongQuery[] =
    "SELECT COUNT(*) FROM db_attribute a, db_attribute b, db_attribute c, db_attribute d";

TEST_F(Cancelling, IdleStatementIsNotDisturbed) {
    const std::string table = filled_table(2000);
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    EXPECT_TRUE(succeeds(stmt, SQLCancel(stmt))) << "never used";
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 2000);
    EXPECT_TRUE(succeeds(stmt, SQLCancel(stmt))) << "with a closed cursor";
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
    EXPECT_EQ(tap().cancels(), 0);
}

// unixODBC takes SQLCancel for SQLFreeStmt(SQL_CLOSE) when a cursor is open.
TEST_F(Cancelling, OpenCursorStaysOpen) {
    const std::string table = filled_table(2000);
    DirectConnection direct(tapped_connection_string());
    SQLHSTMT stmt = direct.new_statement();
    ASSERT_EQ(DirectConnection::exec(stmt, "SELECT id FROM " + table), SQL_SUCCESS);
    ASSERT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_SUCCESS);
    EXPECT_EQ(CUBRID_DIRECT(SQLCancel)(stmt), SQL_SUCCESS);
    int rows = 1;
    while (CUBRID_DIRECT(SQLFetch)(stmt) == SQL_SUCCESS) ++rows;
    EXPECT_EQ(rows, 2000);
    EXPECT_EQ(tap().cancels(), 0);
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt);
}

TEST_F(Cancelling, RunningStatementEndsWithHY008) {
    NEEDS_REAL_SERVER;
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQLRETURN code = SQL_SUCCESS;
    const auto start = std::chrono::steady_clock::now();
    std::thread running([&] { code = stmt.exec(kLongQuery); });
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
