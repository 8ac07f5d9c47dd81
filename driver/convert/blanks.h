// "Leading and trailing spaces are ignored" when text becomes something else (ODBC Appendix D, "SQL
// to C: Character").
#pragma once

#include <string_view>

namespace cubrid::odbc::convert {

constexpr std::string_view trim_blanks(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

}  // namespace cubrid::odbc::convert
