#include <thread>

#include "fixture.h"

namespace conformance {
namespace {

using Transactions = Conformance;

std::string with_error(const std::string& reply, std::int32_t code, const std::string& text) {
    const std::string body = big_endian(-2) + big_endian(code) + text + '\0';
    return big_endian(static_cast<std::int32_t>(body.size())) + reply.substr(4, 4) + body;
}

TEST_F(Transactions, PreparedStatementsSurviveCommitAndRollback) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt insert(dbc);
    SQLINTEGER id = 1;
    bind_int(insert, 1, &id);
    ASSERT_TRUE(succeeds(insert, insert.prepare("INSERT INTO " + table + " VALUES (?)")));
    ASSERT_TRUE(succeeds(insert, SQLExecute(insert)));
    ASSERT_TRUE(succeeds(dbc, dbc.commit()));
    id = 2;
    ASSERT_TRUE(succeeds(insert, SQLExecute(insert)));
    ASSERT_TRUE(succeeds(dbc, dbc.rollback()));
    id = 3;
    ASSERT_TRUE(succeeds(insert, SQLExecute(insert)));
    ASSERT_TRUE(succeeds(dbc, dbc.commit()));
    EXPECT_THAT(Stmt(dbc).query("SELECT id FROM " + table + " ORDER BY id"),
                ElementsAre(Row{"1"}, Row{"3"}));
    dbc.commit();
}

TEST_F(Transactions, HalfReadResultSurvivesACommit) {
    const std::string table = filled_table(2000);
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("SELECT id, s FROM " + table + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    ASSERT_TRUE(succeeds(dbc, dbc.commit()));
    const auto rows = stmt.rest();
    ASSERT_THAT(rows, SizeIs(1999));
    EXPECT_EQ(rows.back()[0], "2000");
}

TEST_F(Transactions, RollbackClosesTheCursorAndNeverEndsItEarly) {
    const std::string table = filled_table(2000);
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("SELECT id, s FROM " + table + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    ASSERT_TRUE(succeeds(dbc, dbc.rollback()));
    EXPECT_TRUE(fails(stmt, SQLFetch(stmt), "24000|HY010"));
    stmt.close();
    EXPECT_TRUE(succeeds(stmt, stmt.exec("SELECT 1")));
}

TEST_F(Transactions, DdlIsTransactional) {
    const std::string name = new_name();
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("CREATE TABLE " + name + " (id INT)");
    ASSERT_TRUE(succeeds(dbc, dbc.rollback()));
    EXPECT_TRUE(fails(stmt, stmt.exec("SELECT * FROM " + name), "42S02"));
    dbc.rollback();
}

TEST_F(Transactions, DeadlockIs40001AndTheDriverRollsBack) {
    const std::string table = filled_table(3);
    Dbc dbc = connect_tapped();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    stmt.run("UPDATE " + table + " SET s = 'mine' WHERE id = 1");
    WireFault fault;
    fault.function = kPrepareAndExecute;
    fault.edit_reply = [](const std::string& reply) {
        return with_error(reply, -72, "Your transaction has been aborted (deadlock)");
    };
    tap().inject(fault);
    tap().take();
    EXPECT_TRUE(fails(stmt, stmt.exec("UPDATE " + table + " SET s = 'x' WHERE id = 2"), "40001"));
    EXPECT_EQ(stmt.diagnostics().at(0).native, -72);
    const auto requests = tap().take();
    ASSERT_THAT(requests, SizeIs(2));
    EXPECT_EQ(requests[1].function, kEndTran);
    EXPECT_EQ(requests[1].arguments().at(0), "\x02");
    EXPECT_EQ(tap().last_status(), 0);
    Dbc other = connect("LockTimeout=2000;");
    EXPECT_TRUE(succeeds(
        other, Stmt(other).exec("UPDATE " + table + " SET s = 'theirs' WHERE id IN (1, 2)")))
        << "no lock is left";
}

TEST_F(Transactions, RealDeadlockHasOneVictim) {
    NEEDS_REAL_SERVER;
    const std::string table = filled_table(3);
    Dbc first = connect("Autocommit=no;");
    Dbc second = connect("Autocommit=no;");
    Stmt one(first);
    Stmt two(second);
    one.run("UPDATE " + table + " SET s = 'one' WHERE id = 1");
    two.run("UPDATE " + table + " SET s = 'two' WHERE id = 2");
    SQLRETURN code_one = SQL_SUCCESS;
    std::thread waiting([&] {
        code_one = one.exec("UPDATE " + table + " SET s = 'one' WHERE id = 2");
        if (code_one != SQL_SUCCESS) {
            EXPECT_TRUE(fails(one, code_one, "40001"));
        }
    });
    const SQLRETURN code_two = two.exec("UPDATE " + table + " SET s = 'two' WHERE id = 1");
    if (code_two != SQL_SUCCESS) {
        EXPECT_TRUE(fails(two, code_two, "40001"));
    } else {
        second.commit();
    }
    waiting.join();
    EXPECT_NE(code_one, code_two);
}

TEST_F(Transactions, LockTimeoutIsHYT00) {
    const std::string table = filled_table(3);
    Dbc holder = connect();
    holder.autocommit(false);
    Stmt(holder).run("UPDATE " + table + " SET s = 'held' WHERE id = 1");
    Dbc waiter = connect("LockTimeout=300;");
    Stmt stmt(waiter);
    EXPECT_TRUE(fails(stmt, stmt.exec("UPDATE " + table + " SET s = 'x' WHERE id = 1"), "HYT00"));
    EXPECT_TRUE(succeeds(stmt, stmt.exec("UPDATE " + table + " SET s = 'x' WHERE id = 2")));
    holder.rollback();
}

TEST_F(Transactions, LostCommitIs08007OrNoSuccess) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect_tapped();
    dbc.autocommit(false);
    Stmt(dbc).run("INSERT INTO " + table + " VALUES (1)");
    WireFault fault;
    fault.function = kEndTran;
    fault.close_before = true;
    tap().inject(fault);
    EXPECT_TRUE(fails(dbc, dbc.commit(), "08007|08S01"));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
    Dbc other = connect();
    EXPECT_EQ(Stmt(other).number("SELECT COUNT(*) FROM " + table), 0);
}

TEST_F(Transactions, IsolationCannotBeChangedInsideOne) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    dbc.autocommit(false);
    Stmt(dbc).run("INSERT INTO " + table + " VALUES (1)");
    EXPECT_TRUE(fails(dbc, dbc.set(SQL_ATTR_TXN_ISOLATION, SQL_TXN_SERIALIZABLE), "HY011|25000"));
    dbc.rollback();
    EXPECT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_TXN_ISOLATION, SQL_TXN_SERIALIZABLE)));
}

TEST_F(Transactions, RepeatableReadSeesOneState) {
    const std::string table = filled_table(3);
    Dbc dbc = connect();
    ASSERT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_TXN_ISOLATION, SQL_TXN_REPEATABLE_READ)));
    dbc.autocommit(false);
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 3);
    Dbc other = connect();
    Stmt(other).run("INSERT INTO " + table + " VALUES (4, 'new')");
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 3);
    dbc.commit();
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 4);
    dbc.commit();
}

}  // namespace
}  // namespace conformance
