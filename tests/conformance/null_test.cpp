#include <array>

#include "fixture.h"

namespace conformance {
namespace {

class Nulls : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Nulls, WithoutAnIndicatorAre22002) {
    stmt_.run("SELECT NULL, CAST(NULL AS INT)");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    for (SQLUSMALLINT column : {1, 2}) {
        char text[8] = "";
        EXPECT_TRUE(fails(stmt_, SQLGetData(stmt_, column, SQL_C_CHAR, text, 8, nullptr), "22002"));
        SQLLEN length = 0;
        EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, column, SQL_C_CHAR, text, 8, &length)));
        EXPECT_EQ(length, SQL_NULL_DATA);
    }
}

TEST_F(Nulls, WithoutAnIndicatorFailTheirRowOnly) {
    const std::string table = create_table("id INT PRIMARY KEY, n INT");
    stmt_.run("INSERT INTO " + table + " VALUES (1, 10), (2, NULL), (3, 30)");
    Guarded<SQLINTEGER> numbers(3);
    std::array<SQLUSMALLINT, 3> status{};
    SQLULEN fetched = 0;
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 3);
    stmt_.set(SQL_ATTR_ROW_STATUS_PTR, status.data());
    stmt_.set(SQL_ATTR_ROWS_FETCHED_PTR, &fetched);
    SQLBindCol(stmt_, 1, SQL_C_SLONG, numbers.data(), 0, nullptr);
    stmt_.run("SELECT n FROM " + table + " ORDER BY id");
    EXPECT_TRUE(warns(stmt_, SQLFetch(stmt_), "22002"));
    EXPECT_THAT(status, ElementsAre(SQL_ROW_SUCCESS, SQL_ROW_ERROR, SQL_ROW_SUCCESS));
    EXPECT_EQ(fetched, 3U);
    EXPECT_EQ(numbers[0], 10);
    EXPECT_EQ(numbers[2], 30);
    EXPECT_EQ(stmt_.diagnostics().at(0).row, 2);
    EXPECT_EQ(stmt_.diagnostics().at(0).column, 1);
}

TEST_F(Nulls, NeedNoDataPointer) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(10)");
    SQLLEN null = SQL_NULL_DATA;
    ASSERT_TRUE(succeeds(stmt_, bind(stmt_, 1, {.indicator = &null, .size = 10})));
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (1, ?)")));
    null = 5;
    EXPECT_EQ(stmt_.exec("INSERT INTO " + table + " VALUES (2, ?)"), SQL_ERROR);
    EXPECT_THAT(stmt_.diagnostics(), SizeIs(testing::Ge(1U)));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    EXPECT_THAT(stmt_.query("SELECT * FROM " + table), ElementsAre(Row{"1", std::nullopt}));
}

TEST_F(Nulls, NoDataAndNoIndicatorIsHY009) {
    EXPECT_TRUE(fails(stmt_, bind(stmt_, 1, {.size = 10}), "HY009"));
}

// As of an empty vector or string_view.
TEST_F(Nulls, NoBufferOfLengthZeroIsAnEmptyValue) {
    const std::string table = create_table("s VARCHAR(10), b BIT VARYING(80)");
    SQLLEN length = 0;
    bind(stmt_, 1, {.indicator = &length, .size = 10});
    bind(stmt_, 2,
         {.c_type = SQL_C_BINARY, .sql_type = SQL_VARBINARY, .indicator = &length, .size = 10});
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table + " VALUES (?, ?)")));
    EXPECT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    for (const SQLLEN bad : {SQLLEN{5}, SQLLEN{SQL_NTS}}) {
        length = bad;
        EXPECT_TRUE(fails(stmt_, SQLExecute(stmt_), "HY090")) << bad;
    }
    EXPECT_THAT(Stmt(dbc_).query("SELECT s, b FROM " + table), ElementsAre(Row{"", ""}));
}

TEST_F(Nulls, DefaultParameterIs07S01) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(10)");
    SQLLEN indicator = SQL_DEFAULT_PARAM;
    char text[10] = "x";
    bind_text(stmt_, 1, text, 10, &indicator);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (1, ?)"), "07S01"));
}

TEST_F(Nulls, OfEveryTypeAreNull) {
    const std::string table = create_table(
        "id INT PRIMARY KEY, a INT, b BIGINT, c DOUBLE, d NUMERIC(10,2), e VARCHAR(10), "
        "f DATE, g DATETIME, h BIT VARYING(80)");
    stmt_.run("INSERT INTO " + table + " (id) VALUES (1)");
    stmt_.run("SELECT a, b, c, d, e, f, g, h FROM " + table);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    const SQLSMALLINT types[] = {SQL_C_SLONG, SQL_C_SBIGINT,   SQL_C_DOUBLE,         SQL_C_NUMERIC,
                                 SQL_C_WCHAR, SQL_C_TYPE_DATE, SQL_C_TYPE_TIMESTAMP, SQL_C_BINARY};
    for (SQLUSMALLINT column = 1; column <= 8; ++column) {
        Guarded<char> out(64);
        SQLLEN length = 0;
        EXPECT_TRUE(
            succeeds(stmt_, SQLGetData(stmt_, column, types[column - 1], out.data(), 64, &length)));
        EXPECT_EQ(length, SQL_NULL_DATA) << column;
        EXPECT_TRUE(out.untouched()) << column;
    }
}

TEST_F(Nulls, NullabilityIsWhatTheTableSays) {
    const std::string table =
        create_table("a INT PRIMARY KEY, b INT NOT NULL, c INT, d VARCHAR(5)");
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT a, b, c, d, 1 + c FROM " + table)));
    const SQLSMALLINT expected[] = {SQL_NO_NULLS, SQL_NO_NULLS, SQL_NULLABLE, SQL_NULLABLE};
    for (SQLUSMALLINT column = 1; column <= 5; ++column) {
        SQLSMALLINT nullable = -1;
        SQLLEN attribute = -1;
        ASSERT_TRUE(succeeds(stmt_, SQLDescribeCol(stmt_, column, nullptr, 0, nullptr, nullptr,
                                                   nullptr, nullptr, &nullable)));
        ASSERT_TRUE(succeeds(stmt_, SQLColAttribute(stmt_, column, SQL_DESC_NULLABLE, nullptr, 0,
                                                    nullptr, &attribute)));
        EXPECT_EQ(attribute, nullable);
        if (column <= 4) {
            EXPECT_EQ(nullable, expected[column - 1]) << column;
        } else {
            EXPECT_NE(nullable, SQL_NO_NULLS);
        }
    }
    EXPECT_TRUE(succeeds(
        stmt_, SQLDescribeCol(stmt_, 1, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr)));
}

TEST_F(Nulls, IntoNotNullColumnAre23000) {
    const std::string table = create_table("a INT PRIMARY KEY, b INT NOT NULL");
    SQLLEN null = SQL_NULL_DATA;
    SQLINTEGER value = 0;
    bind_int(stmt_, 1, &value, &null);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (1, ?)"), "23000"));
}

}  // namespace
}  // namespace conformance
