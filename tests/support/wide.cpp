#include "wide.h"

#include <cstdint>

namespace test_support {
namespace {

void append(std::string& out, std::uint32_t point) {
    auto byte = [&out](std::uint32_t value) { out += static_cast<char>(value); };
    if (point < 0x80) {
        byte(point);
    } else if (point < 0x800) {
        byte(0xC0 | (point >> 6));
        byte(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        byte(0xE0 | (point >> 12));
        byte(0x80 | ((point >> 6) & 0x3F));
        byte(0x80 | (point & 0x3F));
    } else {
        byte(0xF0 | (point >> 18));
        byte(0x80 | ((point >> 12) & 0x3F));
        byte(0x80 | ((point >> 6) & 0x3F));
        byte(0x80 | (point & 0x3F));
    }
}

std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xE0) return 2;
    return first < 0xF0 ? 3 : 4;
}

}  // namespace

Wide::Wide(std::string_view utf8) {
    for (std::size_t i = 0; i < utf8.size();) {
        const auto first = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = sequence_length(first);
        std::uint32_t point = length == 1 ? first : first & (0x7FU >> length);
        for (std::size_t k = 1; k < length; ++k) {
            point = (point << 6) | (static_cast<unsigned char>(utf8.at(i + k)) & 0x3FU);
        }
        if (point < 0x10000) {
            units_.push_back(static_cast<SQLWCHAR>(point));
        } else {
            units_.push_back(static_cast<SQLWCHAR>(0xD800 + ((point - 0x10000) >> 10)));
            units_.push_back(static_cast<SQLWCHAR>(0xDC00 + ((point - 0x10000) & 0x3FF)));
        }
        i += length;
    }
    units_.push_back(0);
}

std::string utf8(const SQLWCHAR* units, std::size_t length) {
    std::string out;
    for (std::size_t i = 0; i < length; ++i) {
        std::uint32_t point = units[i];
        if (point >= 0xD800 && point < 0xDC00 && i + 1 < length) {
            point = 0x10000 + ((point - 0xD800) << 10) + (units[++i] - 0xDC00U);
        }
        append(out, point);
    }
    return out;
}

std::string utf8(const SQLWCHAR* units) {
    std::size_t length = 0;
    while (units[length] != 0) ++length;
    return utf8(units, length);
}

}  // namespace test_support
