// Dates and times. Packed as decimal digits in an integer: orders right, keeps zero dates, needs no
// calendar to read.
//   DATE      yyyymmdd
//   TIME      hhmmss
//   TIMESTAMP yyyymmddhhmmss
//   DATETIME  yyyymmddhhmmssmmm
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "types/type_code.h"
#include "types/value.h"

namespace minicas {

struct Moment {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0;
};

std::int64_t pack_moment(const Moment& moment, TypeCode type);
Moment unpack_moment(std::int64_t packed, TypeCode type);

bool valid_date(int year, int month, int day);  // 0001-01-01 .. 9999-12-31
bool valid_time(int hour, int minute, int second, int millisecond = 0);
bool valid_timestamp(const Moment& moment);  // 1970-01-01 00:00:01 .. 2038-01-19 03:14:07
bool zero_date(const Moment& moment);

std::int64_t day_number(int year, int month, int day);  // 0001-01-01 is 1
Moment moment_of_day(std::int64_t day);                 // its date
std::int64_t milliseconds_of(const Moment& moment);     // since 0001-01-01
Moment moment_of_milliseconds(std::int64_t milliseconds);
int weekday(const Moment& moment);  // 0 = Sunday

// `2024-02-29`, `02/29/2024`, `20240229`, `12:34[:56[.789]] [am|pm]`, both; empty if the text is
// none of `type`.
std::optional<Moment> parse_moment(std::string_view text, TypeCode type);
// As CAST to text gives it: `02/29/2024`, `12:34:56 PM`, `12:34:56.789 PM 02/29/2024`.
std::string moment_text(const Moment& moment, TypeCode type);

}  // namespace minicas
