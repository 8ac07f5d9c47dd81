// Wire cell -> canonical value, one reader per family of wire types (CAS protocol 6.2). A cell is
// never NULL here.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "convert/decode.h"
#include "convert/value.h"

namespace cubrid::odbc::convert {

// By HHH of the column's type byte. Of the codes that say nothing, ASCII and UTF-8 read alike.
inline constexpr std::array<base::Charset, 8> kCharsets = {
    base::Charset::utf8,  base::Charset::binary, base::Charset::binary, base::Charset::iso88591,
    base::Charset::euckr, base::Charset::utf8,   base::Charset::utf8,   base::Charset::utf8};
inline base::Charset text_charset(const cas::ColumnType& type) {
    if (type.type == cas::Type::json) return base::Charset::utf8;
    return kCharsets[static_cast<std::size_t>(type.charset) % kCharsets.size()];
}
// The wire types whose cells are text.
constexpr bool is_text(cas::Type type) {
    constexpr std::array<cas::Type, 6> kTextTypes = {cas::Type::character,   cas::Type::string,
                                                     cas::Type::nchar,       cas::Type::varnchar,
                                                     cas::Type::enumeration, cas::Type::json};
    for (const cas::Type text_type : kTextTypes) {
        if (type == text_type) return true;
    }
    return false;
}
// Of a text cell without the NUL that ends it on the wire.
inline std::string_view text_of(const cas::Cell& cell) {
    std::string_view text = base::as_text(cell.bytes());
    if (!text.empty() && text.back() == '\0') text.remove_suffix(1);
    return text;
}

template <Integer T>
struct IntegerReader {
    using Value = T;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value) {
        if (cell.size != sizeof(T)) return Outcome::malformed;
        value = base::load_be<T>(cell.data);
        return Outcome::ok;
    }
};

template <Real T>
struct RealReader {
    using Value = T;
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value) {
        if (cell.size != sizeof(T)) return Outcome::malformed;
        value = std::bit_cast<T>(base::load_be<Bits>(cell.data));
        return Outcome::ok;
    }
};

struct NumericReader {
    using Value = DecimalText;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};

struct TextReader {
    using Value = Text;
    static Outcome read(const cas::Cell& cell, const ColumnContext& context, Value& value) {
        value = {text_of(cell), text_charset(context.type)};
        return Outcome::ok;
    }
};

struct BinaryReader {
    using Value = Binary;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value) {
        value = {cell.bytes()};
        return Outcome::ok;
    }
};

// The zero date is read; a day that does not exist is bad_datetime.
struct DateReader {
    using Value = Date;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};
struct TimeReader {
    using Value = Time;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};
struct TimestampReader {
    using Value = Timestamp;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};
struct DatetimeReader {
    using Value = Timestamp;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};
struct ZonedTimestampReader {
    using Value = ZonedTimestamp;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};
struct ZonedDatetimeReader {
    using Value = ZonedTimestamp;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};

}  // namespace cubrid::odbc::convert
