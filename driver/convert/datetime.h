// Dates, times and timestamps: what is valid, their ISO text, ODBC's literals.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "convert/outcome.h"

namespace cubrid::odbc::convert {

struct Date {
    std::int16_t year = 0;
    std::uint16_t month = 0;
    std::uint16_t day = 0;

    // 0000-00-00, which CUBRID stores and delivers.
    [[nodiscard]] bool is_zero() const { return year == 0 && month == 0 && day == 0; }
    friend bool operator==(const Date&, const Date&) = default;
};

struct Time {
    std::uint16_t hour = 0;
    std::uint16_t minute = 0;
    std::uint16_t second = 0;

    [[nodiscard]] bool is_midnight() const { return hour == 0 && minute == 0 && second == 0; }
    friend bool operator==(const Time&, const Time&) = default;
};

struct Timestamp {
    Date date;
    Time time;
    std::uint32_t nanoseconds = 0;
    std::uint8_t fraction_digits = 0;  // that its text has: 3 for DATETIME, 0 for TIMESTAMP
};

// Wall time in a zone, as the server sends it; ODBC has no such type.
struct ZonedTimestamp {
    Timestamp local;
    std::string_view zone;
};

inline constexpr std::uint32_t kNanosecondsPerSecond = 1'000'000'000;
inline constexpr std::uint32_t kNanosecondsPerMillisecond = 1'000'000;

constexpr int days_in_month(int year, int month) {
    constexpr std::array<int, 13> kDays = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap_year = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && is_leap_year ? 29 : kDays[static_cast<std::size_t>(month)];
}

// The years 1 to 9999 of the Gregorian calendar, as CUBRID has them.
constexpr bool is_valid(const Date& date) {
    return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 &&
           date.day >= 1 && date.day <= days_in_month(date.year, date.month);
}
constexpr bool is_valid(const Time& time) {
    return time.hour < 24 && time.minute < 60 && time.second < 60;
}
constexpr bool is_valid(const Timestamp& timestamp) {
    return is_valid(timestamp.date) && is_valid(timestamp.time) &&
           timestamp.nanoseconds < kNanosecondsPerSecond;
}

// Local time of this process, for a time that becomes a timestamp (ODBC Appendix D, "SQL to C:
// Time").
Date today();

// Fraction digits that are needed to show `nanoseconds` whole.
std::uint8_t count_fraction_digits(std::uint32_t nanoseconds);

inline constexpr std::size_t kDateLength = 10;
inline constexpr std::size_t kTimeLength = 8;
inline constexpr std::size_t kTimestampLength = 19;         // without a fraction
inline constexpr std::size_t kLongestTimestampLength = 29;  // with nine digits
// Write the text and return its end. The fields must be what is_valid() accepts, or zero.
char* print(const Date& date, char* to);
char* print(const Time& time, char* to);
char* print(const Timestamp& timestamp, char* to);

// A literal of ODBC Appendix C without or with its escape: "2024-01-02", "{d '2024-01-02'}" ...
struct DatetimeLiteral {
    bool has_date = false;
    bool has_time = false;
    Timestamp value;
    bool fraction_cut = false;  // it had a digit other than 0 behind the ninth
};
// bad_text when `text` does not look like one, bad_datetime when no such day or time exists.
Outcome parse_datetime(std::string_view text, DatetimeLiteral& literal);

}  // namespace cubrid::odbc::convert
