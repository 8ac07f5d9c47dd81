#include "types/cast.h"

#include <algorithm>

#include "types/calendar.h"
#include "types/cast_number.h"
#include "types/charset.h"
#include "types/collection.h"
#include "types/error.h"
#include "types/json.h"
#include "types/number_text.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace minicas {

namespace {

using enum TypeCode;

constexpr CannotCast kBad{false};
constexpr CannotCast kOverflow{true};

Value to_text(const Value& value, const Domain& from, const Domain& to, CastKind kind) {
    if (is_collection(from.type) || is_lob(from.type)) throw kBad;
    const bool national = is_national(to.type);
    if (kind == CastKind::kAssign && is_character(from.type) && is_national(from.type) != national)
        throw kBad;
    std::string text = text_of(value, from);
    // National texts are bytes of the client, whatever their charset is called.
    if (!national && !is_national(from.type))
        text =
            convert_text(text, is_character(from.type) ? from.charset : Charset::kUtf8, to.charset);
    const Charset counted = national ? Charset::kUtf8 : to.charset;
    if (to.precision < 0) return Value(std::move(text));
    const auto limit = static_cast<std::size_t>(to.precision);
    if (text.size() > limit) {
        const auto cut = char_offset(text, limit, counted);
        // Blanks behind the limit vanish in silence.
        if (kind == CastKind::kAssign && trim_right(std::string_view(text).substr(cut)).size() > 0)
            throw kOverflow;
        text.resize(cut);
    }
    if (to.type == kChar || to.type == kNchar) {
        const char padding = to.charset == Charset::kBinary ? '\0' : ' ';
        const auto count = char_count(text, counted);
        if (count < limit) text.append(limit - count, padding);
    }
    return Value(std::move(text));
}

Value to_bits(const Value& value, const Domain& from, const Domain& to, CastKind kind) {
    Bits out;
    if (is_bit(from.type)) {
        out = value.bits();
    } else if (is_character(from.type)) {
        const auto parsed = parse_hex(value.text());
        if (!parsed) throw kBad;
        out = *parsed;
    } else {
        throw kBad;
    }
    if (to.precision < 0) return Value(std::move(out));
    if (out.bits > to.precision) {
        if (kind == CastKind::kAssign) throw kOverflow;
        out.bits = to.precision;
    }
    if (to.type == kBit) out.bits = to.precision;
    out.bytes.resize(static_cast<std::size_t>((out.bits + 7) / 8), '\0');
    return Value(std::move(out));
}

// The plain time of a zoned one: that of its own clock, or the session's where it counts as an
// instant.
Moment plain_moment(const Zoned& value, TypeCode from, TypeCode to, std::string_view session_zone) {
    const bool instant =
        from == kTimestampltz || from == kDatetimeltz || (from == kTimestamptz && to == kTimestamp);
    return unpack_moment(instant ? in_session_zone(value, session_zone).local : value.local,
                         kDatetime);
}

Value to_temporal(const Value& value, const Domain& from, TypeCode to,
                  std::string_view session_zone) {
    if (is_character(from.type)) {
        const auto moment = parse_moment(value.text(), to);
        if (!moment) throw kBad;
        return Value(pack_moment(*moment, to));
    }
    if (!is_datetime(from.type)) throw kBad;
    if (from.type == to) return value;
    const Moment moment = is_zoned(from.type)
                              ? plain_moment(value.zoned(), from.type, to, session_zone)
                              : unpack_moment(value.integer(), from.type);
    if ((from.type == kTime) != (to == kTime) && (from.type == kTime || from.type == kDate))
        throw kBad;
    if (to == kTimestamp && !zero_date(moment) && !valid_timestamp(moment)) throw kBad;
    return Value(pack_moment(moment, to));
}

Value to_zoned(const Value& value, const Domain& from, TypeCode to, std::string_view session_zone) {
    if (is_zoned(from.type)) {
        Zoned out = value.zoned();
        if (to == kTimestamptz || to == kTimestampltz) {
            out.instant -= out.local % 1000;
            out.local -= out.local % 1000;
        }
        if (to == kTimestampltz || to == kDatetimeltz) out = in_session_zone(out, session_zone);
        return Value(std::move(out));
    }
    if (is_character(from.type)) {
        const auto parsed = parse_zoned(value.text(), to, session_zone);
        if (!parsed) throw kBad;
        return to_zoned(Value(*parsed), Domain::of(kDatetimetz), to, session_zone);
    }
    if (!is_datetime(from.type) || from.type == kTime) throw kBad;
    const auto zoned =
        zoned_at_local(unpack_moment(value.integer(), from.type), *find_zone(session_zone));
    if (!zoned) throw kBad;
    return to_zoned(Value(*zoned), Domain::of(kDatetimetz), to, session_zone);
}

Value to_enum(const Value& value, const Domain& from, const Domain& to) {
    if (!to.labels) throw kBad;
    if (from.type == kEnum && from.labels == to.labels) return value;
    if (is_number(from.type)) {
        const auto index = to_integer(value, from, kInt).integer();
        if (index < 0 || index > static_cast<std::int64_t>(to.labels->size())) throw kBad;
        return Value(index);
    }
    const std::string text = text_of(value, from);
    const auto found =
        std::find_if(to.labels->begin(), to.labels->end(),
                     [&](const std::string& label) { return label == trim_right(text); });
    if (found == to.labels->end()) {
        if (text.empty()) return Value(std::int64_t{0});
        throw kBad;
    }
    return Value(std::int64_t{found - to.labels->begin() + 1});
}

}  // namespace

Value cast_value(const Value& value, const Domain& from, const Domain& to, CastKind kind,
                 std::string_view session_zone) {
    if (value.is_null() || to.type == kNull) return value;
    // A JSON scalar is what it holds.
    if (from.type == kJson && to.type != kJson)
        return cast_value(Value(json_unquoted(value.text())), Domain::of(kString), to, kind,
                          session_zone);
    if (is_integer(to.type)) return to_integer(value, from, to.type);
    if (is_approximate(to.type)) return to_approximate(value, from, to.type);
    if (to.type == kNumeric) return to_numeric(value, from, to);
    if (is_character(to.type)) return to_text(value, from, to, kind);
    if (is_bit(to.type)) return to_bits(value, from, to, kind);
    if (is_zoned(to.type)) return to_zoned(value, from, to.type, session_zone);
    if (is_datetime(to.type)) return to_temporal(value, from, to.type, session_zone);
    if (is_collection(to.type)) {
        if (!is_collection(from.type)) throw kBad;
        return cast_collection(value, to, kind);
    }
    if (to.type == kEnum) return to_enum(value, from, to);
    if (to.type == kJson)
        return from.type == kJson ? value : Value(normalized_json(text_of(value, from)));
    if (to.type == from.type) return value;
    throw kBad;
}

void throw_run_time_cast(const CannotCast& failure, const Domain& from, const Domain& to) {
    if (failure.overflow)
        throw db_failure(db_error::kDataOverflow, "Data overflow on data type \"" +
                                                      std::string(domain_name(to.type)) + "\".");
    throw db_failure(db_error::kCannotCoerce,
                     "Cannot coerce value of domain \"" + std::string(domain_name(from.type)) +
                         "\" to domain \"" + std::string(domain_name(to.type)) + "\".");
}

std::string text_of(const Value& value, const Domain& domain) {
    if (is_character(domain.type) || domain.type == kJson) return value.text();
    if (is_integer(domain.type)) return std::to_string(value.integer());
    if (is_approximate(domain.type))
        return double_text(value.real(), domain.type == kFloat ? 7 : 15);
    if (domain.type == kNumeric) return value.decimal().to_string();
    if (is_bit(domain.type)) return hex_text(value.bits());
    if (is_zoned(domain.type))
        return moment_text(unpack_moment(value.zoned().local, kDatetime),
                           domain.type == kTimestamptz || domain.type == kTimestampltz
                               ? kTimestamp
                               : kDatetime) +
               " " + value.zoned().zone;
    if (is_datetime(domain.type))
        return moment_text(unpack_moment(value.integer(), domain.type), domain.type);
    if (domain.type == kEnum) {
        const auto index = value.integer();
        return index < 1 || !domain.labels ? ""
                                           : (*domain.labels)[static_cast<std::size_t>(index - 1)];
    }
    return "";
}

double double_of(const Value& value, const Domain& domain) {
    if (is_integer(domain.type) || domain.type == kEnum)
        return static_cast<double>(value.integer());
    if (is_approximate(domain.type)) return value.real();
    if (domain.type == kNumeric) return value.decimal().to_double();
    if (is_character(domain.type)) return parse_double(value.text()).value_or(0.0);
    return 0.0;
}

Domain own_domain(const Decimal& value) {
    return Domain::numeric(std::max(value.digits(), value.scale), value.scale);
}

int compare_values(const Value& a, const Value& b, const Domain& domain) {
    const auto sign = [](auto x, auto y) { return x < y ? -1 : y < x ? 1 : 0; };
    if (is_approximate(domain.type)) return sign(a.real(), b.real());
    if (domain.type == kNumeric) {
        const auto order = compare(a.decimal(), b.decimal());
        return order < 0 ? -1 : order > 0 ? 1 : 0;
    }
    if (domain.type == kJson) return sign(a.text(), b.text());
    if (is_character(domain.type)) {
        const bool fold = domain.collation == Collation::kCaseInsensitive;
        const std::string x = fold ? fold_case(a.text()) : a.text(),
                          y = fold ? fold_case(b.text()) : b.text();
        if (domain.type == kChar || domain.type == kNchar)
            return sign(trim_right(x), trim_right(y));
        return sign(x, y);
    }
    if (is_bit(domain.type)) return sign(a.bits().bytes, b.bits().bytes);
    if (is_zoned(domain.type)) return sign(a.zoned().instant, b.zoned().instant);
    if (is_collection(domain.type)) return compare_collections(a.collection(), b.collection());
    if (is_lob(domain.type)) return sign(a.lob().locator, b.lob().locator);
    return sign(a.integer(), b.integer());
}

}  // namespace minicas
