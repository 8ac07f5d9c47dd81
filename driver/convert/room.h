// The buffer of one part of a long value (ODBC, SQLGetData, "Retrieving Variable-Length Data in
// Parts").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>

#include "convert/decode.h"

namespace cubrid::odbc::convert {

// Values of these C types may come in parts.
inline bool comes_in_parts(SQLSMALLINT c_type) {
    return c_type == SQL_C_CHAR || c_type == SQL_C_WCHAR || c_type == SQL_C_BINARY;
}

inline std::size_t bytes_of_unit(SQLSMALLINT c_type) {
    return c_type == SQL_C_WCHAR ? sizeof(char16_t) : 1;
}

// What a buffer holds, in units, without its terminator.
struct PartRoom {
    std::size_t units = 0;
    bool has_terminator = false;
    bool only_asks = false;  // no place for anything: the application wants to know the length
};

inline PartRoom part_room(const Target& target, SQLSMALLINT c_type) {
    if (target.value == nullptr || target.capacity <= 0) return {0, false, true};
    const std::size_t units = static_cast<std::size_t>(target.capacity) / bytes_of_unit(c_type);
    if (c_type == SQL_C_BINARY || units == 0) return {units, false, false};
    return {units - 1, true, false};
}

}  // namespace cubrid::odbc::convert
