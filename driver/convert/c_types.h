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
    guid
};
inline constexpr std::size_t kCKinds = 19;

// Nothing: an interval, or no C type at all.
std::optional<CKind> c_kind(SQLSMALLINT c_type);

}  // namespace cubrid::odbc::convert
