// Intervals (ODBC Appendix D, "Interval Data Types"). CUBRID has no such type: they are made of
// text and of exact numbers, and sent as text.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "convert/decimal.h"
#include "convert/outcome.h"

namespace cubrid::odbc::convert {

// From the most to the least significant.
enum class IntervalField : std::uint8_t { year, month, day, hour, minute, second };
inline constexpr std::size_t kIntervalFields = 6;
// In months or seconds.
inline constexpr std::array<std::uint64_t, kIntervalFields> kIntervalUnits = {12,   1,  86400,
                                                                              3600, 60, 1};
// Behind the leading field ("Constraints of the Gregorian Calendar"); the years and the days always
// lead.
inline constexpr std::array<std::uint64_t, kIntervalFields> kIntervalLimits = {0,  12, 0,
                                                                               24, 60, 60};
inline constexpr std::uint64_t kLargestIntervalField = 4294967295;  // SQLUINTEGER

struct IntervalType {
    IntervalField leading = IntervalField::day;
    IntervalField trailing = IntervalField::day;

    [[nodiscard]] constexpr bool is_single_field() const { return leading == trailing; }
    [[nodiscard]] constexpr bool is_year_month() const { return leading <= IntervalField::month; }
    [[nodiscard]] constexpr bool has(IntervalField field) const {
        return leading <= field && field <= trailing;
    }
    friend constexpr bool operator==(const IntervalType&, const IntervalType&) = default;
};

// In the order of the concise codes, SQL_INTERVAL_YEAR first; the C types have the same codes.
inline constexpr std::array<IntervalType, 13> kIntervals = {{
    {IntervalField::year, IntervalField::year},
    {IntervalField::month, IntervalField::month},
    {IntervalField::day, IntervalField::day},
    {IntervalField::hour, IntervalField::hour},
    {IntervalField::minute, IntervalField::minute},
    {IntervalField::second, IntervalField::second},
    {IntervalField::year, IntervalField::month},
    {IntervalField::day, IntervalField::hour},
    {IntervalField::day, IntervalField::minute},
    {IntervalField::day, IntervalField::second},
    {IntervalField::hour, IntervalField::minute},
    {IntervalField::hour, IntervalField::second},
    {IntervalField::minute, IntervalField::second},
}};
// The C types have the codes of the SQL types (sqlext.h).
static_assert(SQL_INTERVAL_MINUTE_TO_SECOND - SQL_INTERVAL_YEAR + 1 == kIntervals.size());

// What a descriptor says of an interval: digits of the leading field, and digits of the seconds'
// fraction, in units of which the C structure counts it ("Interval Data Type Precision").
struct IntervalPrecision {
    int leading = 2;
    int seconds = 6;
};

struct Interval {
    std::uint64_t whole = 0;  // months of a year-month interval, seconds of the others
    std::uint32_t nanoseconds = 0;
    bool is_negative = false;
};

// An interval literal of ODBC Appendix C with or without its escape, or its string alone, which
// then begins with the leading field of `type`. bad_text: no interval, or one of the other class;
// fraction_lost: more than nanoseconds.
Outcome parse_interval(std::string_view text, IntervalType type, Interval& interval);

// A number of the only field; interval_overflow where there are several.
Outcome to_interval(const Decimal& value, IntervalType type, Interval& interval);
// The number of the only field.
Decimal to_decimal(const Interval& interval, IntervalType type);

// fraction_lost: fields behind the trailing one, or digits of the fraction, are not zero.
// interval_overflow: the leading field has more digits than the precision allows.
Outcome to_structure(const Interval& interval, IntervalType type, IntervalPrecision precision,
                     SQL_INTERVAL_STRUCT& structure);
// interval_overflow: a field behind the leading one is beyond its range.
Outcome from_structure(const SQL_INTERVAL_STRUCT& structure, IntervalType type,
                       IntervalPrecision precision, Interval& interval);

// "-1-02", "3 04:05:06.5". fraction_lost as in to_structure; interval_overflow: the leading field
// is more than a structure holds.
struct IntervalText {
    std::array<char, 64> chars{};
    std::size_t length = 0;
    [[nodiscard]] std::string_view view() const { return {chars.data(), length}; }
};
Outcome print_interval(const Interval& interval, IntervalType type, IntervalText& text);

}  // namespace cubrid::odbc::convert
