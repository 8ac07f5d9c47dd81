// Intervals: CUBRID has no such type, so they come from text and numbers and go in as text.
#include "fixture.h"

namespace conformance {
namespace {

class Intervals : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Intervals, AreReadFromTextAndNumbers) {
    stmt_.run("SELECT '3 04:05:06', 7");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    SQL_INTERVAL_STRUCT interval;
    std::memset(&interval, 0x5A, sizeof interval);
    SQLLEN length = -777;
    ASSERT_TRUE(
        succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_INTERVAL_DAY_TO_SECOND, &interval, 0, &length)));
    EXPECT_EQ(length, static_cast<SQLLEN>(sizeof interval));
    EXPECT_EQ(interval.interval_type, SQL_IS_DAY_TO_SECOND);
    EXPECT_EQ(interval.interval_sign, SQL_FALSE);
    EXPECT_EQ(interval.intval.day_second.day, 3U);
    EXPECT_EQ(interval.intval.day_second.hour, 4U);
    EXPECT_EQ(interval.intval.day_second.minute, 5U);
    EXPECT_EQ(interval.intval.day_second.second, 6U);
    ASSERT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 2, SQL_C_INTERVAL_MONTH, &interval, 0, &length)));
    EXPECT_EQ(interval.intval.year_month.month, 7U);
}

TEST_F(Intervals, AnOverflowingLeadingFieldIs22015) {
    stmt_.run("SELECT '123 00:00:00'");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    SQL_INTERVAL_STRUCT interval;
    std::memset(&interval, 0x5A, sizeof interval);
    const SQL_INTERVAL_STRUCT before = interval;
    SQLLEN length = -777;
    EXPECT_TRUE(fails(
        stmt_, SQLGetData(stmt_, 1, SQL_C_INTERVAL_DAY_TO_SECOND, &interval, 0, &length), "22015"))
        << "the default leading precision is 2";
    EXPECT_EQ(std::memcmp(&interval, &before, sizeof interval), 0);
    SQLHDESC ard = nullptr;
    ASSERT_TRUE(succeeds(stmt_, SQLGetStmtAttr(stmt_, SQL_ATTR_APP_ROW_DESC, &ard, 0, nullptr)));
    SQLSetDescField(ard, 1, SQL_DESC_CONCISE_TYPE,
                    reinterpret_cast<SQLPOINTER>(SQL_C_INTERVAL_DAY_TO_SECOND), 0);
    SQLSetDescField(ard, 1, SQL_DESC_DATETIME_INTERVAL_PRECISION, reinterpret_cast<SQLPOINTER>(3),
                    0);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_ARD_TYPE, &interval, 0, &length)))
        << "with three digits there is room";
    EXPECT_EQ(interval.intval.day_second.day, 123U);
}

TEST_F(Intervals, GoInAsText) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(40)");
    SQL_INTERVAL_STRUCT interval{};
    interval.interval_type = SQL_IS_YEAR_TO_MONTH;
    interval.interval_sign = SQL_TRUE;
    interval.intval.year_month.year = 12;
    interval.intval.year_month.month = 3;
    bind(stmt_, 1,
         {.c_type = SQL_C_INTERVAL_YEAR_TO_MONTH,
          .sql_type = SQL_VARCHAR,
          .data = &interval,
          .size = 40});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (1, ?)")));
    Stmt select(dbc_);
    select.run("SELECT s FROM " + table);
    EXPECT_THAT(select.rest(), ElementsAre(Row{"-12-03"}));
}

}  // namespace
}  // namespace conformance
