// Small text helpers of keywords and their values. ASCII only: keywords are.
#pragma once

#include <algorithm>
#include <string_view>

namespace cubrid::odbc::options {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool same(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Whether one of the words of `list`, separated by blanks, is what `wanted` looks for.
template <class Wanted>
constexpr bool any_word(std::string_view list, Wanted wanted) {
    while (!list.empty()) {
        const auto end = std::min(list.find(' '), list.size());
        if (end != 0 && wanted(list.substr(0, end))) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

}  // namespace cubrid::odbc::options
