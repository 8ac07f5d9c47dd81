// The charsets of text columns and literals: names, characters, conversions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/domain.h"

namespace minicas {

std::string_view charset_name(Charset charset);
std::optional<Charset> find_charset(std::string_view name);
// `euckr_bin`, `utf8_en_ci`, `binary`.
std::string collation_name(Charset charset, Collation collation);
std::optional<Charset> charset_of_collation(std::string_view collation);

std::size_t char_count(std::string_view text, Charset charset);
// Byte offset of the character `index`; the size of the text when it has fewer.
std::size_t char_offset(std::string_view text, std::size_t index, Charset charset);

// What the target cannot write becomes `?`; bytes go to and from BINARY as they are.
std::string convert_text(std::string_view text, Charset from, Charset to);

}  // namespace minicas
