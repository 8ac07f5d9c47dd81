#include "types/calendar.h"

#include <array>

namespace minicas {

namespace {

using enum TypeCode;

constexpr std::int64_t kDayMilliseconds = 86400000;

bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_in(int year, int month) {
    constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && leap(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::int64_t days_before(int year) {
    const std::int64_t y = year - 1;
    return y * 365 + y / 4 - y / 100 + y / 400;
}

}  // namespace

std::int64_t pack_moment(const Moment& m, TypeCode type) {
    const std::int64_t date = m.year * 10000LL + m.month * 100LL + m.day;
    const std::int64_t time = m.hour * 10000LL + m.minute * 100LL + m.second;
    switch (type) {
        case kDate:
            return date;
        case kTime:
            return time;
        case kTimestamp:
            return date * 1000000 + time;
        default:
            return (date * 1000000 + time) * 1000 + m.millisecond;
    }
}

Moment unpack_moment(std::int64_t packed, TypeCode type) {
    Moment m;
    if (type != kDate && type != kTime && type != kTimestamp) {
        m.millisecond = static_cast<int>(packed % 1000);
        packed /= 1000;
    }
    if (type != kDate) {
        m.second = static_cast<int>(packed % 100);
        m.minute = static_cast<int>(packed / 100 % 100);
        m.hour = static_cast<int>(packed / 10000 % 100);
        packed /= 1000000;
    }
    m.day = static_cast<int>(packed % 100);
    m.month = static_cast<int>(packed / 100 % 100);
    m.year = static_cast<int>(packed / 10000);
    return m;
}

bool valid_date(int year, int month, int day) {
    return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
           day <= days_in(year, month);
}

bool valid_time(int hour, int minute, int second, int millisecond) {
    return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60 &&
           millisecond >= 0 && millisecond < 1000;
}

bool valid_timestamp(const Moment& m) {
    const std::int64_t packed = pack_moment(m, kTimestamp);
    return packed >= 19700101000001 && packed <= 20380119031407;
}

bool zero_date(const Moment& m) { return m.year == 0 && m.month == 0 && m.day == 0; }

std::int64_t day_number(int year, int month, int day) {
    std::int64_t days = days_before(year) + day;
    for (int m = 1; m < month; ++m) days += days_in(year, m);
    return days;
}

Moment moment_of_day(std::int64_t day) {
    Moment m;
    m.year = static_cast<int>(day / 366) + 1;
    while (days_before(m.year + 1) < day) ++m.year;
    std::int64_t rest = day - days_before(m.year);
    m.month = 1;
    while (rest > days_in(m.year, m.month)) rest -= days_in(m.year, m.month++);
    m.day = static_cast<int>(rest);
    return m;
}

std::int64_t milliseconds_of(const Moment& m) {
    return (day_number(m.year, m.month, m.day) - 1) * kDayMilliseconds +
           ((m.hour * 60LL + m.minute) * 60 + m.second) * 1000 + m.millisecond;
}

Moment moment_of_milliseconds(std::int64_t milliseconds) {
    std::int64_t day = milliseconds / kDayMilliseconds;
    std::int64_t rest = milliseconds % kDayMilliseconds;
    if (rest < 0) {
        rest += kDayMilliseconds;
        --day;
    }
    Moment m = moment_of_day(day + 1);
    m.millisecond = static_cast<int>(rest % 1000);
    m.second = static_cast<int>(rest / 1000 % 60);
    m.minute = static_cast<int>(rest / 60000 % 60);
    m.hour = static_cast<int>(rest / 3600000);
    return m;
}

int weekday(const Moment& m) { return static_cast<int>(day_number(m.year, m.month, m.day) % 7); }

}  // namespace minicas
