#include "base/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>

#include "base/utf.h"

namespace cubrid::odbc::base {
namespace {

std::string latin1_to_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size() + text.size() / 2);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xC0U | (byte >> 6U));
            out += static_cast<char>(0x80U | (byte & 0x3FU));
        }
    }
    return out;
}

std::optional<std::string> utf8_to_latin1(std::string_view text) {
    const auto units = to_utf16(text);
    if (!units) return std::nullopt;
    std::string out;
    out.reserve(units->size());
    for (const char16_t unit : *units) {
        if (unit > 0xFF) return std::nullopt;
        out += static_cast<char>(unit);
    }
    return out;
}

// An iconv descriptor has a state and is slow to open: one per thread and direction, opened at its
// first use.
class Converter {
 public:
    Converter(const char* to, const char* from) : handle_{iconv_open(to, from)} {}
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;
    ~Converter() {
        if (is_open()) iconv_close(handle_);
    }

    std::optional<std::string> convert(std::string_view text) {
        if (!is_open()) return std::nullopt;
        iconv(handle_, nullptr, nullptr, nullptr, nullptr);
        // Neither direction makes more than three bytes out of one or two; a single byte of EUC-KR
        // is ASCII.
        std::string out(text.size() * 2 + 4, '\0');
        char* from = const_cast<char*>(text.data());  // iconv's signature; it does not write there
        char* to = out.data();
        std::size_t from_left = text.size();
        std::size_t to_left = out.size();
        const std::size_t irreversible = iconv(handle_, &from, &from_left, &to, &to_left);
        if (irreversible != 0 || from_left != 0) return std::nullopt;
        out.resize(out.size() - to_left);
        return out;
    }

 private:
    // iconv_open's failure is the pointer -1.
    [[nodiscard]] bool is_open() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

    iconv_t handle_;
};

// Korean Windows clients put the superset CP949 into EUC-KR databases, and the server keeps the
// bytes.
constexpr const char* kEucKr = "CP949";

std::optional<std::string> euckr_to_utf8(std::string_view text) {
    thread_local Converter converter{"UTF-8", kEucKr};
    return converter.convert(text);
}

std::optional<std::string> utf8_to_euckr(std::string_view text) {
    thread_local Converter converter{kEucKr, "UTF-8"};
    return converter.convert(text);
}

std::string_view euckr_prefix(std::string_view text, std::size_t limit) {
    std::size_t cut = 0;
    while (cut < limit) {
        const std::size_t length = static_cast<unsigned char>(text[cut]) < 0x80 ? 1 : 2;
        if (cut + length > limit) break;
        cut += length;
    }
    return text.substr(0, cut);
}

// Bytes of the character that begins with `lead`.
std::size_t utf8_character(unsigned char lead) {
    if (lead < 0xC2 || lead > 0xF4) return 1;
    if (lead < 0xE0) return 2;
    return lead < 0xF0 ? 3 : 4;
}

std::string_view whole_utf8(std::string_view text) {
    constexpr std::size_t kLongestTail = 3;
    for (std::size_t tail = 1; tail <= std::min(kLongestTail, text.size()); ++tail) {
        const auto byte = static_cast<unsigned char>(text[text.size() - tail]);
        const bool is_continuation = (byte & 0xC0U) == 0x80U;
        if (is_continuation) continue;
        return utf8_character(byte) > tail ? text.substr(0, text.size() - tail) : text;
    }
    return text;
}

struct Name {
    std::string_view name;
    Charset charset;
};

constexpr std::array<Name, 6> kNames = {{{"utf8", Charset::utf8},
                                         {"utf-8", Charset::utf8},
                                         {"euckr", Charset::euckr},
                                         {"euc-kr", Charset::euckr},
                                         {"iso88591", Charset::iso88591},
                                         {"iso-8859-1", Charset::iso88591}}};

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
    const auto to_lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [&](char a, char b) { return to_lower(a) == b; });
}

}  // namespace

std::optional<std::string> to_utf8(std::string_view text, Charset charset) {
    if (charset == Charset::utf8) {
        if (!is_utf8(text)) return std::nullopt;
        return std::string{text};
    }
    if (is_ascii(text)) return std::string{text};
    return charset == Charset::euckr ? euckr_to_utf8(text) : latin1_to_utf8(text);
}

std::optional<std::string> from_utf8(std::string_view text, Charset charset) {
    if (is_ascii(text)) return std::string{text};
    switch (charset) {
        case Charset::utf8:
            return to_utf8(text, Charset::utf8);
        case Charset::euckr:
            return utf8_to_euckr(text);
        case Charset::iso88591:
        case Charset::binary:
            return utf8_to_latin1(text);
    }
    return std::nullopt;
}

std::string_view prefix(std::string_view text, std::size_t limit, Charset charset) noexcept {
    if (text.size() <= limit) return text;
    if (charset == Charset::utf8) return utf8_prefix(text, limit);
    if (charset == Charset::euckr) return euckr_prefix(text, limit);
    return text.substr(0, limit);
}

std::string_view whole_characters(std::string_view text, Charset charset) noexcept {
    if (charset == Charset::utf8) return whole_utf8(text);
    if (charset != Charset::euckr || text.empty()) return text;
    // Only a walk from the front tells a second byte from a first one.
    const std::string_view without_last = euckr_prefix(text, text.size() - 1);
    const bool ends_inside =
        text.size() - without_last.size() == 1 && static_cast<unsigned char>(text.back()) >= 0x80;
    return ends_inside ? without_last : text;
}

std::optional<Charset> charset_by_name(std::string_view name) {
    const auto* found = std::find_if(kNames.begin(), kNames.end(), [&](const Name& known) {
        return equal_ignoring_case(name, known.name);
    });
    if (found == kNames.end()) return std::nullopt;
    return found->charset;
}

}  // namespace cubrid::odbc::base
