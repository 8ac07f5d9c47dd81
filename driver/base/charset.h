// Character sets that CUBRID columns, databases and narrow application text can have. Inside the
// driver text is UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cubrid::odbc::base {

enum class Charset : std::uint8_t {
    utf8,
    iso88591,
    euckr,
    binary  // bytes without a meaning; shown as ISO-8859-1, which keeps every byte
};

// Nothing when `text` is malformed in `charset`.
std::optional<std::string> to_utf8(std::string_view text, Charset charset);

// Nothing when a character of `text` does not exist in `charset`, or `text` is not UTF-8.
std::optional<std::string> from_utf8(std::string_view text, Charset charset);

// The longest prefix of at most `limit` bytes that does not end inside a character of `charset`.
[[nodiscard]] std::string_view prefix(std::string_view text, std::size_t limit,
                                      Charset charset) noexcept;

// `text`, which begins with a character, without one at its end that needs more bytes: those may be
// still to come.
[[nodiscard]] std::string_view whole_characters(std::string_view text, Charset charset) noexcept;

// "utf8", "utf-8", "euckr", "euc-kr", "iso88591", "iso-8859-1"; case does not matter.
std::optional<Charset> charset_by_name(std::string_view name);

}  // namespace cubrid::odbc::base
