#include "convert/lob_pieces.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "base/utf.h"
#include "convert/guid.h"
#include "convert/room.h"
#include "convert/target.h"

namespace cubrid::odbc::convert {
namespace {

// Below what the server gives to one request (CAS protocol 4.20), so that a window takes one.
constexpr std::size_t kWindow = std::size_t{64} << 10U;
// A number or a date with any blanks around it; a longer text is none.
constexpr std::int64_t kLongestShortValue = 4096;
constexpr std::size_t kLongestCharacter = 4;

bool is_single_byte(base::Charset charset) {
    return charset == base::Charset::iso88591 || charset == base::Charset::binary;
}

bool is_high_surrogate(std::string_view unit) {
    char16_t value = 0;
    std::memcpy(&value, unit.data(), sizeof value);
    return value >= 0xD800 && value <= 0xDBFF;
}

// One unit of UTF-16 for each character.
std::string widened(std::string_view ascii) {
    std::string units(ascii.size() * sizeof(char16_t), '\0');
    char* to = units.data();
    for (const char c : ascii) {
        const auto unit = static_cast<char16_t>(c);
        std::memcpy(to, &unit, sizeof unit);
        to += sizeof unit;
    }
    return units;
}

void put_length_or_no_total(const Target& target, SQLLEN length) {
    put_length(target, 0);
    if (target.octet_length != nullptr)
        std::memcpy(static_cast<void*>(target.octet_length), &length, sizeof length);
}

}  // namespace

cas::ColumnType in_memory_type(cas::Type lob) {
    cas::ColumnType type;
    type.type = lob == cas::Type::blob ? cas::Type::varbit : cas::Type::string;
    return type;
}

bool lob_converts_to(cas::Type lob, SQLSMALLINT c_type) {
    return select_decoder(in_memory_type(lob), c_type) != nullptr;
}

LobPieces::LobPieces(LobContent content, Ahead ahead, std::uint64_t max_length)
    : content_{std::move(content)}, ahead_{ahead} {
    if (max_length == 0 || static_cast<std::uint64_t>(content_.size) <= max_length) return;
    content_.size = static_cast<std::int64_t>(max_length);
    cut_ = true;
}

base::Result<Pieces::Part> LobPieces::next(SQLSMALLINT c_type, const Target& target,
                                           const ColumnContext& context) {
    if (state_ == State::finished) return Pieces::Part{.no_more_data = true};
    if (!lob_converts_to(content_.type, c_type)) return Pieces::Part{.no_such_pair = true};
    auto outcome = base::Result<Outcome>{Outcome::ok};
    if (comes_in_parts(c_type)) {
        if (state_ == State::fresh || c_type != c_type_) begin(c_type, context.narrow);
        outcome = deliver(target);
    } else {
        outcome = deliver_whole(c_type, target, context);
    }
    if (!outcome) return std::move(outcome).error();
    return Pieces::Part{.outcome = *outcome};
}

void LobPieces::begin(SQLSMALLINT c_type, base::Charset narrow) {
    state_ = State::in_progress;
    c_type_ = c_type;
    narrow_ = narrow;
    stalled_ = false;
    read_ = 0;
    given_ = 0;
    ready_.clear();
    if (content_.type == cas::Type::blob) {
        form_ = c_type == SQL_C_BINARY ? Form::bytes : Form::hex;
    } else if (c_type == SQL_C_BINARY) {
        form_ = Form::bytes;
    } else if (c_type == SQL_C_WCHAR) {
        form_ = Form::utf16;
    } else {
        form_ = content_.charset == narrow ? Form::same_text : Form::narrow;
    }
}

void LobPieces::finish() {
    state_ = State::finished;
    std::string{}.swap(window_);
    std::string{}.swap(ready_);
}

SQLLEN LobPieces::length_left() const {
    const auto converted = static_cast<SQLLEN>(ready_.size() - given_);
    const auto unread = static_cast<SQLLEN>(content_.size - read_);
    const auto unit = static_cast<SQLLEN>(bytes_of_unit(c_type_));
    if (unread == 0) return converted;
    if (form_ == Form::bytes) return converted + unread;
    if (form_ == Form::hex) return converted + 2 * unit * unread;
    // What SQL_ATTR_MAX_LENGTH leaves of a text may end inside a character.
    if (form_ == Form::same_text && !cut_) return converted + unread;
    if (form_ == Form::utf16 && is_single_byte(content_.charset)) return converted + unit * unread;
    return SQL_NO_TOTAL;
}

base::Result<Outcome> LobPieces::copy_parts(std::byte* to, std::size_t room, std::size_t& units) {
    const std::size_t unit = bytes_of_unit(c_type_);
    while (given_ < ready_.size() || (read_ < content_.size && units < room)) {
        if (given_ == ready_.size()) {
            if (auto filled = fill(room - units); !filled || is_error(*filled)) return filled;
        }
        const std::string_view part = next_part(room - units, units == 0);
        if (part.empty()) break;
        std::memcpy(to + units * unit, part.data(), part.size());
        given_ += part.size();
        units += part.size() / unit;
    }
    return Outcome::ok;
}

base::Result<Outcome> LobPieces::deliver(const Target& target) {
    const PartRoom room = part_room(target, c_type_);
    const std::size_t unit = bytes_of_unit(c_type_);
    auto* const to = static_cast<std::byte*>(target.value);
    std::size_t units = 0;
    if (ahead_ == Ahead::yes && length_left() == SQL_NO_TOTAL && given_ == ready_.size()) {
        if (auto filled = fill(room.units); !filled || is_error(*filled)) return filled;
    }
    if (auto copied = copy_parts(to, room.units, units); !copied || is_error(*copied))
        return copied;
    const bool is_all = given_ == ready_.size() && read_ == content_.size;
    const bool is_whole = is_all && (room.has_terminator || c_type_ == SQL_C_BINARY);
    const bool has_stalled = units == 0 && !is_whole && !room.only_asks;
    if (std::exchange(stalled_, has_stalled) && has_stalled) return Outcome::bad_length;
    if (room.has_terminator) std::memset(to + units * unit, 0, unit);
    const SQLLEN left = length_left();
    put_length_or_no_total(target,
                           left == SQL_NO_TOTAL ? left : left + static_cast<SQLLEN>(units * unit));
    if (!is_whole) return Outcome::truncated;
    finish();
    return Outcome::ok;
}

// What fits, ending between characters; where not even one fits, it is split.
std::string_view LobPieces::next_part(std::size_t room, bool must_give) const {
    const std::string_view rest = std::string_view{ready_}.substr(given_);
    const std::size_t unit = bytes_of_unit(c_type_);
    if (form_ == Form::hex) return rest.substr(0, room / 2 * 2 * unit);
    std::string_view part = rest.substr(0, room * unit);
    if (form_ == Form::bytes || part.size() == rest.size()) return part;
    if (form_ == Form::utf16) {
        if (part.empty() || !is_high_surrogate(part.substr(part.size() - unit))) return part;
        if (part.size() > unit || !must_give) part.remove_suffix(unit);
        return part;
    }
    const std::string_view whole = base::prefix(rest, part.size(), narrow_);
    return whole.empty() && must_give ? part : whole;
}

base::Result<Outcome> LobPieces::fill(std::size_t room) {
    // No more than `room` units can take: of UTF-8 three bytes are one unit of UTF-16, of other
    // text a character in another character set is at most two bytes shorter.
    std::size_t wanted = kWindow;
    if (ahead_ == Ahead::no) {
        if (form_ == Form::bytes) wanted = room;
        if (form_ == Form::hex) wanted = std::max<std::size_t>(room / 2, 1);
        if (form_ == Form::same_text) wanted = room + kLongestCharacter;
        if (form_ == Form::narrow || form_ == Form::utf16) wanted = 3 * room + kLongestCharacter;
    }
    const auto unread = static_cast<std::uint64_t>(content_.size - read_);
    wanted = std::min<std::uint64_t>({wanted, kWindow, unread});
    window_.resize(wanted);
    auto read =
        content_.read(read_, std::as_writable_bytes(std::span{window_.data(), window_.size()}));
    if (!read) return std::move(read).error();
    const bool is_last = wanted == unread;
    std::string_view window = window_;
    if (form_ != Form::bytes && form_ != Form::hex && (!is_last || cut_))
        window = base::whole_characters(window, content_.charset);
    ready_.clear();
    given_ = 0;
    const Outcome outcome = convert(window);
    if (is_error(outcome)) return outcome;
    read_ = is_last ? content_.size : read_ + static_cast<std::int64_t>(window.size());
    return Outcome::ok;
}

Outcome LobPieces::convert(std::string_view window) {
    const std::size_t unit = bytes_of_unit(c_type_);
    if (form_ == Form::bytes || form_ == Form::same_text) {
        ready_ = window;
        return Outcome::ok;
    }
    if (form_ == Form::hex) {
        std::string digits(2 * window.size(), '\0');
        print_hex(base::as_bytes(window), digits.data());
        ready_ = unit == 1 ? std::move(digits) : widened(digits);
        return Outcome::ok;
    }
    std::string converted;
    if (form_ == Form::narrow) {
        const auto text = to_narrow({window, content_.charset}, narrow_, converted);
        if (!text) return Outcome::bad_text;
        ready_ = *text;
        return Outcome::ok;
    }
    const auto utf8 = to_valid_utf8({window, content_.charset}, converted);
    if (!utf8) return Outcome::bad_text;
    ready_.resize(utf8->size() * unit);
    const base::Step step =
        base::utf8_to_utf16(*utf8, reinterpret_cast<char16_t*>(ready_.data()), utf8->size());
    ready_.resize(step.target_written * unit);
    return Outcome::ok;
}

// What has no parts is delivered once.
base::Result<Outcome> LobPieces::deliver_whole(SQLSMALLINT c_type, const Target& target,
                                               const ColumnContext& context) {
    const bool is_text = content_.type == cas::Type::clob;
    if (content_.size > kLongestShortValue)
        return is_text ? Outcome::bad_text : Outcome::out_of_range;
    std::string value(static_cast<std::size_t>(content_.size), '\0');
    auto read =
        content_.size == 0
            ? base::Result<void>{}
            : content_.read(0, std::as_writable_bytes(std::span{value.data(), value.size()}));
    if (!read) return std::move(read).error();
    if (is_text) {
        auto utf8 = base::to_utf8(value, content_.charset);
        if (!utf8) return Outcome::bad_text;
        value = std::move(*utf8);
        value += '\0';  // as on the wire
    }
    const cas::Cell cell{base::as_bytes(value).data(), static_cast<std::int32_t>(value.size())};
    ColumnContext of_value = context;
    of_value.type = in_memory_type(content_.type);
    const Outcome outcome = select_decoder(of_value.type, c_type)(cell, target, of_value);
    if (!is_error(outcome)) finish();
    return outcome;
}

}  // namespace cubrid::odbc::convert
