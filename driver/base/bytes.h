// Byte views and big-endian numbers: everything on the wire is big-endian (CAS protocol,
// introduction).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace cubrid::odbc::base {

using Bytes = std::span<const std::byte>;

namespace detail {

// gcc turns this into one instruction; of a loop over bytes it makes eight loads and shifts.
template <class Unsigned>
[[nodiscard]] constexpr Unsigned swap_if_little(Unsigned value) noexcept {
    if constexpr (std::endian::native == std::endian::big || sizeof(Unsigned) == 1) {
        return value;
    } else if constexpr (sizeof(Unsigned) == 2) {
        return __builtin_bswap16(value);
    } else if constexpr (sizeof(Unsigned) == 4) {
        return __builtin_bswap32(value);
    } else {
        return __builtin_bswap64(value);
    }
}

}  // namespace detail

template <class T>
requires std::is_integral_v<T>
[[nodiscard]] inline T load_be(const std::byte* from) noexcept {
    std::make_unsigned_t<T> value;
    std::memcpy(&value, from, sizeof value);
    return static_cast<T>(detail::swap_if_little(value));
}

template <class T>
requires std::is_integral_v<T>
inline void store_be(std::byte* to, T value) noexcept {
    const auto swapped = detail::swap_if_little(static_cast<std::make_unsigned_t<T>>(value));
    std::memcpy(to, &swapped, sizeof swapped);
}

[[nodiscard]] inline Bytes as_bytes(std::string_view text) noexcept {
    return std::as_bytes(std::span{text.data(), text.size()});
}

[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace cubrid::odbc::base
