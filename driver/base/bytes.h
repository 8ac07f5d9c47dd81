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

template <class T>
requires std::is_integral_v<T>
[[nodiscard]] inline T load_be(const std::byte* from) noexcept {
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        value = static_cast<Unsigned>(static_cast<std::uint64_t>(value) << 8U |
                                      std::to_integer<std::uint64_t>(from[i]));
    }
    return static_cast<T>(value);
}

template <class T>
requires std::is_integral_v<T>
inline void store_be(std::byte* to, T value) noexcept {
    auto rest = static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
    for (std::size_t i = sizeof(T); i-- > 0; rest >>= 8U) {
        to[i] = static_cast<std::byte>(rest & 0xFFU);
    }
}

[[nodiscard]] inline Bytes as_bytes(std::string_view text) noexcept {
    return std::as_bytes(std::span{text.data(), text.size()});
}

[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace cubrid::odbc::base
