#include "types/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "types/type_code.h"

namespace minicas {

namespace {

__extension__ typedef unsigned __int128 UInt128;

Int128 power_of_ten(int exponent) {
    Int128 result = 1;
    for (int i = 0; i < exponent; ++i) result *= 10;
    return result;
}

const Int128 kLimit = power_of_ten(kMaxNumericPrecision);  // 10^38 fits a signed 128-bit integer

bool fits(Int128 value) { return value < kLimit && value > -kLimit; }

std::optional<Int128> scaled_up(Int128 value, int by) {
    for (int i = 0; i < by; ++i) {
        if (__builtin_mul_overflow(value, Int128{10}, &value) || !fits(value)) return std::nullopt;
    }
    return value;
}

// Both with the larger scale.
bool aligned(Decimal& a, Decimal& b) {
    const int scale = std::max(a.scale, b.scale);
    const auto left = scaled_up(a.unscaled, scale - a.scale);
    const auto right = scaled_up(b.unscaled, scale - b.scale);
    if (!left || !right) return false;
    a = {*left, scale};
    b = {*right, scale};
    return true;
}

std::string digits_of(UInt128 value) {
    std::string out;
    do {
        out.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value != 0);
    std::reverse(out.begin(), out.end());
    return out;
}

UInt128 magnitude(Int128 value) {
    return value < 0 ? UInt128{0} - static_cast<UInt128>(value) : static_cast<UInt128>(value);
}

}  // namespace

std::optional<Decimal> Decimal::parse(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    bool negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    Decimal out;
    bool any = false, point = false;
    for (const char c : text) {
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9') return std::nullopt;
        any = true;
        Int128 next = 0;
        if (__builtin_mul_overflow(out.unscaled, Int128{10}, &next)) return std::nullopt;
        next += c - '0';
        if (!fits(next) || out.scale >= kMaxNumericPrecision) return std::nullopt;
        out.unscaled = next;
        if (point) ++out.scale;
    }
    if (!any) return std::nullopt;
    if (negative) out.unscaled = -out.unscaled;
    return out;
}

std::optional<Decimal> Decimal::from_double(double value, int scale) {
    if (!std::isfinite(value) || std::fabs(value) >= 1e38) return std::nullopt;
    // The shortest digits that give the double again: what was meant.
    std::array<char, 64> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::scientific)
                         .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const auto e = text.find('e');
    Int128 unscaled = 0;
    int own_scale = 0;
    bool point = false;
    for (const char c : text.substr(0, e)) {
        if (c == '.') point = true;
        if (c < '0' || c > '9') continue;
        unscaled = unscaled * 10 + (c - '0');
        own_scale += point;
    }
    if (text.front() == '-') unscaled = -unscaled;
    own_scale -= std::atoi(std::string(text.substr(e + 1)).c_str());
    if (own_scale < 0) {
        const auto up = scaled_up(unscaled, -own_scale);
        if (!up) return std::nullopt;
        unscaled = *up;
        own_scale = 0;
    }
    return Decimal{unscaled, own_scale}.rescaled(scale);
}

std::string Decimal::to_string() const {
    std::string text = digits_of(magnitude(unscaled));
    if (scale > 0) {
        const auto places = static_cast<std::size_t>(scale);
        if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
        text.insert(text.size() - places, 1, '.');
    }
    return unscaled < 0 ? "-" + text : text;
}

double Decimal::to_double() const { return std::strtod(to_string().c_str(), nullptr); }

std::optional<Decimal> Decimal::rescaled(int new_scale) const {
    if (new_scale >= scale) {
        const auto up = scaled_up(unscaled, new_scale - scale);
        if (!up) return std::nullopt;
        return Decimal{*up, new_scale};
    }
    const int drop = scale - new_scale;
    if (drop > kMaxNumericPrecision) return Decimal{0, new_scale};
    const Int128 divisor = power_of_ten(drop);
    Int128 quotient = unscaled / divisor;
    const Int128 rest = unscaled % divisor;
    if (magnitude(rest) * 2 >= magnitude(divisor)) quotient += unscaled < 0 ? -1 : 1;
    return Decimal{quotient, new_scale};
}

Decimal Decimal::truncated(int new_scale) const {
    if (new_scale >= scale) return *this;
    const int drop = scale - new_scale;
    if (drop > kMaxNumericPrecision) return {0, new_scale};
    return {unscaled / power_of_ten(drop), new_scale};
}

int Decimal::digits() const { return static_cast<int>(digits_of(magnitude(unscaled)).size()); }

Decimal Decimal::normalized() const {
    Decimal out = *this;
    while (out.scale > 0 && out.unscaled % 10 == 0) {
        out.unscaled /= 10;
        --out.scale;
    }
    return out;
}

std::strong_ordering compare(const Decimal& a, const Decimal& b) {
    Decimal x = a, y = b;
    if (aligned(x, y)) {
        if (x.unscaled == y.unscaled) return std::strong_ordering::equal;
        return x.unscaled < y.unscaled ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    // Only one of very different magnitudes cannot be aligned: then doubles decide.
    const double left = a.to_double(), right = b.to_double();
    if (left == right) return std::strong_ordering::equal;
    return left < right ? std::strong_ordering::less : std::strong_ordering::greater;
}

std::optional<Decimal> add(const Decimal& a, const Decimal& b) {
    Decimal x = a, y = b;
    if (!aligned(x, y)) return std::nullopt;
    Int128 sum = 0;
    if (__builtin_add_overflow(x.unscaled, y.unscaled, &sum) || !fits(sum)) return std::nullopt;
    return Decimal{sum, x.scale};
}

std::optional<Decimal> subtract(const Decimal& a, const Decimal& b) {
    return add(a, Decimal{-b.unscaled, b.scale});
}

std::optional<Decimal> multiply(const Decimal& a, const Decimal& b) {
    Int128 product = 0;
    if (__builtin_mul_overflow(a.unscaled, b.unscaled, &product) || !fits(product)) {
        const Decimal x = a.normalized(), y = b.normalized();
        if (x.scale == a.scale && y.scale == b.scale) return std::nullopt;
        return multiply(x, y);
    }
    Decimal out{product, a.scale + b.scale};
    return out.scale > kMaxNumericPrecision ? out.rescaled(kMaxNumericPrecision) : out;
}

std::optional<Decimal> divide(const Decimal& a, const Decimal& b, int scale) {
    // (a.unscaled / 10^sa) / (b.unscaled / 10^sb) = a.unscaled * 10^(scale - sa + sb) / b.unscaled
    // * 10^-scale
    const int shift = scale - a.scale + b.scale;
    if (shift < 0)
        return Decimal{
            a.unscaled / power_of_ten(std::min(-shift, kMaxNumericPrecision)) / b.unscaled, scale};
    // Long division keeps the intermediate value small.
    Int128 quotient = a.unscaled / b.unscaled;
    Int128 rest = a.unscaled % b.unscaled;
    for (int i = 0; i < shift; ++i) {
        Int128 next_rest = 0;
        if (__builtin_mul_overflow(quotient, Int128{10}, &quotient) || !fits(quotient) ||
            __builtin_mul_overflow(rest, Int128{10}, &next_rest))
            return std::nullopt;
        quotient += next_rest / b.unscaled;
        rest = next_rest % b.unscaled;
    }
    return Decimal{quotient, scale};
}

std::optional<Decimal> remainder(const Decimal& a, const Decimal& b) {
    Decimal x = a, y = b;
    if (!aligned(x, y)) return std::nullopt;
    return Decimal{x.unscaled % y.unscaled, x.scale};
}

}  // namespace minicas
