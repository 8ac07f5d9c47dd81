#include <array>

#include "fixture.h"

namespace conformance {
namespace {

class Describing : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Describing, MarkersOfAnInsertHaveTheTypesOfTheirColumns) {
    const std::string table =
        create_table("a INT, b BIGINT, c NUMERIC(12,3), d VARCHAR(1024), e DATETIME, f DOUBLE");
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table + " VALUES (?,?,?,?,?,?)")));
    const struct {
        SQLSMALLINT type;
        SQLULEN size;
        SQLSMALLINT digits;
    } expected[] = {{SQL_INTEGER, 10, 0},    {SQL_BIGINT, 19, 0},         {SQL_NUMERIC, 12, 3},
                    {SQL_WVARCHAR, 1024, 0}, {SQL_TYPE_TIMESTAMP, 23, 3}, {SQL_DOUBLE, 15, 0}};
    for (SQLUSMALLINT number = 1; number <= 6; ++number) {
        SQLSMALLINT type = 0;
        SQLULEN size = 0;
        SQLSMALLINT digits = -1;
        SQLSMALLINT nullable = -1;
        ASSERT_TRUE(
            succeeds(stmt_, SQLDescribeParam(stmt_, number, &type, &size, &digits, &nullable)));
        EXPECT_EQ(type, expected[number - 1].type) << number;
        EXPECT_EQ(size, expected[number - 1].size) << number;
        EXPECT_EQ(digits, expected[number - 1].digits) << number;
    }
    EXPECT_TRUE(
        fails(stmt_, SQLDescribeParam(stmt_, 7, nullptr, nullptr, nullptr, nullptr), "07009"));
}

TEST_F(Describing, UnknownMarkerIsALongEnoughText) {
    const std::string table = filled_table(3);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT s FROM " + table + " WHERE id = ?")));
    SQLSMALLINT type = 0;
    SQLULEN size = 0;
    ASSERT_TRUE(succeeds(stmt_, SQLDescribeParam(stmt_, 1, &type, &size, nullptr, nullptr)));
    EXPECT_TRUE(type == SQL_INTEGER || size >= 4000U) << type << ' ' << size;
}

TEST_F(Describing, LeavesNoTransactionOpen) {
    const std::string table = filled_table(3);
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?, ?)")));
    SQLSMALLINT type = 0;
    ASSERT_TRUE(succeeds(stmt, SQLDescribeParam(stmt, 1, &type, nullptr, nullptr, nullptr)));
    Dbc other = connect("LockTimeout=2000;");
    EXPECT_TRUE(succeeds(other, Stmt(other).exec("ALTER TABLE " + table + " ADD COLUMN c INT")));
}

TEST_F(Describing, NativeSqlGivesTheStatementWithItsWholeLength) {
    Dbc dbc = connect_wide();
    Wide sql("SELECT '한글', 1");
    Guarded<SQLWCHAR> out(40);
    SQLINTEGER length = 0;
    ASSERT_TRUE(succeeds(dbc, SQLNativeSqlW(dbc, sql.data(), SQL_NTS, out.data(), 40, &length)));
    EXPECT_EQ(utf8(out.data()), "SELECT '한글', 1");
    EXPECT_EQ(static_cast<std::size_t>(length), sql.length());
    Guarded<SQLWCHAR> small(10);
    EXPECT_TRUE(
        warns(dbc, SQLNativeSqlW(dbc, sql.data(), SQL_NTS, small.data(), 10, &length), "01004"));
    EXPECT_EQ(utf8(small.data()), "SELECT '한");
    EXPECT_EQ(static_cast<std::size_t>(length), sql.length());
    const SQLRETURN code = SQLNativeSqlW(dbc, sql.data(), SQL_NTS, out.data(), 40, nullptr);
    EXPECT_TRUE(SQL_SUCCEEDED(code) || fails(dbc, code, "HY009"));
}

TEST_F(Describing, PrecisionInADescriptorNeitherUnbindsNorOverruns) {
    Guarded<char> text(40);
    SQLLEN length = 0;
    SQLHDESC ard = nullptr;
    SQLGetStmtAttr(stmt_, SQL_ATTR_APP_ROW_DESC, &ard, SQL_IS_POINTER, nullptr);
    SQLBindCol(stmt_, 1, SQL_C_CHAR, text.data(), 40, &length);
    for (const SQLLEN precision : {30000, -1}) {
        SQLSetDescField(ard, 1, SQL_DESC_PRECISION, reinterpret_cast<SQLPOINTER>(precision), 0);
        stmt_.run("SELECT CAST('2024-01-02 03:04:05.678' AS DATETIME)");
        EXPECT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        EXPECT_STREQ(text.data(), "2024-01-02 03:04:05.678");
        stmt_.close();
    }
}

TEST_F(Describing, NumericFollowsTheDescriptorsScale) {
    Guarded<SQL_NUMERIC_STRUCT> number;
    SQLHDESC ard = nullptr;
    SQLGetStmtAttr(stmt_, SQL_ATTR_APP_ROW_DESC, &ard, SQL_IS_POINTER, nullptr);
    SQLSetDescField(ard, 1, SQL_DESC_TYPE, reinterpret_cast<SQLPOINTER>(SQL_C_NUMERIC), 0);
    SQLSetDescField(ard, 1, SQL_DESC_PRECISION, reinterpret_cast<SQLPOINTER>(38), 0);
    SQLSetDescField(ard, 1, SQL_DESC_SCALE, reinterpret_cast<SQLPOINTER>(3), 0);
    SQLSetDescField(ard, 1, SQL_DESC_DATA_PTR, number.data(), 0);
    stmt_.run("SELECT CAST('-12.5' AS NUMERIC(10,2))");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(number[0].scale, 3);
    EXPECT_EQ(number[0].sign, 0);
    EXPECT_EQ(number[0].val[0] + 256 * number[0].val[1], 12500);
    EXPECT_EQ(number[0].val[2], 0);
}

TEST_F(Describing, TypeInformationHasTheTrueMaximum) {
    ASSERT_TRUE(succeeds(stmt_, SQLGetTypeInfo(stmt_, SQL_WVARCHAR)));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(stmt_.text(2), std::to_string(SQL_WVARCHAR));
    EXPECT_EQ(stmt_.text(3), "1073741823");
    stmt_.close();
    const struct {
        SQLSMALLINT type;
        const char* size;
    } types[] = {{SQL_INTEGER, "10"}, {SQL_TYPE_DATE, "10"}, {SQL_TYPE_TIME, "8"}};
    for (const auto& [type, size] : types) {
        ASSERT_TRUE(succeeds(stmt_, SQLGetTypeInfo(stmt_, type)));
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_))) << type;
        EXPECT_EQ(stmt_.text(2), std::to_string(type));
        EXPECT_EQ(stmt_.text(3), size);
        stmt_.close();
    }
    ASSERT_TRUE(succeeds(stmt_, SQLGetTypeInfo(stmt_, SQL_ALL_TYPES)));
    EXPECT_EQ(stmt_.columns(), 19);
    int last = -1000;
    for (const Row& row : stmt_.rest()) {
        EXPECT_GE(std::stoi(*row[1]), last) << "ordered by DATA_TYPE";
        last = std::stoi(*row[1]);
    }
}

}  // namespace
}  // namespace conformance
