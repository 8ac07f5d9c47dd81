// A second converter, slow and written from the tables of ODBC Appendix D alone, that the driver's
// conversions are compared with. Numbers are strings of digits, texts are matched by regular
// expressions; nothing of driver/convert is used.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace cubrid::odbc::convert::reference {

// What the reference prescribes: SQLSTATE ("00000": n/a), the target's bytes and the length.
struct Expected {
    std::string state = "00000";
    std::string bytes{};
    SQLLEN length = 0;
};

inline bool is_error(const Expected& expected) {
    return expected.state != "00000" && expected.state.substr(0, 2) != "01";
}
inline Expected failed(const std::string& state) { return {state, {}, 0}; }
template <class T>
Expected delivered(const T& value, const std::string& state = "00000") {
    return {state, {reinterpret_cast<const char*>(&value), sizeof value}, sizeof value};
}

inline std::string trimmed(const std::string& text) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// Digits without leading zeros in `whole` and without trailing ones in `fraction`.
struct Number {
    bool negative = false;
    std::string whole;
    std::string fraction;

    [[nodiscard]] bool is_zero() const { return whole.empty() && fraction.empty(); }
};

inline Number normal(Number number) {
    number.whole.erase(0, std::min(number.whole.find_first_not_of('0'), number.whole.size()));
    const auto last = number.fraction.find_last_not_of('0');
    number.fraction.resize(last == std::string::npos ? 0 : last + 1);
    if (number.is_zero()) number.negative = false;
    return number;
}

// A numeric-literal.
inline std::optional<Number> to_number(const std::string& text) {
    static const std::regex kLiteral{R"( *([+-]?)([0-9]*)(\.([0-9]*))?([eE]([+-]?[0-9]+))? *)"};
    std::smatch parts;
    if (!std::regex_match(text, parts, kLiteral)) return std::nullopt;
    std::string whole = parts[2];
    std::string fraction = parts[4];
    if (whole.empty() && fraction.empty()) return std::nullopt;
    int exponent = 0;
    if (parts[6].matched) {
        exponent = static_cast<int>(
            std::clamp(std::strtol(parts[6].str().c_str(), nullptr, 10), -2000L, 2000L));
    }
    for (; exponent > 0; --exponent) {
        whole += fraction.empty() ? '0' : fraction.front();
        if (!fraction.empty()) fraction.erase(0, 1);
    }
    for (; exponent < 0; ++exponent) {
        fraction.insert(0, 1, whole.empty() ? '0' : whole.back());
        if (!whole.empty()) whole.pop_back();
    }
    return normal({parts[1] == "-", whole, fraction});
}

// Every digit of a binary number.
inline std::string all_digits(double value) {
    std::array<char, 1500> text{};
    std::snprintf(text.data(), text.size(), "%.1100f", value);
    return text.data();
}

// -1, 0, 1; of whole numbers without leading zeros.
inline int compare(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    return a < b ? -1 : (a == b ? 0 : 1);
}

// The magnitude of a whole number as little-endian bytes, by long division.
inline std::vector<unsigned char> to_bytes(std::string digits, std::size_t count) {
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i < count; ++i) {
        unsigned rest = 0;
        std::string quotient;
        for (const char digit : digits) {
            rest = rest * 10 + static_cast<unsigned>(digit - '0');
            if (!quotient.empty() || rest >= 256) quotient += static_cast<char>('0' + rest / 256);
            rest %= 256;
        }
        bytes.push_back(static_cast<unsigned char>(rest));
        digits = quotient;
    }
    return bytes;
}

struct Range {
    int type;  // C or SQL
    std::size_t size;
    const char* minimum;  // its magnitude
    const char* maximum;
};
inline const std::vector<Range> kIntegerTypes = {
    {SQL_C_STINYINT, 1, "128", "127"},
    {SQL_C_TINYINT, 1, "128", "127"},
    {SQL_C_UTINYINT, 1, "", "255"},
    {SQL_C_SSHORT, 2, "32768", "32767"},
    {SQL_C_SHORT, 2, "32768", "32767"},
    {SQL_C_USHORT, 2, "", "65535"},
    {SQL_C_SLONG, 4, "2147483648", "2147483647"},
    {SQL_C_LONG, 4, "2147483648", "2147483647"},
    {SQL_C_ULONG, 4, "", "4294967295"},
    {SQL_C_SBIGINT, 8, "9223372036854775808", "9223372036854775807"},
    {SQL_C_UBIGINT, 8, "", "18446744073709551615"},
};
inline const Range* integer_type(int type) {
    for (const Range& range : kIntegerTypes) {
        if (range.type == type) return &range;
    }
    return nullptr;
}
inline bool is_within(const Number& number, const Range& range) {
    return compare(number.whole, number.negative ? range.minimum : range.maximum) <= 0;
}
inline std::string integer_bytes(const Number& number, std::size_t size) {
    auto bytes = to_bytes(number.whole, size);
    if (number.negative) {
        unsigned carry = 1;
        for (auto& byte : bytes) {
            const unsigned sum = (byte ^ 0xFFU) + carry;
            byte = static_cast<unsigned char>(sum);
            carry = sum >> 8U;
        }
    }
    return {bytes.begin(), bytes.end()};
}

// "Data is 0 or 1", "greater than 0, less than 2, and not equal to 1", "less than 0 or greater than
// or equal to 2".
inline Expected to_bit(const Number& number, const std::string& state_of_fraction) {
    if (number.negative || compare(number.whole, "1") > 0) return failed("22003");
    const char bit = number.whole.empty() ? '\0' : '\1';
    return {number.fraction.empty() ? "00000" : state_of_fraction, {&bit, 1}, 1};
}

inline Expected to_numeric(const Number& number, int precision, int scale) {
    std::string fraction = number.fraction;
    const bool cut = fraction.size() > static_cast<std::size_t>(scale);
    fraction.resize(static_cast<std::size_t>(scale), '0');
    const Number scaled = normal({false, number.whole + fraction, ""});
    if (scaled.whole.size() > static_cast<std::size_t>(precision)) return failed("22003");
    SQL_NUMERIC_STRUCT structure{};
    structure.precision = static_cast<SQLCHAR>(precision);
    structure.scale = static_cast<SQLSCHAR>(scale);
    structure.sign = number.negative && !scaled.whole.empty() ? 0 : 1;
    const auto bytes = to_bytes(scaled.whole, SQL_MAX_NUMERIC_LEN);
    std::copy(bytes.begin(), bytes.end(), structure.val);
    return delivered(structure, cut ? "01S07" : "00000");
}

struct Moment {
    bool has_date = false;
    bool has_time = false;
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    std::string fraction{};  // nine digits or more

    [[nodiscard]] bool is_midnight() const {
        return hour == 0 && minute == 0 && second == 0 && !has_fraction();
    }
    [[nodiscard]] bool has_fraction() const {
        return fraction.find_first_not_of('0') != std::string::npos;
    }
    [[nodiscard]] bool is_possible() const {
        const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        const int days[] = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        const bool date = !has_date || (year >= 1 && month >= 1 && month <= 12 && day >= 1 &&
                                        day <= days[month - 1]);
        return date && (!has_time || (hour < 24 && minute < 60 && second < 60));
    }
};

// A date-value, time-value or timestamp-value, alone or in its escape.
inline std::optional<Moment> to_moment(const std::string& text) {
    static const std::regex kDate{R"((\d{4})-(\d\d)-(\d\d))"};
    static const std::regex kTime{R"((\d\d):(\d\d):(\d\d)(\.(\d*))?)"};
    static const std::regex kStamp{R"((\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d(\.\d*)?))"};
    static const std::regex kEscape{R"(\{ *(d|t|ts) *'(.*)' *\})"};
    std::string value = trimmed(text);
    std::smatch escape;
    std::string keyword;
    if (std::regex_match(value, escape, kEscape)) {
        keyword = escape[1];
        value = std::string{escape[2]};
    }
    Moment moment;
    std::smatch stamp;
    std::string date = value;
    std::string time = value;
    if (std::regex_match(value, stamp, kStamp)) {
        date = stamp[1];
        time = stamp[2];
    }
    std::smatch parts;
    if (std::regex_match(date, parts, kDate)) {
        moment.has_date = true;
        moment.year = std::stoi(parts[1]);
        moment.month = std::stoi(parts[2]);
        moment.day = std::stoi(parts[3]);
    }
    if (std::regex_match(time, parts, kTime)) {
        moment.has_time = true;
        moment.hour = std::stoi(parts[1]);
        moment.minute = std::stoi(parts[2]);
        moment.second = std::stoi(parts[3]);
        moment.fraction = std::string{parts[5]};
    }
    if (!moment.has_date && !moment.has_time) return std::nullopt;
    const std::string kind = !moment.has_time ? "d" : (moment.has_date ? "ts" : "t");
    if (!keyword.empty() && keyword != kind) return std::nullopt;
    moment.fraction.resize(std::max<std::size_t>(moment.fraction.size(), 9), '0');
    return moment;
}

inline SQL_TIMESTAMP_STRUCT to_structure(const Moment& moment) {
    return {static_cast<SQLSMALLINT>(moment.year),
            static_cast<SQLUSMALLINT>(moment.month),
            static_cast<SQLUSMALLINT>(moment.day),
            static_cast<SQLUSMALLINT>(moment.hour),
            static_cast<SQLUSMALLINT>(moment.minute),
            static_cast<SQLUSMALLINT>(moment.second),
            static_cast<SQLUINTEGER>(std::stoul(moment.fraction.substr(0, 9)))};
}

inline std::string to_hex(const std::string& bytes) {
    std::string text;
    for (const char byte : bytes) {
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02X", static_cast<unsigned char>(byte));
        text += digits.data();
    }
    return text;
}

}  // namespace cubrid::odbc::convert::reference
