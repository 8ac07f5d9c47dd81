// Numbers of every kind made from numbers of every kind: exact range checks, fractions cut towards
// zero and reported.
#pragma once

#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <utility>

#include "convert/value.h"

namespace cubrid::odbc::convert {

// The whole part of a number.
struct Whole {
    std::uint64_t magnitude = 0;
    bool is_negative = false;
};
// ok, fraction_lost, out_of_range; from text also bad_text.
Outcome to_whole(double value, Whole& whole);
inline Outcome to_whole(float value, Whole& whole) {
    return to_whole(static_cast<double>(value), whole);
}
Outcome to_whole(const Decimal& value, Whole& whole);
Outcome to_whole(std::string_view text, Whole& whole);
inline Outcome to_whole(const DecimalText& value, Whole& whole) {
    return to_whole(value.digits, whole);
}
inline Outcome to_whole(const Text& value, Whole& whole) { return to_whole(value.bytes, whole); }

template <Integer T>
Outcome narrow(const Whole& whole, T& value) {
    constexpr auto kMaximum = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    if (whole.is_negative && whole.magnitude != 0) {
        constexpr std::uint64_t kMinimum = std::is_signed_v<T> ? kMaximum + 1 : 0;
        if (whole.magnitude > kMinimum) return Outcome::out_of_range;
        value = static_cast<T>(0 - whole.magnitude);
    } else {
        if (whole.magnitude > kMaximum) return Outcome::out_of_range;
        value = static_cast<T>(whole.magnitude);
    }
    return Outcome::ok;
}

template <Integer T, Integer V>
Outcome to_integer(V value, T& integer) {
    if (!std::in_range<T>(value)) return Outcome::out_of_range;
    // NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): SQLSCHAR is a number
    integer = static_cast<T>(value);
    return Outcome::ok;
}

template <Integer T, Numeric V>
requires(!Integer<V>) Outcome to_integer(const V& value, T& integer) {
    Whole whole;
    const Outcome outcome = to_whole(value, whole);
    if (is_error(outcome)) return outcome;
    const Outcome narrowed = narrow(whole, integer);
    return is_error(narrowed) ? narrowed : outcome;
}

// 0 or 1; what lies between 0 and 2 loses its fraction (ODBC Appendix D, "SQL to C: Numeric").
template <Integer V>
Outcome to_bit(V value, SQLCHAR& bit) {
    if (value != V{0} && value != V{1}) return Outcome::out_of_range;
    bit = static_cast<SQLCHAR>(value);
    return Outcome::ok;
}
template <Numeric V>
requires(!Integer<V>) Outcome to_bit(const V& value, SQLCHAR& bit) {
    Whole whole;
    const Outcome outcome = to_whole(value, whole);
    if (is_error(outcome)) return outcome;
    const bool is_below_zero = whole.is_negative && outcome != Outcome::ok;
    if (whole.magnitude > (whole.is_negative ? 0U : 1U) || is_below_zero)
        return Outcome::out_of_range;
    bit = static_cast<SQLCHAR>(whole.magnitude);
    return outcome;
}

// ok, out_of_range or bad_text. A number too small for the type becomes 0, as IEEE 754 has it.
template <Real T>
Outcome to_real(std::string_view text, T& real);
template <Real T, Integer V>
Outcome to_real(V value, T& real) {
    real = static_cast<T>(value);
    return Outcome::ok;
}
inline Outcome to_real(float value, double& real) {
    real = static_cast<double>(value);
    return Outcome::ok;
}
inline Outcome to_real(double value, double& real) {
    real = value;
    return Outcome::ok;
}
inline Outcome to_real(float value, float& real) {
    real = value;
    return Outcome::ok;
}
Outcome to_real(double value, float& real);
template <Real T>
Outcome to_real(const Decimal& value, T& real) {
    return to_real(std::string_view{print(value)}, real);
}
template <Real T>
Outcome to_real(const DecimalText& value, T& real) {
    return to_real(value.digits, real);
}
template <Real T>
Outcome to_real(const Text& value, T& real) {
    return to_real(value.bytes, real);
}

// A real becomes the shortest decimal number that reads back to it.
template <Integer V>
Outcome to_decimal(V value, Decimal& decimal) {
    const bool is_negative = value < V{0};
    // NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): SQLSCHAR is a number
    const auto bits = static_cast<std::uint64_t>(value);
    decimal = {is_negative ? 0 - bits : bits, 0, is_negative};
    return Outcome::ok;
}
template <Real V>
Outcome to_decimal(V value, Decimal& decimal);
inline Outcome to_decimal(const Decimal& value, Decimal& decimal) {
    decimal = value;
    return Outcome::ok;
}
inline Outcome to_decimal(const DecimalText& value, Decimal& decimal) {
    return to_decimal(value.digits, decimal);
}
inline Outcome to_decimal(const Text& value, Decimal& decimal) {
    return to_decimal(value.bytes, decimal);
}

// Where a number's text lives as long as it is needed.
struct Scratch {
    std::array<char, 40> chars{};
    std::string longer;
};
template <Integer V>
std::string_view print_number(V value, Scratch& scratch) {
    char* begin = scratch.chars.data();
    const auto end = std::to_chars(begin, begin + scratch.chars.size(), value).ptr;
    return {begin, static_cast<std::size_t>(end - begin)};
}
// Shortest text that reads back to the same value; no exponent where the reader expects none.
std::string_view print_number(double value, Scratch& scratch);
std::string_view print_number(float value, Scratch& scratch);
inline std::string_view print_number(const Decimal& value, Scratch& scratch) {
    return scratch.longer = print(value);
}
inline std::string_view print_number(const DecimalText& value, Scratch&) { return value.digits; }

}  // namespace cubrid::odbc::convert
