// UTF-8 and UTF-16, strict: a surrogate half, an overlong form or a cut sequence is invalid and
// never replaced.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cubrid::odbc::base {

// The Unicode scalar values of `text` as UTF-16; nothing when it is not valid UTF-8.
std::optional<std::u16string> to_utf16(std::string_view text);

// The same backwards; nothing when a surrogate has no partner.
std::optional<std::string> to_utf8(std::u16string_view text);

[[nodiscard]] bool is_ascii(std::string_view text) noexcept;
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

// UTF-16 units that valid UTF-8 `text` takes.
[[nodiscard]] std::size_t utf16_length(std::string_view text) noexcept;

// Code points of valid UTF-8 `text`.
[[nodiscard]] std::size_t utf8_length(std::string_view text) noexcept;

// The longest prefix of at most `limit` bytes that does not end inside a code point.
[[nodiscard]] std::string_view utf8_prefix(std::string_view text, std::size_t limit) noexcept;

// What one conversion step took and gave. `complete`: all of the source was used; `valid`: nothing
// in the used part is malformed.
struct Step {
    std::size_t source_used = 0;
    std::size_t target_written = 0;
    bool complete = true;
    bool valid = true;
};

// Convert into a target of fixed size; stop before the code point that no longer fits. UTF-16 may
// stand at an odd address.
Step utf8_to_utf16(std::string_view source, char16_t* target, std::size_t capacity) noexcept;
Step utf16_to_utf8(std::u16string_view source, char* target, std::size_t capacity) noexcept;

}  // namespace cubrid::odbc::base
