// Big-endian fields of frames (CAS protocol 1).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace minicas {

template <typename T>
void put(std::string& out, T value) {
    auto bits = static_cast<std::uint64_t>(value);
    for (int shift = static_cast<int>(sizeof(T)) * 8 - 8; shift >= 0; shift -= 8)
        out.push_back(static_cast<char>(bits >> shift & 255));
}

inline void put_byte(std::string& out, int value) { out.push_back(static_cast<char>(value)); }
inline void put_int(std::string& out, std::int64_t value) {
    put(out, static_cast<std::int32_t>(value));
}
inline void put_short(std::string& out, std::int64_t value) {
    put(out, static_cast<std::int16_t>(value));
}
// int length with the NUL, text, NUL
inline void put_string(std::string& out, std::string_view text) {
    put_int(out, static_cast<std::int64_t>(text.size() + 1));
    out.append(text);
    out.push_back('\0');
}

// The first sizeof(T) bytes; missing ones count as 0.
template <typename T>
T get(std::string_view bytes, std::size_t at = 0) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value =
            value << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    return static_cast<T>(value);
}

}  // namespace minicas
