// NUMERIC values: up to 38 digits, exact.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace minicas {

__extension__ typedef __int128 Int128;

// unscaled * 10^-scale
struct Decimal {
    Int128 unscaled = 0;
    int scale = 0;

    static Decimal from_int(std::int64_t value) { return {value, 0}; }
    // Digits with an optional sign and point, blanks around; no exponent. Empty on anything else or
    // on more than 38 significant digits.
    static std::optional<Decimal> parse(std::string_view text);
    static std::optional<Decimal> from_double(double value, int scale);

    std::string to_string() const;
    double to_double() const;
    // Rounded half away from zero. Empty if it does not fit.
    std::optional<Decimal> rescaled(int new_scale) const;
    // Toward zero.
    Decimal truncated(int new_scale) const;
    int digits() const;  // of the unscaled value, at least 1
    bool is_zero() const { return unscaled == 0; }
    Decimal normalized() const;  // without trailing zeros behind the point
};

std::strong_ordering compare(const Decimal& a, const Decimal& b);

// Empty: more than 38 digits.
std::optional<Decimal> add(const Decimal& a, const Decimal& b);
std::optional<Decimal> subtract(const Decimal& a, const Decimal& b);
std::optional<Decimal> multiply(const Decimal& a, const Decimal& b);
// The quotient with `scale` digits, toward zero. b must not be zero.
std::optional<Decimal> divide(const Decimal& a, const Decimal& b, int scale);
std::optional<Decimal> remainder(const Decimal& a, const Decimal& b);

}  // namespace minicas
