#include "types/text.h"

namespace minicas {

namespace {

std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t wanted = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (at + wanted > text.size()) return 1;
    for (std::size_t i = 1; i < wanted; ++i)
        if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 1;
    return wanted;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

}  // namespace

std::size_t char_count(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); at += sequence_length(text, at)) ++count;
    return count;
}

std::size_t char_offset(std::string_view text, std::size_t index) {
    std::size_t at = 0;
    for (; index > 0 && at < text.size(); --index) at += sequence_length(text, at);
    return at;
}

std::string_view char_range(std::string_view text, std::size_t first, std::size_t count) {
    const auto begin = char_offset(text, first);
    const auto rest = text.substr(begin);
    return rest.substr(0, char_offset(rest, count));
}

std::string to_lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lower(c);
    return out;
}

std::string to_upper(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = upper(c);
    return out;
}

bool same_name(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (lower(a[i]) != lower(b[i])) return false;
    return true;
}

std::string_view trim_right(std::string_view text) {
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::string fold_case(std::string_view text) { return to_lower(text); }

bool like(std::string_view text, std::string_view pattern, char escape, bool ignore_case) {
    // The classic matcher with one remembered `%`: linear for practical patterns.
    std::size_t t = 0, p = 0, star = std::string_view::npos, mark = 0;
    while (true) {
        if (p < pattern.size() && pattern[p] == '%' && (escape == 0 || escape != '%')) {
            star = ++p;
            mark = t;
            continue;
        }
        bool matched = false;
        std::size_t next_p = p;
        if (t < text.size() && p < pattern.size()) {
            if (escape != 0 && pattern[p] == escape && p + 1 < pattern.size()) {
                matched = text[t] == pattern[p + 1];
                next_p = p + 2;
            } else if (pattern[p] == '_') {
                matched = true;
                next_p = p + 1;
            } else {
                matched = ignore_case ? lower(text[t]) == lower(pattern[p]) : text[t] == pattern[p];
                next_p = p + 1;
            }
        }
        if (matched) {
            t += p < pattern.size() && pattern[p] == '_' ? sequence_length(text, t) : 1;
            p = next_p;
        } else if (t == text.size() && p == pattern.size()) {
            return true;
        } else if (star != std::string_view::npos && mark < text.size()) {
            p = star;
            t = ++mark;
        } else {
            return false;
        }
    }
}

}  // namespace minicas
