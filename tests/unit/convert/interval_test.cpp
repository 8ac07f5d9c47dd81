#include "convert/interval.h"

#include <random>

#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

constexpr IntervalType type_of(SQLSMALLINT code) {
    return kIntervals[static_cast<std::size_t>(code - SQL_INTERVAL_YEAR)];
}

ColumnContext text_column(int leading = 2, int seconds = 6) {
    ColumnContext context = column(cas::Type::string);
    context.interval = {leading, seconds};
    return context;
}

SQL_INTERVAL_STRUCT fetch_interval(const ColumnContext& context, const cas::Cell& cell,
                                   SQLSMALLINT c_type, Outcome expected = Outcome::ok) {
    const auto fetched = fetch_fixed<SQL_INTERVAL_STRUCT>(context, cell, c_type);
    EXPECT_EQ(fetched.outcome, expected) << c_type;
    if (!is_error(fetched.outcome)) {
        EXPECT_EQ(fetched.value.interval_type, c_type - SQL_INTERVAL_YEAR + SQL_CODE_YEAR);
    }
    return fetched.value;
}

std::string days_of(const SQL_INTERVAL_STRUCT& value) {
    const SQL_DAY_SECOND_STRUCT& days = value.intval.day_second;
    return std::string{value.interval_sign == SQL_TRUE ? "-" : "+"} + std::to_string(days.day) +
           ' ' + std::to_string(days.hour) + ' ' + std::to_string(days.minute) + ' ' +
           std::to_string(days.second) + ' ' + std::to_string(days.fraction);
}
std::string months_of(const SQL_INTERVAL_STRUCT& value) {
    const SQL_YEAR_MONTH_STRUCT& months = value.intval.year_month;
    return std::string{value.interval_sign == SQL_TRUE ? "-" : "+"} + std::to_string(months.year) +
           ' ' + std::to_string(months.month);
}

struct TextCase {
    const char* text;
    SQLSMALLINT c_type;
    Outcome outcome;
    const char* fields;
};

TEST(DecodeInterval, TextOfAYearMonthIntervalFillsYearsAndMonths) {
    using enum Outcome;
    const std::vector<TextCase> cases = {
        {"1-02", SQL_C_INTERVAL_YEAR_TO_MONTH, ok, "+1 2"},
        {" -1-2 ", SQL_C_INTERVAL_YEAR_TO_MONTH, ok, "-1 2"},
        {"+7", SQL_C_INTERVAL_YEAR_TO_MONTH, ok, "+7 0"},
        {"1-02", SQL_C_INTERVAL_MONTH, ok, "+0 14"},
        {"1-02", SQL_C_INTERVAL_YEAR, fraction_lost, "+1 0"},
        {"-0-11", SQL_C_INTERVAL_YEAR, fraction_lost, "+0 0"},
        {"14", SQL_C_INTERVAL_MONTH, ok, "+0 14"},
        {"1-12", SQL_C_INTERVAL_YEAR_TO_MONTH, bad_text, ""},
        {"100-00", SQL_C_INTERVAL_YEAR_TO_MONTH, interval_overflow, ""},
        {"99999999999", SQL_C_INTERVAL_YEAR, interval_overflow, ""},
        {"1-2-3", SQL_C_INTERVAL_YEAR_TO_MONTH, bad_text, ""},
        {"1-", SQL_C_INTERVAL_YEAR_TO_MONTH, bad_text, ""},
        {"1.5", SQL_C_INTERVAL_YEAR, bad_text, ""},
        {"1 2", SQL_C_INTERVAL_YEAR_TO_MONTH, bad_text, ""},
        {"INTERVAL '1-02' YEAR TO MONTH", SQL_C_INTERVAL_YEAR_TO_MONTH, ok, "+1 2"},
        {"interval -'14' month(3)", SQL_C_INTERVAL_YEAR_TO_MONTH, ok, "-1 2"},
        {"INTERVAL -'-1' YEAR", SQL_C_INTERVAL_YEAR, ok, "+1 0"},
        {"INTERVAL -'0' YEAR", SQL_C_INTERVAL_YEAR, ok, "+0 0"},
        {"{INTERVAL '5' YEAR}", SQL_C_INTERVAL_MONTH, ok, "+0 60"},
        {"INTERVAL '5' DAY", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5' MONTH TO YEAR", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5' YEAR TO DAY", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5' YEAR TO", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5' YEAR MONTH", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5' YEAR(2", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5' FORTNIGHT", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL '5", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"INTERVAL 5 YEAR", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"", SQL_C_INTERVAL_MONTH, bad_text, ""},
        {"year", SQL_C_INTERVAL_MONTH, bad_text, ""},
    };
    for (const TextCase& test : cases) {
        const auto value =
            fetch_interval(text_column(), text_cell(test.text), test.c_type, test.outcome);
        if (!is_error(test.outcome)) {
            EXPECT_EQ(months_of(value), test.fields) << test.text;
        }
    }
}

TEST(DecodeInterval, TextOfADayTimeIntervalFillsDaysToSeconds) {
    using enum Outcome;
    const std::vector<TextCase> cases = {
        {"3 04:05:06.5", SQL_C_INTERVAL_DAY_TO_SECOND, ok, "+3 4 5 6 500000"},
        {"-3 04:05:06", SQL_C_INTERVAL_DAY_TO_SECOND, ok, "-3 4 5 6 0"},
        {"3 04:05", SQL_C_INTERVAL_DAY_TO_SECOND, ok, "+3 4 5 0 0"},
        {"3  4", SQL_C_INTERVAL_DAY_TO_SECOND, ok, "+3 4 0 0 0"},
        {"3", SQL_C_INTERVAL_DAY_TO_SECOND, ok, "+3 0 0 0 0"},
        {"3 04:05:06", SQL_C_INTERVAL_DAY_TO_MINUTE, fraction_lost, "+3 4 5 0 0"},
        {"3 04:05:00", SQL_C_INTERVAL_DAY_TO_MINUTE, ok, "+3 4 5 0 0"},
        {"3 04:05:06", SQL_C_INTERVAL_DAY_TO_HOUR, fraction_lost, "+3 4 0 0 0"},
        {"3 00:00:00", SQL_C_INTERVAL_DAY, ok, "+3 0 0 0 0"},
        {"3 04:05", SQL_C_INTERVAL_HOUR_TO_MINUTE, ok, "+0 76 5 0 0"},
        {"76:05:04", SQL_C_INTERVAL_HOUR_TO_SECOND, ok, "+0 76 5 4 0"},
        {"76:05", SQL_C_INTERVAL_HOUR_TO_SECOND, ok, "+0 76 5 0 0"},
        {"76:05", SQL_C_INTERVAL_MINUTE_TO_SECOND, ok, "+0 0 76 5 0"},
        {"76:05.25", SQL_C_INTERVAL_DAY_TO_SECOND, ok, "+0 1 16 5 250000"},
        {"01:02:03", SQL_C_INTERVAL_MINUTE_TO_SECOND, ok, "+0 0 62 3 0"},
        {"42.000001", SQL_C_INTERVAL_SECOND, ok, "+0 0 0 42 1"},
        {"42.", SQL_C_INTERVAL_SECOND, ok, "+0 0 0 42 0"},
        {"42.0000001", SQL_C_INTERVAL_SECOND, fraction_lost, "+0 0 0 42 0"},
        {"42.0000000000", SQL_C_INTERVAL_SECOND, ok, "+0 0 0 42 0"},
        {"42.0000000001", SQL_C_INTERVAL_SECOND, fraction_lost, "+0 0 0 42 0"},
        {"-0.0000001", SQL_C_INTERVAL_SECOND, fraction_lost, "+0 0 0 0 0"},
        {"1:40", SQL_C_INTERVAL_SECOND, interval_overflow, ""},
        {"INTERVAL '100' SECOND(3, 2)", SQL_C_INTERVAL_MINUTE_TO_SECOND, ok, "+0 0 1 40 0"},
        {"INTERVAL '1 2' DAY TO HOUR", SQL_C_INTERVAL_HOUR, ok, "+0 26 0 0 0"},
        {"INTERVAL '1' MONTH", SQL_C_INTERVAL_HOUR, bad_text, ""},
        {"1 24:00", SQL_C_INTERVAL_DAY_TO_MINUTE, bad_text, ""},
        {"1:60", SQL_C_INTERVAL_HOUR_TO_MINUTE, bad_text, ""},
        {"1:00:60", SQL_C_INTERVAL_HOUR_TO_SECOND, bad_text, ""},
        {"1.5", SQL_C_INTERVAL_DAY, bad_text, ""},
        {"1 2.5", SQL_C_INTERVAL_DAY_TO_SECOND, bad_text, ""},
        {"1 1:1:1:1", SQL_C_INTERVAL_DAY_TO_SECOND, bad_text, ""},
        {"1:1:1:1", SQL_C_INTERVAL_DAY_TO_SECOND, bad_text, ""},
        {"1-2", SQL_C_INTERVAL_DAY_TO_SECOND, bad_text, ""},
        {"1:", SQL_C_INTERVAL_DAY_TO_SECOND, bad_text, ""},
        {"1 ", SQL_C_INTERVAL_DAY, ok, "+1 0 0 0 0"},
        {"1 x", SQL_C_INTERVAL_DAY, bad_text, ""},
        {"--1", SQL_C_INTERVAL_DAY, bad_text, ""},
    };
    for (const TextCase& test : cases) {
        const auto value =
            fetch_interval(text_column(), text_cell(test.text), test.c_type, test.outcome);
        if (!is_error(test.outcome)) {
            EXPECT_EQ(days_of(value), test.fields) << test.text << ' ' << test.c_type;
        }
    }
}

TEST(DecodeInterval, ThePrecisionOfTheDescriptorDecides) {
    using enum Outcome;
    const WireCell days = text_cell("1234 05:06:07.123456789");
    fetch_interval(text_column(3), days, SQL_C_INTERVAL_DAY_TO_SECOND, interval_overflow);
    EXPECT_EQ(days_of(fetch_interval(text_column(4, 9), days, SQL_C_INTERVAL_DAY_TO_SECOND)),
              "+1234 5 6 7 123456789");
    EXPECT_EQ(days_of(fetch_interval(text_column(4, 3), days, SQL_C_INTERVAL_DAY_TO_SECOND,
                                     fraction_lost)),
              "+1234 5 6 7 123");
    EXPECT_EQ(days_of(fetch_interval(text_column(4, 0), days, SQL_C_INTERVAL_DAY_TO_SECOND,
                                     fraction_lost)),
              "+1234 5 6 7 0");
    EXPECT_EQ(
        days_of(fetch_interval(text_column(10), text_cell("4294967295"), SQL_C_INTERVAL_SECOND)),
        "+0 0 0 4294967295 0");
    fetch_interval(text_column(10), text_cell("4294967296"), SQL_C_INTERVAL_SECOND,
                   interval_overflow);
    fetch_interval(text_column(10), text_cell("1193046:28:16"), SQL_C_INTERVAL_SECOND,
                   interval_overflow);
    fetch_interval(text_column(0), text_cell("1"), SQL_C_INTERVAL_SECOND, interval_overflow);
    EXPECT_EQ(days_of(fetch_interval(text_column(0), text_cell("0"), SQL_C_INTERVAL_SECOND)),
              "+0 0 0 0 0");
}

TEST(DecodeInterval, ExactNumbersAreTheOnlyField) {
    using enum Outcome;
    const ColumnContext integer = column(cas::Type::integer);
    const ColumnContext numeric = column(cas::Type::numeric);
    EXPECT_EQ(
        months_of(fetch_interval(integer, integer_cell<std::int32_t>(-7), SQL_C_INTERVAL_YEAR)),
        "-7 0");
    EXPECT_EQ(days_of(fetch_interval(numeric, text_cell("12.25"), SQL_C_INTERVAL_SECOND)),
              "+0 0 0 12 250000");
    EXPECT_EQ(
        days_of(fetch_interval(numeric, text_cell("12.25"), SQL_C_INTERVAL_HOUR, fraction_lost)),
        "+0 12 0 0 0");
    EXPECT_EQ(
        days_of(fetch_interval(numeric, text_cell("-0.1"), SQL_C_INTERVAL_DAY, fraction_lost)),
        "+0 0 0 0 0");
    EXPECT_EQ(days_of(fetch_interval(numeric, text_cell("0.0000000001"), SQL_C_INTERVAL_SECOND,
                                     fraction_lost)),
              "+0 0 0 0 0");
    fetch_interval(integer, integer_cell<std::int32_t>(100), SQL_C_INTERVAL_DAY, interval_overflow);
    fetch_interval(numeric, text_cell(std::string(38, '9')), SQL_C_INTERVAL_DAY, interval_overflow);
    fetch_interval(numeric, text_cell(std::string(38, '9')), SQL_C_INTERVAL_SECOND,
                   interval_overflow);
    for (int code = SQL_C_INTERVAL_YEAR_TO_MONTH; code <= SQL_C_INTERVAL_MINUTE_TO_SECOND; ++code) {
        fetch_interval(integer, integer_cell<std::int32_t>(1), static_cast<SQLSMALLINT>(code),
                       interval_overflow);
    }
}

TEST(DecodeInterval, WhatTheReferenceDoesNotHaveIsNull) {
    for (int code = SQL_C_INTERVAL_YEAR; code <= SQL_C_INTERVAL_MINUTE_TO_SECOND; ++code) {
        for (const cas::Type type : {cas::Type::real, cas::Type::double_precision, cas::Type::date,
                                     cas::Type::time, cas::Type::datetime, cas::Type::varbit}) {
            EXPECT_EQ(select_decoder(column(type).type, static_cast<SQLSMALLINT>(code)), nullptr);
        }
    }
}

SQL_INTERVAL_STRUCT make_days(SQLUINTEGER day, SQLUINTEGER hour, SQLUINTEGER minute,
                              SQLUINTEGER second, SQLUINTEGER fraction, bool is_negative = false) {
    SQL_INTERVAL_STRUCT value;
    std::memset(&value, kPoison, sizeof value);
    value.interval_sign = is_negative ? SQL_TRUE : SQL_FALSE;
    value.intval.day_second = {day, hour, minute, second, fraction};
    return value;
}
SQL_INTERVAL_STRUCT make_months(SQLUINTEGER year, SQLUINTEGER month, bool is_negative = false) {
    SQL_INTERVAL_STRUCT value;
    std::memset(&value, kPoison, sizeof value);
    value.interval_sign = is_negative ? SQL_TRUE : SQL_FALSE;
    value.intval.year_month = {year, month};
    return value;
}

TEST(EncodeInterval, AsTextItIsItsString) {
    const SQL_INTERVAL_STRUCT days = make_days(154, 2, 44, 10, 500000, true);
    const auto text = [&](SQLSMALLINT c_type) {
        return bind_value_as(c_type, SQL_VARCHAR, days).text();
    };
    EXPECT_EQ(text(SQL_C_INTERVAL_DAY_TO_SECOND), "-154 02:44:10.5");
    EXPECT_EQ(text(SQL_C_INTERVAL_DAY_TO_MINUTE), "-154 02:44");
    EXPECT_EQ(text(SQL_C_INTERVAL_DAY_TO_HOUR), "-154 02");
    EXPECT_EQ(text(SQL_C_INTERVAL_DAY), "-154");
    EXPECT_EQ(text(SQL_C_INTERVAL_HOUR), "-2");
    EXPECT_EQ(text(SQL_C_INTERVAL_HOUR_TO_MINUTE), "-2:44");
    EXPECT_EQ(text(SQL_C_INTERVAL_HOUR_TO_SECOND), "-2:44:10.5");
    EXPECT_EQ(text(SQL_C_INTERVAL_MINUTE), "-44");
    EXPECT_EQ(text(SQL_C_INTERVAL_MINUTE_TO_SECOND), "-44:10.5");
    EXPECT_EQ(text(SQL_C_INTERVAL_SECOND), "-10.5");
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_YEAR_TO_MONTH, SQL_WVARCHAR, make_months(3, 4)).text(),
              "3-04");
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_MONTH, SQL_CHAR, make_months(3, 0, true)).text(), "0");
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_DAY_TO_SECOND, SQL_VARCHAR, days, 14).outcome,
              Outcome::too_long);
}

TEST(EncodeInterval, FieldsBeyondTheirRangeAreRefused) {
    const auto outcome = [](SQLSMALLINT c_type, const SQL_INTERVAL_STRUCT& value) {
        return bind_value_as(c_type, SQL_VARCHAR, value).outcome;
    };
    EXPECT_EQ(outcome(SQL_C_INTERVAL_DAY_TO_SECOND, make_days(1, 24, 0, 0, 0)),
              Outcome::interval_overflow);
    EXPECT_EQ(outcome(SQL_C_INTERVAL_DAY_TO_SECOND, make_days(1, 0, 60, 0, 0)),
              Outcome::interval_overflow);
    EXPECT_EQ(outcome(SQL_C_INTERVAL_DAY_TO_SECOND, make_days(1, 0, 0, 0, 1000000)),
              Outcome::interval_overflow);
    EXPECT_EQ(outcome(SQL_C_INTERVAL_YEAR_TO_MONTH, make_months(1, 12)),
              Outcome::interval_overflow);
    EXPECT_EQ(outcome(SQL_C_INTERVAL_HOUR, make_days(1, 4294967295, 60, 0, 0)), Outcome::ok);
}

TEST(EncodeInterval, AnIntervalOfOneFieldIsANumber) {
    EXPECT_EQ(number_in<std::int32_t>(
                  bind_value_as(SQL_C_INTERVAL_YEAR, SQL_INTEGER, make_months(7, 0, true))),
              -7);
    EXPECT_EQ(number_in<std::int64_t>(bind_value_as(SQL_C_INTERVAL_MINUTE, SQL_BIGINT,
                                                    make_days(0, 0, 4294967295, 0, 0))),
              4294967295);
    EXPECT_EQ(
        bind_value_as(SQL_C_INTERVAL_MINUTE, SQL_SMALLINT, make_days(0, 0, 40000, 0, 0)).outcome,
        Outcome::out_of_range);
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_SECOND, SQL_NUMERIC, make_days(0, 0, 0, 12, 34)).text(),
              "12.000034");
    const Bound cut = bind_value_as(SQL_C_INTERVAL_SECOND, SQL_INTEGER, make_days(0, 0, 0, 12, 34));
    EXPECT_EQ(cut.outcome, Outcome::fraction_lost);
    EXPECT_EQ(number_in<std::int32_t>(cut), 12);
    for (const int sql_type : {SQL_INTEGER, SQL_NUMERIC, SQL_DOUBLE, SQL_BIT, SQL_BINARY}) {
        EXPECT_EQ(select_encoder(SQL_C_INTERVAL_DAY_TO_HOUR, static_cast<SQLSMALLINT>(sql_type)),
                  nullptr)
            << sql_type;
    }
    EXPECT_EQ(select_encoder(SQL_C_INTERVAL_DAY, SQL_DOUBLE), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_INTERVAL_DAY, SQL_TYPE_DATE), nullptr);
}

TEST(EncodeInterval, ADeclaredIntervalIsSentAsTextOfItsFields) {
    const SQL_INTERVAL_STRUCT days = make_days(154, 22, 44, 10, 0);
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_DAY_TO_SECOND, SQL_INTERVAL_DAY_TO_SECOND, days).text(),
              "154 22:44:10");
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_DAY_TO_SECOND, SQL_INTERVAL_DAY_TO_MINUTE, days).outcome,
              Outcome::interval_overflow);
    EXPECT_EQ(bind_value_as(SQL_C_INTERVAL_DAY_TO_MINUTE, SQL_INTERVAL_MINUTE, days).text(),
              "223124");
    EXPECT_EQ(bind_text_as(SQL_INTERVAL_YEAR_TO_MONTH, " INTERVAL '14' MONTH").text(), "1-02");
    EXPECT_EQ(bind_text_as(SQL_INTERVAL_YEAR, "1-02").outcome, Outcome::interval_overflow);
    EXPECT_EQ(bind_text_as(SQL_INTERVAL_YEAR, "x").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_text_as(SQL_INTERVAL_SECOND, "1.0000000001").outcome,
              Outcome::interval_overflow);
    EXPECT_EQ(bind_value_as(SQL_C_SLONG, SQL_INTERVAL_DAY, SQLINTEGER{-300}).text(), "-300");
    EXPECT_EQ(select_encoder(SQL_C_SLONG, SQL_INTERVAL_DAY_TO_HOUR), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_DOUBLE, SQL_INTERVAL_DAY), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_BIT, SQL_INTERVAL_DAY), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_INTERVAL_DAY, SQL_INTERVAL_MONTH), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_INTERVAL_YEAR, SQL_INTERVAL_SECOND), nullptr);
    EXPECT_TRUE(is_known_sql_type(SQL_INTERVAL_DAY_TO_HOUR));
}

TEST(EncodeInterval, TheSecondsPrecisionIsTheUnitOfTheFraction) {
    const SQL_INTERVAL_STRUCT seconds = make_days(0, 0, 0, 1, 1230);
    ParamContext context = param(SQL_VARCHAR);
    const auto text = [&](int precision) {
        context.interval.seconds = precision;
        return bind(SQL_C_INTERVAL_SECOND, {&seconds, 0}, context).text();
    };
    EXPECT_EQ(text(6), "1.00123");
    EXPECT_EQ(text(9), "1.00000123");
    EXPECT_EQ(text(4), "1.123");
}

TEST(Interval, RandomIntervalsSurviveTextAndStructure) {
    std::mt19937 random{42};
    for (int i = 0; i < 20000; ++i) {
        const IntervalType type = kIntervals[random() % kIntervals.size()];
        Interval interval;
        const bool year_month = type.is_year_month();
        interval.whole = random() % (year_month ? 4294967295U : 4000000000U);
        if (type.leading == IntervalField::year && type.trailing == IntervalField::year) {
            interval.whole -= interval.whole % 12;
        }
        const std::uint64_t unit = kIntervalUnits[static_cast<std::size_t>(type.trailing)];
        interval.whole -= interval.whole % unit;
        if (type.trailing == IntervalField::second)
            interval.nanoseconds = static_cast<std::uint32_t>(random() % 1000000000);
        interval.is_negative = random() % 2 == 0 && interval.whole != 0;
        SQL_INTERVAL_STRUCT structure;
        ASSERT_EQ(to_structure(interval, type, {10, 9}, structure), Outcome::ok);
        Interval back;
        ASSERT_EQ(from_structure(structure, type, {10, 9}, back), Outcome::ok);
        EXPECT_EQ(back.whole, interval.whole);
        EXPECT_EQ(back.nanoseconds, interval.nanoseconds);
        EXPECT_EQ(back.is_negative, interval.is_negative);
        IntervalText text;
        ASSERT_EQ(print_interval(interval, type, text), Outcome::ok);
        ASSERT_EQ(parse_interval(text.view(), type, back), Outcome::ok) << text.view();
        EXPECT_EQ(back.whole, interval.whole) << text.view();
        EXPECT_EQ(back.nanoseconds, interval.nanoseconds) << text.view();
        EXPECT_EQ(back.is_negative, interval.is_negative) << text.view();
    }
    EXPECT_EQ(type_of(SQL_INTERVAL_MINUTE_TO_SECOND).leading, IntervalField::minute);
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
