// Intervals of the second converter (see reference.h): all in months or billionths of a second.
#pragma once

#include "reference.h"

namespace cubrid::odbc::convert::reference {

__extension__ using Wide = __int128;

// From the first to the last field: 0 year, 1 month, 2 day, 3 hour, 4 minute, 5 second.
struct IntervalFields {
    int first = 0;
    int last = 0;
    [[nodiscard]] bool is_months() const { return first < 2; }
};
inline IntervalFields fields_of(int type) {
    switch (type) {
        case SQL_INTERVAL_YEAR:
            return {0, 0};
        case SQL_INTERVAL_MONTH:
            return {1, 1};
        case SQL_INTERVAL_DAY:
            return {2, 2};
        case SQL_INTERVAL_HOUR:
            return {3, 3};
        case SQL_INTERVAL_MINUTE:
            return {4, 4};
        case SQL_INTERVAL_SECOND:
            return {5, 5};
        case SQL_INTERVAL_YEAR_TO_MONTH:
            return {0, 1};
        case SQL_INTERVAL_DAY_TO_HOUR:
            return {2, 3};
        case SQL_INTERVAL_DAY_TO_MINUTE:
            return {2, 4};
        case SQL_INTERVAL_DAY_TO_SECOND:
            return {2, 5};
        case SQL_INTERVAL_HOUR_TO_MINUTE:
            return {3, 4};
        case SQL_INTERVAL_HOUR_TO_SECOND:
            return {3, 5};
        default:
            return {4, 5};
    }
}
inline bool is_interval_type(int type) {
    return type >= SQL_INTERVAL_YEAR && type <= SQL_INTERVAL_MINUTE_TO_SECOND;
}

inline Wide unit_of(int field) {
    constexpr Wide kSecond = 1000000000;
    const Wide units[] = {12, 1, kSecond * 86400, kSecond * 3600, kSecond * 60, kSecond};
    return units[field];
}

// Months, or billionths of a second; never negative.
struct Duration {
    bool negative = false;
    Wide size = 0;
    bool finer = false;  // something smaller than a billionth was there
};

inline Wide to_wide(const std::string& digits) {
    Wide value = 0;
    for (const char digit : digits) value = value * 10 + (digit - '0');
    return value;
}

// The string of an interval, for a type (Appendix C, "Interval Literal Syntax").
inline std::optional<Duration> to_duration(const std::string& text, IntervalFields type) {
    static const std::regex kMonths{R"(([+-]?)(\d+)(-(\d+))?)"};
    static const std::regex kDays{R"(([+-]?)(\d+) +(\d+)(:(\d+)(:(\d+)(\.(\d*))?)?)?)"};
    static const std::regex kTime{R"(([+-]?)(\d+)(:(\d+))?(:(\d+))?(\.(\d*))?)"};
    const std::string value = trimmed(text);
    std::smatch parts;
    Duration duration;
    const auto add = [&](const std::string& digits, int field, bool leads) {
        const Wide limits[] = {0, 12, 0, 24, 60, 60};
        const Wide number = to_wide(digits.empty() ? "0" : digits);
        if (!leads && number >= limits[field]) return false;
        duration.size += number * unit_of(field);
        return true;
    };
    const auto add_fraction = [&](std::string digits) {
        duration.finer = digits.find_first_not_of('0', std::min<std::size_t>(9, digits.size())) !=
                         std::string::npos;
        digits.resize(9, '0');
        duration.size += to_wide(digits);
    };
    bool possible = true;
    if (type.is_months()) {
        if (!std::regex_match(value, parts, kMonths)) return std::nullopt;
        if (parts[3].matched) {
            possible = add(parts[2], 0, true) && add(parts[4], 1, false);
        } else {
            possible = add(parts[2], type.first, true);
        }
    } else if (std::regex_match(value, parts, kDays)) {
        possible = add(parts[2], 2, true) && add(parts[3], 3, false) && add(parts[5], 4, false) &&
                   add(parts[7], 5, false);
        if (parts[8].matched) add_fraction(parts[9]);
    } else if (std::regex_match(value, parts, kTime)) {
        const bool has_fraction = parts[7].matched;
        const int numbers = 1 + (parts[3].matched ? 1 : 0) + (parts[5].matched ? 1 : 0);
        int first = numbers == 3 ? 3 : 4;
        if (numbers == 2 && !has_fraction && type.first < 4) first = 3;
        if (numbers == 1) first = has_fraction ? 5 : type.first;
        if (numbers == 1 && has_fraction && type.last != 5) return std::nullopt;
        possible = add(parts[2], first, true) && (numbers < 2 || add(parts[4], first + 1, false)) &&
                   (numbers < 3 || add(parts[6], first + 2, false));
        if (has_fraction) add_fraction(parts[8]);
    } else {
        return std::nullopt;
    }
    if (!possible) return std::nullopt;
    duration.negative = parts[1] == "-";
    return duration;
}

inline Expected to_interval(const Duration& duration, int type, int leading, int seconds) {
    const IntervalFields fields = fields_of(type);
    SQLUINTEGER values[6] = {};
    Wide rest = duration.size;
    Wide limit = 1;
    for (int i = 0; i < leading; ++i) limit *= 10;
    limit = std::min<Wide>(limit, 4294967296);
    bool is_zero = true;
    for (int field = fields.first; field <= fields.last; ++field) {
        const Wide value = rest / unit_of(field);
        rest %= unit_of(field);
        if (field == fields.first && value >= limit) return failed("22015");
        values[field] = static_cast<SQLUINTEGER>(value);
        is_zero = is_zero && value == 0;
    }
    SQL_INTERVAL_STRUCT structure;
    std::memset(&structure, 0, sizeof structure);
    structure.interval_type = static_cast<SQLINTERVAL>(type - SQL_INTERVAL_YEAR + 1);
    if (fields.is_months()) {
        structure.intval.year_month = {values[0], values[1]};
    } else {
        Wide unit = 1000000000;
        for (int i = 0; i < seconds; ++i) unit /= 10;
        const SQLUINTEGER fraction = fields.last == 5 ? static_cast<SQLUINTEGER>(rest / unit) : 0;
        if (fields.last == 5) rest %= unit;
        is_zero = is_zero && fraction == 0;
        structure.intval.day_second = {values[2], values[3], values[4], values[5], fraction};
    }
    structure.interval_sign = duration.negative && !is_zero ? SQL_TRUE : SQL_FALSE;
    return delivered(structure, rest != 0 || duration.finer ? "01S07" : "00000");
}

// "Data not truncated", "Fractional seconds portion truncated", "Whole part of number truncated".
inline std::optional<Duration> to_duration(const Number& number, int type) {
    const IntervalFields fields = fields_of(type);
    if (fields.first != fields.last || number.whole.size() > 20) return std::nullopt;
    Duration duration;
    duration.negative = number.negative;
    duration.size = to_wide(number.whole) * unit_of(fields.first);
    if (fields.first == 5) {
        std::string digits = number.fraction;
        duration.finer = digits.size() > 9;
        digits.resize(9, '0');
        duration.size += to_wide(digits);
    } else {
        duration.finer = !number.fraction.empty();
    }
    return duration;
}

// As text: "-1-02", "3 04:05:06.5".
inline std::string interval_text(const Duration& duration, IntervalFields fields) {
    std::string text;
    Wide rest = duration.size;
    for (int field = fields.first; field <= fields.last; ++field) {
        const auto value = static_cast<unsigned long long>(rest / unit_of(field));
        rest %= unit_of(field);
        std::string digits = std::to_string(value);
        if (field != fields.first) {
            text += field == 1 ? '-' : (field == 3 ? ' ' : ':');
            if (digits.size() < 2) digits.insert(0, 1, '0');
        }
        text += digits;
    }
    if (rest != 0) {
        std::string fraction = std::to_string(static_cast<unsigned long long>(rest));
        fraction.insert(0, 9 - fraction.size(), '0');
        text += '.' + fraction.substr(0, fraction.find_last_not_of('0') + 1);
    }
    return (duration.negative && duration.size != 0 ? "-" : "") + text;
}

}  // namespace cubrid::odbc::convert::reference
