#include <cstring>

#include "fixture.h"

namespace conformance {
namespace {

class DateTimes : public Conformance {
 protected:
    std::string table_ =
        create_table("id INT PRIMARY KEY, d DATE, t TIME, ts TIMESTAMP, dt DATETIME");
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(DateTimes, StructsComeBackAsTheyWent) {
    SQL_DATE_STRUCT date = {2024, 2, 29};
    SQL_TIME_STRUCT time = {23, 59, 58};
    SQL_TIMESTAMP_STRUCT stamp = {2024, 2, 29, 13, 14, 15, 0};
    SQL_TIMESTAMP_STRUCT datetime = {1999, 12, 31, 23, 59, 59, 123000000};
    bind(stmt_, 1,
         {.c_type = SQL_C_TYPE_DATE, .sql_type = SQL_TYPE_DATE, .data = &date, .size = 10});
    bind(stmt_, 2,
         {.c_type = SQL_C_TYPE_TIME, .sql_type = SQL_TYPE_TIME, .data = &time, .size = 8});
    bind(stmt_, 3,
         {.c_type = SQL_C_TYPE_TIMESTAMP,
          .sql_type = SQL_TYPE_TIMESTAMP,
          .data = &stamp,
          .size = 19});
    bind(stmt_, 4,
         {.c_type = SQL_C_TYPE_TIMESTAMP,
          .sql_type = SQL_TYPE_TIMESTAMP,
          .data = &datetime,
          .size = 23,
          .digits = 3});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (1, ?, ?, ?, ?)")));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    stmt_.run("SELECT d, t, ts, dt FROM " + table_);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQL_DATE_STRUCT> rd;
    Guarded<SQL_TIME_STRUCT> rt;
    Guarded<SQL_TIMESTAMP_STRUCT> rts;
    Guarded<SQL_TIMESTAMP_STRUCT> rdt;
    SQLLEN length = 0;
    ASSERT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_TYPE_DATE, rd.data(), 0, &length)));
    EXPECT_EQ(length, static_cast<SQLLEN>(sizeof date));
    ASSERT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 2, SQL_C_TYPE_TIME, rt.data(), 0, &length)));
    EXPECT_EQ(length, static_cast<SQLLEN>(sizeof time));
    ASSERT_TRUE(
        succeeds(stmt_, SQLGetData(stmt_, 3, SQL_C_TYPE_TIMESTAMP, rts.data(), 0, &length)));
    ASSERT_TRUE(
        succeeds(stmt_, SQLGetData(stmt_, 4, SQL_C_TYPE_TIMESTAMP, rdt.data(), 0, &length)));
    EXPECT_EQ(length, static_cast<SQLLEN>(sizeof stamp));
    EXPECT_EQ(std::memcmp(rd.data(), &date, sizeof date), 0);
    EXPECT_EQ(std::memcmp(rt.data(), &time, sizeof time), 0);
    EXPECT_EQ(std::memcmp(rts.data(), &stamp, sizeof stamp), 0);
    EXPECT_EQ(std::memcmp(rdt.data(), &datetime, sizeof datetime), 0);
}

TEST_F(DateTimes, FractionCountsNanoseconds) {
    stmt_.run(
        "SELECT CAST('2024-01-02 03:04:05.123' AS DATETIME), "
        "CAST('2024-01-02 03:04:05.007' AS DATETIME), "
        "CAST('2024-01-02 03:04:05' AS TIMESTAMP)");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    const SQLUINTEGER expected[] = {123000000, 7000000, 0};
    for (SQLUSMALLINT column = 1; column <= 3; ++column) {
        Guarded<SQL_TIMESTAMP_STRUCT> out;
        SQLLEN length = 0;
        ASSERT_TRUE(succeeds(
            stmt_, SQLGetData(stmt_, column, SQL_C_TYPE_TIMESTAMP, out.data(), 0, &length)));
        EXPECT_EQ(out[0].fraction, expected[column - 1]);
        EXPECT_EQ(out[0].second, 5);
    }
}

TEST_F(DateTimes, AsTextHaveTheirFullLength) {
    stmt_.run(
        "SELECT CAST('2024-01-02' AS DATE), CAST('03:04:05' AS TIME), "
        "CAST('2024-01-02 03:04:05' AS TIMESTAMP), "
        "CAST('2024-01-02 03:04:05.120' AS DATETIME)");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(stmt_.text(1), "2024-01-02");
    EXPECT_EQ(stmt_.text(2), "03:04:05");
    EXPECT_EQ(stmt_.text(3), "2024-01-02 03:04:05");
    EXPECT_EQ(stmt_.text(4), "2024-01-02 03:04:05.120");
}

TEST_F(DateTimes, PartsAreGivenToTheSmallerStructs) {
    stmt_.run(
        "SELECT CAST('2024-01-02 03:04:05' AS DATETIME), CAST('2024-01-02' AS DATE), "
        "CAST('2024-01-02 03:04:05' AS DATETIME)");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    SQL_DATE_STRUCT date{};
    SQL_TIME_STRUCT time{};
    SQL_TIMESTAMP_STRUCT stamp{};
    SQLLEN length = 0;
    EXPECT_TRUE(warns(stmt_, SQLGetData(stmt_, 1, SQL_C_TYPE_DATE, &date, 0, &length), "01S07"));
    EXPECT_EQ(date.day, 2);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 3, SQL_C_TYPE_TIME, &time, 0, &length)));
    EXPECT_EQ(time.minute, 4);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 2, SQL_C_TYPE_TIMESTAMP, &stamp, 0, &length)));
    EXPECT_EQ(stamp.year, 2024);
    EXPECT_EQ(stamp.hour, 0);
}

TEST_F(DateTimes, FractionThatWouldBeCutIs22008) {
    SQL_TIMESTAMP_STRUCT stamp = {2024, 1, 2, 3, 4, 5, 123456789};
    bind(stmt_, 1,
         {.c_type = SQL_C_TYPE_TIMESTAMP,
          .sql_type = SQL_TYPE_TIMESTAMP,
          .data = &stamp,
          .size = 23,
          .digits = 3});
    const std::string insert = "INSERT INTO " + table_ + " (id, dt) VALUES (1, ?)";
    EXPECT_TRUE(fails(stmt_, stmt_.exec(insert), "22008"));
    stamp.fraction = 999999999;
    EXPECT_TRUE(fails(stmt_, stmt_.exec(insert), "22008"));
    stamp.fraction = 123000000;
    EXPECT_TRUE(succeeds(stmt_, stmt_.exec(insert)));
}

TEST_F(DateTimes, ImpossibleDatesAreRefusedAndNotSent) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    SQL_TIMESTAMP_STRUCT stamp{};
    bind(stmt, 1,
         {.c_type = SQL_C_TYPE_TIMESTAMP,
          .sql_type = SQL_TYPE_TIMESTAMP,
          .data = &stamp,
          .size = 23,
          .digits = 3});
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table_ + " (id, dt) VALUES (1, ?)")));
    tap().take();
    for (const SQL_TIMESTAMP_STRUCT& bad : {SQL_TIMESTAMP_STRUCT{2024, 13, 1, 0, 0, 0, 0},
                                            SQL_TIMESTAMP_STRUCT{2023, 2, 29, 0, 0, 0, 0},
                                            SQL_TIMESTAMP_STRUCT{2024, 2, 30, 0, 0, 0, 0},
                                            SQL_TIMESTAMP_STRUCT{2024, 1, 1, 24, 0, 0, 0},
                                            SQL_TIMESTAMP_STRUCT{2024, 1, 1, 0, 60, 0, 0}}) {
        stamp = bad;
        EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "22007|22008"));
    }
    for (int function : tap().take_functions()) EXPECT_NE(function, kExecute);
}

TEST_F(DateTimes, TextParametersConvert) {
    char date[] = "2024-02-29";
    char time[] = "01:02:03";
    char datetime[] = "2024-02-29 01:02:03.5";
    SQLLEN nts = SQL_NTS;
    bind(stmt_, 1, {.sql_type = SQL_TYPE_DATE, .data = date, .indicator = &nts, .size = 10});
    bind(stmt_, 2, {.sql_type = SQL_TYPE_TIME, .data = time, .indicator = &nts, .size = 8});
    bind(stmt_, 3,
         {.sql_type = SQL_TYPE_TIMESTAMP,
          .data = datetime,
          .indicator = &nts,
          .size = 23,
          .digits = 3});
    ASSERT_TRUE(succeeds(
        stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, d, t, dt) VALUES (1, ?, ?, ?)")));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    EXPECT_THAT(stmt_.query("SELECT d, t, dt FROM " + table_),
                ElementsAre(Row{"2024-02-29", "01:02:03", "2024-02-29 01:02:03.500"}));
}

TEST_F(DateTimes, ColumnSizesAreTheirLengthAsText) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT d, t, ts, dt FROM " + table_)));
    const struct {
        SQLSMALLINT type;
        SQLULEN size;
        SQLSMALLINT digits;
        SQLLEN code;
    } expected[] = {{SQL_TYPE_DATE, 10, 0, SQL_CODE_DATE},
                    {SQL_TYPE_TIME, 8, 0, SQL_CODE_TIME},
                    {SQL_TYPE_TIMESTAMP, 19, 0, SQL_CODE_TIMESTAMP},
                    {SQL_TYPE_TIMESTAMP, 23, 3, SQL_CODE_TIMESTAMP}};
    for (SQLUSMALLINT column = 1; column <= 4; ++column) {
        const auto& want = expected[column - 1];
        SQLSMALLINT type = 0;
        SQLULEN size = 0;
        SQLSMALLINT digits = -1;
        ASSERT_TRUE(succeeds(stmt_, SQLDescribeCol(stmt_, column, nullptr, 0, nullptr, &type, &size,
                                                   &digits, nullptr)));
        EXPECT_EQ(type, want.type) << column;
        EXPECT_EQ(size, want.size) << column;
        EXPECT_EQ(digits, want.digits) << column;
        const struct {
            SQLUSMALLINT field;
            SQLLEN value;
        } fields[] = {{SQL_DESC_TYPE, SQL_DATETIME},
                      {SQL_DESC_CONCISE_TYPE, want.type},
                      {SQL_DESC_DISPLAY_SIZE, static_cast<SQLLEN>(want.size)}};
        for (const auto& field : fields) {
            SQLLEN value = -7;
            ASSERT_TRUE(succeeds(
                stmt_, SQLColAttribute(stmt_, column, field.field, nullptr, 0, nullptr, &value)));
            EXPECT_EQ(value, field.value) << column << " field " << field.field;
        }
    }
}

TEST_F(DateTimes, TextOfACharacterColumnConvertsToAStruct) {
    stmt_.run("SELECT '2024-05-06 07:08:09.25', 'no date', '2024-02-30'");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQL_TIMESTAMP_STRUCT> out;
    SQLLEN length = 0;
    ASSERT_TRUE(
        succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_TYPE_TIMESTAMP, out.data(), 0, &length)));
    EXPECT_EQ(out[0].minute, 8);
    EXPECT_EQ(out[0].fraction, 250000000U);
    Guarded<SQL_TIMESTAMP_STRUCT> untouched;
    EXPECT_TRUE(fails(stmt_,
                      SQLGetData(stmt_, 2, SQL_C_TYPE_TIMESTAMP, untouched.data(), 0, &length),
                      "22018|22007"));
    EXPECT_TRUE(fails(stmt_,
                      SQLGetData(stmt_, 3, SQL_C_TYPE_TIMESTAMP, untouched.data(), 0, &length),
                      "22007|22018"));
    EXPECT_TRUE(untouched.untouched());
}

// TIMESTAMPTZ is six shorts and a zone on the wire, DATETIMETZ seven.
TEST_F(DateTimes, ZonedTypesAreReadByTheirOwnLayouts) {
    const std::string select =
        "SELECT TIMESTAMPTZ'2024-05-01 12:00:00 Asia/Seoul',"
        " DATETIMETZ'2024-05-01 12:00:00.123 Asia/Seoul', TIMESTAMPLTZ'2024-05-01 12:00:00',"
        " DATETIMELTZ'2024-05-01 12:00:00.123', 'tail'";
    const Row texts = stmt_.query(select).at(0);
    stmt_.run(select);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    for (SQLUSMALLINT column = 1; column <= 4; ++column) {
        Guarded<SQL_TIMESTAMP_STRUCT> stamp;
        SQLLEN length = 0;
        ASSERT_TRUE(succeeds(
            stmt_, SQLGetData(stmt_, column, SQL_C_TYPE_TIMESTAMP, stamp.data(), 0, &length)));
        const bool has_milliseconds = column % 2 == 0;
        EXPECT_EQ(length, static_cast<SQLLEN>(sizeof(SQL_TIMESTAMP_STRUCT)));
        EXPECT_EQ(stamp[0].year, 2024) << column;
        EXPECT_EQ(stamp[0].month, 5) << column;
        EXPECT_EQ(stamp[0].day, 1) << column;
        EXPECT_EQ(stamp[0].hour, 12) << column;
        EXPECT_EQ(stamp[0].minute, 0) << column;
        EXPECT_EQ(stamp[0].second, 0) << column;
        EXPECT_EQ(stamp[0].fraction, has_milliseconds ? 123000000U : 0U) << column;
        const std::string local =
            has_milliseconds ? "2024-05-01 12:00:00.123 " : "2024-05-01 12:00:00 ";
        const std::string text = texts.at(column - 1U).value_or("");
        EXPECT_EQ(text.substr(0, local.size()), local);
        EXPECT_GT(text.size(), local.size()) << "the zone";
        if (column <= 2) {
            EXPECT_THAT(text, HasSubstr("Asia/Seoul"));
        }
    }
    EXPECT_EQ(stmt_.text(5), "tail");
}

TEST_F(DateTimes, AZeroDateIs22007OrNullAsTheKeywordSays) {
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id, d) VALUES (1, DATE'0000-00-00')");
    for (const bool is_null : {false, true}) {
        Dbc dbc = connect(is_null ? "ZeroDate=null;" : "ZeroDate=error;");
        Stmt stmt(dbc);
        stmt.run("SELECT d FROM " + table_);
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        Guarded<SQL_DATE_STRUCT> date;
        SQLLEN length = -777;
        const SQLRETURN code = SQLGetData(stmt, 1, SQL_C_TYPE_DATE, date.data(), 0, &length);
        if (is_null) {
            EXPECT_TRUE(succeeds(stmt, code));
            EXPECT_EQ(length, SQL_NULL_DATA);
        } else {
            EXPECT_TRUE(fails(stmt, code, "22007"));
            EXPECT_EQ(length, -777);
        }
    }
}

}  // namespace
}  // namespace conformance
