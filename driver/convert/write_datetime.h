// Dates and times as each other, as text and as ODBC's structures (ODBC Appendix D, "SQL to C:
// Date", "Time", "Timestamp").
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "convert/value.h"

namespace cubrid::odbc::convert {

// Room for a timestamp and the longest zone name that the server sends (CAS protocol 6.4).
inline constexpr std::size_t kLongestZone = 63;
struct DatetimeText {
    std::array<char, kLongestTimestampLength + 1 + kLongestZone> chars{};
};
template <class V>
std::string_view print_value(const V& value, DatetimeText& text) {
    const char* end = print(value, text.chars.data());
    return {text.chars.data(), static_cast<std::size_t>(end - text.chars.data())};
}
std::string_view print_value(const ZonedTimestamp& value, DatetimeText& text);

// Characters without which the text of a value would be another value.
constexpr std::size_t needed_length(const Date&) { return kDateLength; }
constexpr std::size_t needed_length(const Time&) { return kTimeLength; }
constexpr std::size_t needed_length(const Timestamp&) { return kTimestampLength; }
constexpr std::size_t needed_length(const ZonedTimestamp&) { return kTimestampLength; }

// Nothing for the zero date: no structure holds it, and a day is never made up.
inline std::optional<SQL_DATE_STRUCT> to_structure(const Date& value) {
    if (!is_valid(value)) return std::nullopt;
    return SQL_DATE_STRUCT{value.year, value.month, value.day};
}
inline std::optional<SQL_TIME_STRUCT> to_structure(const Time& value) {
    if (!is_valid(value)) return std::nullopt;
    return SQL_TIME_STRUCT{value.hour, value.minute, value.second};
}
inline std::optional<SQL_TIMESTAMP_STRUCT> to_structure(const Timestamp& value) {
    if (!is_valid(value)) return std::nullopt;
    return SQL_TIMESTAMP_STRUCT{value.date.year,  value.date.month,  value.date.day,
                                value.time.hour,  value.time.minute, value.time.second,
                                value.nanoseconds};
}
inline std::optional<SQL_TIMESTAMP_STRUCT> to_structure(const ZonedTimestamp& value) {
    return to_structure(value.local);
}

// fraction_lost when a part that is not zero has no place in the target.
inline Outcome convert_datetime(const Date& value, Date& target) {
    target = value;
    return Outcome::ok;
}
Outcome convert_datetime(const Timestamp& value, Date& target);
Outcome convert_datetime(const Text& value, Date& target);
inline Outcome convert_datetime(const Time& value, Time& target) {
    target = value;
    return Outcome::ok;
}
Outcome convert_datetime(const Timestamp& value, Time& target);
Outcome convert_datetime(const Text& value, Time& target);
Outcome convert_datetime(const Date& value, Timestamp& target);
Outcome convert_datetime(const Time& value, Timestamp& target);
inline Outcome convert_datetime(const Timestamp& value, Timestamp& target) {
    target = value;
    return Outcome::ok;
}
Outcome convert_datetime(const Text& value, Timestamp& target);
template <class T>
Outcome convert_datetime(const ZonedTimestamp& value, T& target) {
    return convert_datetime(value.local, target);
}

template <class V, class T>
concept ConvertibleDatetime = requires(const V& value, T& target) {
    convert_datetime(value, target);
};

}  // namespace cubrid::odbc::convert
