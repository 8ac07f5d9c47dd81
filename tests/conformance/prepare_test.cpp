#include <array>
#include <cstdio>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

using Preparing = Conformance;

TEST_F(Preparing, MarkersAreCounted) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(20)");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQLSMALLINT count = -1;
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?, ?)")));
    EXPECT_TRUE(succeeds(stmt, SQLNumParams(stmt, &count)));
    EXPECT_EQ(count, 2);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("SELECT '?' FROM " + table + " -- ?")));
    EXPECT_TRUE(succeeds(stmt, SQLNumParams(stmt, &count)));
    EXPECT_EQ(count, 0);
}

TEST_F(Preparing, ColumnsAreKnownBeforeExecution) {
    const std::string table = create_table("a INT PRIMARY KEY, b VARCHAR(20), c INT NOT NULL");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    ASSERT_TRUE(
        succeeds(stmt, stmt.prepare("SELECT a, b AS label FROM " + table + " WHERE a = ?")));
    EXPECT_EQ(stmt.columns(), 2);
    Guarded<SQLCHAR> name(32);
    SQLSMALLINT length = 0;
    SQLSMALLINT type = 0;
    SQLSMALLINT digits = -1;
    SQLSMALLINT nullable = -1;
    SQLULEN size = 0;
    ASSERT_TRUE(succeeds(
        stmt, SQLDescribeCol(stmt, 1, name.data(), 32, &length, &type, &size, &digits, &nullable)));
    EXPECT_STREQ(reinterpret_cast<char*>(name.data()), "a");
    EXPECT_EQ(length, 1);
    EXPECT_EQ(type, SQL_INTEGER);
    EXPECT_EQ(size, 10U);
    EXPECT_EQ(digits, 0);
    EXPECT_EQ(nullable, SQL_NO_NULLS);
    ASSERT_TRUE(succeeds(
        stmt, SQLDescribeCol(stmt, 2, name.data(), 32, &length, &type, &size, &digits, &nullable)));
    EXPECT_STREQ(reinterpret_cast<char*>(name.data()), "label");
    EXPECT_EQ(length, 5);
    EXPECT_EQ(type, SQL_WVARCHAR);
    EXPECT_EQ(size, 20U);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?, ?, ?)")));
    EXPECT_EQ(stmt.columns(), 0);
}

TEST_F(Preparing, PreparedStatementIsExecutedAgainAndAgain) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(20)");
    Dbc dbc = connect();
    Stmt insert(dbc);
    ASSERT_TRUE(succeeds(insert, insert.prepare("INSERT INTO " + table + " VALUES (?, ?)")));
    SQLINTEGER id = 0;
    char text[20] = "";
    SQLLEN length = SQL_NTS;
    ASSERT_TRUE(succeeds(insert, bind_int(insert, 1, &id)));
    ASSERT_TRUE(succeeds(insert, bind_text(insert, 2, text, 20, &length)));
    for (id = 1; id <= 5; ++id) {
        std::snprintf(text, sizeof text, "text %d", id);
        ASSERT_TRUE(succeeds(insert, SQLExecute(insert)));
        EXPECT_EQ(insert.row_count(), 1);
    }
    Stmt select(dbc);
    ASSERT_TRUE(succeeds(select, select.prepare("SELECT s FROM " + table + " WHERE id = ?")));
    ASSERT_TRUE(succeeds(select, bind_int(select, 1, &id)));
    for (id = 5; id >= 1; --id) {
        ASSERT_TRUE(succeeds(select, SQLExecute(select)));
        EXPECT_THAT(select.rest(), ElementsAre(Row{"text " + std::to_string(id)}));
    }
}

TEST_F(Preparing, BindingsSurviveUntilTheyAreReset) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQLINTEGER id = 1;
    ASSERT_TRUE(succeeds(stmt, bind_int(stmt, 1, &id)));
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?)")));
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    id = 2;
    ASSERT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table + " VALUES (?)")));
    ASSERT_TRUE(succeeds(stmt, SQLFreeStmt(stmt, SQL_RESET_PARAMS)));
    EXPECT_TRUE(fails(stmt, stmt.exec("INSERT INTO " + table + " VALUES (?)"), "07002"));
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 2);
}

TEST_F(Preparing, UnboundMarkerIs07002) {
    const std::string table = create_table("id INT PRIMARY KEY, n INT");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQLINTEGER value = 1;
    bind_int(stmt, 2, &value);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?, ?)")));
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "07002"));
}

TEST_F(Preparing, TypesThatCannotBeConvertedAre07006) {
    const std::string table = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    SQL_DATE_STRUCT date = {2024, 1, 2};
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?)")));
    SQLRETURN code =
        bind(stmt, 1, {.c_type = SQL_C_TYPE_DATE, .sql_type = SQL_INTEGER, .data = &date});
    if (SQL_SUCCEEDED(code)) code = SQLExecute(stmt);
    EXPECT_TRUE(fails(stmt, code, "07006"));
}

TEST_F(Preparing, UnknownCTypeIsHY003) {
    Dbc dbc = connect();
    Stmt stmt(dbc);
    int value = 0;
    EXPECT_TRUE(fails(
        stmt, bind(stmt, 1, {.c_type = 9999, .sql_type = SQL_INTEGER, .data = &value}), "HY003"));
    EXPECT_TRUE(fails(
        stmt, bind(stmt, 1, {.c_type = SQL_C_SLONG, .sql_type = 9999, .data = &value}), "HY004"));
}

TEST_F(Preparing, LengthsOfTheStatementTextAreHonoured) {
    Dbc dbc = connect();
    Stmt stmt(dbc);
    const std::string text = "SELECT 1 nonsense behind it that is no SQL (";
    EXPECT_TRUE(succeeds(stmt, SQLExecDirect(stmt, chars(text), 8)));
    EXPECT_THAT(stmt.rest(), ElementsAre(Row{"1"}));
    Dbc wide_dbc = connect_wide();
    Stmt wide_stmt(wide_dbc);
    Wide wide(text);
    EXPECT_TRUE(succeeds(wide_stmt, SQLExecDirectW(wide_stmt, wide.data(), 8)));
    EXPECT_THAT(wide_stmt.rest(), ElementsAre(Row{"1"}));
}

TEST_F(Preparing, ErrorAtPrepareLeavesTheStatementUsable) {
    Dbc dbc = connect();
    Stmt stmt(dbc);
    EXPECT_TRUE(fails(stmt, stmt.prepare("SELEKT 1"), "42000"));
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "HY010"));
    EXPECT_TRUE(succeeds(stmt, stmt.prepare("SELECT 1")));
    EXPECT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_THAT(stmt.rest(), ElementsAre(Row{"1"}));
}

TEST_F(Preparing, EmptyStatementIsASyntaxError) {
    Dbc dbc = connect();
    Stmt stmt(dbc);
    EXPECT_TRUE(fails(stmt, stmt.exec(" "), "42000"));
    EXPECT_TRUE(fails(stmt, stmt.prepare("-- only a comment"), "42000"));
}

TEST_F(Preparing, ManyMarkersAndLongTextsHaveNoFixedLimit) {
    Dbc dbc = connect();
    Stmt stmt(dbc);
    for (std::size_t markers : {1U, 67U, 68U, 300U}) {
        std::string columns = "c0 INT";
        std::string values = "?";
        for (std::size_t i = 1; i < markers; ++i) {
            columns += ", c" + std::to_string(i) + " INT";
            values += ",?";
        }
        const std::string table = create_table(columns);
        std::vector<SQLINTEGER> numbers(markers);
        for (std::size_t i = 0; i < markers; ++i) {
            numbers[i] = static_cast<SQLINTEGER>(i * 3);
            bind_int(stmt, static_cast<SQLUSMALLINT>(i + 1), &numbers[i]);
        }
        ASSERT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table + " VALUES (" + values + ")")))
            << markers;
        SQLFreeStmt(stmt, SQL_RESET_PARAMS);
        const auto rows = stmt.query("SELECT * FROM " + table);
        ASSERT_THAT(rows, SizeIs(1));
        EXPECT_EQ(rows[0].back(), std::to_string((markers - 1) * 3));
    }
    const std::string big(1 << 20, 'x');
    EXPECT_EQ(stmt.query("SELECT '" + big + "'")[0][0], big);
}

TEST_F(Preparing, SelectInsideAnOpenCursorIs24000) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    ASSERT_EQ(CUBRID_DIRECT(SQLPrepare)(stmt, chars("SELECT 1"), SQL_NTS), SQL_SUCCESS);
    ASSERT_EQ(CUBRID_DIRECT(SQLExecute)(stmt), SQL_SUCCESS);
    EXPECT_EQ(CUBRID_DIRECT(SQLExecute)(stmt), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "24000");
    EXPECT_EQ(DirectConnection::exec(stmt, "SELECT 2"), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "24000");
    ASSERT_EQ(CUBRID_DIRECT(SQLCloseCursor)(stmt), SQL_SUCCESS);
    EXPECT_EQ(CUBRID_DIRECT(SQLExecute)(stmt), SQL_SUCCESS);
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt);
}

TEST_F(Preparing, PlanThatAnotherSessionInvalidatedIsPreparedAgain) {
    const std::string table = filled_table(3);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("SELECT * FROM " + table + " WHERE id = ?")));
    SQLINTEGER id = 2;
    bind_int(stmt, 1, &id);
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_THAT(stmt.rest(), SizeIs(1));
    Dbc other = connect();
    Stmt(other).run("ALTER TABLE " + table + " ADD COLUMN added INT DEFAULT 5");
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    const auto rows = stmt.rest();
    ASSERT_THAT(rows, SizeIs(1));
    EXPECT_EQ(rows[0][1], "row 2");
}

TEST_F(Preparing, StatementPoolingErrorIsRetriedButNotForEver) {
    NEEDS_MINICAS(kNeedsServerFault);
    const std::string table = filled_table(3);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    minicas::Faults faults;
    faults.function = kExecute;
    faults.error = minicas::Faults::Error{-1, -10024, "Invalid XASL tree node content."};
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("SELECT * FROM " + table)));
    minicas().set_faults(faults);
    EXPECT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_THAT(stmt.rest(), SizeIs(3));

    Dbc tapped = connect_tapped();
    Stmt again(tapped);
    ASSERT_TRUE(succeeds(again, again.prepare("SELECT * FROM " + table)));
    WireFault always;
    always.function = kExecute;
    always.once = false;
    always.edit_reply = [](const std::string& reply) {
        const std::string body = big_endian(-1) + big_endian(-10024) + "gone" + '\0';
        return big_endian(static_cast<std::int32_t>(body.size())) + reply.substr(4, 4) + body;
    };
    tap().inject(always);
    tap().take();
    EXPECT_EQ(SQLExecute(again), SQL_ERROR);
    int executions = 0;
    for (int function : tap().take_functions()) executions += function == kExecute;
    EXPECT_LE(executions, 3);
    tap().clear_faults();
}

}  // namespace
}  // namespace conformance
