// The C data types of ODBC that values are converted to and from, without their aliases.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cubrid::odbc::convert {

enum class CKind : std::uint8_t {
    character,
    wide,
    binary,
    bit,
    stinyint,
    utinyint,
    sshort,
    ushort,
    slong,
    ulong,
    sbigint,
    ubigint,
    real,
    double_precision,
    numeric,
    date,
    time,
    timestamp,
    guid,
    interval_year,  // the intervals in the order of kIntervals
    interval_month,
    interval_day,
    interval_hour,
    interval_minute,
    interval_second,
    interval_year_to_month,
    interval_day_to_hour,
    interval_day_to_minute,
    interval_day_to_second,
    interval_hour_to_minute,
    interval_hour_to_second,
    interval_minute_to_second
};
inline constexpr std::size_t kCKinds = 32;

// Nothing: no C type.
std::optional<CKind> c_kind(SQLSMALLINT c_type);

}  // namespace cubrid::odbc::convert
