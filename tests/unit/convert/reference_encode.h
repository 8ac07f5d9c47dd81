// C to SQL of the second converter (see reference.h).
#pragma once

#include "reference_decode.h"

namespace cubrid::odbc::convert::reference {

// What an application has bound, by the tables of "Converting Data from C to SQL Data Types".
enum class Bound {
    character,
    exact,
    approximate,
    bit,
    binary,
    date,
    time,
    timestamp,
    guid,
    interval
};

struct Parameter {
    Bound kind = Bound::character;
    std::string text{};   // character, number and GUID; of other values as they are shown
    std::string bytes{};  // binary
    double real = 0;
    Moment moment{};
    Duration duration{};
    int interval_type = 0;
};

// What must be sent: a number or text by its value, a date by its fields.
struct Sent {
    std::string state = "00000";
    enum class Form {
        text,
        number,
        real,
        float_real,
        bytes,
        date,
        time,
        timestamp
    } form = Form::text;
    std::string text{};  // text; the number's literal
    std::string bytes{};
    double real = 0;
    Moment moment{};
};
inline Sent refused(const std::string& state) { return {state, Sent::Form::text, {}, {}, 0, {}}; }

inline bool is_long_type(int sql_type) {
    return sql_type == SQL_LONGVARCHAR || sql_type == SQL_WLONGVARCHAR ||
           sql_type == SQL_LONGVARBINARY;
}
inline bool is_character_type(int sql_type) {
    return sql_type == SQL_CHAR || sql_type == SQL_VARCHAR || sql_type == SQL_LONGVARCHAR ||
           sql_type == SQL_WCHAR || sql_type == SQL_WVARCHAR || sql_type == SQL_WLONGVARCHAR;
}
inline bool is_binary_type(int sql_type) {
    return sql_type == SQL_BINARY || sql_type == SQL_VARBINARY || sql_type == SQL_LONGVARBINARY;
}

inline std::size_t count_characters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) >> 6U) != 2;
    }));
}

inline Sent to_character(const Parameter& value, int sql_type, std::size_t size) {
    const bool is_moment =
        value.kind == Bound::date || value.kind == Bound::time || value.kind == Bound::timestamp;
    if (is_moment && !value.moment.is_possible()) return refused("22008");
    std::string counted = value.kind == Bound::binary ? value.bytes : value.text;
    const Sent sent{"00000", Sent::Form::text, counted, {}, 0, {}};
    if (value.kind == Bound::character || value.kind == Bound::binary) {
        counted.erase(counted.find_last_not_of(' ') + 1);
    }
    const bool fits = size == 0 || is_long_type(sql_type) || count_characters(counted) <= size;
    return fits ? sent : refused("22001");
}

inline const Range* integer_sql_type(int sql_type) {
    static const std::vector<Range> kTypes = {
        {SQL_TINYINT, 1, "128", "255"},  // signed and unsigned ones
        {SQL_SMALLINT, 2, "32768", "32767"},
        {SQL_INTEGER, 4, "2147483648", "2147483647"},
        {SQL_BIGINT, 8, "9223372036854775808", "9223372036854775807"},
    };
    for (const Range& range : kTypes) {
        if (range.type == sql_type) return &range;
    }
    return nullptr;
}

inline std::string literal_of(const Number& number) {
    return std::string{number.negative ? "-" : ""} + (number.whole.empty() ? "0" : number.whole) +
           (number.fraction.empty() ? "" : "." + number.fraction);
}

// `digits`: the exact number; `literal`: the shortest one that reads back to it.
inline Sent to_number_type(const std::string& digits, const std::string& literal, int sql_type,
                           bool is_text) {
    auto number = to_number(digits);
    if (!number) return refused("22018");
    const std::string whole_lost = is_text ? "22001" : "22003";
    const std::string fraction_lost = is_text ? "22001" : "01S07";
    Sent sent{"00000", Sent::Form::number, {}, {}, 0, {}};
    if (const Range* range = integer_sql_type(sql_type)) {
        if (!is_within(*number, *range)) return refused(whole_lost);
        if (!number->fraction.empty()) {
            if (is_text) return refused(fraction_lost);
            sent.state = fraction_lost;
        }
        number->fraction.clear();
        sent.text = literal_of(normal(*number));
        return sent;
    }
    if (sql_type == SQL_BIT) {
        const Expected bit = to_bit(*number, "22001");
        if (is_error(bit)) return refused(bit.state);
        sent.text = bit.bytes[0] == '\0' ? "0" : "1";
        return sent;
    }
    if (sql_type == SQL_REAL || sql_type == SQL_FLOAT || sql_type == SQL_DOUBLE) {
        const std::string text = trimmed(digits);
        const bool is_real = sql_type == SQL_REAL;
        sent.form = is_real ? Sent::Form::float_real : Sent::Form::real;
        sent.real = is_real ? static_cast<double>(std::strtof(text.c_str(), nullptr))
                            : std::strtod(text.c_str(), nullptr);
        return std::isinf(sent.real) ? refused("22003") : sent;
    }
    // DECIMAL and NUMERIC: 38 digits (CUBRID's limit).
    Number exact = *to_number(literal);
    constexpr std::size_t kMostDigits = 38;
    if (exact.whole.size() > kMostDigits) return refused(whole_lost);
    const std::size_t zeros = exact.fraction.find_first_not_of('0');
    const std::size_t leading = exact.whole.empty() && zeros != std::string::npos ? zeros : 0;
    const std::size_t room = std::min(kMostDigits, kMostDigits - exact.whole.size() + leading);
    if (exact.fraction.size() > room) {
        if (is_text) return refused(fraction_lost);
        sent.state = fraction_lost;
        exact.fraction.resize(room);
    }
    sent.text = literal_of(normal(exact));
    return sent;
}

inline Sent to_datetime_type(const Moment& moment, int sql_type, const std::string& today,
                             const std::string& impossible) {
    // "Data value does not contain a valid date", "a valid time": of a structure the other part
    // does not count.
    Moment counted = moment;
    if (sql_type == SQL_TYPE_DATE && impossible == "22007") counted.has_time = false;
    if (sql_type == SQL_TYPE_TIME && impossible == "22007") counted.has_date = false;
    if (!counted.is_possible()) return refused(impossible);
    Sent sent{"00000", Sent::Form::timestamp, {}, {}, 0, moment};
    if (sql_type == SQL_TYPE_DATE) {
        if (!moment.has_date) return refused("07006");
        if (!moment.is_midnight()) return refused("22008");
        sent.form = Sent::Form::date;
    } else if (sql_type == SQL_TYPE_TIME) {
        if (!moment.has_time) return refused("07006");
        if (moment.has_fraction()) return refused("22008");
        sent.form = Sent::Form::time;
    } else {
        // DATETIME has milliseconds.
        if (moment.fraction.find_first_not_of('0', 3) != std::string::npos) return refused("22008");
        if (!moment.has_date) {
            const Moment date = *to_moment(today);
            sent.moment.year = date.year;
            sent.moment.month = date.month;
            sent.moment.day = date.day;
        }
    }
    return sent;
}

inline Sent to_interval_type(const Parameter& value, int sql_type) {
    const IntervalFields fields = fields_of(sql_type);
    std::optional<Duration> duration;
    switch (value.kind) {
        case Bound::character:
            duration = to_duration(value.text, fields);
            if (!duration) return refused("22018");
            break;
        case Bound::exact:
            if (fields.first != fields.last) return refused("07006");
            duration = to_duration(*to_number(value.text), sql_type);
            break;
        case Bound::interval:
            if (fields.is_months() != fields_of(value.interval_type).is_months()) {
                return refused("07006");
            }
            duration = value.duration;
            break;
        default:
            return refused("07006");
    }
    const Wide limit = 4294967296;
    const bool fits = duration && duration->size / unit_of(fields.first) < limit;
    const bool whole = duration && (fields.last == 5 || duration->size % unit_of(fields.last) == 0);
    if (!fits || !whole || duration->finer) return refused("22015");
    return {"00000", Sent::Form::text, interval_text(*duration, fields), {}, 0, {}};
}

inline Sent to_binary_type(const Parameter& value, int sql_type, std::size_t size) {
    std::string bytes = value.bytes;
    const bool has_limit = size != 0 && !is_long_type(sql_type);
    if (value.kind == Bound::character) {
        if (has_limit && value.text.size() / 2 > size) return refused("22001");
        for (std::size_t i = 0; i + 1 < value.text.size(); i += 2) {
            const std::string pair = value.text.substr(i, 2);
            if (pair.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
                return refused("22018");
            }
            bytes += static_cast<char>(std::stoul(pair, nullptr, 16));
        }
    } else if (value.kind != Bound::binary && value.kind != Bound::guid) {
        return refused("07006");
    }
    if (has_limit && bytes.size() > size) return refused("22001");
    return {"00000", Sent::Form::bytes, {}, bytes, 0, {}};
}

// CUBRID has no such type: text.
inline Sent to_guid_type(const Parameter& value) {
    std::string text = value.text;
    if (value.kind == Bound::character) {
        const auto bytes = guid_bytes(text);
        if (!bytes) return refused("22018");
        text = trimmed(text);
        text.erase(
            std::remove_if(text.begin(), text.end(), [](char c) { return c == '{' || c == '}'; }),
            text.end());
        std::transform(text.begin(), text.end(), text.begin(), [](char c) {
            return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
        });
    } else if (value.kind != Bound::guid) {
        return refused("07006");
    }
    return {"00000", Sent::Form::text, text, {}, 0, {}};
}

inline bool is_number(Bound kind) {
    return kind == Bound::exact || kind == Bound::approximate || kind == Bound::bit;
}

inline Sent encode(const Parameter& value, int sql_type, std::size_t size,
                   const std::string& today) {
    if (is_character_type(sql_type)) return to_character(value, sql_type, size);
    if (is_binary_type(sql_type)) return to_binary_type(value, sql_type, size);
    if (is_interval_type(sql_type)) return to_interval_type(value, sql_type);
    const bool is_datetime = sql_type >= SQL_TYPE_DATE && sql_type <= SQL_TYPE_TIMESTAMP;
    if (value.kind == Bound::character && is_datetime) {
        const auto moment = to_moment(value.text);
        if (!moment) return refused("22018");
        const Sent sent = to_datetime_type(*moment, sql_type, today, "22018");
        return sent.state == "07006" ? refused("22018") : sent;
    }
    if (sql_type == SQL_GUID) return to_guid_type(value);
    if (is_datetime) {
        const bool is_moment = value.kind == Bound::date || value.kind == Bound::time ||
                               value.kind == Bound::timestamp;
        if (!is_moment) return refused("07006");
        if (value.kind == Bound::date && sql_type == SQL_TYPE_TIME) return refused("07006");
        if (value.kind == Bound::time && sql_type == SQL_TYPE_DATE) return refused("07006");
        return to_datetime_type(value.moment, sql_type, today, "22007");
    }
    if (value.kind == Bound::interval) {
        const IntervalFields fields = fields_of(value.interval_type);
        const bool is_exact = integer_sql_type(sql_type) != nullptr || sql_type == SQL_DECIMAL ||
                              sql_type == SQL_NUMERIC;
        if (fields.first != fields.last || !is_exact) return refused("07006");
        return to_number_type(interval_text(value.duration, fields),
                              interval_text(value.duration, fields), sql_type, false);
    }
    const bool is_text = value.kind == Bound::character;
    if (!is_text && !is_number(value.kind)) return refused("07006");
    const bool is_approximate = value.kind == Bound::approximate;
    return to_number_type(is_approximate ? all_digits(value.real) : value.text, value.text,
                          sql_type, is_text);
}

}  // namespace cubrid::odbc::convert::reference
