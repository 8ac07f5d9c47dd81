#include "types/number_text.h"

#include <cstdio>
#include <cstdlib>

namespace minicas {

namespace {

std::optional<Bits> parse_digits(std::string_view digits, int width) {
    Bits out;
    for (const char c : digits) {
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : 16;
        if (digit >= 1 << width) return std::nullopt;
        for (int bit = width - 1; bit >= 0; --bit, ++out.bits) {
            if (out.bits % 8 == 0) out.bytes.push_back('\0');
            if (digit >> bit & 1)
                out.bytes.back() = static_cast<char>(static_cast<unsigned char>(out.bytes.back()) |
                                                     (0x80 >> out.bits % 8));
        }
    }
    return out;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
        return std::nullopt;
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (end != copy.c_str() + copy.size()) return std::nullopt;
    return value;
}

std::string double_text(double value, int digits) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return buffer;
}

std::optional<Bits> parse_hex(std::string_view digits) { return parse_digits(digits, 4); }
std::optional<Bits> parse_binary(std::string_view digits) { return parse_digits(digits, 1); }

std::string hex_text(const Bits& bits) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : bits.bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out.push_back(kDigits[byte >> 4]);
        out.push_back(kDigits[byte & 15]);
    }
    return out;
}

}  // namespace minicas
