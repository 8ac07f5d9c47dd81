#include "convert/guid.h"

#include <cstring>

#include "convert/blanks.h"

namespace cubrid::odbc::convert {
namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

// The digits of each byte of the structure in the order of the text: Data1, Data2 and Data3 are
// numbers.
constexpr std::array<std::size_t, 4> kDashes = {8, 13, 18, 23};

using GuidBytes = std::array<std::byte, sizeof(SQLGUID)>;

GuidBytes in_text_order(const SQLGUID& guid) {
    GuidBytes bytes{};
    base::store_be(bytes.data(), static_cast<std::uint32_t>(guid.Data1));
    base::store_be(bytes.data() + 4, static_cast<std::uint16_t>(guid.Data2));
    base::store_be(bytes.data() + 6, static_cast<std::uint16_t>(guid.Data3));
    std::memcpy(bytes.data() + 8, guid.Data4, sizeof guid.Data4);
    return bytes;
}

SQLGUID from_text_order(const GuidBytes& bytes) {
    SQLGUID guid{};
    guid.Data1 = base::load_be<std::uint32_t>(bytes.data());
    guid.Data2 = base::load_be<std::uint16_t>(bytes.data() + 4);
    guid.Data3 = base::load_be<std::uint16_t>(bytes.data() + 6);
    std::memcpy(guid.Data4, bytes.data() + 8, sizeof guid.Data4);
    return guid;
}

}  // namespace

std::optional<SQLGUID> parse_guid(std::string_view text) {
    text = trim_blanks(text);
    if (text.size() == kGuidDigits + 2 && text.front() == '{' && text.back() == '}') {
        text = text.substr(1, kGuidDigits);
    }
    if (text.size() != kGuidDigits) return std::nullopt;
    std::array<char, 2 * sizeof(SQLGUID)> digits{};
    std::size_t count = 0;
    std::size_t dash = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (dash < kDashes.size() && i == kDashes[dash]) {
            if (text[i] != '-') return std::nullopt;
            ++dash;
        } else {
            digits[count++] = text[i];
        }
    }
    GuidBytes bytes{};
    if (!parse_hex({digits.data(), count}, bytes.data())) return std::nullopt;
    return from_text_order(bytes);
}

std::array<char, kGuidDigits> print_guid(const SQLGUID& guid) {
    std::array<char, 2 * sizeof(SQLGUID)> digits{};
    print_hex(in_text_order(guid), digits.data());
    std::array<char, kGuidDigits> text{};
    text.fill('-');
    const char* from = digits.data();
    std::size_t dash = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (dash < kDashes.size() && i == kDashes[dash]) {
            ++dash;
        } else {
            text[i] = *from++;
        }
    }
    return text;
}

void print_hex(base::Bytes bytes, char* text) noexcept {
    for (const std::byte byte : bytes) {
        const auto value = std::to_integer<unsigned>(byte);
        *text++ = kHexDigits[value >> 4U];
        *text++ = kHexDigits[value & 0x0FU];
    }
}

int hex_value(char digit) noexcept {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    return -1;
}

bool parse_hex(std::string_view text, std::byte* bytes) noexcept {
    if (text.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hex_value(text[i]);
        const int low = hex_value(text[i + 1]);
        if (high < 0 || low < 0) return false;
        *bytes++ = static_cast<std::byte>(high * 16 + low);
    }
    return true;
}

}  // namespace cubrid::odbc::convert
