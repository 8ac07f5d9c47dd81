#include "convert/interval.h"

#include <charconv>
#include <cstring>

#include "convert/datetime.h"

namespace cubrid::odbc::convert {
namespace {

constexpr std::size_t index_of(IntervalField field) { return static_cast<std::size_t>(field); }

// In front of a field that is not the leading one.
constexpr std::string_view kSeparators = "?-? ::";

constexpr int kNanosecondDigits = 9;

constexpr std::uint32_t power_of_ten(int exponent) {
    std::uint32_t power = 1;
    for (; exponent > 0; --exponent) power *= 10;
    return power;
}

struct Fields {
    std::array<std::uint64_t, kIntervalFields> values{};
    std::uint32_t nanoseconds = 0;
    bool lost = false;  // what stands behind the trailing field is not zero
};

Fields split(const Interval& interval, IntervalType type) {
    Fields fields;
    std::uint64_t rest = interval.whole;
    for (auto i = index_of(type.leading); i <= index_of(type.trailing); ++i) {
        fields.values[i] = rest / kIntervalUnits[i];
        rest %= kIntervalUnits[i];
    }
    if (type.trailing == IntervalField::second) fields.nanoseconds = interval.nanoseconds;
    fields.lost = rest != 0 || fields.nanoseconds != interval.nanoseconds;
    return fields;
}

Interval join(const Fields& fields, IntervalType type, bool is_negative) {
    Interval interval{0, fields.nanoseconds, is_negative};
    for (auto i = index_of(type.leading); i <= index_of(type.trailing); ++i) {
        interval.whole += fields.values[i] * kIntervalUnits[i];
    }
    interval.is_negative = is_negative && (interval.whole != 0 || interval.nanoseconds != 0);
    return interval;
}

bool has_digits_for(std::uint64_t value, int digits) {
    constexpr int kMostDigits = 10;
    if (digits < 1) return value == 0;
    if (digits >= kMostDigits) return value <= kLargestIntervalField;
    return value < power_of_ten(digits);
}

int clamp_seconds_precision(int digits) {
    return digits < 0 || digits > kNanosecondDigits ? kNanosecondDigits : digits;
}

// The structure's member of each field; the structure of the other class shares its memory.
std::array<SQLUINTEGER*, kIntervalFields> members(SQL_INTERVAL_STRUCT& structure) {
    auto& months = structure.intval.year_month;
    auto& days = structure.intval.day_second;
    return {&months.year, &months.month, &days.day, &days.hour, &days.minute, &days.second};
}

}  // namespace

Outcome to_interval(const Decimal& value, IntervalType type, Interval& interval) {
    if (!type.is_single_field()) return Outcome::interval_overflow;
    const bool is_seconds = type.trailing == IntervalField::second;
    Uint128 magnitude = 0;
    const Outcome outcome =
        rescale(value, kMaxDigits, is_seconds ? kNanosecondDigits : 0, magnitude);
    if (is_error(outcome)) return Outcome::interval_overflow;
    const Uint128 whole = is_seconds ? magnitude / kNanosecondsPerSecond : magnitude;
    if (whole > kLargestIntervalField) return Outcome::interval_overflow;
    Fields fields;
    fields.values[index_of(type.leading)] = static_cast<std::uint64_t>(whole);
    if (is_seconds) {
        fields.nanoseconds = static_cast<std::uint32_t>(magnitude % kNanosecondsPerSecond);
    }
    interval = join(fields, type, value.is_negative);
    return outcome;
}

Decimal to_decimal(const Interval& interval, IntervalType type) {
    const Fields fields = split(interval, type);
    const std::uint64_t whole = fields.values[index_of(type.leading)];
    if (fields.nanoseconds == 0) return {whole, 0, interval.is_negative};
    const int digits = count_fraction_digits(fields.nanoseconds);
    const std::uint32_t fraction = fields.nanoseconds / power_of_ten(kNanosecondDigits - digits);
    return {Uint128{whole} * power_of_ten(digits) + fraction, digits, interval.is_negative};
}

Outcome to_structure(const Interval& interval, IntervalType type, IntervalPrecision precision,
                     SQL_INTERVAL_STRUCT& structure) {
    const Fields fields = split(interval, type);
    if (!has_digits_for(fields.values[index_of(type.leading)], precision.leading)) {
        return Outcome::interval_overflow;
    }
    std::memset(static_cast<void*>(&structure), 0, sizeof structure);
    std::size_t code = 0;
    while (kIntervals[code] != type) ++code;
    structure.interval_type = static_cast<SQLINTERVAL>(SQL_CODE_YEAR + code);
    const auto targets = members(structure);
    bool is_zero = true;
    for (auto i = index_of(type.leading); i <= index_of(type.trailing); ++i) {
        *targets[i] = static_cast<SQLUINTEGER>(fields.values[i]);
        is_zero = is_zero && fields.values[i] == 0;
    }
    const std::uint32_t unit =
        power_of_ten(kNanosecondDigits - clamp_seconds_precision(precision.seconds));
    if (fields.nanoseconds >= unit) {
        structure.intval.day_second.fraction = fields.nanoseconds / unit;
        is_zero = false;
    }
    structure.interval_sign =
        static_cast<SQLSMALLINT>(interval.is_negative && !is_zero ? SQL_TRUE : SQL_FALSE);
    return fields.lost || fields.nanoseconds % unit != 0 ? Outcome::fraction_lost : Outcome::ok;
}

Outcome from_structure(const SQL_INTERVAL_STRUCT& structure, IntervalType type,
                       IntervalPrecision precision, Interval& interval) {
    SQL_INTERVAL_STRUCT copy = structure;
    const auto sources = members(copy);
    Fields fields;
    for (auto i = index_of(type.leading); i <= index_of(type.trailing); ++i) {
        fields.values[i] = *sources[i];
        const bool is_leading = i == index_of(type.leading);
        if (!is_leading && fields.values[i] >= kIntervalLimits[i])
            return Outcome::interval_overflow;
    }
    if (type.trailing == IntervalField::second) {
        const int digits = clamp_seconds_precision(precision.seconds);
        const SQLUINTEGER fraction = structure.intval.day_second.fraction;
        if (fraction >= power_of_ten(digits)) return Outcome::interval_overflow;
        fields.nanoseconds = fraction * power_of_ten(kNanosecondDigits - digits);
    }
    interval = join(fields, type, structure.interval_sign != SQL_FALSE);
    return Outcome::ok;
}

Outcome print_interval(const Interval& interval, IntervalType type, IntervalText& text) {
    const Fields fields = split(interval, type);
    if (fields.values[index_of(type.leading)] > kLargestIntervalField) {
        return Outcome::interval_overflow;
    }
    char* to = text.chars.data();
    char* const end = to + text.chars.size();
    if (interval.is_negative) *to++ = '-';
    for (auto i = index_of(type.leading); i <= index_of(type.trailing); ++i) {
        if (i != index_of(type.leading)) {
            *to++ = kSeparators[i];
            if (fields.values[i] < 10) *to++ = '0';
        }
        to = std::to_chars(to, end, fields.values[i]).ptr;
    }
    if (fields.nanoseconds != 0) {
        const int digits = count_fraction_digits(fields.nanoseconds);
        std::uint32_t fraction = fields.nanoseconds / power_of_ten(kNanosecondDigits - digits);
        *to++ = '.';
        for (int i = digits; i-- > 0; fraction /= 10)
            to[i] = static_cast<char>('0' + fraction % 10);
        to += digits;
    }
    text.length = static_cast<std::size_t>(to - text.chars.data());
    return fields.lost ? Outcome::fraction_lost : Outcome::ok;
}

}  // namespace cubrid::odbc::convert
