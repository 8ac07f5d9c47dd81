// Dates, times and timestamps from the wire (ODBC Appendix D, "SQL to C: Date", "Time",
// "Timestamp", "Character").
#include "convert/datetime.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

const WireCell kDate = shorts_cell({2024, 2, 29});
const WireCell kTime = shorts_cell({23, 59, 58});
const WireCell kTimestamp = shorts_cell({2024, 1, 2, 3, 4, 5});
const WireCell kDatetime = shorts_cell({2024, 1, 2, 3, 4, 5, 123});

TEST(DecodeDatetime, StructuresHoldTheFields) {
    const auto date =
        fetch_fixed<SQL_DATE_STRUCT>(column(cas::Type::date), kDate, SQL_C_TYPE_DATE).value;
    EXPECT_EQ(date.year, 2024);
    EXPECT_EQ(date.month, 2);
    EXPECT_EQ(date.day, 29);
    const auto time =
        fetch_fixed<SQL_TIME_STRUCT>(column(cas::Type::time), kTime, SQL_C_TIME).value;
    EXPECT_EQ(time.hour, 23);
    EXPECT_EQ(time.second, 58);
    const auto stamp =
        fetch_fixed<SQL_TIMESTAMP_STRUCT>(column(cas::Type::timestamp), kTimestamp, SQL_C_TIMESTAMP)
            .value;
    EXPECT_EQ(stamp.minute, 4);
    EXPECT_EQ(stamp.fraction, 0U);
}

TEST(DecodeDatetime, TheFractionCountsNanoseconds) {
    const auto fraction = [](int milliseconds) {
        return fetch_fixed<SQL_TIMESTAMP_STRUCT>(column(cas::Type::datetime),
                                                 shorts_cell({2024, 1, 2, 3, 4, 5, milliseconds}),
                                                 SQL_C_TYPE_TIMESTAMP)
            .value.fraction;
    };
    EXPECT_EQ(fraction(123), 123000000U);
    EXPECT_EQ(fraction(7), 7000000U);
    EXPECT_EQ(fraction(999), 999000000U);
}

TEST(DecodeDatetime, TextIsIsoInEveryYear) {
    EXPECT_EQ(fetch_text(column(cas::Type::date), kDate), "2024-02-29");
    EXPECT_EQ(fetch_text(column(cas::Type::date), shorts_cell({1, 1, 1})), "0001-01-01");
    EXPECT_EQ(fetch_text(column(cas::Type::time), kTime), "23:59:58");
    EXPECT_EQ(fetch_text(column(cas::Type::timestamp), kTimestamp), "2024-01-02 03:04:05");
    EXPECT_EQ(fetch_text(column(cas::Type::datetime), kDatetime), "2024-01-02 03:04:05.123");
    EXPECT_EQ(fetch_text(column(cas::Type::datetime), shorts_cell({2024, 1, 2, 3, 4, 5, 7})),
              "2024-01-02 03:04:05.007");
    EXPECT_EQ(fetch_text(column(cas::Type::datetime), shorts_cell({2024, 1, 2, 3, 4, 5, 0})),
              "2024-01-02 03:04:05.000");
}

void expect_text_at_every_capacity(cas::Type type, const WireCell& cell, std::string_view text,
                                   std::size_t needed) {
    for (std::size_t capacity = 0; capacity < text.size() + 3; ++capacity) {
        const Fetched narrow = fetch(column(type), cell, SQL_C_CHAR, capacity);
        const Fetched wide = fetch(column(type), cell, SQL_C_WCHAR, 2 * capacity);
        EXPECT_EQ(wide.outcome, narrow.outcome);
        if (capacity <= needed) {
            EXPECT_EQ(narrow.outcome, Outcome::out_of_range);
            EXPECT_TRUE(narrow.buffer.is_untouched());
            EXPECT_TRUE(wide.buffer.is_untouched());
            continue;
        }
        EXPECT_EQ(narrow.outcome, capacity > text.size() ? Outcome::ok : Outcome::truncated);
        const std::size_t kept = std::min(capacity - 1, text.size());
        EXPECT_EQ(narrow.buffer.bytes(kept + 1), std::string{text.substr(0, kept)} + '\0');
        EXPECT_TRUE(narrow.buffer.is_untouched_behind(kept + 1));
        EXPECT_TRUE(wide.buffer.is_untouched_behind(2 * kept + 2));
        EXPECT_EQ(narrow.length, static_cast<SQLLEN>(text.size()));
        EXPECT_EQ(wide.length, static_cast<SQLLEN>(2 * text.size()));
    }
}

TEST(DecodeDatetime, OnlyTheFractionAndTheZoneMayBeCut) {
    expect_text_at_every_capacity(cas::Type::date, kDate, "2024-02-29", 10);
    expect_text_at_every_capacity(cas::Type::time, kTime, "23:59:58", 8);
    expect_text_at_every_capacity(cas::Type::timestamp, kTimestamp, "2024-01-02 03:04:05", 19);
    expect_text_at_every_capacity(cas::Type::datetime, kDatetime, "2024-01-02 03:04:05.123", 19);
    expect_text_at_every_capacity(cas::Type::datetimetz,
                                  shorts_cell({2024, 5, 1, 12, 0, 0, 123}, "+09:00"),
                                  "2024-05-01 12:00:00.123 +09:00", 19);
}

TEST(DecodeDatetime, ADateTimeSplitsIntoDateAndTimeWithAWarning) {
    const ColumnContext context = column(cas::Type::datetime);
    const auto date = fetch_fixed<SQL_DATE_STRUCT>(context, kDatetime, SQL_C_TYPE_DATE);
    EXPECT_EQ(date.outcome, Outcome::fraction_lost);
    EXPECT_EQ(date.value.day, 2);
    const auto time = fetch_fixed<SQL_TIME_STRUCT>(context, kDatetime, SQL_C_TYPE_TIME);
    EXPECT_EQ(time.outcome, Outcome::fraction_lost);
    EXPECT_EQ(time.value.second, 5);
    const WireCell midnight = shorts_cell({2024, 1, 2, 0, 0, 0, 0});
    EXPECT_EQ(fetch_fixed<SQL_DATE_STRUCT>(context, midnight, SQL_C_TYPE_DATE).outcome,
              Outcome::ok);
    EXPECT_EQ(
        fetch_fixed<SQL_TIME_STRUCT>(column(cas::Type::timestamp), kTimestamp, SQL_C_TYPE_TIME)
            .outcome,
        Outcome::ok);
}

TEST(DecodeDatetime, ATimeBecomesATimestampOfToday) {
    const Date before = today();
    const auto stamp =
        fetch_fixed<SQL_TIMESTAMP_STRUCT>(column(cas::Type::time), kTime, SQL_C_TYPE_TIMESTAMP)
            .value;
    const Date after = today();
    const Date got{stamp.year, stamp.month, stamp.day};
    EXPECT_TRUE(got == before || got == after);
    EXPECT_EQ(stamp.hour, 23);
    const auto of_date =
        fetch_fixed<SQL_TIMESTAMP_STRUCT>(column(cas::Type::date), kDate, SQL_C_TYPE_TIMESTAMP)
            .value;
    EXPECT_EQ(of_date.hour, 0);
    EXPECT_EQ(of_date.day, 29);
}

TEST(DecodeDatetime, ZonedValuesAreWallTimeAndTextWithTheZone) {
    const auto check = [](cas::Type type, const WireCell& cell, SQLUINTEGER fraction,
                          std::string_view text) {
        const auto stamp =
            fetch_fixed<SQL_TIMESTAMP_STRUCT>(column(type), cell, SQL_C_TYPE_TIMESTAMP);
        EXPECT_EQ(stamp.outcome, Outcome::ok);
        EXPECT_EQ(stamp.value.hour, 12);
        EXPECT_EQ(stamp.value.fraction, fraction);
        EXPECT_EQ(fetch_text(column(type), cell), text);
    };
    check(cas::Type::timestamptz, shorts_cell({2024, 5, 1, 12, 0, 0}, "Asia/Seoul KST"), 0,
          "2024-05-01 12:00:00 Asia/Seoul KST");
    check(cas::Type::timestampltz, shorts_cell({2024, 5, 1, 12, 0, 0}, "+09:00"), 0,
          "2024-05-01 12:00:00 +09:00");
    check(cas::Type::datetimetz, shorts_cell({2024, 5, 1, 12, 0, 0, 123}, "+09:00"), 123000000,
          "2024-05-01 12:00:00.123 +09:00");
    check(cas::Type::datetimeltz, shorts_cell({2024, 5, 1, 12, 0, 0, 0}, "Etc/UTC UTC"), 0,
          "2024-05-01 12:00:00.000 Etc/UTC UTC");
}

TEST(DecodeDatetime, TheZeroDateIsShownButNoDayIsMadeUp) {
    const WireCell zero = shorts_cell({0, 0, 0});
    EXPECT_EQ(fetch_text(column(cas::Type::date), zero), "0000-00-00");
    EXPECT_EQ(fetch_fixed<SQL_DATE_STRUCT>(column(cas::Type::date), zero, SQL_C_TYPE_DATE).outcome,
              Outcome::bad_datetime);
    const WireCell zero_datetime = shorts_cell({0, 0, 0, 0, 0, 0, 0});
    EXPECT_EQ(fetch_text(column(cas::Type::datetime), zero_datetime), "0000-00-00 00:00:00.000");
    EXPECT_EQ(fetch_fixed<SQL_TIMESTAMP_STRUCT>(column(cas::Type::datetime), zero_datetime,
                                                SQL_C_TYPE_TIMESTAMP)
                  .outcome,
              Outcome::bad_datetime);
    EXPECT_EQ(fetch(column(cas::Type::date), zero, SQL_C_BINARY, 6).outcome, Outcome::bad_datetime);
}

TEST(DecodeDatetime, TheZeroDateIsNullWhereZeroDateSaysSo) {
    struct Case {
        cas::Type type;
        WireCell zero;
        WireCell day;
    };
    const std::vector<Case> cases = {
        {cas::Type::date, shorts_cell({0, 0, 0}), shorts_cell({2024, 1, 1})},
        {cas::Type::timestamp, shorts_cell({0, 0, 0, 0, 0, 0}), shorts_cell({2024, 1, 1, 0, 0, 0})},
        {cas::Type::datetime, shorts_cell({0, 0, 0, 0, 0, 0, 0}),
         shorts_cell({2024, 1, 1, 0, 0, 0, 0})},
        {cas::Type::datetimetz, shorts_cell({0, 0, 0, 0, 0, 0, 0}, "+09:00"),
         shorts_cell({2024, 1, 1, 0, 0, 0, 0}, "+09:00")},
    };
    for (const Case& test : cases) {
        ColumnContext context = column(test.type);
        context.zero_date_is_null = true;
        for (const int code :
             {SQL_C_CHAR, SQL_C_WCHAR, SQL_C_BINARY, SQL_C_TYPE_DATE, SQL_C_TYPE_TIMESTAMP}) {
            const auto c_type = static_cast<SQLSMALLINT>(code);
            const Fetched zero = fetch(context, test.zero, c_type, 100);
            EXPECT_EQ(zero.outcome, Outcome::ok);
            EXPECT_EQ(zero.length, SQL_NULL_DATA);
            EXPECT_TRUE(zero.buffer.is_untouched());
            EXPECT_NE(fetch(context, test.day, c_type, 100).length, SQL_NULL_DATA);
        }
        const Decode decode = select_decoder(context.type, SQL_C_CHAR);
        EXPECT_EQ(decode(test.zero, {nullptr, 0, nullptr, nullptr}, context),
                  Outcome::needs_indicator);
    }
    ColumnContext midnight = column(cas::Type::time);
    midnight.zero_date_is_null = true;
    EXPECT_EQ(fetch_text(midnight, shorts_cell({0, 0, 0})), "00:00:00");
}

TEST(DecodeDatetime, ImpossibleFieldsAreRefused) {
    const auto outcome = [](cas::Type type, const WireCell& cell) {
        const Fetched fetched = fetch(column(type), cell, SQL_C_CHAR, 100);
        EXPECT_TRUE(fetched.buffer.is_untouched());
        return fetched.outcome;
    };
    EXPECT_EQ(outcome(cas::Type::date, shorts_cell({2024, 99, 1})), Outcome::bad_datetime);
    EXPECT_EQ(outcome(cas::Type::date, shorts_cell({2023, 2, 29})), Outcome::bad_datetime);
    EXPECT_EQ(outcome(cas::Type::date, shorts_cell({-1, 1, 1})), Outcome::bad_datetime);
    EXPECT_EQ(outcome(cas::Type::time, shorts_cell({24, 0, 0})), Outcome::bad_datetime);
    EXPECT_EQ(outcome(cas::Type::datetime, shorts_cell({2024, 1, 1, 0, 0, 0, 1000})),
              Outcome::bad_datetime);
    EXPECT_EQ(outcome(cas::Type::date, shorts_cell({2024, 1})), Outcome::malformed);
    EXPECT_EQ(outcome(cas::Type::datetime, shorts_cell({2024, 1, 1, 0, 0, 0})), Outcome::malformed);
    EXPECT_EQ(outcome(cas::Type::timestamptz, shorts_cell({2024, 1, 1})), Outcome::malformed);
    EXPECT_EQ(
        outcome(cas::Type::timestamptz, shorts_cell({2024, 1, 1, 0, 0, 0}, std::string(64, 'x'))),
        Outcome::malformed);
}

TEST(DecodeDatetime, AsBinaryTheyAreTheirStructures) {
    const Fetched fetched = fetch(column(cas::Type::datetime), kDatetime, SQL_C_BINARY, 16);
    EXPECT_EQ(fetched.outcome, Outcome::ok);
    EXPECT_EQ(fetched.length, 16);
    EXPECT_EQ(fetched.buffer.as<SQL_TIMESTAMP_STRUCT>().fraction, 123000000U);
    EXPECT_EQ(fetch(column(cas::Type::datetime), kDatetime, SQL_C_BINARY, 15).outcome,
              Outcome::out_of_range);
    EXPECT_EQ(
        fetch(column(cas::Type::date), kDate, SQL_C_BINARY, 6).buffer.as<SQL_DATE_STRUCT>().day,
        29);
}

struct TextCase {
    const char* text;
    Outcome date;
    Outcome time;
    Outcome timestamp;
};

TEST(DecodeDatetime, TextColumnsHoldLiterals) {
    using enum Outcome;
    const std::vector<TextCase> cases = {
        {"2024-01-02", ok, bad_text, ok},
        {"  2024-01-02 ", ok, bad_text, ok},
        {"{d '2024-01-02'}", ok, bad_text, ok},
        {"{ d  '2024-01-02' }", ok, bad_text, ok},
        {"03:04:05", bad_text, ok, ok},
        {"{t '03:04:05'}", bad_text, ok, ok},
        {"2024-01-02 03:04:05", fraction_lost, ok, ok},
        {"{ts '2024-01-02 03:04:05'}", fraction_lost, ok, ok},
        {"2024-01-02 00:00:00", ok, ok, ok},
        {"2024-01-02 00:00:00.000", ok, ok, ok},
        {"2024-01-02 00:00:00.001", fraction_lost, fraction_lost, ok},
        {"03:04:05.5", bad_text, fraction_lost, ok},
        {"2024-01-02 03:04:05.123456789012345", fraction_lost, fraction_lost, fraction_lost},
        {"2024-01-02 03:04:05.1234567890", fraction_lost, fraction_lost, ok},
        {"2024-13-02", bad_datetime, bad_datetime, bad_datetime},
        {"2024-02-30", bad_datetime, bad_datetime, bad_datetime},
        {"24:00:00", bad_datetime, bad_datetime, bad_datetime},
        {"2024-1-2", bad_text, bad_text, bad_text},
        {"2024/01/02", bad_text, bad_text, bad_text},
        {"{d '03:04:05'}", bad_text, bad_text, bad_text},
        {"{ts '2024-01-02'}", bad_text, bad_text, bad_text},
        {"{x '2024-01-02'}", bad_text, bad_text, bad_text},
        {"{d 2024-01-02}", bad_text, bad_text, bad_text},
        {"{}", bad_text, bad_text, bad_text},
        {"{d '}", bad_text, bad_text, bad_text},
        {"2024-01-02 03:04:05 +09:00", bad_text, bad_text, bad_text},
        {"2024-01-02 ", ok, bad_text, ok},
        {"2024-01-02x", bad_text, bad_text, bad_text},
        {"", bad_text, bad_text, bad_text},
        {"abc", bad_text, bad_text, bad_text},
    };
    for (const TextCase& test : cases) {
        const ColumnContext context = column(cas::Type::string);
        const WireCell cell = text_cell(test.text);
        EXPECT_EQ(fetch_fixed<SQL_DATE_STRUCT>(context, cell, SQL_C_TYPE_DATE).outcome, test.date)
            << test.text;
        EXPECT_EQ(fetch_fixed<SQL_TIME_STRUCT>(context, cell, SQL_C_TYPE_TIME).outcome, test.time)
            << test.text;
        EXPECT_EQ(fetch_fixed<SQL_TIMESTAMP_STRUCT>(context, cell, SQL_C_TYPE_TIMESTAMP).outcome,
                  test.timestamp)
            << test.text;
    }
    const auto stamp = fetch_fixed<SQL_TIMESTAMP_STRUCT>(
        column(cas::Type::string), text_cell("2024-01-02 03:04:05.123456789012345"),
        SQL_C_TYPE_TIMESTAMP);
    EXPECT_EQ(stamp.value.fraction, 123456789U);
}

TEST(Datetime, EveryDayOfTheCalendarIsValidOnce) {
    const auto is_leap = [](int year) {
        return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
    };
    int days = 0;
    for (int year = -1; year <= 10001; ++year) {
        int in_year = 0;
        for (int month = 0; month <= 13; ++month) {
            for (int day = 0; day <= 32; ++day) {
                const Date date{static_cast<std::int16_t>(year), static_cast<std::uint16_t>(month),
                                static_cast<std::uint16_t>(day)};
                in_year += is_valid(date) ? 1 : 0;
            }
        }
        if (year < 1 || year > 9999) {
            EXPECT_EQ(in_year, 0);
        } else {
            EXPECT_EQ(in_year, is_leap(year) ? 366 : 365) << year;
        }
        days += in_year;
    }
    EXPECT_EQ(days, 3652059);
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
