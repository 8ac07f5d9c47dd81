// SQL to C of the second converter (see reference.h).
#pragma once

#include "reference_interval.h"

namespace cubrid::odbc::convert::reference {

// What a column holds, by the tables of "Converting Data from SQL to C Data Types".
enum class Family { character, exact, approximate, binary, date, time, timestamp };

struct Cell {
    Family family = Family::character;
    std::string text{};     // character; of a number its literal; as the driver shows it
    std::string bytes{};    // binary; of other values the C structure
    double real = 0;        // approximate
    bool is_float = false;  // which of the two
    Moment moment{};
    std::size_t whole_characters = 0;  // those without which it would be another value
};

struct Target {
    int c_type = 0;
    std::size_t capacity = 0;
    int precision = 38;
    int scale = 0;
    int leading = 2;
    int seconds = 6;
};

// UTF-16 of valid UTF-8, one code point after the other.
inline std::u16string to_units(const std::string& text) {
    std::u16string units;
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const std::size_t count = first < 0x80 ? 1 : (first < 0xE0 ? 2 : (first < 0xF0 ? 3 : 4));
        unsigned code = count == 1 ? first : first & (0x7FU >> count);
        for (std::size_t k = 1; k < count; ++k) {
            code = code << 6U | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
        }
        i += count;
        if (code >= 0x10000) {
            units += static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10U));
            units += static_cast<char16_t>(0xDC00 + ((code - 0x10000) & 0x3FFU));
        } else {
            units += static_cast<char16_t>(code);
        }
    }
    return units;
}

// "Byte length of data < BufferLength": whole; else cut between characters, 01004. What keeps fewer
// than `needed` characters is 22003.
inline Expected to_char(const std::string& text, std::size_t capacity, std::size_t needed) {
    Expected expected{"00000", text, static_cast<SQLLEN>(text.size())};
    if (text.size() >= capacity) {
        if (needed > 0 && needed >= capacity) return failed("22003");
        expected.state = "01004";
        std::size_t kept = capacity == 0 ? 0 : capacity - 1;
        while (kept > 0 && kept < text.size() &&
               (static_cast<unsigned char>(text[kept]) >> 6U) == 2)
            --kept;
        expected.bytes.resize(kept);
    }
    if (capacity > 0) expected.bytes += '\0';
    return expected;
}
inline Expected to_wchar(const std::string& text, std::size_t capacity, std::size_t needed) {
    std::u16string units = to_units(text);
    const std::size_t room = capacity / 2;
    Expected expected{"00000", {}, static_cast<SQLLEN>(2 * units.size())};
    if (units.size() >= room) {
        if (needed > 0 && needed >= room) return failed("22003");
        expected.state = "01004";
        std::size_t kept = room == 0 ? 0 : room - 1;
        if (kept > 0 && kept < units.size() && (units[kept - 1] & 0xFC00) == 0xD800) --kept;
        units.resize(kept);
    }
    if (room > 0) units += u'\0';
    expected.bytes.assign(reinterpret_cast<const char*>(units.data()), 2 * units.size());
    return expected;
}
// Hexadecimal digits, always in pairs.
inline Expected to_hex_text(const std::string& bytes, std::size_t capacity, bool wide) {
    const std::size_t room = wide ? capacity / 2 : capacity;
    std::string digits = to_hex(bytes);
    Expected expected{digits.size() < room ? "00000" : "01004",
                      {},
                      static_cast<SQLLEN>(digits.size() * (wide ? 2 : 1))};
    if (digits.size() >= room) digits.resize(room == 0 ? 0 : (room - 1) / 2 * 2);
    if (room > 0) digits += '\0';
    for (const char digit : digits) {
        expected.bytes += digit;
        if (wide) expected.bytes += '\0';
    }
    return expected;
}
inline Expected to_binary(const std::string& bytes, std::size_t capacity, bool may_be_cut) {
    if (bytes.size() <= capacity) return {"00000", bytes, static_cast<SQLLEN>(bytes.size())};
    if (!may_be_cut) return failed("22003");
    return {"01004", bytes.substr(0, capacity), static_cast<SQLLEN>(bytes.size())};
}

inline Expected to_integer(const Number& number, const Range& range) {
    if (!is_within(number, range)) return failed("22003");
    Number whole = number;
    whole.negative = number.negative && !number.whole.empty();
    return {number.fraction.empty() ? "00000" : "01S07", integer_bytes(whole, range.size),
            static_cast<SQLLEN>(range.size)};
}

inline Expected to_real(const std::string& literal, int c_type) {
    const std::string text = trimmed(literal);
    if (c_type == SQL_C_FLOAT) {
        const float value = std::strtof(text.c_str(), nullptr);
        return std::isinf(value) ? failed("22003") : delivered(value);
    }
    const double value = std::strtod(text.c_str(), nullptr);
    return std::isinf(value) ? failed("22003") : delivered(value);
}

// `digits`: the exact number; `literal`: the shortest one that reads back to it.
inline Expected from_number(const std::string& digits, const std::string& literal,
                            const Target& target, bool to_intervals) {
    const auto number = to_number(digits);
    if (!number) return failed("22018");
    if (const Range* range = integer_type(target.c_type)) return to_integer(*number, *range);
    if (target.c_type == SQL_C_BIT) return to_bit(*number, "01S07");
    if (target.c_type == SQL_C_FLOAT || target.c_type == SQL_C_DOUBLE) {
        return to_real(digits, target.c_type);
    }
    if (target.c_type == SQL_C_NUMERIC) {
        return to_numeric(*to_number(literal), target.precision, target.scale);
    }
    if (!to_intervals || !is_interval_type(target.c_type)) return failed("07006");
    const auto duration = to_duration(*number, target.c_type);
    if (!duration) return failed("22015");
    return to_interval(*duration, target.c_type, target.leading, target.seconds);
}

inline Expected from_moment(const Moment& moment, int c_type, const std::string& today) {
    const SQL_TIMESTAMP_STRUCT stamp = to_structure(moment);
    if (c_type == SQL_C_TYPE_DATE && moment.has_date) {
        return delivered(SQL_DATE_STRUCT{stamp.year, stamp.month, stamp.day},
                         moment.is_midnight() ? "00000" : "01S07");
    }
    if (c_type == SQL_C_TYPE_TIME && moment.has_time) {
        return delivered(SQL_TIME_STRUCT{stamp.hour, stamp.minute, stamp.second},
                         moment.has_fraction() ? "01S07" : "00000");
    }
    if (c_type != SQL_C_TYPE_TIMESTAMP) return failed("07006");
    SQL_TIMESTAMP_STRUCT structure = stamp;
    if (!moment.has_date) {
        const SQL_TIMESTAMP_STRUCT date = to_structure(*to_moment(today));
        structure.year = date.year;
        structure.month = date.month;
        structure.day = date.day;
    }
    const bool cut = moment.fraction.find_first_not_of('0', 9) != std::string::npos;
    return delivered(structure, cut ? "01S07" : "00000");
}

inline bool is_datetime_type(int c_type) {
    return c_type == SQL_C_TYPE_DATE || c_type == SQL_C_TYPE_TIME || c_type == SQL_C_TYPE_TIMESTAMP;
}

inline std::optional<std::string> guid_bytes(const std::string& text) {
    static const std::regex kGuid{
        R"(\{?([0-9a-fA-F]{8})-([0-9a-fA-F]{4})-([0-9a-fA-F]{4})-([0-9a-fA-F]{4})-([0-9a-fA-F]{12})\}?)"};
    std::smatch parts;
    const std::string value = trimmed(text);
    if (!std::regex_match(value, parts, kGuid)) return std::nullopt;
    if ((value.front() == '{') != (value.back() == '}')) return std::nullopt;
    SQLGUID guid{};
    guid.Data1 = static_cast<decltype(guid.Data1)>(std::stoul(parts[1], nullptr, 16));
    guid.Data2 = static_cast<decltype(guid.Data2)>(std::stoul(parts[2], nullptr, 16));
    guid.Data3 = static_cast<decltype(guid.Data3)>(std::stoul(parts[3], nullptr, 16));
    const std::string rest = parts[4].str() + parts[5].str();
    for (std::size_t i = 0; i < 8; ++i) {
        guid.Data4[i] = static_cast<unsigned char>(std::stoul(rest.substr(2 * i, 2), nullptr, 16));
    }
    return std::string{reinterpret_cast<const char*>(&guid), sizeof guid};
}

inline Expected from_character(const std::string& text, const Target& target,
                               const std::string& today) {
    if (is_datetime_type(target.c_type)) {
        const auto moment = to_moment(text);
        if (!moment || !moment->is_possible()) return failed("22018");
        const Expected expected = from_moment(*moment, target.c_type, today);
        return expected.state == "07006" ? failed("22018") : expected;
    }
    if (is_interval_type(target.c_type)) {
        const auto duration = to_duration(text, fields_of(target.c_type));
        if (!duration) return failed("22018");
        return to_interval(*duration, target.c_type, target.leading, target.seconds);
    }
    if (target.c_type == SQL_C_GUID) {
        const auto bytes = guid_bytes(text);
        return bytes ? Expected{"00000", *bytes, 16} : failed("22018");
    }
    return from_number(text, text, target, false);
}

inline Expected decode(const Cell& cell, const Target& target, const std::string& today) {
    const bool is_character = cell.family == Family::character;
    const bool is_binary = cell.family == Family::binary;
    if (target.c_type == SQL_C_CHAR || target.c_type == SQL_C_WCHAR) {
        const bool wide = target.c_type == SQL_C_WCHAR;
        if (is_binary) return to_hex_text(cell.bytes, target.capacity, wide);
        return wide ? to_wchar(cell.text, target.capacity, cell.whole_characters)
                    : to_char(cell.text, target.capacity, cell.whole_characters);
    }
    if (target.c_type == SQL_C_BINARY) {
        return to_binary(is_character ? cell.text : cell.bytes, target.capacity,
                         is_character || is_binary);
    }
    switch (cell.family) {
        case Family::character:
            return from_character(cell.text, target, today);
        case Family::exact:
            return from_number(cell.text, cell.text, target, true);
        case Family::approximate:
            return from_number(all_digits(cell.real), cell.text, target, false);
        case Family::binary:
            // Not in the reference: sixteen bytes are a GUID.
            if (target.c_type != SQL_C_GUID) return failed("07006");
            return cell.bytes.size() == 16 ? Expected{"00000", cell.bytes, 16} : failed("22018");
        default:
            return from_moment(cell.moment, target.c_type, today);
    }
}

}  // namespace cubrid::odbc::convert::reference
