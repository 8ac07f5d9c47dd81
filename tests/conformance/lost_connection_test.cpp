#include <chrono>
#include <thread>

#include "fixture.h"

namespace conformance {
namespace {

using LostConnection = Conformance;
using namespace std::chrono_literals;

TEST_F(LostConnection, IsToldAtOnceByTheAttribute) {
    Dbc dbc = connect_tapped();
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_FALSE);
    dbc.autocommit(false);
    const std::string table = create_table("id INT PRIMARY KEY");
    Stmt(dbc).run("INSERT INTO " + table + " VALUES (1)");
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_FALSE);
    tap().stop_listening();
    tap().drop_connections();
    std::this_thread::sleep_for(200ms);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 100ms);
}

TEST_F(LostConnection, InsideATransactionIs08S01AndNothingIsRepeated) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect_tapped();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("INSERT INTO " + table + " VALUES (1)");
    tap().drop_connections();
    std::this_thread::sleep_for(50ms);
    const int connections = tap().connections();
    EXPECT_TRUE(fails(stmt, stmt.exec("INSERT INTO " + table + " VALUES (2)"), "08S01"));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
    EXPECT_EQ(tap().connections(), connections);
    EXPECT_TRUE(fails(stmt, stmt.exec("INSERT INTO " + table + " VALUES (3)"), "08S01|08003"));
    Dbc other = connect();
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 0);
    SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_ROLLBACK);
    stmt.free();
    EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
    EXPECT_TRUE(succeeds(dbc, dbc.connect(connection_string()))) << "the handle is reusable";
}

TEST_F(LostConnection, BetweenTransactionsIsReplacedInSilence) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect_tapped("LockTimeout=1234;");
    dbc.set(SQL_ATTR_TXN_ISOLATION, SQL_TXN_REPEATABLE_READ);
    Stmt select(dbc);
    ASSERT_TRUE(succeeds(select, select.prepare("SELECT COUNT(*) FROM " + table)));
    for (int round = 1; round <= 3; ++round) {
        tap().drop_connections();
        std::this_thread::sleep_for(50ms);
        Stmt insert(dbc);
        ASSERT_TRUE(succeeds(insert, insert.exec("INSERT INTO " + table + " VALUES (" +
                                                 std::to_string(round) + ")")));
        tap().drop_connections();
        std::this_thread::sleep_for(50ms);
        ASSERT_TRUE(succeeds(select, SQLExecute(select)));
        EXPECT_THAT(select.rest(), ElementsAre(Row{std::to_string(round)}));
    }
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_FALSE);
    EXPECT_EQ(dbc.attribute(SQL_ATTR_TXN_ISOLATION), SQL_TXN_REPEATABLE_READ);
}

TEST_F(LostConnection, CasThatIsReplacedAfterEveryTransactionGoesUnnoticed) {
    NEEDS_MINICAS(kNeedsServerFault);
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    Stmt select(dbc);
    ASSERT_TRUE(succeeds(select, select.prepare("SELECT COUNT(*) FROM " + table)));
    minicas::Faults faults;
    faults.replace_cas = true;
    minicas().set_faults(faults);
    // An INSERT that commits itself and crosses the closing on its way is not sent again, nobody
    // knows whether it was executed; so each waits until the CAS has gone. The SELECT need not.
    for (int id = 1; id <= 5; ++id) {
        Stmt insert(dbc);
        std::this_thread::sleep_for(20ms);
        ASSERT_TRUE(succeeds(
            insert, insert.exec("INSERT INTO " + table + " VALUES (" + std::to_string(id) + ")")));
        ASSERT_TRUE(succeeds(select, SQLExecute(select)));
        EXPECT_THAT(select.rest(), ElementsAre(Row{std::to_string(id)}));
    }
    minicas().set_faults({});
}

TEST_F(LostConnection, WithAnOpenCursorIs08S01AndNeverAnEarlyEnd) {
    const std::string table = filled_table(5000);
    for (const char* prefetch : {"Prefetch=yes;", "Prefetch=no;"}) {
        Dbc dbc = connect_tapped(prefetch);
        Stmt stmt(dbc);
        stmt.run("SELECT id, s FROM " + table + " ORDER BY id");
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        tap().drop_connections();
        std::this_thread::sleep_for(50ms);
        SQLRETURN code = SQL_SUCCESS;
        int rows = 1;
        while (SQL_SUCCEEDED(code = SQLFetch(stmt))) ++rows;
        EXPECT_TRUE(fails(stmt, code, "08S01")) << "after " << rows << " rows";
        EXPECT_LT(rows, 5000);
        EXPECT_NE(SQLFetch(stmt), SQL_NO_DATA);
    }
}

TEST_F(LostConnection, InTheMiddleOfAReplyIs08S01) {
    const std::string table = filled_table(5000);
    for (const std::size_t bytes : {0U, 1U, 7U, 8U, 20U, 5000U}) {
        Dbc dbc = connect_tapped();
        Stmt stmt(dbc);
        stmt.run("SELECT id, s FROM " + table + " ORDER BY id");
        WireFault fault;
        fault.function = kFetch;
        fault.close_after_bytes = bytes;
        tap().inject(fault);
        SQLRETURN code = SQL_SUCCESS;
        while (SQL_SUCCEEDED(code = SQLFetch(stmt))) continue;
        EXPECT_TRUE(fails(stmt, code, "08S01")) << bytes;
        EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE) << bytes;
    }
}

TEST_F(LostConnection, DuringAnExecutionIs08S01) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    WireFault fault;
    fault.function = kPrepareAndExecute;
    fault.close_after_bytes = 10;
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, stmt.exec("INSERT INTO " + table + " VALUES (1)"), "08S01"));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
}

TEST_F(LostConnection, DisconnectIsCleanWithAutocommitOff) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect_tapped();
    dbc.autocommit(false);
    Stmt(dbc).run("INSERT INTO " + table + " VALUES (1)");
    tap().drop_connections();
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(Stmt(dbc).exec("SELECT 1"), SQL_ERROR);
    EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
}

TEST_F(LostConnection, SlowAndSplitRepliesAreReadWhole) {
    NEEDS_MINICAS(kNeedsServerFault);
    const std::string table = filled_table(50);
    Dbc dbc = connect();
    minicas::Faults faults;
    faults.split_writes = 7;
    faults.write_delay = std::chrono::microseconds(50);
    minicas().set_faults(faults);
    Stmt stmt(dbc);
    EXPECT_THAT(stmt.query("SELECT * FROM " + table), SizeIs(50));
    EXPECT_TRUE(fails(stmt, stmt.exec("SELEKT"), "42000"));
    minicas().set_faults({});
}

}  // namespace
}  // namespace conformance
