// Time zones: offsets (`+09:00`), and regions with the daylight saving rules of today.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/calendar.h"

namespace minicas {

inline constexpr std::string_view kServerZone = "Etc/UTC";

struct Region;

struct Zone {
    const Region* region = nullptr;        // null: an offset
    std::int64_t offset_milliseconds = 0;  // of an offset
    std::string name;                      // `+09:00`, `Asia/Seoul`
    std::string abbreviation;              // that was asked for behind a region; empty: any
};

// `+9`, `+09:00`, `Asia/Seoul`, `America/New_York EDT`.
std::optional<Zone> find_zone(std::string_view text);
// Empty: the clock never shows this time there, or not under this abbreviation.
std::optional<Zoned> zoned_at_local(const Moment& local, const Zone& zone);
Zoned zoned_at_instant(std::int64_t instant, const Zone& zone);
// As TZ_OFFSET gives it.
std::string offset_text(std::int64_t instant, const Zone& zone);

// Splits `2024-02-29 12:34:56.789 +09:00`; a text without a zone is in `session_zone`.
std::optional<Zoned> parse_zoned(std::string_view text, TypeCode type,
                                 std::string_view session_zone);
bool names_zone(std::string_view text);  // whether there is one in such a text

// The same time seen in the session's zone, as the types WITH LOCAL TIME ZONE show it.
Zoned in_session_zone(const Zoned& value, std::string_view session_zone);

}  // namespace minicas
