#include "convert/target.h"

#include <array>

#include "base/utf.h"
#include "convert/guid.h"

namespace cubrid::odbc::convert {
namespace {

// So that a target without value has nothing written to it.
template <class Unit>
void put_terminator(const Target& target, std::size_t at) {
    if (target.value == nullptr || target.capacity < static_cast<SQLLEN>(sizeof(Unit))) return;
    const Unit zero = 0;
    std::memcpy(static_cast<std::byte*>(target.value) + at * sizeof(Unit), &zero, sizeof zero);
}

// The terminator too: "byte length of data >= BufferLength" is a truncation, even of an empty text.
template <class Unit>
bool has_room_for(const Target& target, std::size_t units) {
    return target.value == nullptr ||
           static_cast<std::size_t>(std::max<SQLLEN>(target.capacity, 0)) / sizeof(Unit) > units;
}

// "1.2345e-10" in `room` characters: "1.23e-10". Nothing when not even one digit fits.
std::optional<std::string> shorten_fraction(std::string_view number, std::size_t exponent,
                                            std::size_t room) {
    const std::size_t point = std::min(number.find('.'), exponent);
    const std::size_t tail = number.size() - exponent;
    if (room < point + tail) return std::nullopt;
    std::size_t kept = room - tail;
    if (kept == point + 1) kept = point;  // no point without a digit behind it
    return std::string{number.substr(0, kept)}.append(number.substr(exponent));
}

}  // namespace

template <class Unit>
void put_ascii_units(const Target& target, std::string_view ascii) {
    if (target.value != nullptr) {
        if constexpr (sizeof(Unit) == 1) {
            if (!ascii.empty()) std::memcpy(target.value, ascii.data(), ascii.size());
        } else {
            auto* to = static_cast<std::byte*>(target.value);
            for (const char c : ascii) {
                const auto unit = static_cast<Unit>(static_cast<unsigned char>(c));
                std::memcpy(to, &unit, sizeof unit);
                to += sizeof unit;
            }
        }
    }
    put_terminator<Unit>(target, ascii.size());
}

template <class Unit>
Outcome put_ascii(const Target& target, std::string_view ascii, std::size_t needed) {
    const std::size_t length = ascii.size();
    Outcome outcome = Outcome::ok;
    if (!has_room_for<Unit>(target, length)) {
        if (!has_room_for<Unit>(target, needed)) return Outcome::out_of_range;
        ascii = ascii.substr(0, text_room<Unit>(target));
        outcome = Outcome::truncated;
    }
    put_ascii_units<Unit>(target, ascii);
    put_length(target, length * sizeof(Unit));
    return outcome;
}

template <class Unit>
Outcome put_number(const Target& target, std::string_view ascii) {
    const std::size_t exponent = ascii.find('e');
    if (exponent == std::string_view::npos || has_room_for<Unit>(target, ascii.size())) {
        return put_ascii<Unit>(target, ascii, std::min(ascii.find('.'), ascii.size()));
    }
    const auto shortened = shorten_fraction(ascii, exponent, text_room<Unit>(target));
    if (!shortened) return Outcome::out_of_range;
    put_ascii_units<Unit>(target, *shortened);
    put_length(target, ascii.size() * sizeof(Unit));
    return Outcome::truncated;
}

template <class Unit>
Outcome put_hex(const Target& target, base::Bytes bytes) {
    const std::size_t length = bytes.size() * 2;
    const bool fits = has_room_for<Unit>(target, length);
    const std::size_t count = std::min(bytes.size(), text_room<Unit>(target) / 2);
    if (target.value != nullptr) {
        auto* to = static_cast<std::byte*>(target.value);
        for (const std::byte& byte : bytes.first(count)) {
            std::array<char, 2> digits{};
            print_hex({&byte, 1}, digits.data());
            for (const char digit : digits) {
                const auto unit = static_cast<Unit>(digit);
                std::memcpy(to, &unit, sizeof unit);
                to += sizeof unit;
            }
        }
    }
    put_terminator<Unit>(target, 2 * count);
    put_length(target, length * sizeof(Unit));
    return fits ? Outcome::ok : Outcome::truncated;
}

template Outcome put_ascii<char>(const Target&, std::string_view, std::size_t);
template Outcome put_ascii<char16_t>(const Target&, std::string_view, std::size_t);
template Outcome put_number<char>(const Target&, std::string_view);
template Outcome put_number<char16_t>(const Target&, std::string_view);
template Outcome put_hex<char>(const Target&, base::Bytes);
template Outcome put_hex<char16_t>(const Target&, base::Bytes);

std::optional<std::string_view> to_narrow(const Text& text, base::Charset narrow,
                                          std::string& converted) {
    if (text.charset == narrow || base::is_ascii(text.bytes)) return text.bytes;
    auto utf8 = base::to_utf8(text.bytes, text.charset);
    if (utf8 && narrow != base::Charset::utf8) utf8 = base::from_utf8(*utf8, narrow);
    if (!utf8) return std::nullopt;
    converted = std::move(*utf8);
    return converted;
}

std::optional<std::string_view> to_valid_utf8(const Text& text, std::string& converted) {
    if (text.charset == base::Charset::utf8) {
        if (!base::is_utf8(text.bytes)) return std::nullopt;
        return text.bytes;
    }
    return to_narrow(text, base::Charset::utf8, converted);
}

Outcome put_narrow(const Target& target, const Text& text, base::Charset narrow) {
    if (text.charset == narrow && has_room_for<char>(target, text.bytes.size())) {
        put_ascii_units<char>(target, text.bytes);
        put_length(target, text.bytes.size());
        return Outcome::ok;
    }
    std::string converted;
    const auto whole = to_narrow(text, narrow, converted);
    if (!whole) return Outcome::bad_text;
    const bool fits = has_room_for<char>(target, whole->size());
    put_ascii_units<char>(target, base::prefix(*whole, text_room<char>(target), narrow));
    put_length(target, whole->size());
    return fits ? Outcome::ok : Outcome::truncated;
}

Outcome put_wide(const Target& target, const Text& text) {
    std::string converted;
    const auto utf8 = to_valid_utf8(text, converted);
    if (!utf8) return Outcome::bad_text;
    if (target.value == nullptr) {
        put_length(target, base::utf16_length(*utf8) * sizeof(char16_t));
        return Outcome::ok;
    }
    const std::size_t room = text_room<char16_t>(target);
    const base::Step step = base::utf8_to_utf16(*utf8, static_cast<char16_t*>(target.value), room);
    put_terminator<char16_t>(target, step.target_written);
    const std::string_view rest = utf8->substr(step.source_used);
    const std::size_t length = step.target_written + base::utf16_length(rest);
    put_length(target, length * sizeof(char16_t));
    return has_room_for<char16_t>(target, length) ? Outcome::ok : Outcome::truncated;
}

Outcome put_bytes(const Target& target, base::Bytes bytes) {
    std::size_t count = bytes.size();
    if (target.value != nullptr) {
        count = std::min(count, static_cast<std::size_t>(std::max<SQLLEN>(target.capacity, 0)));
        if (count != 0) std::memcpy(target.value, bytes.data(), count);
    }
    put_length(target, bytes.size());
    return count == bytes.size() ? Outcome::ok : Outcome::truncated;
}

Outcome put_native(const Target& target, const void* value, std::size_t size) {
    if (target.value != nullptr) {
        if (target.capacity < static_cast<SQLLEN>(size)) return Outcome::out_of_range;
        std::memcpy(target.value, value, size);
    }
    put_length(target, size);
    return Outcome::ok;
}

}  // namespace cubrid::odbc::convert
