#include "types/time_zone.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "types/text.h"

namespace minicas {

enum class Saving { kNone, kAmerica, kEurope, kAustralia };

struct Region {
    std::string_view name;
    int minutes;  // east of Greenwich
    std::string_view standard;
    Saving saving = Saving::kNone;
    std::string_view summer = {};
};

namespace {

constexpr std::int64_t kMinute = 60000, kHour = 60 * kMinute;

// The regions that applications' tests use; the rules are those since 2007 (America), 1996 (Europe)
// and 2008 (Australia).
constexpr std::array kRegions{Region{"Asia/Seoul", 540, "KST"},
                              Region{"Asia/Tokyo", 540, "JST"},
                              Region{"Asia/Shanghai", 480, "CST"},
                              Region{"Asia/Kolkata", 330, "IST"},
                              Region{"Etc/UTC", 0, "UTC"},
                              Region{"UTC", 0, "UTC"},
                              Region{"America/New_York", -300, "EST", Saving::kAmerica, "EDT"},
                              Region{"America/Chicago", -360, "CST", Saving::kAmerica, "CDT"},
                              Region{"America/Denver", -420, "MST", Saving::kAmerica, "MDT"},
                              Region{"America/Los_Angeles", -480, "PST", Saving::kAmerica, "PDT"},
                              Region{"Europe/London", 0, "GMT", Saving::kEurope, "BST"},
                              Region{"Europe/Berlin", 60, "CET", Saving::kEurope, "CEST"},
                              Region{"Europe/Paris", 60, "CET", Saving::kEurope, "CEST"},
                              Region{"Europe/Athens", 120, "EET", Saving::kEurope, "EEST"},
                              Region{"Australia/Sydney", 600, "AEST", Saving::kAustralia, "AEDT"}};

// The n-th Sunday of a month (5: the last one) as a day number.
std::int64_t sunday(int year, int month, int n) {
    std::int64_t day = day_number(year, month, 1);
    day += (7 - day % 7) % 7;
    if (n < 5) return day + 7 * (n - 1);
    while (moment_of_day(day + 7).month == month) day += 7;
    return day;
}

// When the clocks are set forward and back in this year, as instants.
struct Summer {
    std::int64_t begin, end;
};

std::optional<Summer> summer_of(const Region& region, int year) {
    if (region.saving == Saving::kNone || year < 1900 || year > 9998) return std::nullopt;
    const auto at = [&](int month, int n, std::int64_t hour) {
        return (sunday(year, month, n) - 1) * 24 * kHour + hour * kHour;
    };
    const std::int64_t offset = region.minutes * kMinute;
    switch (region.saving) {
        case Saving::kAmerica:  // at two o'clock of the clocks there
            return Summer{at(3, 2, 2) - offset, at(11, 1, 1) - offset};
        case Saving::kEurope:  // at one o'clock UTC
            return Summer{at(3, 5, 1), at(10, 5, 1)};
        default:  // in the south, from October to April
            return Summer{at(10, 1, 2) - offset, at(4, 1, 2) - offset};
    }
}

bool is_summer(const Region& region, std::int64_t instant) {
    const int year = moment_of_milliseconds(instant + region.minutes * kMinute).year;
    const auto summer = summer_of(region, year);
    if (!summer) return false;
    return summer->begin < summer->end ? instant >= summer->begin && instant < summer->end
                                       : instant >= summer->begin || instant < summer->end;
}

std::int64_t offset_at(std::int64_t instant, const Zone& zone) {
    if (!zone.region) return zone.offset_milliseconds;
    return zone.region->minutes * kMinute + (is_summer(*zone.region, instant) ? kHour : 0);
}

std::string shown(std::int64_t instant, const Zone& zone) {
    if (!zone.region) return zone.name;
    return zone.name + " " +
           std::string(is_summer(*zone.region, instant) ? zone.region->summer
                                                        : zone.region->standard);
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return trim_right(text);
}

std::string signed_offset(std::int64_t milliseconds) {
    char buffer[40];
    const auto minutes = static_cast<int>(std::abs(milliseconds) / kMinute);
    std::snprintf(buffer, sizeof buffer, "%c%02d:%02d", milliseconds < 0 ? '-' : '+', minutes / 60,
                  minutes % 60);
    return buffer;
}

// `+9`, `-03:00`
std::optional<Zone> find_offset(std::string_view text) {
    const std::string digits(text.substr(1));
    int hours = 0, minutes = 0, used = 0;
    const int found = std::sscanf(digits.c_str(), "%2d%n:%2d%n", &hours, &used, &minutes, &used);
    if (found < 1 || static_cast<std::size_t>(used) != digits.size() || hours > 14 || minutes > 59)
        return std::nullopt;
    const std::int64_t offset = (hours * 60 + minutes) * kMinute;
    Zone zone;
    zone.offset_milliseconds = text.front() == '-' ? -offset : offset;
    zone.name = signed_offset(zone.offset_milliseconds);
    return zone;
}

// Where the zone begins in a text of date, time and zone.
std::optional<std::size_t> zone_place(std::string_view text) {
    for (auto at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1))
        if (find_zone(text.substr(at + 1))) return at;
    return std::nullopt;
}

}  // namespace

std::optional<Zone> find_zone(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+') || text.starts_with('-')) return find_offset(text);
    const auto name = text.substr(0, text.find(' '));
    for (const auto& region : kRegions) {
        if (!same_name(name, region.name)) continue;
        const auto rest = trimmed(text.substr(name.size()));
        if (!rest.empty() && rest != region.standard && rest != region.summer) return std::nullopt;
        return Zone{&region, 0, std::string(region.name), std::string(rest)};
    }
    return std::nullopt;
}

std::optional<Zoned> zoned_at_local(const Moment& local, const Zone& zone) {
    const std::int64_t packed = pack_moment(local, TypeCode::kDatetime);
    const std::int64_t clock = milliseconds_of(local);
    if (!zone.region) return Zoned{packed, clock - zone.offset_milliseconds, zone.name};
    // An hour that comes twice is summer time first.
    for (const std::int64_t saving : {kHour, std::int64_t{0}}) {
        const std::int64_t instant = clock - zone.region->minutes * kMinute - saving;
        if (is_summer(*zone.region, instant) != (saving != 0)) continue;
        const std::string text = shown(instant, zone);
        if (!zone.abbreviation.empty() && !text.ends_with(" " + zone.abbreviation)) continue;
        return Zoned{packed, instant, text};
    }
    return std::nullopt;
}

Zoned zoned_at_instant(std::int64_t instant, const Zone& zone) {
    const Moment local = moment_of_milliseconds(instant + offset_at(instant, zone));
    return {pack_moment(local, TypeCode::kDatetime), instant, shown(instant, zone)};
}

std::string offset_text(std::int64_t instant, const Zone& zone) {
    return signed_offset(offset_at(instant, zone));
}

bool names_zone(std::string_view text) { return zone_place(trimmed(text)).has_value(); }

std::optional<Zoned> parse_zoned(std::string_view text, TypeCode type,
                                 std::string_view session_zone) {
    text = trimmed(text);
    const bool stamp = type == TypeCode::kTimestamptz || type == TypeCode::kTimestampltz;
    const auto place = zone_place(text);
    const auto moment = parse_moment(text.substr(0, place.value_or(text.size())),
                                     stamp ? TypeCode::kTimestamp : TypeCode::kDatetime);
    if (!moment) return std::nullopt;
    return zoned_at_local(*moment, *find_zone(place ? text.substr(*place) : session_zone));
}

Zoned in_session_zone(const Zoned& value, std::string_view session_zone) {
    if (zero_date(unpack_moment(value.local, TypeCode::kDatetime))) return value;
    return zoned_at_instant(value.instant, *find_zone(session_zone));
}

}  // namespace minicas
