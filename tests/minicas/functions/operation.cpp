#include "functions/operation.h"

#include <algorithm>
#include <regex>

#include "types/cast.h"
#include "types/charset.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

// Where two kinds of numbers meet, the later one of this list wins.
constexpr TypeCode kRank[] = {kNull, kShort, kInt, kBigint, kNumeric, kFloat, kDouble, kMonetary};

std::size_t rank(TypeCode type) {
    return static_cast<std::size_t>(std::find(std::begin(kRank), std::end(kRank), type) -
                                    std::begin(kRank));
}

Domain as_numeric(const Domain& domain) {
    return domain.type == kNumeric ? domain : Domain::numeric(Domain::of(domain.type).precision, 0);
}

Value coerced(const Value& value, const Domain& from, const Domain& to) {
    try {
        return cast_value(value, from, to, CastKind::kExplicit);
    } catch (const CannotCast& failure) {
        throw_run_time_cast(failure, from, to);
    }
}

bool is_local_zoned(TypeCode type) { return type == kTimestampltz || type == kDatetimeltz; }

}  // namespace

Value Operation::call(Environment& environment, const std::vector<Value>& values) const {
    if (strict)
        for (const auto& value : values)
            if (value.is_null()) return {};
    const bool local = std::any_of(args.begin(), args.end(),
                                   [](const Domain& d) { return is_local_zoned(d.type); });
    if (!local) return run(environment, *this, values);
    std::vector<Value> shown = values;
    for (std::size_t i = 0; i < shown.size() && i < args.size(); ++i)
        if (is_local_zoned(args[i].type) && !shown[i].is_null())
            shown[i] = Value(in_session_zone(shown[i].zoned(), environment.time_zone()));
    return run(environment, *this, shown);
}

std::string Operation::text(const std::vector<Value>& values, std::size_t i) const {
    const std::string own = text_of(values[i], args[i]);
    if (!is_character(args[i].type) || is_national(args[i].type)) return own;
    return convert_text(own, args[i].charset, Charset::kUtf8);
}

std::int64_t Operation::integer(const std::vector<Value>& values, std::size_t i) const {
    return coerced(values[i], args[i], Domain::of(kBigint)).integer();
}

double Operation::real(const std::vector<Value>& values, std::size_t i) const {
    return coerced(values[i], args[i], Domain::of(kDouble)).real();
}

Moment Operation::moment(const std::vector<Value>& values, std::size_t i) const {
    const Domain& from = args[i];
    if (is_zoned(from.type)) return unpack_moment(values[i].zoned().local, kDatetime);
    if (is_datetime(from.type)) return unpack_moment(values[i].integer(), from.type);
    if (is_character(from.type) && values[i].text().find(':') != std::string::npos &&
        values[i].text().find_first_of("-/") == std::string::npos)
        return unpack_moment(coerced(values[i], from, Domain::of(kTime)).integer(), kTime);
    return unpack_moment(coerced(values[i], from, Domain::of(kDatetime)).integer(), kDatetime);
}

Domain common_number(const Domain& a, const Domain& b) {
    const auto number = [](const Domain& d) {
        return is_number(d.type) || d.type == kNull ? d
                                                    : Domain::of(d.type == kEnum ? kInt : kDouble);
    };
    const Domain x = number(a), y = number(b);
    const TypeCode type = kRank[std::max(rank(x.type), rank(y.type))];
    if (type == kFloat &&
        (x.type == kNumeric || y.type == kNumeric || x.type == kBigint || y.type == kBigint))
        return Domain::of(kDouble);
    if (type != kNumeric) return Domain::of(type);
    const Domain p = as_numeric(x), q = as_numeric(y);
    const int scale = std::max(p.scale, q.scale);
    return Domain::numeric(std::max(p.precision - p.scale, q.precision - q.scale) + scale, scale);
}

Domain common_domain(const Domain& a, const Domain& b) {
    if (a.type == kNull) return b;
    if (b.type == kNull || a == b) return a;
    if (is_number(a.type) && is_number(b.type)) return common_number(a, b);
    if (is_character(a.type) && is_character(b.type)) {
        Domain out = a.type == b.type ? a : Domain::of(kString);
        out.precision =
            a.precision < 0 || b.precision < 0 ? kUndetermined : std::max(a.precision, b.precision);
        out.collation = std::max(a.collation, b.collation);
        out.charset = a.charset == b.charset ? a.charset : Charset::kUtf8;
        return out;
    }
    if (is_bit(a.type) && is_bit(b.type))
        return Domain::character(kVarbit, std::max(a.precision, b.precision));
    if (is_zoned(a.type) || is_zoned(b.type)) return is_zoned(a.type) ? a : b;
    if (is_datetime(a.type) && is_datetime(b.type)) return Domain::of(kDatetime);
    if (a.type == kEnum && b.type == kEnum && a.labels == b.labels) return a;
    return Domain::character(kString, kUndetermined);
}

Value cast_in_session(Environment& environment, const Value& value, const Domain& from,
                      const Domain& to, CastKind kind) {
    if (value.is_null() || from.type == to.type || (!is_lob(from.type) && !is_lob(to.type)))
        return cast_value(value, from, to, kind, environment.time_zone());
    if (is_lob(to.type)) {
        // A text becomes a BLOB of its bytes; bits are no CLOB.
        const bool is_text = is_character(from.type);
        if (!is_text && (to.type == kClob || !is_bit(from.type))) throw CannotCast{false};
        return Value(
            environment.make_lob(is_text ? convert_text(value.text(), from.charset, Charset::kUtf8)
                                         : value.bits().bytes));
    }
    std::string bytes = environment.lob_bytes(value.lob());
    if (from.type == kClob)
        return cast_value(Value(std::move(bytes)), Domain::of(kString), to, kind);
    const int bits = static_cast<int>(bytes.size() * 8);
    return cast_value(Value(Bits{std::move(bytes), bits}), Domain::of(kVarbit), to, kind);
}

OperationPtr cast_operation(const Domain& from, const Domain& to, bool explicit_cast) {
    auto operation = std::make_shared<Operation>();
    operation->args = {from};
    operation->result = to;
    const CastKind kind = explicit_cast ? CastKind::kExplicit : CastKind::kAssign;
    operation->pure = !is_lob(from.type) && !is_lob(to.type);
    operation->run = [kind](Environment& environment, const Operation& self,
                            const std::vector<Value>& values) {
        try {
            return cast_in_session(environment, values[0], self.args[0], self.result, kind);
        } catch (const CannotCast& failure) {
            throw_run_time_cast(failure, self.args[0], self.result);
        }
    };
    return operation;
}

OperationPtr like_operation(const std::string& kind, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    operation->args = std::move(args);
    operation->result = Domain::of(kInt);
    const bool regex = kind != "like";
    operation->run = [regex](Environment&, const Operation& self,
                             const std::vector<Value>& values) {
        const std::string text = self.text(values, 0), pattern = self.text(values, 1);
        if (regex) {
            try {
                const std::regex compiled(pattern, std::regex::ECMAScript | std::regex::icase);
                return Value(std::int64_t{std::regex_search(text, compiled)});
            } catch (const std::regex_error&) {
                throw db_failure(-1085, "Cannot compile regular expression: '" + pattern + "'");
            }
        }
        const std::string escape = values.size() > 2 ? self.text(values, 2) : "";
        const bool fold = self.args[0].collation == Collation::kCaseInsensitive;
        return Value(std::int64_t{like(text, pattern, escape.empty() ? '\0' : escape[0], fold)});
    };
    return operation;
}

}  // namespace minicas
