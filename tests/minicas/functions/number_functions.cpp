#include <array>
#include <bit>
#include <cmath>

#include "functions/function_table.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

Domain number_result(const std::vector<Domain>& args) {
    return is_number(args[0].type) || args[0].type == kNull ? args[0] : Domain::of(kDouble);
}
Domain whole_result(const std::vector<Domain>& args) {
    Domain out = number_result(args);
    if (out.type == kNumeric) out = Domain::numeric(out.precision - out.scale + 1, 0);
    return out;
}

// The first argument as number of the result's domain.
Value as_number(const Operation& self, const Values& v) {
    const Domain to =
        self.result.type == kNumeric ? Domain::character(kNumeric, kUndetermined) : self.result;
    try {
        return cast_value(v[0], self.args[0], to, CastKind::kExplicit);
    } catch (const CannotCast& failure) {
        throw_run_time_cast(failure, self.args[0], to);
    }
}

Value abs(Environment&, const Operation& self, const Values& v) {
    const Value n = as_number(self, v);
    if (self.result.type == kNumeric) {
        Decimal d = n.decimal();
        if (d.unscaled < 0) d.unscaled = -d.unscaled;
        return Value(d);
    }
    if (is_integer(self.result.type))
        return Value(n.integer() < 0
                         ? static_cast<std::int64_t>(0U - static_cast<std::uint64_t>(n.integer()))
                         : n.integer());
    return Value(std::fabs(n.real()));
}

Value sign(Environment&, const Operation& self, const Values& v) {
    const double x = self.real(v, 0);
    return Value(std::int64_t{x > 0 ? 1 : x < 0 ? -1 : 0});
}

Value whole(const Operation& self, const Values& v, bool up) {
    const Value n = as_number(self, v);
    if (self.result.type == kNumeric) {
        Decimal d = n.decimal().truncated(0);
        const auto order = compare(d, n.decimal());
        if (up && order < 0) ++d.unscaled;
        if (!up && order > 0) --d.unscaled;
        return Value(d);
    }
    if (is_integer(self.result.type)) return n;
    return Value(up ? std::ceil(n.real()) : std::floor(n.real()));
}
Value ceil(Environment&, const Operation& self, const Values& v) { return whole(self, v, true); }
Value floor(Environment&, const Operation& self, const Values& v) { return whole(self, v, false); }

Value rounded(const Operation& self, const Values& v, bool truncate) {
    const Value n = as_number(self, v);
    const auto places = v.size() > 1 ? self.integer(v, 1) : 0;
    if (self.result.type == kNumeric) {
        const int scale = static_cast<int>(
            std::max<std::int64_t>(std::min<std::int64_t>(places, self.result.scale), 0));
        const Decimal d = truncate ? n.decimal().truncated(scale)
                                   : n.decimal().rescaled(scale).value_or(n.decimal());
        return Value(d.rescaled(self.result.scale).value_or(d));
    }
    const double factor = std::pow(10.0, static_cast<double>(places));
    const double scaled = double_of(n, self.result) * factor;
    const double result = (truncate ? std::trunc(scaled) : std::round(scaled)) / factor;
    if (is_integer(self.result.type))
        return places >= 0 ? n : Value(static_cast<std::int64_t>(result));
    return Value(result);
}
Value round(Environment&, const Operation& self, const Values& v) {
    return rounded(self, v, false);
}
Value trunc(Environment&, const Operation& self, const Values& v) { return rounded(self, v, true); }

Value mod(Environment& e, const Operation& self, const Values& v) {
    const bool zero = self.real(v, 1) == 0.0;
    if (zero) return v[0];
    return arithmetic("mod", self.args)->call(e, v);
}
Domain mod_result(const std::vector<Domain>& args) { return arithmetic("mod", args)->result; }

template <double (*F)(double)>
Value real_function(Environment&, const Operation& self, const Values& v) {
    const double result = F(self.real(v, 0));
    if (!std::isfinite(result))
        throw db_failure(db_error::kDataOverflow, "Data overflow on data type \"double\".");
    return Value(result);
}

double checked_sqrt(double x) {
    if (x < 0) throw semantic_failure("Argument of sqrt() function is out of range.");
    return std::sqrt(x);
}
double checked_ln(double x) {
    if (x <= 0) throw semantic_failure("Argument of ln() function is out of range.");
    return std::log(x);
}
double log2_of(double x) { return checked_ln(x) / std::log(2.0); }
double log10_of(double x) { return checked_ln(x) / std::log(10.0); }
double exp_of(double x) { return std::exp(x); }
double sin_of(double x) { return std::sin(x); }
double cos_of(double x) { return std::cos(x); }
double tan_of(double x) { return std::tan(x); }
double asin_of(double x) { return std::asin(x); }
double acos_of(double x) { return std::acos(x); }
double atan_of(double x) { return std::atan(x); }
constexpr double kPi = 3.14159265358979323846;
double degrees_of(double x) { return x * 180.0 / kPi; }
double radians_of(double x) { return x * kPi / 180.0; }

Value power(Environment&, const Operation& self, const Values& v) {
    return Value(std::pow(self.real(v, 0), self.real(v, 1)));
}
Value pi(Environment&, const Operation&, const Values&) { return Value(kPi); }
Value rand(Environment& e, const Operation&, const Values&) { return Value(e.random()); }
Value drand(Environment& e, const Operation&, const Values&) {
    return Value(static_cast<double>(e.random()) / 2147483648.0);
}

Value bit_count(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{std::popcount(static_cast<std::uint64_t>(self.integer(v, 0)))});
}

Domain widest(const std::vector<Domain>& args) {
    Domain out;
    for (const auto& arg : args) out = common_domain(out, arg);
    return out;
}

Value extreme(const Operation& self, const Values& v, int wanted) {
    Value best;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const Value candidate = cast_value(v[i], self.args[i], self.result, CastKind::kExplicit);
        if (best.is_null() || compare_values(candidate, best, self.result) == wanted)
            best = candidate;
    }
    return best;
}
Value greatest(Environment&, const Operation& self, const Values& v) { return extreme(self, v, 1); }
Value least(Environment&, const Operation& self, const Values& v) { return extreme(self, v, -1); }

Value to_number(Environment&, const Operation& self, const Values& v) {
    std::string digits;
    for (const char c : self.text(v, 0))
        if (c != ',') digits.push_back(c);
    const auto decimal = Decimal::parse(digits);
    if (!decimal)
        throw db_failure(db_error::kBadArguments,
                         "Function called with missing or invalid arguments.");
    return Value(*decimal);
}
Domain to_number_result(const std::vector<Domain>&) {
    return Domain::character(kNumeric, kUndetermined);
}

constexpr std::array kFunctions{
    FunctionRow{"abs", 1, 1, number_result, abs},
    FunctionRow{"sign", 1, 1, int_result, sign},
    FunctionRow{"ceil", 1, 1, whole_result, ceil},
    FunctionRow{"floor", 1, 1, whole_result, floor},
    FunctionRow{"round", 1, 2, number_result, round},
    FunctionRow{"trunc", 1, 2, number_result, trunc},
    FunctionRow{"mod", 2, 2, mod_result, mod},
    FunctionRow{"sqrt", 1, 1, double_result, real_function<checked_sqrt>},
    FunctionRow{"ln", 1, 1, double_result, real_function<checked_ln>},
    FunctionRow{"log2", 1, 1, double_result, real_function<log2_of>},
    FunctionRow{"log10", 1, 1, double_result, real_function<log10_of>},
    FunctionRow{"exp", 1, 1, double_result, real_function<exp_of>},
    FunctionRow{"sin", 1, 1, double_result, real_function<sin_of>},
    FunctionRow{"cos", 1, 1, double_result, real_function<cos_of>},
    FunctionRow{"tan", 1, 1, double_result, real_function<tan_of>},
    FunctionRow{"asin", 1, 1, double_result, real_function<asin_of>},
    FunctionRow{"acos", 1, 1, double_result, real_function<acos_of>},
    FunctionRow{"atan", 1, 1, double_result, real_function<atan_of>},
    FunctionRow{"degrees", 1, 1, double_result, real_function<degrees_of>},
    FunctionRow{"radians", 1, 1, double_result, real_function<radians_of>},
    FunctionRow{"power", 2, 2, double_result, power},
    FunctionRow{"pi", 0, 0, double_result, pi},
    FunctionRow{"rand", 0, 1, int_result, rand, kImpure | kTakesNull},
    FunctionRow{"drand", 0, 1, double_result, drand, kImpure | kTakesNull},
    FunctionRow{"bit_count", 1, 1, int_result, bit_count},
    FunctionRow{"greatest", 1, kAny, widest, greatest},
    FunctionRow{"least", 1, kAny, widest, least},
    FunctionRow{"to_number", 1, 2, to_number_result, to_number}};

}  // namespace

std::span<const FunctionRow> number_functions() { return kFunctions; }

}  // namespace minicas
