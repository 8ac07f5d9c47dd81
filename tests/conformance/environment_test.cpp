#include <array>

#include "fixture.h"

namespace conformance {
namespace {

using Environment = Conformance;

TEST_F(Environment, TakesTheVersionsTwoThreeAndThreeEighty) {
    for (SQLINTEGER version : {SQL_OV_ODBC2, SQL_OV_ODBC3, SQL_OV_ODBC3_80}) {
        Env env(version);
        Dbc dbc = connect(env);
        SQLINTEGER read = 0;
        EXPECT_TRUE(succeeds(env, SQLGetEnvAttr(env, SQL_ATTR_ODBC_VERSION, &read, 0, nullptr)));
        EXPECT_EQ(read, version);
        EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1);
    }
}

TEST_F(Environment, OdbcTwoApplicationsGetSuccessForAnUpdateOfNothing) {
    const std::string table = filled_table(3);
    Env two(SQL_OV_ODBC2);
    Dbc old = connect(two);
    Stmt stmt(old);
    EXPECT_TRUE(succeeds(stmt, stmt.exec("DELETE FROM " + table + " WHERE id < 0")));
    EXPECT_EQ(stmt.row_count(), 0);
}

TEST_F(Environment, OdbcTwoApplicationsGetOdbcTwoStatesAndDateTypes) {
    Env two(SQL_OV_ODBC2);
    Dbc old = connect(two);
    Stmt stmt(old);
    EXPECT_TRUE(fails(stmt, stmt.exec("SELECT * FROM no_such_table_here"), "S0002"));
    stmt.run("SELECT DATE'2024-02-29', DATETIME'2024-02-29 12:13:14.015'");
    SQLSMALLINT type = 0;
    SQLDescribeCol(stmt, 1, nullptr, 0, nullptr, &type, nullptr, nullptr, nullptr);
    EXPECT_EQ(type, SQL_DATE);
    SQLDescribeCol(stmt, 2, nullptr, 0, nullptr, &type, nullptr, nullptr, nullptr);
    EXPECT_EQ(type, SQL_TIMESTAMP);
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    SQL_DATE_STRUCT date{};
    SQLLEN length = 0;
    EXPECT_TRUE(succeeds(stmt, SQLGetData(stmt, 1, SQL_C_DATE, &date, 0, &length)));
    EXPECT_EQ(date.year, 2024);
    EXPECT_EQ(date.day, 29);
}

TEST_F(Environment, OutputIsAlwaysTerminated) {
    SQLINTEGER value = 0;
    EXPECT_TRUE(succeeds(env_, SQLGetEnvAttr(env_, SQL_ATTR_OUTPUT_NTS, &value, 0, nullptr)));
    EXPECT_EQ(value, SQL_TRUE);
}

TEST_F(Environment, EndTranCommitsEveryConnection) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc first = connect("Autocommit=no;");
    Dbc second = connect("Autocommit=no;");
    Stmt(first).run("INSERT INTO " + table + " VALUES (1)");
    Stmt(second).run("INSERT INTO " + table + " VALUES (2)");
    EXPECT_TRUE(succeeds(env_, SQLEndTran(SQL_HANDLE_ENV, env_, SQL_COMMIT)));
    Dbc reader = connect();
    EXPECT_EQ(Stmt(reader).number("SELECT COUNT(*) FROM " + table), 2);
}

TEST_F(Environment, EndTranRollsBackEveryConnection) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc first = connect("Autocommit=no;");
    Dbc second = connect("Autocommit=no;");
    Stmt(first).run("INSERT INTO " + table + " VALUES (1)");
    Stmt(second).run("INSERT INTO " + table + " VALUES (2)");
    EXPECT_TRUE(succeeds(env_, SQLEndTran(SQL_HANDLE_ENV, env_, SQL_ROLLBACK)));
    Dbc reader = connect();
    EXPECT_EQ(Stmt(reader).number("SELECT COUNT(*) FROM " + table), 0);
}

TEST_F(Environment, UnknownCompletionTypeIsHY012) {
    Dbc dbc = connect();
    EXPECT_TRUE(fails(dbc, SQLEndTran(SQL_HANDLE_DBC, dbc, 7), "HY012"));
}

}  // namespace
}  // namespace conformance
