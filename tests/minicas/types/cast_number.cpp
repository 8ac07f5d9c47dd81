#include "types/cast_number.h"

#include <cfloat>
#include <cmath>
#include <limits>

#include "types/number_text.h"

namespace minicas {

namespace {

using enum TypeCode;

constexpr CannotCast kBad{false};
constexpr CannotCast kOverflow{true};

struct IntegerRange {
    std::int64_t low, high;
};

IntegerRange range_of(TypeCode type) {
    if (type == kShort) return {-32768, 32767};
    if (type == kInt)
        return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
    return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
}

std::int64_t rounded(double value) {
    const double whole = std::round(value);
    if (!(whole >= -9223372036854775808.0 && whole < 9223372036854775808.0)) throw kOverflow;
    return static_cast<std::int64_t>(whole);
}

std::int64_t rounded(const Decimal& value) {
    const Int128 whole = value.rescaled(0)->unscaled;
    if (whole < std::numeric_limits<std::int64_t>::min() ||
        whole > std::numeric_limits<std::int64_t>::max())
        throw kOverflow;
    return static_cast<std::int64_t>(whole);
}

}  // namespace

Value to_integer(const Value& value, const Domain& from, TypeCode to) {
    std::int64_t out = 0;
    if (is_integer(from.type) || from.type == kEnum) {
        out = value.integer();
    } else if (is_approximate(from.type)) {
        out = rounded(value.real());
    } else if (from.type == kNumeric) {
        out = rounded(value.decimal());
    } else if (is_character(from.type)) {
        if (const auto decimal = Decimal::parse(value.text())) {
            out = rounded(*decimal);
        } else if (const auto real = parse_double(value.text())) {
            out = rounded(*real);
        } else {
            throw kBad;
        }
    } else {
        throw kBad;
    }
    const auto range = range_of(to);
    if (out < range.low || out > range.high) throw kOverflow;
    return Value(out);
}

Value to_approximate(const Value& value, const Domain& from, TypeCode to) {
    if (!is_number(from.type) && !is_character(from.type) && from.type != kEnum) throw kBad;
    if (is_character(from.type) && !parse_double(value.text())) throw kBad;
    double out = double_of(value, from);
    if (to == kFloat) {
        if (std::isfinite(out) && std::fabs(out) > static_cast<double>(FLT_MAX) * (1 + 1e-8))
            throw kOverflow;
        out = static_cast<double>(static_cast<float>(out));
        if (std::isinf(out)) out = std::copysign(static_cast<double>(FLT_MAX), out);
    }
    if (!std::isfinite(out)) throw kOverflow;
    return Value(out);
}

Value to_numeric(const Value& value, const Domain& from, const Domain& to) {
    std::optional<Decimal> out;
    const bool exact = to.precision > 0;
    if (is_integer(from.type) || from.type == kEnum) {
        out = Decimal::from_int(value.integer());
    } else if (is_approximate(from.type)) {
        out = Decimal::from_double(value.real(), exact ? to.scale : 15);
        if (!out) throw kOverflow;
    } else if (from.type == kNumeric) {
        out = value.decimal();
    } else if (is_character(from.type)) {
        out = Decimal::parse(value.text());
        if (!out) {
            const auto real = parse_double(value.text());
            if (!real) throw kBad;
            out = Decimal::from_double(*real, exact ? to.scale : 15);
            if (!out) throw kOverflow;
        }
    } else {
        throw kBad;
    }
    if (!exact) return Value(*out);
    out = out->rescaled(to.scale);
    if (!out || (out->digits() > to.precision && !out->is_zero())) throw kOverflow;
    return Value(*out);
}

}  // namespace minicas
