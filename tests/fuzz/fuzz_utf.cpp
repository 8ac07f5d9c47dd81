// UTF-8 to UTF-16 and back: whole, in parts of every size, and judged alike by every function.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/charset.h"
#include "base/utf.h"
#include "input.h"

using namespace cubrid::odbc::base;

namespace {

void check_parts(std::string_view text, const std::u16string& whole, std::size_t room) {
    std::u16string parts;
    std::vector<char16_t> target(room);
    while (!text.empty()) {
        const Step step = utf8_to_utf16(text, target.data(), room);
        fuzz::require(step.valid && step.source_used > 0);
        parts.append(target.data(), step.target_written);
        text.remove_prefix(step.source_used);
    }
    fuzz::require(parts == whole);
}

void check_utf16(Bytes bytes) {
    std::u16string units(bytes.size() / 2, u'\0');
    if (!units.empty()) std::memcpy(units.data(), bytes.data(), 2 * units.size());
    const auto utf8 = to_utf8(units);
    if (utf8) fuzz::require(to_utf16(*utf8) == units);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const std::size_t limit = input.byte();
    const Buffer copy = input.buffer();
    const std::string_view text = as_text(copy.view());
    const bool valid = is_utf8(text);
    const auto units = to_utf16(text);
    fuzz::require(valid == units.has_value());
    fuzz::require(valid || !is_ascii(text));
    const std::string_view cut = utf8_prefix(text, limit);
    fuzz::require(cut.size() <= limit && text.starts_with(cut));
    if (valid) {
        fuzz::require(to_utf8(*units) == text);
        fuzz::require(utf16_length(text) == units->size());
        fuzz::require(is_utf8(cut) && cut.size() + 3 >= std::min(limit, text.size()));
        check_parts(text, *units, 2 + limit % 16);
    }
    for (const Charset charset : {Charset::utf8, Charset::iso88591, Charset::euckr}) {
        const auto utf8 = to_utf8(text, charset);
        if (utf8) fuzz::require(is_utf8(*utf8));
    }
    check_utf16(copy.view());
    return 0;
}
