#include "convert/collection.h"

#include <algorithm>
#include <array>

#include "convert/blanks.h"
#include "convert/guid.h"
#include "convert/target.h"

namespace cubrid::odbc::convert {
namespace {

constexpr std::size_t kHeader = 5;  // element type, int count (CAS protocol 6.2)
constexpr std::size_t kSize = 4;
constexpr std::int32_t kObjectSize = 8;

bool is_bits(cas::Type type) { return type == cas::Type::bit || type == cas::Type::varbit; }

Outcome append_short(const cas::Cell& cell, const ColumnContext& context, std::string& text) {
    const Decode decode = select_decoder(context.type, SQL_C_CHAR);
    if (decode == nullptr) return Outcome::bad_text;
    constexpr std::size_t kLongest = 128;  // of a timestamp with its zone, and of any number
    std::array<char, kLongest> buffer{};
    SQLLEN length = 0;
    const Outcome outcome = decode(cell, {buffer.data(), kLongest, &length, nullptr}, context);
    if (outcome != Outcome::ok) return is_error(outcome) ? outcome : Outcome::malformed;
    text.append(buffer.data(), static_cast<std::size_t>(length));
    return Outcome::ok;
}

void append_quoted(std::string_view element, std::string& text) {
    text += '\'';
    for (const char c : element) {
        text += c;
        if (c == '\'') text += c;
    }
    text += '\'';
}

Outcome append_element(const cas::Cell& cell, const ColumnContext& context, std::string& text) {
    if (cell.is_null()) {
        text += "NULL";
        return Outcome::ok;
    }
    // A collection within a collection does not exist, nor does an element that carries its type.
    if (context.type.is_tagged()) return Outcome::malformed;
    if (is_bits(context.type.type)) {
        const std::size_t at = text.size();
        text.resize(at + 2 * cell.bytes().size());
        print_hex(cell.bytes(), text.data() + at);
        return Outcome::ok;
    }
    if (!is_text(context.type.type)) return append_short(cell, context, text);
    std::string converted;
    const auto element =
        to_narrow({text_of(cell), text_charset(context.type)}, base::Charset::utf8, converted);
    if (!element) return Outcome::bad_text;
    // Of a CHAR the blanks at the end are padding, which comes back by itself.
    const bool is_padded =
        context.type.type == cas::Type::character || context.type.type == cas::Type::nchar;
    const std::size_t length = is_padded ? element->find_last_not_of(' ') + 1 : element->size();
    if (needs_quotes(element->substr(0, length))) {
        append_quoted(*element, text);
    } else {
        text += *element;
    }
    return Outcome::ok;
}

}  // namespace

bool is_null_word(std::string_view element) {
    constexpr std::string_view kNull = "null";
    return element.size() == kNull.size() &&
           std::equal(element.begin(), element.end(), kNull.begin(),
                      [](char c, char lower) { return (c | 0x20) == lower; });
}

bool needs_quotes(std::string_view element) {
    return trim_blanks(element) != element || element.empty() || is_null_word(element) ||
           element.find_first_of(",{}'") != std::string_view::npos;
}

Outcome CollectionReader::read(const cas::Cell& cell, const ColumnContext& context, Value& value) {
    base::Bytes rest = cell.bytes();
    if (rest.size() < kHeader) return Outcome::malformed;
    ColumnContext of_element;
    of_element.type.type = static_cast<cas::Type>(rest[0]);
    of_element.type.charset = context.type.charset;
    const auto count = base::load_be<std::int32_t>(rest.data() + 1);
    rest = rest.subspan(kHeader);
    value.text = "{";
    for (std::int32_t i = 0; i < count; ++i) {
        if (rest.size() < kSize) return Outcome::malformed;
        const cas::Cell element{rest.data() + kSize, base::load_be<std::int32_t>(rest.data())};
        const std::size_t size = element.bytes().size();
        rest = rest.subspan(kSize);
        if (size > rest.size()) return Outcome::malformed;
        rest = rest.subspan(size);
        if (i > 0) value.text += ", ";
        const Outcome outcome = append_element(element, of_element, value.text);
        if (outcome != Outcome::ok) return outcome;
    }
    value.text += '}';
    return Outcome::ok;
}

Outcome ObjectReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size != kObjectSize) return Outcome::malformed;
    const auto page = base::load_be<std::int32_t>(cell.data);
    const auto slot = base::load_be<std::int16_t>(cell.data + 4);
    const auto volume = base::load_be<std::int16_t>(cell.data + 6);
    value.text =
        '@' + std::to_string(page) + '|' + std::to_string(slot) + '|' + std::to_string(volume);
    return Outcome::ok;
}

}  // namespace cubrid::odbc::convert
