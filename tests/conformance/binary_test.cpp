#include <array>
#include <cstdio>
#include <cstring>

#include "fixture.h"

namespace conformance {
namespace {

class Binary : public Conformance {
 protected:
    std::string table_ = create_table("id INT PRIMARY KEY, b BIT(13), v BIT VARYING(800)");
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Binary, BytesComeBackAsTheyWent) {
    std::array<SQLCHAR, 5> bytes = {0x00, 0xFF, 0x0A, 0x00, 0x7F};
    SQLLEN length = 5;
    bind(stmt_, 1,
         {.c_type = SQL_C_BINARY,
          .sql_type = SQL_VARBINARY,
          .data = bytes.data(),
          .indicator = &length,
          .stride = 5,
          .size = 100});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (1, NULL, ?)")));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    stmt_.run("SELECT v FROM " + table_);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQLCHAR> out(5);
    ASSERT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_BINARY, out.data(), 5, &length)));
    EXPECT_EQ(length, 5);
    EXPECT_EQ(std::memcmp(out.data(), bytes.data(), 5), 0);
}

TEST_F(Binary, BitsAreRoundedUpToBytesAndShownAsHexDigits) {
    stmt_.run("INSERT INTO " + table_ + " VALUES (1, B'1010101010101', X'0AFF')");
    stmt_.run("SELECT b, v FROM " + table_);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQLCHAR> out(10);
    SQLLEN length = 0;
    ASSERT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_BINARY, out.data(), 10, &length)));
    EXPECT_EQ(length, 2);
    EXPECT_EQ(out[0], 0xAA);
    EXPECT_EQ(out[1], 0xA8);
    stmt_.close();
    EXPECT_THAT(stmt_.query("SELECT b, v FROM " + table_), ElementsAre(Row{"AAA8", "0AFF"}));
}

TEST_F(Binary, HexTextIsTakenForABinaryParameter) {
    char text[] = "0aFf10";
    SQLLEN nts = SQL_NTS;
    bind(stmt_, 1, {.sql_type = SQL_VARBINARY, .data = text, .indicator = &nts, .size = 100});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (1, NULL, ?)")));
    std::snprintf(text, sizeof text, "0xyz");
    EXPECT_TRUE(
        fails(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (2, NULL, ?)"), "22018"));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    EXPECT_THAT(stmt_.query("SELECT v FROM " + table_), ElementsAre(Row{"0AFF10"}));
}

TEST_F(Binary, ColumnsAreDescribedInBytes) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT b, v FROM " + table_)));
    SQLSMALLINT type = 0;
    SQLULEN size = 0;
    SQLDescribeCol(stmt_, 1, nullptr, 0, nullptr, &type, &size, nullptr, nullptr);
    EXPECT_EQ(type, SQL_BINARY);
    EXPECT_EQ(size, 2U);
    SQLDescribeCol(stmt_, 2, nullptr, 0, nullptr, &type, &size, nullptr, nullptr);
    EXPECT_EQ(type, SQL_VARBINARY);
    EXPECT_EQ(size, 100U);
}

}  // namespace
}  // namespace conformance
