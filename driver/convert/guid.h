// SQLGUID and its text "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"; hexadecimal text of bytes.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <array>
#include <optional>
#include <string_view>

#include "base/bytes.h"

namespace cubrid::odbc::convert {

inline constexpr std::size_t kGuidDigits = 36;

std::optional<SQLGUID> parse_guid(
    std::string_view text);  // blanks around it and braces are allowed
std::array<char, kGuidDigits> print_guid(const SQLGUID& guid);

// Two digits a byte, capital letters (ODBC Appendix D, "SQL to C: Binary").
void print_hex(base::Bytes bytes, char* text) noexcept;
// 0..15, or -1 when `digit` is none.
int hex_value(char digit) noexcept;
// False when a character is no hexadecimal digit or the number of digits is odd. `bytes` has room
// for half of `text`.
bool parse_hex(std::string_view text, std::byte* bytes) noexcept;

}  // namespace cubrid::odbc::convert
