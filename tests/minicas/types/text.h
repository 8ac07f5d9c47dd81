// UTF-8 text.
#pragma once

#include <string>
#include <string_view>

namespace minicas {

std::size_t char_count(std::string_view text);  // an invalid byte counts as one character
// Byte offset of the character `index`; the size of the text when it has fewer.
std::size_t char_offset(std::string_view text, std::size_t index);
std::string_view char_range(std::string_view text, std::size_t first, std::size_t count);
std::string to_lower(std::string_view text);  // ASCII letters only, as identifiers are compared
std::string to_upper(std::string_view text);
bool same_name(std::string_view a, std::string_view b);
std::string_view trim_right(std::string_view text);  // blanks
std::string fold_case(std::string_view text);        // for the case insensitive collations

// SQL LIKE; `escape` 0 = none.
bool like(std::string_view text, std::string_view pattern, char escape, bool ignore_case);

}  // namespace minicas
