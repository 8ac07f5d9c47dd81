// Random values of every C type with what the second converter must know of them.
#pragma once

#include <cmath>

#include "reference_encode.h"
#include "sample_texts.h"
#include "support.h"

namespace cubrid::odbc::convert::test {

struct Value {
    std::string memory;  // of the application
    reference::Parameter parameter;
};
template <class T>
std::string memory_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class T>
Value integer_value(Random& random) {
    const auto value = static_cast<T>(static_cast<std::int64_t>(random()) >> below(random, 64));
    return {memory_of(value), {.kind = reference::Bound::exact, .text = std::to_string(value)}};
}

template <class T>
Value real_value(SQLSMALLINT c_type, Random& random) {
    auto value = static_cast<T>(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                           static_cast<int>(below(random, 200)) - 140));
    if (below(random, 4) == 0)
        value = static_cast<T>(std::array{0.0, 1.0, 0.5, -0.5, 2.0, 1.5}[below(random, 6)]);
    const std::string memory = memory_of(value);
    const std::string text = bind(c_type, {memory.data(), SQL_NTS}, param(SQL_LONGVARCHAR)).text();
    EXPECT_EQ(sizeof(T) == 4 ? static_cast<double>(std::strtof(text.c_str(), nullptr))
                             : std::strtod(text.c_str(), nullptr),
              static_cast<double>(value));
    return {
        memory,
        {.kind = reference::Bound::approximate, .text = text, .real = static_cast<double>(value)}};
}

inline Value numeric_value(Random& random) {
    const int scale = between(random, 0, 38);
    const std::string magnitude = digits(random, 1 + below(random, 38));
    SQL_NUMERIC_STRUCT number{};
    number.precision = 38;
    number.scale = static_cast<SQLSCHAR>(scale);
    number.sign = static_cast<SQLCHAR>(below(random, 2));
    const auto normal = reference::normal({false, magnitude, {}});
    const auto bytes = reference::to_bytes(normal.whole, SQL_MAX_NUMERIC_LEN);
    std::copy(bytes.begin(), bytes.end(), number.val);
    std::string text = normal.whole;
    if (text.size() <= static_cast<std::size_t>(scale)) {
        text.insert(0, static_cast<std::size_t>(scale) + 1 - text.size(), '0');
    }
    if (scale > 0) text.insert(text.size() - static_cast<std::size_t>(scale), 1, '.');
    if (number.sign == 0 && !normal.is_zero()) text.insert(0, 1, '-');
    return {memory_of(number), {.kind = reference::Bound::exact, .text = text}};
}

inline reference::Moment any_moment(Random& random) {
    reference::Moment moment = random_moment(random);
    if (below(random, 6) == 0) moment.month = between(random, 0, 13);
    if (below(random, 6) == 0) moment.day = between(random, 0, 32);
    if (below(random, 6) == 0) moment.hour = between(random, 23, 25);
    if (below(random, 6) == 0) moment.second = between(random, 59, 61);
    moment.fraction =
        std::array<std::string, 3>{"000000000", padded(between(random, 0, 999), 3) + "000000",
                                   padded(between(random, 0, 999999999), 9)}[below(random, 3)];
    return moment;
}

inline Value moment_value(int c_type, Random& random) {
    reference::Moment moment = any_moment(random);
    const SQL_TIMESTAMP_STRUCT stamp = reference::to_structure(moment);
    const std::string date = date_text(moment);
    const std::string time = time_text(moment);
    if (c_type == SQL_C_TYPE_DATE) {
        moment.has_time = false;
        moment.hour = moment.minute = moment.second = 0;
        moment.fraction = "000000000";
        return {memory_of(SQL_DATE_STRUCT{stamp.year, stamp.month, stamp.day}),
                {.kind = reference::Bound::date, .text = date, .moment = moment}};
    }
    if (c_type == SQL_C_TYPE_TIME) {
        moment.has_date = false;
        moment.fraction = "000000000";
        return {memory_of(SQL_TIME_STRUCT{stamp.hour, stamp.minute, stamp.second}),
                {.kind = reference::Bound::time, .text = time, .moment = moment}};
    }
    std::string text = date + ' ' + time;
    if (moment.has_fraction()) {
        text += '.' + moment.fraction.substr(0, moment.fraction.find_last_not_of('0') + 1);
    }
    return {memory_of(stamp),
            {.kind = reference::Bound::timestamp, .text = text, .moment = moment}};
}

inline Value interval_value(int c_type, Random& random) {
    SQL_INTERVAL_STRUCT interval;
    std::memset(&interval, kPoison, sizeof interval);
    const auto fields = reference::fields_of(c_type);
    std::array<SQLUINTEGER, 6> values{};
    reference::Duration duration;
    duration.negative = below(random, 2) == 0;
    for (int field = fields.first; field <= fields.last; ++field) {
        const SQLUINTEGER limits[] = {0, 12, 0, 24, 60, 60};
        const auto value = static_cast<SQLUINTEGER>(
            field == fields.first ? random() >> below(random, 33) : below(random, limits[field]));
        values[static_cast<std::size_t>(field)] = value;
        duration.size += value * reference::unit_of(field);
    }
    interval.interval_sign = duration.negative ? SQL_TRUE : SQL_FALSE;
    if (fields.is_months()) {
        interval.intval.year_month = {values[0], values[1]};
    } else {
        const auto fraction =
            static_cast<SQLUINTEGER>(below(random, 3) == 0 ? 0 : below(random, 1000000));
        interval.intval.day_second = {values[2], values[3], values[4], values[5], fraction};
        if (fields.last == 5) duration.size += reference::Wide{fraction} * 1000;
    }
    return {memory_of(interval),
            {.kind = reference::Bound::interval,
             .text = reference::interval_text(duration, fields),
             .duration = duration,
             .interval_type = c_type}};
}

inline Value guid_value(Random& random) {
    const std::string text = "01234567-89AB-CDEF-0123-" + digits(random, 12);
    return {*reference::guid_bytes(text),
            {.kind = reference::Bound::guid, .text = text, .bytes = *reference::guid_bytes(text)}};
}

inline Value text_value(Random& random, bool wide) {
    std::string text = random_text(random);
    if (below(random, 5) == 0) text = reference::to_hex(text.substr(0, below(random, 9)));
    std::string memory = text;
    if (wide) {
        const std::u16string units = reference::to_units(text);
        memory.assign(reinterpret_cast<const char*>(units.data()), 2 * units.size());
    }
    return {memory, {.kind = reference::Bound::character, .text = text}};
}

inline Value random_value(int c_type, Random& random) {
    if (reference::is_interval_type(c_type)) return interval_value(c_type, random);
    switch (c_type) {
        case SQL_C_CHAR:
            return text_value(random, false);
        case SQL_C_WCHAR:
            return text_value(random, true);
        case SQL_C_BINARY: {
            const std::string text = random_text(random);
            return {text, {.kind = reference::Bound::binary, .bytes = text}};
        }
        case SQL_C_BIT: {
            const auto bit = static_cast<SQLCHAR>(below(random, 2));
            return {memory_of(bit), {.kind = reference::Bound::bit, .text = std::to_string(bit)}};
        }
        case SQL_C_STINYINT:
        case SQL_C_TINYINT:
            return integer_value<SQLSCHAR>(random);
        case SQL_C_UTINYINT:
            return integer_value<SQLCHAR>(random);
        case SQL_C_SSHORT:
        case SQL_C_SHORT:
            return integer_value<SQLSMALLINT>(random);
        case SQL_C_USHORT:
            return integer_value<SQLUSMALLINT>(random);
        case SQL_C_SLONG:
        case SQL_C_LONG:
            return integer_value<SQLINTEGER>(random);
        case SQL_C_ULONG:
            return integer_value<SQLUINTEGER>(random);
        case SQL_C_SBIGINT:
            return integer_value<std::int64_t>(random);
        case SQL_C_UBIGINT:
            return integer_value<std::uint64_t>(random);
        case SQL_C_FLOAT:
            return real_value<float>(SQL_C_FLOAT, random);
        case SQL_C_DOUBLE:
            return real_value<double>(SQL_C_DOUBLE, random);
        case SQL_C_NUMERIC:
            return numeric_value(random);
        case SQL_C_GUID:
            return guid_value(random);
        default:
            return moment_value(c_type, random);
    }
}

inline std::vector<int> all_sql_types() {
    std::vector<int> types = {SQL_CHAR,      SQL_VARCHAR,        SQL_LONGVARCHAR,   SQL_WCHAR,
                              SQL_WVARCHAR,  SQL_WLONGVARCHAR,   SQL_DECIMAL,       SQL_NUMERIC,
                              SQL_TINYINT,   SQL_SMALLINT,       SQL_INTEGER,       SQL_BIGINT,
                              SQL_BIT,       SQL_REAL,           SQL_FLOAT,         SQL_DOUBLE,
                              SQL_BINARY,    SQL_VARBINARY,      SQL_LONGVARBINARY, SQL_TYPE_DATE,
                              SQL_TYPE_TIME, SQL_TYPE_TIMESTAMP, SQL_GUID};
    for (int type = SQL_INTERVAL_YEAR; type <= SQL_INTERVAL_MINUTE_TO_SECOND; ++type) {
        types.push_back(type);
    }
    return types;
}

}  // namespace cubrid::odbc::convert::test
