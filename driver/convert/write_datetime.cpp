#include "convert/write_datetime.h"

#include <algorithm>

namespace cubrid::odbc::convert {
namespace {

Outcome lost_if(bool lost) { return lost ? Outcome::fraction_lost : Outcome::ok; }

}  // namespace

std::string_view print_value(const ZonedTimestamp& value, DatetimeText& text) {
    char* end = print(value.local, text.chars.data());
    const std::string_view zone = value.zone.substr(0, kLongestZone);
    if (!zone.empty()) {
        *end++ = ' ';
        end = std::copy(zone.begin(), zone.end(), end);
    }
    return {text.chars.data(), static_cast<std::size_t>(end - text.chars.data())};
}

Outcome convert_datetime(const Timestamp& value, Date& target) {
    target = value.date;
    return lost_if(!value.time.is_midnight() || value.nanoseconds != 0);
}

Outcome convert_datetime(const Text& value, Date& target) {
    DatetimeLiteral literal;
    const Outcome outcome = parse_datetime(value.bytes, literal);
    if (is_error(outcome)) return outcome;
    if (!literal.has_date) return Outcome::bad_text;
    return std::max(convert_datetime(literal.value, target), lost_if(literal.fraction_cut));
}

Outcome convert_datetime(const Timestamp& value, Time& target) {
    target = value.time;
    return lost_if(value.nanoseconds != 0);
}

Outcome convert_datetime(const Text& value, Time& target) {
    DatetimeLiteral literal;
    const Outcome outcome = parse_datetime(value.bytes, literal);
    if (is_error(outcome)) return outcome;
    if (!literal.has_time) return Outcome::bad_text;
    return std::max(convert_datetime(literal.value, target), lost_if(literal.fraction_cut));
}

Outcome convert_datetime(const Date& value, Timestamp& target) {
    target = {value, {}, 0, 0};
    return Outcome::ok;
}

Outcome convert_datetime(const Time& value, Timestamp& target) {
    target = {today(), value, 0, 0};
    return Outcome::ok;
}

Outcome convert_datetime(const Text& value, Timestamp& target) {
    DatetimeLiteral literal;
    const Outcome outcome = parse_datetime(value.bytes, literal);
    if (is_error(outcome)) return outcome;
    if (!literal.has_date) literal.value.date = today();
    target = literal.value;
    return lost_if(literal.fraction_cut);
}

}  // namespace cubrid::odbc::convert
