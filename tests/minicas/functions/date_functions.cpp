#include <array>

#include "functions/function_table.h"
#include "types/cast.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

template <TypeCode Type>
Domain typed(const std::vector<Domain>&) {
    return Domain::of(Type);
}

template <TypeCode Type>
Value now(Environment& e, const Operation&, const Values&) {
    return Value(pack_moment(e.now(), Type));
}

template <int Moment::*Part>
Value part(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{self.moment(v, 0).*Part});
}

Value quarter(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{(self.moment(v, 0).month + 2) / 3});
}
Value dayofweek(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{minicas::weekday(self.moment(v, 0)) + 1});
}
Value weekday_of(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{(minicas::weekday(self.moment(v, 0)) + 6) % 7});
}
Value dayofyear(Environment&, const Operation& self, const Values& v) {
    const Moment m = self.moment(v, 0);
    return Value(day_number(m.year, m.month, m.day) - day_number(m.year, 1, 1) + 1);
}
Value to_days(Environment&, const Operation& self, const Values& v) {
    const Moment m = self.moment(v, 0);
    return Value(day_number(m.year, m.month, m.day) + 365);
}
Value from_days(Environment&, const Operation& self, const Values& v) {
    return Value(
        pack_moment(moment_of_day(std::max<std::int64_t>(self.integer(v, 0) - 365, 1)), kDate));
}
Value datediff(Environment&, const Operation& self, const Values& v) {
    const Moment a = self.moment(v, 0), b = self.moment(v, 1);
    return Value(day_number(a.year, a.month, a.day) - day_number(b.year, b.month, b.day));
}
Value date_of(Environment&, const Operation& self, const Values& v) {
    return Value(pack_moment(self.moment(v, 0), kDate));
}
Value time_of(Environment&, const Operation& self, const Values& v) {
    return Value(pack_moment(self.moment(v, 0), kTime));
}

Value last_day(Environment&, const Operation& self, const Values& v) {
    Moment m = self.moment(v, 0);
    m.day = 31;
    while (!valid_date(m.year, m.month, m.day)) --m.day;
    return Value(pack_moment(m, kDate));
}

Moment plus_months(Moment m, std::int64_t months) {
    const std::int64_t total = m.year * 12LL + m.month - 1 + months;
    m.year = static_cast<int>(total / 12);
    m.month = static_cast<int>(total % 12) + 1;
    if (m.year < 1 || m.year > 9999) throw db_failure(-779, "Date overflow.");
    while (!valid_date(m.year, m.month, m.day)) --m.day;
    return m;
}
Value add_months(Environment&, const Operation& self, const Values& v) {
    return Value(pack_moment(plus_months(self.moment(v, 0), self.integer(v, 1)), kDate));
}
Value months_between(Environment&, const Operation& self, const Values& v) {
    const Moment a = self.moment(v, 0), b = self.moment(v, 1);
    return Value((a.year - b.year) * 12.0 + (a.month - b.month) + (a.day - b.day) / 31.0);
}

struct Unit {
    std::string_view name;
    std::int64_t milliseconds;  // 0: months
    int months;
};
constexpr std::array kUnits{
    Unit{"millisecond", 1, 0}, Unit{"second", 1000, 0},  Unit{"minute", 60000, 0},
    Unit{"hour", 3600000, 0},  Unit{"day", 86400000, 0}, Unit{"week", 604800000, 0},
    Unit{"month", 0, 1},       Unit{"quarter", 0, 3},    Unit{"year", 0, 12}};

Value moved(const Operation& self, const Values& v, int direction) {
    const std::string name = self.unit.empty() ? "day" : self.unit;
    for (const auto& unit : kUnits) {
        if (unit.name != name) continue;
        const std::int64_t n = self.integer(v, 1) * direction;
        Moment m = self.moment(v, 0);
        if (zero_date(m)) return {};
        m = unit.months ? plus_months(m, n * unit.months)
                        : moment_of_milliseconds(milliseconds_of(m) + n * unit.milliseconds);
        if (is_datetime(self.result.type)) return Value(pack_moment(m, self.result.type));
        const bool with_time =
            self.text(v, 0).find(':') != std::string::npos || (unit.milliseconds % 86400000 != 0);
        return Value(moment_text(m, with_time ? kDatetime : kDate));
    }
    throw semantic_failure("Unknown unit " + name + ". ");
}
Value date_add(Environment&, const Operation& self, const Values& v) { return moved(self, v, 1); }
Value date_sub(Environment&, const Operation& self, const Values& v) { return moved(self, v, -1); }
Domain moved_result(const std::vector<Domain>& args) {
    return is_datetime(args[0].type) && !is_zoned(args[0].type)
               ? args[0]
               : Domain::character(kString, kUndetermined);
}

Value extract(Environment&, const Operation& self, const Values& v) {
    const Moment m = self.moment(v, 0);
    const std::array parts{std::pair{"year", m.year},
                           std::pair{"month", m.month},
                           std::pair{"day", m.day},
                           std::pair{"hour", m.hour},
                           std::pair{"minute", m.minute},
                           std::pair{"second", m.second},
                           std::pair{"millisecond", m.millisecond}};
    for (const auto& [name, value] : parts)
        if (self.unit == name) return Value(std::int64_t{value});
    throw semantic_failure("Unknown unit " + self.unit + ". ");
}

Value unix_timestamp(Environment& e, const Operation& self, const Values& v) {
    const Moment m = v.empty() ? e.now() : self.moment(v, 0);
    return Value((milliseconds_of(m) - milliseconds_of({1970, 1, 1, 0, 0, 0, 0})) / 1000);
}
Value from_unixtime(Environment&, const Operation& self, const Values& v) {
    const Moment m = moment_of_milliseconds(milliseconds_of({1970, 1, 1, 0, 0, 0, 0}) +
                                            self.integer(v, 0) * 1000);
    return Value(pack_moment(m, kTimestamp));
}
Value time_to_sec(Environment&, const Operation& self, const Values& v) {
    const Moment m = self.moment(v, 0);
    return Value(std::int64_t{(m.hour * 60 + m.minute) * 60 + m.second});
}
Value sec_to_time(Environment&, const Operation& self, const Values& v) {
    const auto s = static_cast<int>(((self.integer(v, 0) % 86400) + 86400) % 86400);
    return Value(pack_moment({0, 0, 0, s / 3600, s / 60 % 60, s % 60, 0}, kTime));
}

Value to_char(Environment&, const Operation& self, const Values& v) {
    if (!is_datetime(self.args[0].type)) return Value(self.text(v, 0));
    if (v.size() < 2) return Value(moment_text(self.moment(v, 0), self.args[0].type));
    return Value(format_moment(self.moment(v, 0), self.args[0].type, self.text(v, 1)));
}
Domain to_char_result(const std::vector<Domain>& args) {
    return Domain::character(kString,
                             args.size() > 1 && is_datetime(args[0].type) ? 50 : kUndetermined);
}

template <TypeCode Type>
Value to_moment(Environment&, const Operation& self, const Values& v) {
    if (v.size() > 1)
        return Value(pack_moment(parse_with_format(self.text(v, 0), self.text(v, 1), Type), Type));
    const auto m = parse_moment(self.text(v, 0), Type);
    if (!m) throw db_failure(db_error::kDateConversion, "Conversion error in date format.");
    return Value(pack_moment(*m, Type));
}

Value date_format(Environment&, const Operation& self, const Values& v) {
    return Value(format_percent(self.moment(v, 0), self.text(v, 1)));
}
Value str_to_date(Environment&, const Operation& self, const Values& v) {
    return Value(pack_moment(parse_percent(self.text(v, 0), self.text(v, 1)), kDatetime));
}

constexpr std::array kFunctions{
    FunctionRow{"current_date", 0, 0, typed<kDate>, now<kDate>, kImpure},
    FunctionRow{"current_time", 0, 0, typed<kTime>, now<kTime>, kImpure},
    FunctionRow{"current_timestamp", 0, 0, typed<kTimestamp>, now<kTimestamp>, kImpure},
    FunctionRow{"current_datetime", 0, 0, typed<kDatetime>, now<kDatetime>, kImpure},
    FunctionRow{"year", 1, 1, int_result, part<&Moment::year>},
    FunctionRow{"month", 1, 1, int_result, part<&Moment::month>},
    FunctionRow{"day", 1, 1, int_result, part<&Moment::day>},
    FunctionRow{"hour", 1, 1, int_result, part<&Moment::hour>},
    FunctionRow{"minute", 1, 1, int_result, part<&Moment::minute>},
    FunctionRow{"second", 1, 1, int_result, part<&Moment::second>},
    FunctionRow{"quarter", 1, 1, int_result, quarter},
    FunctionRow{"dayofweek", 1, 1, int_result, dayofweek},
    FunctionRow{"weekday", 1, 1, int_result, weekday_of},
    FunctionRow{"dayofyear", 1, 1, int_result, dayofyear},
    FunctionRow{"to_days", 1, 1, int_result, to_days},
    FunctionRow{"from_days", 1, 1, typed<kDate>, from_days},
    FunctionRow{"datediff", 2, 2, int_result, datediff},
    FunctionRow{"date", 1, 1, typed<kDate>, date_of},
    FunctionRow{"time", 1, 1, typed<kTime>, time_of},
    FunctionRow{"last_day", 1, 1, typed<kDate>, last_day},
    FunctionRow{"add_months", 2, 2, typed<kDate>, add_months},
    FunctionRow{"months_between", 2, 2, double_result, months_between},
    FunctionRow{"date_add", 2, 2, moved_result, date_add},
    FunctionRow{"date_sub", 2, 2, moved_result, date_sub},
    FunctionRow{"extract", 1, 1, int_result, extract},
    FunctionRow{"unix_timestamp", 0, 1, int_result, unix_timestamp, kImpure},
    FunctionRow{"from_unixtime", 1, 1, typed<kTimestamp>, from_unixtime},
    FunctionRow{"time_to_sec", 1, 1, int_result, time_to_sec},
    FunctionRow{"sec_to_time", 1, 1, typed<kTime>, sec_to_time},
    FunctionRow{"to_char", 1, 3, to_char_result, to_char},
    FunctionRow{"to_date", 1, 3, typed<kDate>, to_moment<kDate>},
    FunctionRow{"to_time", 1, 3, typed<kTime>, to_moment<kTime>},
    FunctionRow{"to_timestamp", 1, 3, typed<kTimestamp>, to_moment<kTimestamp>},
    FunctionRow{"to_datetime", 1, 3, typed<kDatetime>, to_moment<kDatetime>},
    FunctionRow{"date_format", 2, 3, text_result, date_format},
    FunctionRow{"str_to_date", 2, 3, typed<kDatetime>, str_to_date}};

}  // namespace

std::span<const FunctionRow> date_functions() { return kFunctions; }

}  // namespace minicas
