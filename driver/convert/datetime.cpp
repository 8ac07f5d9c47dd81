#include "convert/datetime.h"

#include <array>
#include <ctime>
#include <optional>

#include "convert/blanks.h"

namespace cubrid::odbc::convert {
namespace {

constexpr int kFractionDigits = 9;

char* print_digits(std::uint32_t value, int count, char* to) {
    for (int i = count; i-- > 0; value /= 10) to[i] = static_cast<char>('0' + value % 10);
    return to + count;
}

// Takes fields off the front of a text; once something is missing, it has failed for good.
class Scanner {
 public:
    explicit Scanner(std::string_view text) : left_{text} {}

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] bool at_end() const { return left_.empty(); }
    [[nodiscard]] bool sees(char c) const { return !left_.empty() && left_.front() == c; }

    void expect(char c) {
        if (!take(c)) failed_ = true;
    }
    bool take(char c) {
        if (!sees(c)) return false;
        left_.remove_prefix(1);
        return true;
    }
    void skip_blanks() {
        while (take(' ')) {
        }
    }
    // Exactly `count` digits.
    unsigned number(int count) {
        unsigned value = 0;
        for (; count > 0; --count) {
            const auto digit = take_digit();
            if (!digit) failed_ = true;
            value = value * 10 + digit.value_or(0);
        }
        return value;
    }
    std::optional<unsigned> take_digit() {
        if (left_.empty() || left_.front() < '0' || left_.front() > '9') return std::nullopt;
        const auto digit = static_cast<unsigned>(left_.front() - '0');
        left_.remove_prefix(1);
        return digit;
    }

 private:
    std::string_view left_;
    bool failed_ = false;
};

Date scan_date(Scanner& in) {
    Date date;
    date.year = static_cast<std::int16_t>(in.number(4));
    in.expect('-');
    date.month = static_cast<std::uint16_t>(in.number(2));
    in.expect('-');
    date.day = static_cast<std::uint16_t>(in.number(2));
    return date;
}

Time scan_time(Scanner& in) {
    Time time;
    time.hour = static_cast<std::uint16_t>(in.number(2));
    in.expect(':');
    time.minute = static_cast<std::uint16_t>(in.number(2));
    in.expect(':');
    time.second = static_cast<std::uint16_t>(in.number(2));
    return time;
}

void scan_fraction(Scanner& in, DatetimeLiteral& literal) {
    int digits = 0;
    std::uint32_t fraction = 0;
    while (const auto digit = in.take_digit()) {
        if (digits < kFractionDigits) {
            fraction = fraction * 10 + *digit;
            ++digits;
        } else {
            literal.fraction_cut = literal.fraction_cut || *digit != 0;
        }
    }
    for (; digits < kFractionDigits; ++digits) fraction *= 10;
    literal.value.nanoseconds = fraction;
    literal.value.fraction_digits = count_fraction_digits(fraction);
}

// A date has its first dash behind four digits, a time has its first colon behind two.
constexpr std::size_t kFirstDash = 4;

Outcome parse_plain(std::string_view text, DatetimeLiteral& literal) {
    literal = {};
    Scanner in{text};
    literal.has_date = text.size() > kFirstDash && text[kFirstDash] == '-';
    if (literal.has_date) literal.value.date = scan_date(in);
    literal.has_time = !literal.has_date || !in.at_end();
    if (literal.has_date && literal.has_time) in.expect(' ');
    if (literal.has_time) {
        in.skip_blanks();
        literal.value.time = scan_time(in);
        if (in.take('.')) scan_fraction(in, literal);
    }
    if (in.failed() || !in.at_end()) return Outcome::bad_text;
    const bool valid = (!literal.has_date || is_valid(literal.value.date)) &&
                       (!literal.has_time || is_valid(literal.value.time));
    return valid ? Outcome::ok : Outcome::bad_datetime;
}

struct Escape {
    std::string_view keyword;
    bool has_date;
    bool has_time;
};
constexpr std::array<Escape, 3> kEscapes = {
    {{"ts", true, true}, {"d", true, false}, {"t", false, true}}};

// The text within {keyword '...'}; nothing when it is not so written.
std::optional<std::string_view> quoted_in_escape(std::string_view text, const Escape& escape) {
    text = trim_blanks(text.substr(1, text.size() - 2));
    if (!text.starts_with(escape.keyword)) return std::nullopt;
    text = trim_blanks(text.substr(escape.keyword.size()));
    if (text.size() < 2 || text.front() != '\'' || text.back() != '\'') return std::nullopt;
    return text.substr(1, text.size() - 2);
}

Outcome parse_escape(std::string_view text, DatetimeLiteral& literal) {
    for (const Escape& escape : kEscapes) {
        const auto inner = quoted_in_escape(text, escape);
        if (!inner) continue;
        const Outcome outcome = parse_plain(*inner, literal);
        const bool same_kind =
            literal.has_date == escape.has_date && literal.has_time == escape.has_time;
        return same_kind ? outcome : Outcome::bad_text;
    }
    return Outcome::bad_text;
}

}  // namespace

Date today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return {static_cast<std::int16_t>(local.tm_year + 1900),
            static_cast<std::uint16_t>(local.tm_mon + 1),
            static_cast<std::uint16_t>(local.tm_mday)};
}

std::uint8_t count_fraction_digits(std::uint32_t nanoseconds) {
    std::uint8_t digits = kFractionDigits;
    for (; digits > 0 && nanoseconds % 10 == 0; --digits) nanoseconds /= 10;
    return digits;
}

char* print(const Date& date, char* to) {
    to = print_digits(static_cast<std::uint32_t>(date.year), 4, to);
    *to++ = '-';
    to = print_digits(date.month, 2, to);
    *to++ = '-';
    return print_digits(date.day, 2, to);
}

char* print(const Time& time, char* to) {
    to = print_digits(time.hour, 2, to);
    *to++ = ':';
    to = print_digits(time.minute, 2, to);
    *to++ = ':';
    return print_digits(time.second, 2, to);
}

char* print(const Timestamp& timestamp, char* to) {
    to = print(timestamp.date, to);
    *to++ = ' ';
    to = print(timestamp.time, to);
    if (timestamp.fraction_digits == 0) return to;
    *to++ = '.';
    std::uint32_t fraction = timestamp.nanoseconds;
    for (int i = timestamp.fraction_digits; i < kFractionDigits; ++i) fraction /= 10;
    return print_digits(fraction, timestamp.fraction_digits, to);
}

Outcome parse_datetime(std::string_view text, DatetimeLiteral& literal) {
    text = trim_blanks(text);
    const bool is_escape = text.size() >= 2 && text.front() == '{' && text.back() == '}';
    return is_escape ? parse_escape(text, literal) : parse_plain(text, literal);
}

}  // namespace cubrid::odbc::convert
