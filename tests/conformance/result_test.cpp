#include <array>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

class Results : public Conformance {
 protected:
    std::string table_ = filled_table(3);
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Results, FailedExecutionLeavesNothingOfTheLastOne) {
    EXPECT_THAT(stmt_.query("SELECT * FROM " + table_), SizeIs(3));
    EXPECT_TRUE(fails(stmt_, stmt_.exec("SELEKT"), "42000"));
    EXPECT_TRUE(fails(stmt_, SQLFetch(stmt_), "24000|HY010"));
    SQLSMALLINT columns = -1;
    if (SQLNumResultCols(stmt_, &columns) == SQL_SUCCESS) {
        EXPECT_EQ(columns, 0);
    }
    SQLLEN count = -7;
    if (SQLRowCount(stmt_, &count) == SQL_SUCCESS) {
        EXPECT_EQ(count, -1);
    }
}

TEST_F(Results, FailedExecutionPastTheManagerToo) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    ASSERT_EQ(DirectConnection::exec(stmt, "SELECT * FROM " + table_), SQL_SUCCESS);
    ASSERT_EQ(CUBRID_DIRECT(SQLFreeStmt)(stmt, SQL_CLOSE), SQL_SUCCESS);
    ASSERT_EQ(DirectConnection::exec(stmt, "SELEKT"), SQL_ERROR);
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_ERROR);
    EXPECT_THAT(DirectConnection::state(stmt), testing::AnyOf("24000", "HY010"));
    SQLSMALLINT columns = 0;
    if (CUBRID_DIRECT(SQLNumResultCols)(stmt, &columns) == SQL_SUCCESS) {
        EXPECT_EQ(columns, 0);
    }
    SQLLEN count = -7;
    if (CUBRID_DIRECT(SQLRowCount)(stmt, &count) == SQL_SUCCESS) {
        EXPECT_EQ(count, -1);
    }
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt);
}

TEST_F(Results, FunctionsOutOfSequencePastTheManagerAreErrorsNotCrashes) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    SQLSMALLINT columns = 0;
    SQLLEN count = 0;
    char text[8] = "";
    EXPECT_EQ(CUBRID_DIRECT(SQLExecute)(stmt), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "HY010");
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_ERROR);
    EXPECT_THAT(DirectConnection::state(stmt), testing::AnyOf("24000", "HY010"));
    EXPECT_NE(CUBRID_DIRECT(SQLNumResultCols)(stmt, &columns), SQL_INVALID_HANDLE);
    EXPECT_NE(CUBRID_DIRECT(SQLRowCount)(stmt, &count), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLGetData)(stmt, 1, SQL_C_CHAR, text, 8, &count), SQL_ERROR);
    EXPECT_EQ(CUBRID_DIRECT(SQLCloseCursor)(stmt), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "24000");
    EXPECT_EQ(CUBRID_DIRECT(SQLMoreResults)(stmt), SQL_NO_DATA);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
}

TEST_F(Results, MoreResultsEndsTheOnlyOneAndKeepsTheBindings) {
    SQLINTEGER id = 0;
    SQLBindCol(stmt_, 1, SQL_C_SLONG, &id, 0, nullptr);
    stmt_.run("SELECT id FROM " + table_ + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(SQLMoreResults(stmt_), SQL_NO_DATA);
    EXPECT_TRUE(fails(stmt_, SQLFetch(stmt_), "24000|HY010"));
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("SELECT id + 10 FROM " + table_ + " ORDER BY id")));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(id, 11);
}

TEST_F(Results, MoreResultsWithoutAResultIsNoData) {
    Stmt fresh(dbc_);
    EXPECT_EQ(SQLMoreResults(fresh), SQL_NO_DATA);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("SELEKT"), "42000"));
    const SQLRETURN code = SQLMoreResults(stmt_);
    EXPECT_TRUE(code == SQL_NO_DATA || fails(stmt_, code, "HY010"));
    stmt_.run("INSERT INTO " + table_ + " VALUES (9, 'x')");
    EXPECT_EQ(SQLMoreResults(stmt_), SQL_NO_DATA);
}

TEST_F(Results, CloseCursorWithoutOneIs24000AndFreeStmtIsQuiet) {
    EXPECT_TRUE(fails(stmt_, SQLCloseCursor(stmt_), "24000"));
    EXPECT_TRUE(succeeds(stmt_, SQLFreeStmt(stmt_, SQL_CLOSE)));
    stmt_.run("INSERT INTO " + table_ + " VALUES (9, 'x')");
    EXPECT_TRUE(fails(stmt_, SQLCloseCursor(stmt_), "24000"));
    stmt_.run("SELECT 1");
    EXPECT_TRUE(succeeds(stmt_, SQLCloseCursor(stmt_)));
    EXPECT_TRUE(fails(stmt_, SQLCloseCursor(stmt_), "24000"));
}

TEST_F(Results, RowCountIsThatOfTheStatement) {
    stmt_.run("UPDATE " + table_ + " SET s = 'new' WHERE id < 3");
    EXPECT_EQ(stmt_.row_count(), 2);
    EXPECT_EQ(stmt_.columns(), 0);
    stmt_.run("INSERT INTO " + table_ + " VALUES (4, 'a'), (5, 'b')");
    EXPECT_EQ(stmt_.row_count(), 2);
    stmt_.run("DELETE FROM " + table_);
    EXPECT_EQ(stmt_.row_count(), 5);
    EXPECT_TRUE(gives(stmt_, stmt_.exec("DELETE FROM " + table_), SQL_NO_DATA));
    EXPECT_EQ(stmt_.row_count(), 0);
}

TEST_F(Results, SearchedStatementsThatHitNothingAreNoData) {
    EXPECT_TRUE(gives(stmt_, stmt_.exec("DELETE FROM " + table_ + " WHERE id < 0"), SQL_NO_DATA));
    EXPECT_EQ(stmt_.row_count(), 0);
    EXPECT_TRUE(
        gives(stmt_, stmt_.exec("UPDATE " + table_ + " SET s = 'x' WHERE id < 0"), SQL_NO_DATA));
    EXPECT_TRUE(gives(stmt_,
                      stmt_.exec("INSERT INTO " + table_ + " SELECT id + 100, s FROM " + table_ +
                                 " WHERE id < 0"),
                      SQL_NO_DATA));
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("DELETE FROM " + table_ + " WHERE id = ?")));
    SQLINTEGER id = -1;
    bind_int(stmt_, 1, &id);
    EXPECT_TRUE(gives(stmt_, SQLExecute(stmt_), SQL_NO_DATA));
    id = 1;
    EXPECT_TRUE(succeeds(stmt_, SQLExecute(stmt_))) << "the statement stays usable";
    EXPECT_EQ(stmt_.row_count(), 1);
}

TEST_F(Results, EmptySelectIsSuccessAndThenNoData) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("SELECT * FROM " + table_ + " WHERE id < 0")));
    EXPECT_EQ(stmt_.columns(), 2);
    EXPECT_EQ(SQLFetch(stmt_), SQL_NO_DATA);
}

TEST_F(Results, LabelsTablesAndTypesAreDescribed) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("SELECT id AS \"The Id\", s FROM " + table_)));
    auto text_of = [this](SQLUSMALLINT column, SQLUSMALLINT field) {
        std::array<SQLCHAR, 300> out{};
        SQLSMALLINT length = -1;
        EXPECT_TRUE(succeeds(
            stmt_, SQLColAttribute(stmt_, column, field, out.data(), 300, &length, nullptr)));
        std::string text = reinterpret_cast<char*>(out.data());
        EXPECT_EQ(static_cast<std::size_t>(length), text.size());
        return text;
    };
    auto number_of = [this](SQLUSMALLINT column, SQLUSMALLINT field) {
        SQLLEN value = -77;
        EXPECT_TRUE(
            succeeds(stmt_, SQLColAttribute(stmt_, column, field, nullptr, 0, nullptr, &value)));
        return value;
    };
    EXPECT_EQ(text_of(1, SQL_DESC_LABEL), "The Id");
    EXPECT_EQ(text_of(1, SQL_DESC_NAME), "The Id");
    EXPECT_THAT(text_of(2, SQL_DESC_TYPE_NAME), testing::StrCaseEq("VARCHAR"));
    EXPECT_THAT(text_of(1, SQL_DESC_TYPE_NAME), testing::AnyOf("INTEGER", "INT"));
    EXPECT_EQ(number_of(0, SQL_DESC_COUNT), 2);
    EXPECT_EQ(number_of(1, SQL_DESC_CONCISE_TYPE), SQL_INTEGER);
    EXPECT_EQ(number_of(1, SQL_DESC_OCTET_LENGTH), 4);
    EXPECT_EQ(number_of(1, SQL_DESC_DISPLAY_SIZE), 11);
    EXPECT_EQ(number_of(1, SQL_DESC_UNSIGNED), SQL_FALSE);
    EXPECT_EQ(number_of(1, SQL_DESC_FIXED_PREC_SCALE), SQL_FALSE);
    EXPECT_EQ(number_of(2, SQL_DESC_CONCISE_TYPE), SQL_WVARCHAR);
    EXPECT_EQ(number_of(2, SQL_DESC_LENGTH), 100);
    EXPECT_EQ(number_of(2, SQL_DESC_DISPLAY_SIZE), 100);
    EXPECT_EQ(number_of(2, SQL_DESC_UNSIGNED), SQL_TRUE);
    EXPECT_TRUE(fails(stmt_, SQLColAttribute(stmt_, 3, SQL_DESC_TYPE, nullptr, 0, nullptr, nullptr),
                      "07009"));
    EXPECT_TRUE(
        fails(stmt_, SQLColAttribute(stmt_, 1, 9999, nullptr, 0, nullptr, nullptr), "HY091"));
}

TEST_F(Results, NumericColumnsTellPrecisionAndScale) {
    const std::string table = create_table("n NUMERIC(12,3), d DOUBLE, f FLOAT, b BIGINT");
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT * FROM " + table)));
    const struct {
        SQLSMALLINT type;
        SQLULEN size;
        SQLSMALLINT digits;
    } expected[] = {
        {SQL_NUMERIC, 12, 3}, {SQL_DOUBLE, 15, 0}, {SQL_REAL, 7, 0}, {SQL_BIGINT, 19, 0}};
    for (SQLUSMALLINT column = 1; column <= 4; ++column) {
        SQLSMALLINT type = 0;
        SQLULEN size = 0;
        SQLSMALLINT digits = -1;
        SQLDescribeCol(stmt_, column, nullptr, 0, nullptr, &type, &size, &digits, nullptr);
        EXPECT_EQ(type, expected[column - 1].type) << column;
        EXPECT_EQ(size, expected[column - 1].size) << column;
        EXPECT_EQ(digits, expected[column - 1].digits) << column;
    }
}

TEST_F(Results, NameThatDoesNotFitIsCutWithItsWholeLengthTold) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("SELECT 1 AS a_rather_long_name")));
    Guarded<SQLCHAR> name(9);
    SQLSMALLINT length = 0;
    EXPECT_TRUE(
        warns(stmt_,
              SQLDescribeCol(stmt_, 1, name.data(), 9, &length, nullptr, nullptr, nullptr, nullptr),
              "01004"));
    EXPECT_STREQ(reinterpret_cast<char*>(name.data()), "a_rather");
    EXPECT_EQ(length, 18);
}

TEST_F(Results, UnknownLengthIsNoSmallGuess) {
    for (const char* expression : {"REPEAT('x', 5000)", "'a' || 'b'"}) {
        stmt_.run("SELECT " + std::string(expression));
        SQLSMALLINT type = 0;
        SQLULEN size = 0;
        SQLDescribeCol(stmt_, 1, nullptr, 0, nullptr, &type, &size, nullptr, nullptr);
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        EXPECT_TRUE(type == SQL_WLONGVARCHAR || size >= stmt_.text(1)->size())
            << expression << " type " << type << " size " << size;
        stmt_.close();
    }
}

TEST_F(Results, NarrowTextTypesOnDemand) {
    Dbc dbc = connect("TextTypes=narrow;");
    Stmt stmt(dbc);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("SELECT s FROM " + table_)));
    SQLSMALLINT type = 0;
    SQLDescribeCol(stmt, 1, nullptr, 0, nullptr, &type, nullptr, nullptr, nullptr);
    EXPECT_EQ(type, SQL_VARCHAR);
}

}  // namespace
}  // namespace conformance
