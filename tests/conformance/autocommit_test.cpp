#include "fixture.h"

namespace conformance {
namespace {

class Autocommit : public Conformance {
 protected:
    // Another session changes the table, which a transaction left open by the first one would
    // block.
    testing::AssertionResult can_be_altered(const std::string& table) {
        Dbc other = connect("LockTimeout=2000;");
        Stmt stmt(other);
        const SQLRETURN code = stmt.exec("ALTER TABLE " + table + " ADD COLUMN c" +
                                         std::to_string(++columns_) + " INT");
        return succeeds(stmt, code);
    }

 private:
    int columns_ = 0;
};

TEST_F(Autocommit, IsOnInANewConnection) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_ON);
    Stmt(dbc).run("INSERT INTO " + table + " VALUES (1)");
    Dbc other = connect();
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 1);
}

TEST_F(Autocommit, OffBeforeConnectingHoldsFromTheFirstStatement) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc(env_);
    dbc.autocommit(false);
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_OFF);
    Stmt(dbc).run("INSERT INTO " + table + " VALUES (1)");
    Dbc other = connect();
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 0);
    ASSERT_TRUE(succeeds(dbc, dbc.commit()));
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 1);
}

TEST_F(Autocommit, NoTransactionIsOpenAfterConnecting) {
    for (const char* mode : {"Autocommit=yes;", "Autocommit=no;"}) {
        Dbc dbc = connect_tapped(mode);
        EXPECT_NE(tap().last_status(), 1) << mode;
        EXPECT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_TXN_ISOLATION, SQL_TXN_REPEATABLE_READ)));
        EXPECT_EQ(dbc.attribute(SQL_ATTR_TXN_ISOLATION), SQL_TXN_REPEATABLE_READ);
        EXPECT_EQ(tap().last_status(), 0) << mode;
    }
}

TEST_F(Autocommit, PreparedStatementDoesNotBlockOthers) {
    const std::string table = filled_table(10);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("SELECT * FROM " + table)));
    EXPECT_TRUE(can_be_altered(table));
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("DELETE FROM " + table + " WHERE id = ?")));
    EXPECT_TRUE(can_be_altered(table));
}

TEST_F(Autocommit, FailedPrepareDoesNotBlockOthers) {
    const std::string table = filled_table(10);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.prepare("SELECT nocol FROM " + table), SQL_ERROR);
    EXPECT_TRUE(can_be_altered(table));
    EXPECT_EQ(stmt.exec("INSERT INTO " + table + " VALUES (1, 'duplicate')"), SQL_ERROR);
    EXPECT_TRUE(can_be_altered(table));
}

TEST_F(Autocommit, ClosedHalfReadResultDoesNotBlockOthers) {
    const std::string table = filled_table(5000);
    Dbc dbc = connect();
    const std::string select = "SELECT id, s FROM " + table;
    {
        Stmt stmt(dbc);
        stmt.run(select);
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        ASSERT_TRUE(succeeds(stmt, SQLFreeStmt(stmt, SQL_CLOSE)));
        EXPECT_TRUE(can_be_altered(table)) << "SQLFreeStmt(SQL_CLOSE)";
        stmt.run(select);
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        ASSERT_TRUE(succeeds(stmt, SQLCloseCursor(stmt)));
        EXPECT_TRUE(can_be_altered(table)) << "SQLCloseCursor";
        stmt.run(select);
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        EXPECT_EQ(SQLMoreResults(stmt), SQL_NO_DATA);
        EXPECT_TRUE(can_be_altered(table)) << "SQLMoreResults";
        stmt.run(select);
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    }
    EXPECT_TRUE(can_be_altered(table)) << "SQLFreeHandle";
    Stmt read(dbc);
    EXPECT_THAT(read.query(select), SizeIs(5000));
    EXPECT_TRUE(can_be_altered(table)) << "read to its end";
    Stmt unread(dbc);
    unread.run(select);
    ASSERT_TRUE(succeeds(unread, SQLFreeStmt(unread, SQL_CLOSE)));
    EXPECT_TRUE(can_be_altered(table)) << "closed before the first fetch";
}

TEST_F(Autocommit, SmallResultDoesNotBlockOthersEvenUnread) {
    const std::string table = filled_table(3);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    stmt.run("SELECT * FROM " + table);
    EXPECT_TRUE(can_be_altered(table));
    EXPECT_THAT(stmt.rest(), SizeIs(3));
}

TEST_F(Autocommit, ArraysLeaveNoTransactionOpen) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    SQLINTEGER ids[3] = {1, 1, 2};
    SQLUSMALLINT statuses[3] = {};
    stmt.set(SQL_ATTR_PARAMSET_SIZE, 3);
    stmt.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    bind_int(stmt, 1, ids);
    EXPECT_TRUE(warns(stmt, stmt.exec("INSERT INTO " + table + " VALUES (?)"), "23000"));
    EXPECT_EQ(tap().last_status(), 0);
    EXPECT_TRUE(can_be_altered(table));
}

TEST_F(Autocommit, SwitchingItOnCommits) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("INSERT INTO " + table + " VALUES (1)");
    ASSERT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_ON)));
    Dbc other = connect();
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 1);
    stmt.run("INSERT INTO " + table + " VALUES (2)");
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 2);
}

TEST_F(Autocommit, OffCommitsNothingByItself) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(20)");
    Dbc dbc = connect();
    dbc.autocommit(false);
    Dbc reader = connect();
    Stmt count(reader);
    Stmt stmt(dbc);
    stmt.run("INSERT INTO " + table + " VALUES (1, 'a')");
    EXPECT_EQ(stmt.exec("INSERT INTO " + table + " VALUES (1, 'b')"), SQL_ERROR);
    EXPECT_THAT(stmt.query("SELECT * FROM " + table), SizeIs(1));
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?, 'x')")));
    SQLINTEGER ids[2] = {2, 3};
    stmt.set(SQL_ATTR_PARAMSET_SIZE, 2);
    bind_int(stmt, 1, ids);
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_EQ(stmt.exec("SELEKT"), SQL_ERROR);
    stmt.free();
    EXPECT_EQ(count.number("SELECT COUNT(*) FROM " + table), 0);
    EXPECT_EQ(Stmt(dbc).number("SELECT COUNT(*) FROM " + table), 3)
        << "failed statements undo themselves only";
    ASSERT_TRUE(succeeds(dbc, dbc.commit()));
    EXPECT_EQ(count.number("SELECT COUNT(*) FROM " + table), 3);
}

TEST_F(Autocommit, DisconnectInATransactionIs25000) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("INSERT INTO " + table + " VALUES (1)");
    EXPECT_TRUE(fails(dbc, dbc.disconnect(), "25000"));
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 1) << "the connection lives";
    ASSERT_TRUE(succeeds(dbc, dbc.rollback()));
    EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
    stmt.release();
}

TEST_F(Autocommit, DisconnectWithAnOpenCursorIsQuietWhenOn) {
    const std::string table = filled_table(5000);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    stmt.run("SELECT * FROM " + table);
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
    stmt.release();
}

TEST_F(Autocommit, DisconnectWithoutAnythingDoneIsQuietWhenOff) {
    Dbc dbc = connect();
    dbc.autocommit(false);
    EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
}

}  // namespace
}  // namespace conformance
