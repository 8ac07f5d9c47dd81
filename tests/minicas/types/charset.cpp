#include "types/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>

#include "types/text.h"

namespace minicas {

namespace {

struct CharsetRow {
    Charset charset;
    std::string_view name;
    const char* iconv_name;
};

constexpr std::array kCharsets{CharsetRow{Charset::kBinary, "binary", nullptr},
                               CharsetRow{Charset::kIso88591, "iso88591", "ISO-8859-1"},
                               CharsetRow{Charset::kEuckr, "euckr", "EUC-KR"},
                               CharsetRow{Charset::kUtf8, "utf8", "UTF-8"}};

const CharsetRow& row(Charset charset) {
    const auto found = std::find_if(kCharsets.begin(), kCharsets.end(),
                                    [&](const CharsetRow& r) { return r.charset == charset; });
    return found == kCharsets.end() ? kCharsets.back() : *found;
}

class Converter {
 public:
    Converter(const char* to, const char* from) : state_(::iconv_open(to, from)) {}
    ~Converter() {
        if (usable()) ::iconv_close(state_);
    }
    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;

    // A system without the conversion leaves the text as it is.
    bool usable() const { return state_ != reinterpret_cast<iconv_t>(-1); }

    // The text of one character; empty if it has none.
    std::string character(std::string_view bytes) {
        std::array<char, 16> room{};
        char* in = const_cast<char*>(bytes.data());  // iconv does not write there
        char* out = room.data();
        std::size_t in_left = bytes.size(), out_left = room.size();
        if (::iconv(state_, &in, &in_left, &out, &out_left) == static_cast<std::size_t>(-1)) {
            ::iconv(state_, nullptr, nullptr, nullptr, nullptr);
            return {};
        }
        return {room.data(), room.size() - out_left};
    }

 private:
    iconv_t state_;
};

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
}

}  // namespace

std::string_view charset_name(Charset charset) { return row(charset).name; }

std::optional<Charset> find_charset(std::string_view name) {
    for (const auto& entry : kCharsets)
        if (same_name(entry.name, name)) return entry.charset;
    return std::nullopt;
}

std::string collation_name(Charset charset, Collation collation) {
    if (charset == Charset::kBinary) return "binary";
    return std::string(charset_name(charset)) +
           (collation == Collation::kCaseInsensitive ? "_en_ci" : "_bin");
}

std::optional<Charset> charset_of_collation(std::string_view collation) {
    return find_charset(collation.substr(0, collation.find('_')));
}

std::size_t char_offset(std::string_view text, std::size_t index, Charset charset) {
    if (charset == Charset::kUtf8) return char_offset(text, index);
    if (charset != Charset::kEuckr) return std::min(index, text.size());
    std::size_t at = 0;
    for (; index > 0 && at < text.size(); --index) at += (text[at] & 0x80) != 0 ? 2U : 1U;
    return std::min(at, text.size());
}

std::size_t char_count(std::string_view text, Charset charset) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) text.remove_prefix(char_offset(text, 1, charset));
    return count;
}

std::string convert_text(std::string_view text, Charset from, Charset to) {
    const char* const target = row(to).iconv_name;
    const char* const source = row(from).iconv_name;
    if (from == to || !target || !source || is_ascii(text)) return std::string(text);
    Converter converter(target, source);
    if (!converter.usable()) return std::string(text);
    std::string out;
    while (!text.empty()) {
        const auto size = char_offset(text, 1, from);
        const std::string character = converter.character(text.substr(0, size));
        out += character.empty() ? "?" : character;
        text.remove_prefix(size);
    }
    return out;
}

}  // namespace minicas
