// Text forms of DOUBLE and of BIT values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/value.h"

namespace minicas {

std::optional<double> parse_double(std::string_view text);  // blanks around allowed
std::string double_text(double value, int digits);
std::optional<Bits> parse_hex(std::string_view digits);     // 4 bits a digit
std::optional<Bits> parse_binary(std::string_view digits);  // 1 bit a digit
std::string hex_text(const Bits& bits);                     // upper case, two digits a byte

}  // namespace minicas
