// Puts values into an application's buffer. The buffer may stand at any address and any of its
// pointers may be null: everything goes through memcpy. Lengths are those of the whole value; after
// an error nothing has been written.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "convert/decode.h"
#include "convert/value.h"

namespace cubrid::odbc::convert {

inline void put_length(const Target& target, std::size_t length) {
    const auto octets = static_cast<SQLLEN>(length);
    const SQLLEN not_null = 0;
    if (target.indicator != nullptr) {
        std::memcpy(static_cast<void*>(target.indicator), &not_null, sizeof not_null);
    }
    if (target.octet_length != nullptr) {
        std::memcpy(static_cast<void*>(target.octet_length), &octets, sizeof octets);
    }
}

// A value of fixed size; the capacity does not count.
template <class T>
void put_fixed(const Target& target, const T& value) {
    if (target.value != nullptr) std::memcpy(target.value, &value, sizeof value);
    put_length(target, sizeof value);
}

// Text that the application can see ahead has room for so many units and a terminator. A target
// without a value pointer only asks for the length, so everything fits.
template <class Unit>
std::size_t text_room(const Target& target) {
    if (target.value == nullptr) return static_cast<std::size_t>(-1);
    const std::size_t units =
        static_cast<std::size_t>(std::max<SQLLEN>(target.capacity, 0)) / sizeof(Unit);
    return units == 0 ? 0 : units - 1;
}

// Writes units that text_room() has promised and the terminator, if there is a place for it.
template <class Unit>
void put_ascii_units(const Target& target, std::string_view ascii);

// A value in ASCII. When less than its first `needed` characters fit, 22003; when more, but not
// all, 01004.
template <class Unit>
Outcome put_ascii(const Target& target, std::string_view ascii, std::size_t needed);
// A number: its whole digits are needed; behind an exponent's number digits of the fraction are
// left out.
template <class Unit>
Outcome put_number(const Target& target, std::string_view ascii);
// Two digits a byte, cut at whole bytes.
template <class Unit>
Outcome put_hex(const Target& target, base::Bytes bytes);

// `text` in the narrow character set: a view of it when nothing is to be done, else of `converted`.
std::optional<std::string_view> to_narrow(const Text& text, base::Charset narrow,
                                          std::string& converted);
// `text` in valid UTF-8.
std::optional<std::string_view> to_valid_utf8(const Text& text, std::string& converted);

Outcome put_narrow(const Target& target, const Text& text, base::Charset narrow);
Outcome put_wide(const Target& target, const Text& text);

// Bytes of any number: 01004 when they do not fit.
Outcome put_bytes(const Target& target, base::Bytes bytes);
// The C structure of a value: 22003 when it does not fit (ODBC Appendix D, "SQL to C: Numeric",
// SQL_C_BINARY).
Outcome put_native(const Target& target, const void* value, std::size_t size);

}  // namespace cubrid::odbc::convert
