#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/utf.h"
#include "convert/collection.h"
#include "convert/guid.h"
#include "convert/tagged.h"
#include "convert/target.h"

namespace cubrid::odbc::convert {
namespace {

enum class Content : std::uint8_t { text, bytes, rendered, real, other };

struct TypeContent {
    cas::Type type;
    Content content;
};
constexpr std::array<TypeContent, 6> kContents = {{
    {cas::Type::bit, Content::bytes},
    {cas::Type::varbit, Content::bytes},
    {cas::Type::object, Content::rendered},
    {cas::Type::real, Content::real},
    {cas::Type::double_precision, Content::real},
    {cas::Type::monetary, Content::real},
}};

Content content_of(const cas::ColumnType& type) {
    if (type.collection != cas::Collection::none) return Content::rendered;
    if (is_text(type.type)) return Content::text;
    const auto* found = std::find_if(kContents.begin(), kContents.end(),
                                     [&](const TypeContent& row) { return row.type == type.type; });
    return found == kContents.end() ? Content::other : found->content;
}

// Of any size, and delivered in parts.
bool is_long(Content content) {
    return content == Content::text || content == Content::bytes || content == Content::rendered;
}

bool is_variable(SQLSMALLINT c_type) {
    return c_type == SQL_C_CHAR || c_type == SQL_C_WCHAR || c_type == SQL_C_BINARY;
}

std::size_t unit_size(SQLSMALLINT c_type) { return c_type == SQL_C_WCHAR ? sizeof(char16_t) : 1; }

bool only_asks_for_length(const Target& target) {
    return target.value == nullptr || target.capacity <= 0;
}

// What a buffer holds, in units, without and with a terminator.
struct Room {
    std::size_t units = 0;
    bool has_terminator = false;
};

Room room_of(const Target& target, SQLSMALLINT c_type) {
    const std::size_t units = static_cast<std::size_t>(target.capacity) / unit_size(c_type);
    if (c_type == SQL_C_BINARY) return {units, false};
    return units == 0 ? Room{0, false} : Room{units - 1, true};
}

}  // namespace

void Pieces::finish() {
    state_ = State::finished;
    std::string{}.swap(printed_);
}

Pieces::Part Pieces::next(cas::Cell cell, SQLSMALLINT c_type, const Target& target,
                          const ColumnContext& context) {
    if (state_ == State::finished) return {Outcome::ok, true, false};
    if (state_ == State::in_progress && c_type == c_type_) {
        return {deliver(target, context.narrow), false, false};
    }
    return begin(cell, c_type, target, context);
}

Pieces::Part Pieces::begin(cas::Cell cell, SQLSMALLINT c_type, const Target& target,
                           const ColumnContext& context) {
    *this = Pieces{};
    c_type_ = c_type;
    const Decode of_column = select_decoder(context.type, c_type);
    if (of_column == nullptr) return {Outcome::ok, false, true};
    if (cell.is_null()) {
        const Outcome outcome = write_null(target);
        if (!is_error(outcome)) finish();
        return {outcome, false, false};
    }
    if (!context.type.is_tagged()) {
        const bool comes_in_parts = is_variable(c_type) && is_long(content_of(context.type));
        return {comes_in_parts ? begin_long(cell, target, context)
                               : begin_short(of_column, cell, target, context),
                false, false};
    }
    const auto value = untag(cell);
    if (!value || value->type.is_tagged()) return {Outcome::malformed, false, false};
    ColumnContext of_value = context;
    of_value.type = value->type;
    Part part = begin(value->cell, c_type, target, of_value);
    if (part.no_such_pair) return {Outcome::bad_text, false, false};
    return part;
}

Outcome Pieces::begin_long(cas::Cell cell, const Target& target, const ColumnContext& context) {
    const Content content = content_of(context.type);
    Outcome outcome = Outcome::ok;
    if (content == Content::bytes) {
        begin_bytes(cell);
    } else if (content == Content::text) {
        outcome = begin_text(text_of(cell), text_charset(context.type), context.narrow);
    } else {
        RenderedText rendered;
        const auto read = context.type.collection != cas::Collection::none ? &CollectionReader::read
                                                                           : &ObjectReader::read;
        outcome = read(cell, context, rendered);
        if (outcome == Outcome::ok)
            outcome = begin_text(rendered.text, base::Charset::utf8, context.narrow);
        if (outcome == Outcome::ok && printed_.empty()) printed_ = std::move(rendered.text);
    }
    if (outcome != Outcome::ok) return outcome;
    state_ = State::in_progress;
    return deliver(target, context.narrow);
}

void Pieces::begin_bytes(cas::Cell cell) {
    source_ = base::as_text(cell.bytes());
    form_ = c_type_ == SQL_C_BINARY ? Form::bytes : Form::hex;
    target_left_ = form_ == Form::bytes ? source_.size() : 2 * source_.size() * unit_size(c_type_);
}

Outcome Pieces::begin_text(std::string_view text, base::Charset charset, base::Charset narrow) {
    std::optional<std::string_view> wanted = text;
    if (c_type_ == SQL_C_WCHAR) {
        wanted = to_valid_utf8({text, charset}, printed_);
    } else if (c_type_ == SQL_C_CHAR || charset != base::Charset::binary) {
        wanted = to_narrow({text, charset}, narrow, printed_);
    }
    if (!wanted) return Outcome::bad_text;
    source_ = text;
    form_ = c_type_ == SQL_C_BINARY ? Form::bytes : Form::narrow;
    target_left_ = wanted->size();
    if (c_type_ == SQL_C_WCHAR) {
        form_ = Form::utf16;
        target_left_ = base::utf16_length(*wanted) * sizeof(char16_t);
    }
    return Outcome::ok;
}

// Numbers, dates and times come whole, unless their text has been cut behind what makes the value:
// then the rest may follow.
Outcome Pieces::begin_short(Decode decode, cas::Cell cell, const Target& target,
                            const ColumnContext& context) {
    if (is_variable(c_type_) && only_asks_for_length(target)) {
        const Outcome outcome =
            decode(cell, {nullptr, 0, target.octet_length, target.indicator}, context);
        return is_error(outcome) ? outcome : Outcome::truncated;
    }
    const Outcome outcome = decode(cell, target, context);
    if (is_error(outcome)) return outcome;
    if (outcome != Outcome::truncated) {
        finish();
        return outcome;
    }
    constexpr std::size_t kLongest = 128;  // of a timestamp with its zone, and of any number
    std::array<char, kLongest> text{};
    SQLLEN length = 0;
    const Decode print = select_decoder(context.type, SQL_C_CHAR);
    if (print(cell, {text.data(), kLongest, &length, nullptr}, context) != Outcome::ok) {
        return Outcome::malformed;
    }
    printed_.assign(text.data(), static_cast<std::size_t>(length));
    // A number with an exponent has been shortened in its middle.
    if (content_of(context.type) == Content::real && printed_.find('e') != std::string::npos) {
        finish();
        return outcome;
    }
    state_ = State::in_progress;
    form_ = c_type_ == SQL_C_WCHAR ? Form::utf16 : Form::narrow;
    source_at_ = room_of(target, c_type_).units;
    target_left_ = (printed_.size() - source_at_) * unit_size(c_type_);
    return outcome;
}

Outcome Pieces::deliver(const Target& target, base::Charset narrow) {
    const bool is_empty_binary = c_type_ == SQL_C_BINARY && target_left_ == 0;
    if (only_asks_for_length(target) && !is_empty_binary) {
        put_length(target, target_left_);
        return Outcome::truncated;
    }
    const Room room = room_of(target, c_type_);
    const std::string_view source = printed_.empty() ? source_ : std::string_view{printed_};
    const std::string_view rest = source.substr(source_at_);
    auto* const to = static_cast<std::byte*>(target.value);
    std::size_t units = 0;
    if (form_ == Form::utf16) {
        units = write_utf16(rest, to, room.units);
    } else if (form_ == Form::hex) {
        units = write_hex(rest, to, room.units);
    } else {
        units = write_narrow(rest, reinterpret_cast<char*>(to), room.units, narrow);
    }
    const std::size_t written = units * unit_size(c_type_);
    const bool is_whole =
        written == target_left_ && (room.has_terminator || c_type_ == SQL_C_BINARY);
    const bool was_stalled = std::exchange(stalled_, units == 0 && !is_whole);
    if (was_stalled && stalled_) return Outcome::bad_length;
    if (room.has_terminator) std::memset(to + written, 0, unit_size(c_type_));
    put_length(target, target_left_);
    target_left_ -= written;
    if (!is_whole) return Outcome::truncated;
    finish();
    return Outcome::ok;
}

std::size_t Pieces::write_narrow(std::string_view rest, char* to, std::size_t room,
                                 base::Charset narrow) {
    std::string_view part = rest.substr(0, room);
    if (form_ == Form::narrow) part = base::prefix(rest, room, narrow);
    if (part.empty()) part = rest.substr(0, room);  // less than a character fits
    if (!part.empty()) std::memcpy(to, part.data(), part.size());
    source_at_ += part.size();
    return part.size();
}

std::size_t Pieces::write_utf16(std::string_view rest, std::byte* to, std::size_t room) {
    if (room == 0) return 0;
    std::size_t units = 0;
    if (pending_unit_ != 0) {
        std::memcpy(to, &pending_unit_, sizeof pending_unit_);
        pending_unit_ = 0;
        units = 1;
    }
    const base::Step step = base::utf8_to_utf16(
        rest, reinterpret_cast<char16_t*>(to + units * sizeof(char16_t)), room - units);
    source_at_ += step.source_used;
    units += step.target_written;
    if (units > 0 || step.complete) return units;
    // One unit of room for a character of two.
    constexpr std::size_t kBytesOfPair = 4;
    std::array<char16_t, 2> pair{};
    base::utf8_to_utf16(rest.substr(0, kBytesOfPair), pair.data(), pair.size());
    std::memcpy(to, pair.data(), sizeof(char16_t));
    pending_unit_ = pair[1];
    source_at_ += kBytesOfPair;
    return 1;
}

std::size_t Pieces::write_hex(std::string_view rest, std::byte* to, std::size_t room) {
    const std::size_t count = std::min(rest.size(), room / 2);
    const std::size_t unit = unit_size(c_type_);
    for (const std::byte& byte : base::as_bytes(rest.substr(0, count))) {
        std::array<char, 2> digits{};
        print_hex({&byte, 1}, digits.data());
        for (const char digit : digits) {
            std::memset(to, 0, unit);
            std::memcpy(to, &digit, 1);
            to += unit;
        }
    }
    source_at_ += count;
    return 2 * count;
}

}  // namespace cubrid::odbc::convert
