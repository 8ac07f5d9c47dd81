// Text of an interval (ODBC Appendix C, "Interval Literal Syntax").
#include <algorithm>
#include <optional>

#include "convert/blanks.h"
#include "convert/interval.h"

namespace cubrid::odbc::convert {
namespace {

constexpr int kNanosecondDigits = 9;
// A field may be larger than its place in a structure as long as the fields in front of it take it
// up; so many days are still a number of seconds.
constexpr std::uint64_t kLargestNumber = 10'000'000'000'000;
constexpr std::array<std::string_view, kIntervalFields> kNames = {"YEAR", "MONTH",  "DAY",
                                                                  "HOUR", "MINUTE", "SECOND"};

char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class Scanner {
 public:
    explicit Scanner(std::string_view text) : left_{text} {}

    [[nodiscard]] bool at_end() const { return left_.empty(); }
    bool take(char c) {
        if (left_.empty() || left_.front() != c) return false;
        left_.remove_prefix(1);
        return true;
    }
    void skip_blanks() {
        while (take(' ')) {
        }
    }
    // A word in either case, with the blanks behind it.
    bool take_word(std::string_view word) {
        if (left_.size() < word.size()) return false;
        for (std::size_t i = 0; i < word.size(); ++i) {
            if (to_upper(left_[i]) != word[i]) return false;
        }
        left_.remove_prefix(word.size());
        skip_blanks();
        return true;
    }
    // Digits, at least one. Beyond the largest number, it grows no further.
    std::optional<std::uint64_t> number() {
        if (!sees_digit()) return std::nullopt;
        std::uint64_t value = 0;
        for (; sees_digit(); left_.remove_prefix(1)) {
            if (value <= kLargestNumber) value = value * 10 + digit();
        }
        return value;
    }
    struct Fraction {
        std::uint32_t nanoseconds = 0;
        bool cut = false;
    };
    // What stands behind the point; it may be nothing.
    Fraction fraction() {
        Fraction fraction;
        int digits = 0;
        for (; sees_digit(); left_.remove_prefix(1)) {
            if (digits < kNanosecondDigits) {
                fraction.nanoseconds = fraction.nanoseconds * 10 + digit();
                ++digits;
            } else {
                fraction.cut = fraction.cut || digit() != 0;
            }
        }
        for (; digits < kNanosecondDigits; ++digits) fraction.nanoseconds *= 10;
        return fraction;
    }
    // Up to the character, which goes as well.
    std::optional<std::string_view> until(char c) {
        const std::size_t at = left_.find(c);
        if (at == std::string_view::npos) return std::nullopt;
        const std::string_view text = left_.substr(0, at);
        left_.remove_prefix(at + 1);
        return text;
    }

 private:
    [[nodiscard]] bool sees_digit() const {
        return !left_.empty() && left_.front() >= '0' && left_.front() <= '9';
    }
    [[nodiscard]] std::uint32_t digit() const {
        return static_cast<std::uint32_t>(left_.front() - '0');
    }

    std::string_view left_;
};

// Numbers one after the other, before it is known which fields they are.
struct Parts {
    std::array<std::uint64_t, 4> numbers{};
    std::size_t count = 0;
    bool has_dash = false;  // behind the first one
    bool has_blank = false;
    bool has_point = false;
    Scanner::Fraction fraction{};

    bool add(Scanner& in) {
        const auto number = in.number();
        if (!number || count == numbers.size()) return false;
        numbers[count++] = *number;
        return true;
    }
};

std::optional<Parts> scan_parts(Scanner& in) {
    Parts parts;
    if (!parts.add(in)) return std::nullopt;
    if (in.take('-')) {
        parts.has_dash = true;
        if (!parts.add(in)) return std::nullopt;
    } else {
        if (in.take(' ')) {
            in.skip_blanks();
            parts.has_blank = true;
            if (!parts.add(in)) return std::nullopt;
        }
        while (in.take(':')) {
            if (!parts.add(in)) return std::nullopt;
        }
        parts.has_point = in.take('.');
        if (parts.has_point) parts.fraction = in.fraction();
    }
    if (!in.at_end()) return std::nullopt;
    return parts;
}

// The field that the first number is.
std::optional<IntervalField> first_field(const Parts& parts, IntervalType type) {
    if (parts.has_dash != (parts.count > 1 && type.is_year_month())) return std::nullopt;
    if (parts.has_dash) return IntervalField::year;
    if (parts.has_blank) return IntervalField::day;
    const bool has_seconds = type.trailing == IntervalField::second;
    if (parts.count == 3) return IntervalField::hour;
    if (parts.count == 2) {
        const bool begins_with_minutes = parts.has_point || type.leading >= IntervalField::minute;
        return begins_with_minutes ? IntervalField::minute : IntervalField::hour;
    }
    if (parts.count != 1 || (parts.has_point && !has_seconds)) return std::nullopt;
    return parts.has_point ? IntervalField::second : type.leading;
}

Outcome parse_string(std::string_view text, IntervalType type, Interval& interval) {
    Scanner in{trim_blanks(text)};
    const bool is_negative = in.take('-');
    if (!is_negative) in.take('+');
    const auto parts = scan_parts(in);
    if (!parts) return Outcome::bad_text;
    const auto first = first_field(*parts, type);
    if (!first) return Outcome::bad_text;
    const auto begin = static_cast<std::size_t>(*first);
    const std::size_t end = begin + parts->count;
    if (end > kIntervalFields || (parts->has_point && end != kIntervalFields)) {
        return Outcome::bad_text;
    }
    interval = {};
    for (std::size_t i = begin; i < end; ++i) {
        const std::uint64_t number = parts->numbers[i - begin];
        if (i > begin && number >= kIntervalLimits[i]) return Outcome::bad_text;
        if (number > kLargestNumber) return Outcome::interval_overflow;
        interval.whole += number * kIntervalUnits[i];
    }
    interval.nanoseconds = parts->fraction.nanoseconds;
    interval.is_negative = is_negative && (interval.whole != 0 || interval.nanoseconds != 0);
    return parts->fraction.cut ? Outcome::fraction_lost : Outcome::ok;
}

// A field's name; the precision behind it says what the target's descriptor says better.
std::optional<IntervalField> scan_field(Scanner& in) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (!in.take_word(kNames[i])) continue;
        if (in.take('(')) {
            if (!in.until(')')) return std::nullopt;
            in.skip_blanks();
        }
        return static_cast<IntervalField>(i);
    }
    return std::nullopt;
}

std::optional<IntervalType> scan_qualifier(Scanner& in) {
    const auto leading = scan_field(in);
    if (!leading) return std::nullopt;
    IntervalType type{*leading, *leading};
    if (in.take_word("TO")) {
        const auto trailing = scan_field(in);
        if (!trailing) return std::nullopt;
        type.trailing = *trailing;
    }
    const bool exists =
        std::find(kIntervals.begin(), kIntervals.end(), type) != kIntervals.end() && in.at_end();
    return exists ? std::optional{type} : std::nullopt;
}

}  // namespace

Outcome parse_interval(std::string_view text, IntervalType type, Interval& interval) {
    text = trim_blanks(text);
    if (text.size() >= 2 && text.front() == '{' && text.back() == '}') {
        text = trim_blanks(text.substr(1, text.size() - 2));
    }
    Scanner in{text};
    if (!in.take_word("INTERVAL")) return parse_string(text, type, interval);
    const bool is_negative = in.take('-');
    if (!is_negative) in.take('+');
    in.skip_blanks();
    if (!in.take('\'')) return Outcome::bad_text;
    const auto quoted = in.until('\'');
    in.skip_blanks();
    const auto qualifier = quoted ? scan_qualifier(in) : std::nullopt;
    if (!qualifier || qualifier->is_year_month() != type.is_year_month()) return Outcome::bad_text;
    const Outcome outcome = parse_string(*quoted, *qualifier, interval);
    const bool is_zero = interval.whole == 0 && interval.nanoseconds == 0;
    if (!is_error(outcome))
        interval.is_negative = interval.is_negative != (is_negative && !is_zero);
    return outcome;
}

}  // namespace cubrid::odbc::convert
