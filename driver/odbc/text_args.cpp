#include "odbc/text_args.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/utf.h"

namespace cubrid::odbc::entry {
namespace {

base::Diag malformed_text() {
    return {{"22018"}, "The text is not valid in the character set that it is given in"};
}
base::Diag bad_length() {
    return {{"HY090"}, "The length of the text is negative and not SQL_NTS"};
}

}  // namespace

base::Result<std::string> text_in(const SQLCHAR* text, SQLINTEGER length, base::Charset narrow) {
    if (text == nullptr) return std::string{};
    if (length < 0 && length != SQL_NTS) return bad_length();
    const auto* chars = reinterpret_cast<const char*>(text);
    const std::string_view view{
        chars, length == SQL_NTS ? std::strlen(chars) : static_cast<std::size_t>(length)};
    auto utf8 = base::to_utf8(view, narrow);
    if (!utf8) return malformed_text();
    return std::move(*utf8);
}

base::Result<std::string> text_in(const SQLWCHAR* text, SQLINTEGER length,
                                  base::Charset /*narrow*/) {
    if (text == nullptr) return std::string{};
    if (length < 0 && length != SQL_NTS) return bad_length();
    std::size_t units = 0;
    if (length == SQL_NTS) {
        while (text[units] != 0) ++units;
    } else {
        units = static_cast<std::size_t>(length);
    }
    std::u16string copy(units, u'\0');
    std::copy_n(text, units, copy.begin());
    auto utf8 = base::to_utf8(copy);
    if (!utf8) return malformed_text();
    return std::move(*utf8);
}

Written write_text(std::string_view utf8, SQLCHAR* buffer, std::size_t capacity,
                   base::Charset narrow) {
    std::string converted;
    std::string_view text = utf8;
    if (narrow != base::Charset::utf8) {
        // What the narrow character set cannot say goes out as it is: nothing is replaced.
        if (auto other = base::from_utf8(utf8, narrow)) {
            converted = std::move(*other);
            text = converted;
        }
    }
    if (capacity > 0) {
        const std::string_view kept =
            text.size() < capacity ? text : base::prefix(text, capacity - 1, narrow);
        std::memcpy(buffer, kept.data(), kept.size());
        buffer[kept.size()] = 0;
    }
    return {text.size(), text.size() >= capacity};
}

Written write_text(std::string_view utf8, SQLWCHAR* buffer, std::size_t capacity,
                   base::Charset /*narrow*/) {
    // Text of the server that is no UTF-8 (a damaged column label) must not make the whole call
    // fail.
    std::u16string wide = base::to_utf16(utf8).value_or(std::u16string{});
    if (wide.empty() && !utf8.empty()) {
        const auto latin = base::to_utf8(utf8, base::Charset::iso88591);
        wide = base::to_utf16(latin.value_or(std::string{})).value_or(std::u16string{});
    }
    if (capacity > 0) {
        std::size_t kept = std::min(wide.size(), capacity - 1);
        if (kept < wide.size() && kept > 0 && wide[kept - 1] >= 0xD800 && wide[kept - 1] <= 0xDBFF)
            --kept;
        std::copy_n(wide.begin(), kept, buffer);
        buffer[kept] = 0;
    }
    return {wide.size(), wide.size() >= capacity};
}

}  // namespace cubrid::odbc::entry
