// The canonical values between the wire and the application: readers make them, writers take them.
// A pair of types that does not exist is a writer without an overload for the value.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/bytes.h"
#include "base/charset.h"
#include "convert/datetime.h"
#include "convert/decimal.h"
#include "convert/guid.h"

namespace cubrid::odbc::convert {

// Any text.
struct Text {
    std::string_view bytes;
    base::Charset charset = base::Charset::utf8;
};

// A NUMERIC as the server prints it: ASCII, no exponent.
struct DecimalText {
    std::string_view digits;
};

struct Binary {
    base::Bytes bytes;
};

template <class V>
concept Integer = std::integral<V> && !std::same_as<V, bool> && !std::same_as<V, char>;
template <class V>
concept Real = std::same_as<V, float> || std::same_as<V, double>;
template <class V>
concept Number = Integer<V> || Real<V> || std::same_as<V, Decimal> || std::same_as<V, DecimalText>;
template <class V>
concept ExactNumber = Number<V> && !Real<V>;
template <class V>
concept Temporal = std::same_as<V, Date> || std::same_as<V, Time> || std::same_as<V, Timestamp> ||
    std::same_as<V, ZonedTimestamp>;
// What a number can be made from.
template <class V>
concept Numeric = Number<V> || std::same_as<V, Text>;

}  // namespace cubrid::odbc::convert
