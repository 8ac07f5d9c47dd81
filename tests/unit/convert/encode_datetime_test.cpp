// Date and time parameters (ODBC Appendix D, "C to SQL: Date", "Time", "Timestamp", "Character").
#include "convert/datetime.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

std::vector<int> shorts_in(const Bound& bound) {
    EXPECT_EQ(bound.bytes.size(), 14U);
    std::vector<int> shorts;
    const auto bytes = base::as_bytes(bound.bytes);
    for (std::size_t i = 0; i < bytes.size(); i += 2)
        shorts.push_back(base::load_be<std::int16_t>(bytes.data() + i));
    return shorts;
}

using Shorts = std::vector<int>;

Bound bind_date(SQLSMALLINT sql_type, SQL_DATE_STRUCT value, SQLULEN size = 0) {
    return bind_value_as(SQL_C_TYPE_DATE, sql_type, value, size);
}
Bound bind_time(SQLSMALLINT sql_type, SQL_TIME_STRUCT value, SQLULEN size = 0) {
    return bind_value_as(SQL_C_TYPE_TIME, sql_type, value, size);
}
Bound bind_timestamp(SQLSMALLINT sql_type, SQL_TIMESTAMP_STRUCT value, SQLULEN size = 0) {
    return bind_value_as(SQL_C_TYPE_TIMESTAMP, sql_type, value, size);
}

TEST(EncodeDatetime, EachIsSevenShorts) {
    const Bound date = bind_date(SQL_TYPE_DATE, {2024, 2, 29});
    EXPECT_EQ(date.type, cas::Type::date);
    EXPECT_EQ(shorts_in(date), (Shorts{2024, 2, 29, 0, 0, 0, 0}));
    const Bound time = bind_time(SQL_TIME, {23, 59, 58});
    EXPECT_EQ(time.type, cas::Type::time);
    EXPECT_EQ(shorts_in(time), (Shorts{0, 0, 0, 23, 59, 58, 0}));
    const Bound stamp = bind_timestamp(SQL_TYPE_TIMESTAMP, {2024, 1, 2, 3, 4, 5, 123000000});
    EXPECT_EQ(stamp.type, cas::Type::datetime);
    EXPECT_EQ(shorts_in(stamp), (Shorts{2024, 1, 2, 3, 4, 5, 123}));
}

TEST(EncodeDatetime, AFractionFinerThanMillisecondsIsRefused) {
    const auto outcome = [](SQLUINTEGER fraction) {
        return bind_timestamp(SQL_TYPE_TIMESTAMP, {2024, 1, 2, 3, 4, 5, fraction}, 23).outcome;
    };
    EXPECT_EQ(outcome(123000000), Outcome::ok);
    EXPECT_EQ(outcome(7000000), Outcome::ok);
    EXPECT_EQ(outcome(123456789), Outcome::datetime_overflow);
    EXPECT_EQ(outcome(999999999), Outcome::datetime_overflow);
    EXPECT_EQ(outcome(1000000000), Outcome::bad_datetime);
    EXPECT_EQ(bind_text_as(SQL_TYPE_TIMESTAMP, "2024-01-02 03:04:05.1234").outcome,
              Outcome::datetime_overflow);
    EXPECT_EQ(bind_text_as(SQL_TYPE_TIMESTAMP, "2024-01-02 03:04:05.123000").outcome, Outcome::ok);
    EXPECT_EQ(bind_text_as(SQL_TYPE_TIMESTAMP, "2024-01-02 03:04:05.1230000000001").outcome,
              Outcome::datetime_overflow);
}

TEST(EncodeDatetime, ImpossibleFieldsAreNeverSent) {
    EXPECT_EQ(bind_date(SQL_TYPE_DATE, {2024, 13, 1}).outcome, Outcome::bad_datetime);
    EXPECT_EQ(bind_date(SQL_TYPE_DATE, {2023, 2, 30}).outcome, Outcome::bad_datetime);
    EXPECT_EQ(bind_date(SQL_TYPE_DATE, {0, 0, 0}).outcome, Outcome::bad_datetime);
    EXPECT_EQ(bind_date(SQL_TYPE_TIMESTAMP, {2023, 2, 30}).outcome, Outcome::bad_datetime);
    EXPECT_EQ(bind_date(SQL_VARCHAR, {2023, 2, 30}).outcome, Outcome::datetime_overflow);
    EXPECT_EQ(bind_time(SQL_TYPE_TIME, {24, 0, 0}).outcome, Outcome::bad_datetime);
    EXPECT_EQ(bind_time(SQL_VARCHAR, {24, 0, 0}).outcome, Outcome::datetime_overflow);
    EXPECT_EQ(bind_timestamp(SQL_TYPE_TIMESTAMP, {2024, 1, 1, 24, 0, 0, 0}).outcome,
              Outcome::bad_datetime);
    EXPECT_EQ(bind_timestamp(SQL_VARCHAR, {2024, 1, 1, 24, 0, 0, 0}).outcome,
              Outcome::datetime_overflow);
}

TEST(EncodeDatetime, PartsThatWouldBeLostAreRefused) {
    EXPECT_EQ(bind_timestamp(SQL_TYPE_DATE, {2024, 1, 2, 0, 0, 0, 0}).outcome, Outcome::ok);
    EXPECT_EQ(bind_timestamp(SQL_TYPE_DATE, {2024, 1, 2, 0, 0, 1, 0}).outcome,
              Outcome::datetime_overflow);
    EXPECT_EQ(bind_timestamp(SQL_TYPE_DATE, {2024, 1, 2, 0, 0, 0, 1}).outcome,
              Outcome::datetime_overflow);
    EXPECT_EQ(bind_timestamp(SQL_TYPE_DATE, {2024, 14, 2, 0, 0, 1, 0}).outcome,
              Outcome::bad_datetime);
    // The date of a timestamp that becomes a time is ignored.
    EXPECT_EQ(shorts_in(bind_timestamp(SQL_TYPE_TIME, {0, 0, 0, 3, 4, 5, 0})),
              (Shorts{0, 0, 0, 3, 4, 5, 0}));
    EXPECT_EQ(bind_timestamp(SQL_TYPE_TIME, {2024, 1, 2, 3, 4, 5, 1000000}).outcome,
              Outcome::datetime_overflow);
}

TEST(EncodeDatetime, ADateAndATimeBecomeTimestamps) {
    EXPECT_EQ(shorts_in(bind_date(SQL_TYPE_TIMESTAMP, {2024, 2, 29})),
              (Shorts{2024, 2, 29, 0, 0, 0, 0}));
    const Date before = today();
    const Shorts shorts = shorts_in(bind_time(SQL_TYPE_TIMESTAMP, {3, 4, 5}));
    const Date after = today();
    EXPECT_TRUE(shorts[2] == before.day || shorts[2] == after.day);
    EXPECT_EQ(shorts[3], 3);
}

TEST(EncodeDatetime, AsTextTheyAreIso) {
    EXPECT_EQ(bind_date(SQL_VARCHAR, {5, 2, 3}).text(), "0005-02-03");
    EXPECT_EQ(bind_time(SQL_WVARCHAR, {3, 4, 5}).text(), "03:04:05");
    EXPECT_EQ(bind_timestamp(SQL_CHAR, {2024, 1, 2, 3, 4, 5, 0}).text(), "2024-01-02 03:04:05");
    EXPECT_EQ(bind_timestamp(SQL_CHAR, {2024, 1, 2, 3, 4, 5, 120000000}).text(),
              "2024-01-02 03:04:05.12");
    EXPECT_EQ(bind_timestamp(SQL_CHAR, {2024, 1, 2, 3, 4, 5, 1}).text(),
              "2024-01-02 03:04:05.000000001");
    EXPECT_EQ(bind_date(SQL_VARCHAR, {2024, 2, 3}, 9).outcome, Outcome::too_long);
    EXPECT_EQ(bind_time(SQL_VARCHAR, {3, 4, 5}, 7).outcome, Outcome::too_long);
    EXPECT_EQ(bind_timestamp(SQL_VARCHAR, {2024, 1, 2, 3, 4, 5, 500000000}, 20).outcome,
              Outcome::too_long);
}

struct TextCase {
    const char* text;
    Outcome date;
    Outcome time;
    Outcome timestamp;
};

TEST(EncodeDatetime, LiteralsAreReadAndSentTyped) {
    using enum Outcome;
    const std::vector<TextCase> cases = {
        {"2024-01-02", ok, bad_text, ok},
        {" {d '2024-01-02'} ", ok, bad_text, ok},
        {"03:04:05", bad_text, ok, ok},
        {"03:04:05.000", bad_text, ok, ok},
        {"03:04:05.5", bad_text, datetime_overflow, ok},
        {"{t '03:04:05'}", bad_text, ok, ok},
        {"2024-01-02 00:00:00", ok, ok, ok},
        {"2024-01-02 03:04:05", datetime_overflow, ok, ok},
        {"{ts '2024-01-02 03:04:05.25'}", datetime_overflow, datetime_overflow, ok},
        {"2024-13-02", bad_datetime, bad_datetime, bad_datetime},
        {"2024-02-30 00:00:00", bad_datetime, bad_datetime, bad_datetime},
        {"24:00:00", bad_datetime, bad_datetime, bad_datetime},
        {"02/01/2024", bad_text, bad_text, bad_text},
        {"", bad_text, bad_text, bad_text},
    };
    for (const TextCase& test : cases) {
        EXPECT_EQ(bind_text_as(SQL_TYPE_DATE, test.text).outcome, test.date) << test.text;
        EXPECT_EQ(bind_text_as(SQL_TYPE_TIME, test.text).outcome, test.time) << test.text;
        EXPECT_EQ(bind_text_as(SQL_TYPE_TIMESTAMP, test.text).outcome, test.timestamp) << test.text;
    }
    EXPECT_EQ(shorts_in(bind_text_as(SQL_TYPE_TIMESTAMP, "{ts '2024-01-02 03:04:05.25'}")),
              (Shorts{2024, 1, 2, 3, 4, 5, 250}));
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"2024-01-02", SQL_NTS}, param(SQL_TYPE_DATE)).type,
              cas::Type::date);
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
