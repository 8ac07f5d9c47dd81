// The operators + - * / and their relatives.
#include <cmath>

#include "functions/operation.h"
#include "types/cast.h"
#include "types/charset.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

constexpr int kDivisionScale = 9;  // the least scale of a NUMERIC quotient

[[noreturn]] void overflow(TypeCode type) {
    throw db_failure(db_error::kDataOverflow,
                     "Data overflow on data type \"" + std::string(domain_name(type)) + "\".");
}

[[noreturn]] void zero_divide() {
    throw db_failure(db_error::kDivideByZero, "Attempt to divide by zero.");
}

Domain numeric_result(const std::string& op, const Domain& a, const Domain& b) {
    const auto numeric = [](const Domain& d) {
        return d.type == kNumeric ? d : Domain::numeric(Domain::of(d.type).precision, 0);
    };
    const Domain x = numeric(a), y = numeric(b);
    if (op == "*") return Domain::numeric(x.precision + y.precision + 1, x.scale + y.scale);
    if (op == "/") {
        int precision = x.precision, scale = std::max(x.scale, y.scale);
        if (y.scale > 0) precision += scale + y.scale - x.scale;
        precision = std::min(precision, kMaxNumericPrecision);
        if (scale < kDivisionScale) {
            const int more = kDivisionScale - scale;
            scale += more;
            precision += more;
            if (precision > kMaxNumericPrecision) {
                scale -= precision - kMaxNumericPrecision;
                precision = kMaxNumericPrecision;
            }
        }
        return Domain::numeric(precision, scale);
    }
    if (op == "mod") return x;
    const int scale = std::max(x.scale, y.scale);
    return Domain::numeric(std::max(x.precision - x.scale, y.precision - y.scale) + scale + 1,
                           scale);
}

std::int64_t wrap(std::uint64_t value) { return static_cast<std::int64_t>(value); }

// BIGINT wraps around without an error, as the server does.
std::int64_t integers(char op, std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    switch (op) {
        case '+':
            return wrap(x + y);
        case '-':
            return wrap(x - y);
        case '*':
            return wrap(x * y);
        default:
            if (b == 0) zero_divide();
            if (b == -1) return op == '%' ? 0 : wrap(0 - x);
            return op == '%' ? a % b : a / b;
    }
}

double reals(char op, double a, double b) {
    switch (op) {
        case '+':
            return a + b;
        case '-':
            return a - b;
        case '*':
            return a * b;
        default:
            if (b == 0.0) zero_divide();
            return op == '%' ? std::fmod(a, b) : a / b;
    }
}

std::optional<Decimal> decimals(char op, const Decimal& a, const Decimal& b, int scale) {
    switch (op) {
        case '+':
            return add(a, b);
        case '-':
            return subtract(a, b);
        case '*':
            return multiply(a, b);
        default:
            if (b.is_zero()) zero_divide();
            return op == '%' ? remainder(a, b) : divide(a, b, scale);
    }
}

char letter(const std::string& op) { return op == "mod" ? '%' : op == "div" ? '/' : op[0]; }

Value run_numbers(char op, const Operation& self, const std::vector<Value>& values) {
    std::vector<Value> v;
    const Domain wide = self.result.type == kNumeric   ? Domain::character(kNumeric, kUndetermined)
                        : is_integer(self.result.type) ? Domain::of(kBigint)
                                                       : Domain::of(kDouble);
    for (std::size_t i = 0; i < 2; ++i) {
        try {
            v.push_back(cast_value(values[i], self.args[i], wide, CastKind::kExplicit));
        } catch (const CannotCast& failure) {
            throw_run_time_cast(failure, self.args[i], wide);
        }
    }
    if (wide.type == kNumeric) {
        const auto result = decimals(op, v[0].decimal(), v[1].decimal(), self.result.scale);
        if (!result) overflow(kNumeric);
        const auto scaled =
            self.result.precision > 0 ? result->rescaled(self.result.scale) : result;
        if (!scaled) overflow(kNumeric);
        return Value(*scaled);
    }
    if (wide.type == kDouble) {
        double result = reals(op, v[0].real(), v[1].real());
        if (self.result.type == kFloat) result = static_cast<double>(static_cast<float>(result));
        if (!std::isfinite(result)) overflow(self.result.type);
        return Value(result);
    }
    const auto result = integers(op, v[0].integer(), v[1].integer());
    if (self.result.type != kBigint && (result > 2147483647 || result < -2147483648LL))
        overflow(self.result.type);
    return Value(result);
}

OperationPtr number_operation(const std::string& op, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    operation->result = common_number(args[0], args[1]);
    if (operation->result.type == kShort) operation->result = Domain::of(kInt);
    if (operation->result.type == kNumeric)
        operation->result = numeric_result(op, args[0], args[1]);
    if (op == "div")
        operation->result =
            Domain::of(is_integer(operation->result.type) ? operation->result.type : kBigint);
    if (args[0].type == kNull || args[1].type == kNull) operation->result = Domain{};
    operation->args = std::move(args);
    operation->run = [code = letter(op)](Environment&, const Operation& self,
                                         const std::vector<Value>& values) {
        return run_numbers(code, self, values);
    };
    return operation;
}

// DATE + days, TIME + seconds, DATETIME + milliseconds.
OperationPtr date_plus(const std::string& op, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    const bool date_first = is_datetime(args[0].type);
    operation->result = args[date_first ? 0 : 1];
    operation->args = std::move(args);
    operation->run = [date_first, minus = op == "-"](Environment&, const Operation& self,
                                                     const std::vector<Value>& values) {
        const std::size_t at = date_first ? 0 : 1;
        const TypeCode type = self.result.type;
        std::int64_t count = self.integer(values, 1 - at);
        if (minus) count = -count;
        if (is_zoned(type)) {
            const Zoned& zoned = values[at].zoned();
            const bool stamp = type == kTimestamptz || type == kTimestampltz;
            return Value(zoned_at_instant(zoned.instant + count * (stamp ? 1000 : 1),
                                          *find_zone(zoned.zone)));
        }
        Moment m = self.moment(values, at);
        if (type == kTime) {
            const std::int64_t second =
                ((m.hour * 60 + m.minute) * 60 + m.second + count % 86400 + 86400) % 86400;
            m.hour = static_cast<int>(second / 3600);
            m.minute = static_cast<int>(second / 60 % 60);
            m.second = static_cast<int>(second % 60);
            return Value(pack_moment(m, kTime));
        }
        if (zero_date(m)) throw db_failure(-1153, "Zero date is not allowed.");
        const std::int64_t unit = type == kDate ? 86400000 : type == kTimestamp ? 1000 : 1;
        std::int64_t moved = 0;
        if (__builtin_mul_overflow(count, unit, &moved) ||
            __builtin_add_overflow(moved, milliseconds_of(m), &moved) || moved < 0 ||
            moved >= 315537897600000)
            throw db_failure(-779, "Date overflow.");
        return Value(pack_moment(moment_of_milliseconds(moved), type));
    };
    return operation;
}

OperationPtr date_minus_date(std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    operation->result = Domain::of(kBigint);
    operation->args = std::move(args);
    operation->run = [](Environment&, const Operation& self, const std::vector<Value>& values) {
        const TypeCode type = self.args[0].type;
        if (is_zoned(type) && is_zoned(self.args[1].type)) {
            const bool stamp = type == kTimestamptz || type == kTimestampltz;
            return Value((values[0].zoned().instant - values[1].zoned().instant) /
                         (stamp ? 1000 : 1));
        }
        const Moment a = self.moment(values, 0), b = self.moment(values, 1);
        if (type == kTime)
            return Value(std::int64_t{(a.hour - b.hour) * 3600 + (a.minute - b.minute) * 60 +
                                      a.second - b.second});
        const std::int64_t difference = milliseconds_of(a) - milliseconds_of(b);
        if (type == kDate && self.args[1].type == kDate) return Value(difference / 86400000);
        if (type == kTimestamp && self.args[1].type == kTimestamp) return Value(difference / 1000);
        return Value(difference);
    };
    return operation;
}

OperationPtr concatenation(std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    // A NULL literal makes the whole text unknown.
    const bool unknown = args[0].type == kNull || args[1].type == kNull;
    const bool bits = is_bit(args[0].type) && is_bit(args[1].type);
    const bool longest =
        args[0].precision == kMaxVarcharPrecision || args[1].precision == kMaxVarcharPrecision;
    operation->result = unknown ? Domain{}
                                : Domain::character(bits ? kVarbit : kString,
                                                    longest ? kMaxVarcharPrecision : kUndetermined);
    if (!unknown && !bits && is_character(args[0].type) && is_character(args[1].type) &&
        args[0].charset == args[1].charset && !is_national(args[0].type))
        operation->result.charset = args[0].charset;
    operation->args = std::move(args);
    operation->run = [bits](Environment&, const Operation& self, const std::vector<Value>& values) {
        if (!bits)
            return Value(convert_text(self.text(values, 0) + self.text(values, 1), Charset::kUtf8,
                                      self.result.charset));
        Bits out = values[0].bits();
        out.bits = static_cast<int>(out.bytes.size() * 8);
        out.bytes += values[1].bits().bytes;
        out.bits += values[1].bits().bits;
        return Value(std::move(out));
    };
    return operation;
}

OperationPtr bit_operation(const std::string& op, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    operation->result = Domain::of(kBigint);
    operation->args = std::move(args);
    operation->run = [op](Environment&, const Operation& self, const std::vector<Value>& values) {
        const auto a = static_cast<std::uint64_t>(self.integer(values, 0));
        if (op == "~") return Value(wrap(~a));
        const auto b = static_cast<std::uint64_t>(self.integer(values, 1));
        if (op == "&") return Value(wrap(a & b));
        if (op == "|") return Value(wrap(a | b));
        if (op == "^") return Value(wrap(a ^ b));
        if (b > 63) return Value(std::int64_t{0});
        return Value(wrap(op == "<<" ? a << b : a >> b));
    };
    return operation;
}

}  // namespace

OperationPtr arithmetic(const std::string& op, std::vector<Domain> args) {
    if (args.size() == 1 && op == "-") {  // 0 - x
        auto negated = std::make_shared<Operation>();
        const Domain own = args[0];
        negated->result = is_number(own.type) || own.type == kNull ? own : Domain::of(kDouble);
        const auto minus =
            number_operation("-", {Domain::of(is_integer(own.type) ? own.type : kInt), own});
        negated->args = std::move(args);
        negated->run = [minus](Environment& environment, const Operation&,
                               const std::vector<Value>& values) {
            return minus->call(environment, {Value(std::int64_t{0}), values[0]});
        };
        return negated;
    }
    if (op == "&" || op == "|" || op == "^" || op == "<<" || op == ">>" || op == "~")
        return bit_operation(op, std::move(args));
    if (is_collection(args[0].type) && is_collection(args[1].type) &&
        (op == "+" || op == "-" || op == "*"))
        return collection_arithmetic(op, std::move(args));
    if (op == "||") return concatenation(std::move(args));
    const bool texts = (is_character(args[0].type) && is_character(args[1].type)) ||
                       (is_bit(args[0].type) && is_bit(args[1].type));
    if (op == "+" && texts) return concatenation(std::move(args));
    if (is_datetime(args[0].type) && is_datetime(args[1].type) && op == "-")
        return date_minus_date(std::move(args));
    if ((op == "+" || op == "-") &&
        (is_datetime(args[0].type) || (is_datetime(args[1].type) && op == "+"))) {
        if (args[0].type != kNull && args[1].type != kNull) return date_plus(op, std::move(args));
    }
    return number_operation(op, std::move(args));
}

}  // namespace minicas
