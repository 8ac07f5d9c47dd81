#include "convert/binders.h"

#include <array>

namespace cubrid::odbc::convert {
namespace {

// All of them are sent as seven shorts (CAS protocol 6.2).
void bind_shorts(cas::Type type, const std::array<unsigned, 7>& shorts, cas::WireWriter& out) {
    out.bind_type(type);
    const std::size_t argument = out.open_arg();
    std::byte* to = out.extend(2 * shorts.size());
    for (const unsigned value : shorts) {
        base::store_be(to, static_cast<std::uint16_t>(value));
        to += 2;
    }
    out.close_arg(argument);
}

unsigned year_of(const Date& date) { return static_cast<unsigned>(date.year); }

}  // namespace

Outcome bind_value(const Date& value, bool part_lost, cas::WireWriter& out) {
    if (!is_valid(value)) return Outcome::bad_datetime;
    if (part_lost) return Outcome::datetime_overflow;
    bind_shorts(cas::Type::date, {year_of(value), value.month, value.day}, out);
    return Outcome::ok;
}

Outcome bind_value(const Time& value, bool part_lost, cas::WireWriter& out) {
    if (!is_valid(value)) return Outcome::bad_datetime;
    if (part_lost) return Outcome::datetime_overflow;
    bind_shorts(cas::Type::time, {0, 0, 0, value.hour, value.minute, value.second}, out);
    return Outcome::ok;
}

Outcome bind_value(const Timestamp& value, bool part_lost, cas::WireWriter& out) {
    if (!is_valid(value)) return Outcome::bad_datetime;
    // DATETIME keeps milliseconds.
    if (part_lost || value.nanoseconds % kNanosecondsPerMillisecond != 0) {
        return Outcome::datetime_overflow;
    }
    bind_shorts(
        cas::Type::datetime,
        {year_of(value.date), value.date.month, value.date.day, value.time.hour, value.time.minute,
         value.time.second, value.nanoseconds / kNanosecondsPerMillisecond},
        out);
    return Outcome::ok;
}

Outcome bind_interval(Outcome made, const Interval& value, IntervalType type,
                      cas::WireWriter& out) {
    if (is_error(made)) return made;
    IntervalText text;
    if (std::max(made, print_interval(value, type, text)) != Outcome::ok) {
        return Outcome::interval_overflow;
    }
    out.bind_type(cas::Type::string);
    out.text_arg(text.view());
    return Outcome::ok;
}

Outcome DecimalBinder::bind(const Binary& value, const ParamContext& context,
                            cas::WireWriter& out) {
    SQL_NUMERIC_STRUCT number{};
    Decimal decimal;
    Outcome outcome = load_native(value, number);
    if (outcome == Outcome::ok) outcome = from_numeric_struct(number, number.scale, decimal);
    return outcome == Outcome::ok ? bind(decimal, context, out) : outcome;
}

Outcome GuidBinder::bind(const SQLGUID& value, const ParamContext&, cas::WireWriter& out) {
    const auto text = print_guid(value);
    out.bind_type(cas::Type::string);
    out.text_arg({text.data(), text.size()});
    return Outcome::ok;
}

Outcome GuidBinder::bind(const Text& value, const ParamContext& context, cas::WireWriter& out) {
    const auto guid = parse_guid(value.bytes);
    return guid ? bind(*guid, context, out) : Outcome::bad_text;
}

Outcome GuidBinder::bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
    SQLGUID guid{};
    const Outcome outcome = load_native(value, guid);
    return outcome == Outcome::ok ? bind(guid, context, out) : outcome;
}

}  // namespace cubrid::odbc::convert
