#include "convert/decimal.h"

#include <algorithm>
#include <array>

#include "convert/blanks.h"

namespace cubrid::odbc::convert {
namespace {

constexpr auto kPowers = [] {
    std::array<Uint128, kMaxDigits + 1> powers{};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
    return powers;
}();

Uint128 power_of_ten(int exponent) { return kPowers[static_cast<std::size_t>(exponent)]; }

int count_digits(Uint128 magnitude) {
    return static_cast<int>(std::upper_bound(kPowers.begin(), kPowers.end(), magnitude) -
                            kPowers.begin());
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& text) {
    const auto* end = std::find_if_not(text.begin(), text.end(), is_digit);
    const auto length = static_cast<std::size_t>(end - text.begin());
    const std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    return digits;
}

// Takes a sign off; true for minus.
bool take_sign(std::string_view& text) {
    if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
    const bool is_negative = text.front() == '-';
    text.remove_prefix(1);
    return is_negative;
}

bool take(std::string_view& text, char lower, char upper) {
    if (text.empty() || (text.front() != lower && text.front() != upper)) return false;
    text.remove_prefix(1);
    return true;
}

// Far beyond every type; keeps the arithmetic on positions from overflowing.
constexpr int kExponentLimit = 100000;

int to_exponent(std::string_view digits, bool is_negative) {
    int exponent = 0;
    for (const char digit : digits) {
        exponent = std::min(exponent * 10 + (digit - '0'), kExponentLimit);
    }
    return is_negative ? -exponent : exponent;
}

// Digits of the whole part and the fraction as one row.
class DigitRow {
 public:
    explicit DigitRow(const NumberText& text) : whole_{text.whole}, fraction_{text.fraction} {}

    [[nodiscard]] std::size_t size() const { return whole_.size() + fraction_.size(); }
    char operator[](std::size_t index) const {
        return index < whole_.size() ? whole_[index] : fraction_[index - whole_.size()];
    }
    [[nodiscard]] std::size_t first_nonzero() const {
        std::size_t at = 0;
        while (at < size() && (*this)[at] == '0') ++at;
        return at;
    }
    [[nodiscard]] std::size_t end_of_nonzero() const {
        std::size_t end = size();
        while (end > 0 && (*this)[end - 1] == '0') --end;
        return end;
    }

 private:
    std::string_view whole_;
    std::string_view fraction_;
};

int position(const NumberText& text, std::size_t first_nonzero) {
    constexpr std::size_t kLongest = 1U << 30U;
    const auto whole = static_cast<int>(std::min(text.whole.size(), kLongest));
    return whole - static_cast<int>(std::min(first_nonzero, kLongest)) + text.exponent;
}

}  // namespace

std::optional<NumberText> scan_number(std::string_view text) {
    text = trim_blanks(text);
    NumberText number;
    number.is_negative = take_sign(text);
    number.whole = take_digits(text);
    if (take(text, '.', '.')) number.fraction = take_digits(text);
    if (number.whole.empty() && number.fraction.empty()) return std::nullopt;
    if (take(text, 'e', 'E')) {
        const bool is_negative = take_sign(text);
        const std::string_view digits = take_digits(text);
        if (digits.empty()) return std::nullopt;
        number.exponent = to_exponent(digits, is_negative);
    }
    if (!text.empty()) return std::nullopt;
    return number;
}

int leading_position(const NumberText& text) {
    const DigitRow digits{text};
    const std::size_t first = digits.first_nonzero();
    return first == digits.size() ? 0 : position(text, first);
}

Outcome to_decimal(const NumberText& text, Decimal& decimal) {
    const DigitRow digits{text};
    const std::size_t first = digits.first_nonzero();
    decimal = {};
    if (first == digits.size()) return Outcome::ok;

    const int point = position(text, first);  // behind so many of the digits from `first` on
    if (point > kMaxDigits) return Outcome::out_of_range;
    const std::size_t count = digits.end_of_nonzero() - first;
    std::size_t kept = std::min(count, static_cast<std::size_t>(kMaxDigits));
    while (digits[first + kept - 1] == '0') --kept;
    for (std::size_t i = 0; i < kept; ++i) {
        decimal.magnitude = decimal.magnitude * 10 + static_cast<unsigned>(digits[first + i] - '0');
    }
    decimal.scale = static_cast<int>(kept) - point;
    if (decimal.scale < 0) {
        decimal.magnitude *= power_of_ten(-decimal.scale);
        decimal.scale = 0;
    }
    decimal.is_negative = text.is_negative;
    return kept < count ? Outcome::fraction_lost : Outcome::ok;
}

Outcome to_decimal(std::string_view text, Decimal& decimal) {
    const auto number = scan_number(text);
    return number ? to_decimal(*number, decimal) : Outcome::bad_text;
}

Outcome rescale(const Decimal& decimal, int precision, int scale, Uint128& magnitude) {
    const int shift = scale - decimal.scale;
    Uint128 scaled = 0;
    Uint128 cut = 0;
    if (shift >= 0) {
        if (decimal.magnitude != 0 && count_digits(decimal.magnitude) + shift > kMaxDigits) {
            return Outcome::out_of_range;
        }
        scaled = decimal.magnitude == 0 ? 0 : decimal.magnitude * power_of_ten(shift);
    } else if (-shift > kMaxDigits) {
        cut = decimal.magnitude;
    } else {
        scaled = decimal.magnitude / power_of_ten(-shift);
        cut = decimal.magnitude % power_of_ten(-shift);
    }
    if (count_digits(scaled) > precision) return Outcome::out_of_range;
    // With a negative scale the digits that are cut may be whole ones.
    const bool whole_lost =
        scale < 0 && decimal.scale <= kMaxDigits && cut / power_of_ten(decimal.scale) != 0;
    if (whole_lost) return Outcome::out_of_range;
    magnitude = scaled;
    return cut == 0 ? Outcome::ok : Outcome::fraction_lost;
}

Outcome to_numeric_struct(const Decimal& decimal, int precision, int scale,
                          SQL_NUMERIC_STRUCT& number) {
    constexpr int kLowestScale = -128;  // the structure's field is one byte
    constexpr int kHighestScale = 127;
    if (scale < kLowestScale || scale > kHighestScale) return Outcome::out_of_range;
    const int digits = precision < 1 || precision > kMaxDigits ? kMaxDigits : precision;
    Uint128 magnitude = 0;
    const Outcome outcome = rescale(decimal, digits, scale, magnitude);
    if (is_error(outcome)) return outcome;
    number = {};
    number.precision = static_cast<SQLCHAR>(digits);
    number.scale = static_cast<SQLSCHAR>(scale);
    number.sign = decimal.is_negative && magnitude != 0 ? 0 : 1;
    for (SQLCHAR& byte : number.val) {
        byte = static_cast<SQLCHAR>(magnitude & 0xFFU);
        magnitude >>= 8U;
    }
    return outcome;
}

Outcome from_numeric_struct(const SQL_NUMERIC_STRUCT& number, int scale, Decimal& decimal) {
    Uint128 magnitude = 0;
    for (std::size_t i = SQL_MAX_NUMERIC_LEN; i-- > 0;) magnitude = magnitude << 8U | number.val[i];
    if (count_digits(magnitude) > kMaxDigits) return Outcome::out_of_range;
    decimal = {magnitude, scale, number.sign == 0 && magnitude != 0};
    if (scale >= 0) return Outcome::ok;
    if (magnitude != 0 && count_digits(magnitude) - scale > kMaxDigits)
        return Outcome::out_of_range;
    if (magnitude != 0) decimal.magnitude *= power_of_ten(-scale);
    decimal.scale = 0;
    return Outcome::ok;
}

std::string print(const Decimal& decimal) {
    std::string text;
    for (Uint128 rest = decimal.magnitude; rest != 0; rest /= 10) {
        text += static_cast<char>('0' + static_cast<int>(rest % 10));
    }
    const auto scale = static_cast<std::size_t>(decimal.scale);
    if (text.size() <= scale) text.append(scale + 1 - text.size(), '0');
    if (decimal.is_negative) text += '-';
    std::reverse(text.begin(), text.end());
    if (scale > 0) text.insert(text.size() - scale, 1, '.');
    return text;
}

Outcome print_numeric_bind(Decimal decimal, std::string& text) {
    Outcome outcome = Outcome::ok;
    if (decimal.scale > kMaxDigits) {
        Uint128 cut = 0;
        outcome = rescale(decimal, kMaxDigits, kMaxDigits, cut);
        if (is_error(outcome)) return outcome;
        decimal = {cut, kMaxDigits, decimal.is_negative && cut != 0};
    }
    text = print(decimal);
    // "0." would be the 39th digit; the server takes ".5" as well.
    if (decimal.scale == kMaxDigits) text.erase(text.find('0'), 1);
    return outcome;
}

}  // namespace cubrid::odbc::convert
