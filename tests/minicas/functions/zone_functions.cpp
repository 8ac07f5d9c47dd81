// Functions of time zones.
#include <array>

#include "functions/function_table.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

Zone required_zone(std::string_view text) {
    if (auto zone = find_zone(text)) return *zone;
    throw db_failure(db_error::kTimeZone, "Invalid or missing timezone.");
}

Zoned required_local(const Moment& moment, const Zone& zone) {
    if (auto zoned = zoned_at_local(moment, zone)) return *zoned;
    throw db_failure(db_error::kTimeZone, "Invalid or missing timezone.");
}

Value new_time(Environment& e, const Operation& self, const Values& v) {
    const Zone from = required_zone(self.text(v, 1)), to = required_zone(self.text(v, 2));
    const bool bare = self.result.type == kTime;
    Moment moment = self.moment(v, 0);
    if (bare) {  // on the day that it is now
        const Moment today = e.now();
        moment.year = today.year;
        moment.month = today.month;
        moment.day = today.day;
    }
    const Zoned moved = zoned_at_instant(required_local(moment, from).instant, to);
    return Value(pack_moment(unpack_moment(moved.local, kDatetime), self.result.type));
}
Domain new_time_result(const std::vector<Domain>& args) {
    return Domain::of(args[0].type == kTime ? kTime : kDatetime);
}

Value from_tz(Environment&, const Operation& self, const Values& v) {
    return Value(required_local(self.moment(v, 0), required_zone(self.text(v, 1))));
}
Domain from_tz_result(const std::vector<Domain>& args) {
    return Domain::of(args[0].type == kTimestamp ? kTimestamptz : kDatetimetz);
}

Value tz_offset(Environment& e, const Operation& self, const Values& v) {
    return Value(offset_text(milliseconds_of(e.now()), required_zone(self.text(v, 0))));
}

Value session_zone(Environment& e, const Operation&, const Values&) {
    return Value(std::string_view(e.time_zone()));
}
Value server_zone(Environment&, const Operation&, const Values&) { return Value(kServerZone); }

constexpr std::array kFunctions{
    FunctionRow{"new_time", 3, 3, new_time_result, new_time, kImpure},
    FunctionRow{"from_tz", 2, 2, from_tz_result, from_tz},
    FunctionRow{"tz_offset", 1, 1, text_result, tz_offset, kImpure},
    FunctionRow{"sessiontimezone", 0, 0, text_result, session_zone, kImpure},
    FunctionRow{"dbtimezone", 0, 0, text_result, server_zone, kImpure}};

}  // namespace

std::span<const FunctionRow> zone_functions() { return kFunctions; }

}  // namespace minicas
