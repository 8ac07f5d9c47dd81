#include "convert/number.h"

#include <cmath>

#include "convert/blanks.h"

namespace cubrid::odbc::convert {
namespace {

constexpr Uint128 kMaxMagnitude = std::numeric_limits<std::uint64_t>::max();

// Display sizes of ODBC Appendix D. Text without exponent is preferred as long as it is not longer.
constexpr std::size_t display_size(float) { return 14; }
constexpr std::size_t display_size(double) { return 24; }
constexpr double kLeastFixed = 1e-5;
constexpr double end_of_fixed(float) { return 1e9; }
constexpr double end_of_fixed(double) { return 1e17; }

template <Real V>
std::string_view print_shortest(V value, Scratch& scratch) {
    char* begin = scratch.chars.data();
    char* const limit = begin + scratch.chars.size();
    const double size = std::fabs(static_cast<double>(value));
    if (size == 0 || (size >= kLeastFixed && size < end_of_fixed(value))) {
        const auto fixed = std::to_chars(begin, limit, value, std::chars_format::fixed);
        const auto length = static_cast<std::size_t>(fixed.ptr - begin);
        if (fixed.ec == std::errc{} && length <= display_size(value)) return {begin, length};
    }
    const char* end = std::to_chars(begin, limit, value).ptr;
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

Outcome to_whole(double value, Whole& whole) {
    constexpr double kTwoTo64 = 18446744073709551616.0;
    const double magnitude = std::trunc(std::fabs(value));
    if (!(magnitude < kTwoTo64)) return Outcome::out_of_range;  // so is what is no number
    whole = {static_cast<std::uint64_t>(magnitude), std::signbit(value)};
    return magnitude == std::fabs(value) ? Outcome::ok : Outcome::fraction_lost;
}

Outcome to_whole(const Decimal& value, Whole& whole) {
    Uint128 magnitude = 0;
    const Outcome outcome = rescale(value, kMaxDigits, 0, magnitude);
    if (is_error(outcome)) return outcome;
    if (magnitude > kMaxMagnitude) return Outcome::out_of_range;
    whole = {static_cast<std::uint64_t>(magnitude), value.is_negative};
    return outcome;
}

Outcome to_whole(std::string_view text, Whole& whole) {
    Decimal decimal;
    const Outcome parsed = to_decimal(text, decimal);
    if (is_error(parsed)) return parsed;
    const Outcome outcome = to_whole(decimal, whole);
    return is_error(outcome) || parsed == Outcome::ok ? outcome : parsed;
}

template <Real T>
Outcome to_real(std::string_view text, T& real) {
    const auto number = scan_number(text);
    if (!number) return Outcome::bad_text;
    text = trim_blanks(text);
    if (text.front() == '+') text.remove_prefix(1);
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) {
        if (leading_position(*number) > 0) return Outcome::out_of_range;
        value = number->is_negative ? T{-0.0} : T{0.0};
    }
    real = value;
    return Outcome::ok;
}
template Outcome to_real(std::string_view text, float& real);
template Outcome to_real(std::string_view text, double& real);

Outcome to_real(double value, float& real) {
    constexpr auto kLargest = static_cast<double>(std::numeric_limits<float>::max());
    // Between the largest float and this half-way point to the next power of two, rounding still
    // gives the largest.
    constexpr double kTooLarge = kLargest + (kLargest - 0x1.fffffcp127) / 2;
    if (std::fabs(value) >= kTooLarge && std::isfinite(value)) return Outcome::out_of_range;
    real = static_cast<float>(value);
    return Outcome::ok;
}

template <Real V>
Outcome to_decimal(V value, Decimal& decimal) {
    if (!std::isfinite(value)) return Outcome::out_of_range;
    Scratch scratch;
    return to_decimal(print_shortest(value, scratch), decimal);
}
template Outcome to_decimal(float value, Decimal& decimal);
template Outcome to_decimal(double value, Decimal& decimal);

std::string_view print_number(double value, Scratch& scratch) {
    return print_shortest(value, scratch);
}
std::string_view print_number(float value, Scratch& scratch) {
    return print_shortest(value, scratch);
}

}  // namespace cubrid::odbc::convert
