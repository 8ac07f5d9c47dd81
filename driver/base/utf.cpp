#include "base/utf.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace cubrid::odbc::base {
namespace {

using Byte = unsigned char;

constexpr std::size_t kBlock = 8;
constexpr std::uint64_t kHighBits = 0x8080808080808080;

bool is_ascii_block(const Byte* at) noexcept {
    std::uint64_t block = 0;
    std::memcpy(&block, at, kBlock);
    return (block & kHighBits) == 0;
}

bool is_continuation(Byte byte) noexcept { return (byte & 0xC0U) == 0x80U; }

// Widens a block that is ASCII. Through an array, which compilers turn into two instructions.
void widen_block(const Byte* from, Byte* units) noexcept {
    std::array<std::uint16_t, kBlock> wide{};
    for (std::size_t i = 0; i < kBlock; ++i) wide[i] = from[i];
    std::memcpy(units, wide.data(), sizeof wide);
}

// Narrows a block of units; false when one of them is not ASCII.
bool narrow_block(const Byte* units, Byte* to) noexcept {
    std::array<std::uint16_t, kBlock> wide{};
    std::memcpy(wide.data(), units, sizeof wide);
    unsigned all = 0;
    std::array<Byte, kBlock> narrow{};
    for (std::size_t i = 0; i < kBlock; ++i) {
        all |= wide[i];
        narrow[i] = static_cast<Byte>(wide[i]);
    }
    if (all >= 0x80) return false;
    std::memcpy(to, narrow.data(), sizeof narrow);
    return true;
}

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 0;  // source units; 0: malformed
};

struct LeadByte {
    std::size_t length;
    std::uint32_t bits;   // of the value
    Byte second_minimum;  // narrower than 80..BF where that excludes overlong forms and surrogates
                          // (Unicode, table 3-7)
    Byte second_maximum;
};

LeadByte lead_byte(Byte byte) noexcept {
    if (byte < 0xC2) return {0, 0, 0, 0};
    if (byte < 0xE0) return {2, byte & 0x1FU, 0x80, 0xBF};
    if (byte < 0xF0) {
        return {3, byte & 0x0FU, Byte{byte == 0xE0 ? Byte{0xA0} : Byte{0x80}},
                Byte{byte == 0xED ? Byte{0x9F} : Byte{0xBF}}};
    }
    if (byte < 0xF5) {
        return {4, byte & 0x07U, Byte{byte == 0xF0 ? Byte{0x90} : Byte{0x80}},
                Byte{byte == 0xF4 ? Byte{0x8F} : Byte{0xBF}}};
    }
    return {0, 0, 0, 0};
}

CodePoint decode_utf8(const Byte* at, std::size_t left) noexcept {
    if (at[0] < 0x80) return {at[0], 1};
    const LeadByte lead = lead_byte(at[0]);
    if (lead.length == 0 || lead.length > left) return {};
    if (at[1] < lead.second_minimum || at[1] > lead.second_maximum) return {};
    std::uint32_t value = lead.bits;
    for (std::size_t i = 1; i < lead.length; ++i) {
        if (!is_continuation(at[i])) return {};
        value = value << 6U | (at[i] & 0x3FU);
    }
    return {value, lead.length};
}

// UTF-16 goes through memcpy: an application's buffer in a row of its own making may stand at an
// odd address.
std::uint16_t load_unit(const Byte* units, std::size_t index) noexcept {
    std::uint16_t unit = 0;
    std::memcpy(&unit, units + 2 * index, 2);
    return unit;
}

void store_unit(Byte* units, std::size_t index, std::uint32_t value) noexcept {
    const auto unit = static_cast<std::uint16_t>(value);
    std::memcpy(units + 2 * index, &unit, 2);
}

CodePoint decode_utf16(const Byte* units, std::size_t at, std::size_t size) noexcept {
    const std::uint32_t unit = load_unit(units, at);
    if (unit < 0xD800 || unit > 0xDFFF) return {unit, 1};
    if (unit > 0xDBFF || at + 1 == size) return {};
    const std::uint32_t low = load_unit(units, at + 1);
    if (low < 0xDC00 || low > 0xDFFF) return {};
    return {0x10000 + ((unit - 0xD800) << 10U) + (low - 0xDC00), 2};
}

std::size_t utf8_size(std::uint32_t value) noexcept {
    if (value < 0x80) return 1;
    if (value < 0x800) return 2;
    return value < 0x10000 ? 3 : 4;
}

void encode_utf8(std::uint32_t value, std::size_t size, Byte* target) noexcept {
    static constexpr std::array<std::uint32_t, 5> kLeadMark = {0, 0, 0xC0, 0xE0, 0xF0};
    for (std::size_t i = size - 1; i > 0; --i, value >>= 6U) {
        target[i] = static_cast<Byte>(0x80U | (value & 0x3FU));
    }
    target[0] = static_cast<Byte>(kLeadMark[size] | value);
}

}  // namespace

Step utf8_to_utf16(std::string_view source, char16_t* target, std::size_t capacity) noexcept {
    const auto* from = reinterpret_cast<const Byte*>(source.data());
    auto* to = reinterpret_cast<Byte*>(target);
    const std::size_t size = source.size();
    std::size_t at = 0;
    std::size_t written = 0;
    while (at < size) {
        if (size - at >= kBlock && capacity - written >= kBlock && is_ascii_block(from + at)) {
            widen_block(from + at, to + 2 * written);
            at += kBlock;
            written += kBlock;
            continue;
        }
        const CodePoint point = decode_utf8(from + at, size - at);
        if (point.length == 0) return {at, written, false, false};
        const std::size_t units = point.value < 0x10000 ? 1 : 2;
        if (capacity - written < units) return {at, written, false, true};
        if (units == 1) {
            store_unit(to, written, point.value);
        } else {
            store_unit(to, written, 0xD800 + ((point.value - 0x10000) >> 10U));
            store_unit(to, written + 1, 0xDC00 + (point.value & 0x3FFU));
        }
        at += point.length;
        written += units;
    }
    return {at, written, true, true};
}

Step utf16_to_utf8(std::u16string_view source, char* target, std::size_t capacity) noexcept {
    const auto* from = reinterpret_cast<const Byte*>(source.data());
    auto* to = reinterpret_cast<Byte*>(target);
    const std::size_t size = source.size();
    std::size_t at = 0;
    std::size_t written = 0;
    while (at < size) {
        if (size - at >= kBlock && capacity - written >= kBlock &&
            narrow_block(from + 2 * at, to + written)) {
            at += kBlock;
            written += kBlock;
            continue;
        }
        const std::uint32_t unit = load_unit(from, at);
        if (unit < 0x80 && written < capacity) {
            to[written++] = static_cast<Byte>(unit);
            ++at;
            continue;
        }
        const CodePoint point = decode_utf16(from, at, size);
        if (point.length == 0) return {at, written, false, false};
        const std::size_t bytes = utf8_size(point.value);
        if (capacity - written < bytes) return {at, written, false, true};
        encode_utf8(point.value, bytes, to + written);
        at += point.length;
        written += bytes;
    }
    return {at, written, true, true};
}

std::optional<std::u16string> to_utf16(std::string_view text) {
    std::u16string units(text.size(), u'\0');
    const Step step = utf8_to_utf16(text, units.data(), units.size());
    if (!step.valid) return std::nullopt;
    units.resize(step.target_written);
    return units;
}

std::optional<std::string> to_utf8(std::u16string_view text) {
    std::string bytes(text.size() * 3, '\0');
    const Step step = utf16_to_utf8(text, bytes.data(), bytes.size());
    if (!step.valid) return std::nullopt;
    bytes.resize(step.target_written);
    return bytes;
}

bool is_ascii(std::string_view text) noexcept {
    const auto* at = reinterpret_cast<const Byte*>(text.data());
    std::size_t left = text.size();
    for (; left >= kBlock; left -= kBlock, at += kBlock) {
        if (!is_ascii_block(at)) return false;
    }
    return std::all_of(at, at + left, [](Byte byte) { return byte < 0x80; });
}

bool is_utf8(std::string_view text) noexcept {
    const auto* at = reinterpret_cast<const Byte*>(text.data());
    std::size_t left = text.size();
    while (left > 0) {
        if (left >= kBlock && is_ascii_block(at)) {
            at += kBlock;
            left -= kBlock;
            continue;
        }
        const CodePoint point = decode_utf8(at, left);
        if (point.length == 0) return false;
        at += point.length;
        left -= point.length;
    }
    return true;
}

std::size_t utf16_length(std::string_view text) noexcept {
    std::size_t units = 0;
    for (const char c : text) {
        const auto byte = static_cast<Byte>(c);
        units += (is_continuation(byte) ? 0U : 1U) + (byte >= 0xF0 ? 1U : 0U);
    }
    return units;
}

std::size_t utf8_length(std::string_view text) noexcept {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return !is_continuation(static_cast<Byte>(c)); }));
}

std::string_view utf8_prefix(std::string_view text, std::size_t limit) noexcept {
    if (text.size() <= limit) return text;
    constexpr std::size_t kLongestTail = 3;
    std::size_t cut = limit;
    while (cut > 0 && limit - cut < kLongestTail && is_continuation(static_cast<Byte>(text[cut]))) {
        --cut;
    }
    if (is_continuation(static_cast<Byte>(text[cut])))
        cut = limit;  // no UTF-8 here: any cut is as good
    return text.substr(0, cut);
}

}  // namespace cubrid::odbc::base
