#include "cas/wire_value.h"

#include <bit>

#include "cas/bytes.h"
#include "types/calendar.h"
#include "types/cast.h"
#include "types/collection.h"

namespace minicas {

namespace {

using enum TypeCode;

constexpr int kFirstWithTypePairs = 7;  // two type bytes, time zones
constexpr int kFirstWithJson = 8;
constexpr int kBlobHandle = 33, kClobHandle = 34;  // types of the database inside a handle

int collection_bits(TypeCode type) {
    return type == kSet ? 0x20 : type == kMultiset ? 0x40 : type == kSequence ? 0x60 : 0;
}

// The type under which a client of this version knows the domain.
TypeCode known_type(TypeCode type, const WireStyle& style) {
    if (type == kJson && style.protocol < kFirstWithJson) return kString;
    if (style.protocol < kFirstWithTypePairs) {
        if (type == kTimestamptz || type == kTimestampltz) return kTimestamp;
        if (type == kDatetimetz || type == kDatetimeltz) return kDatetime;
    }
    return type;
}

void put_moment(std::string& out, std::int64_t packed, TypeCode packed_as, TypeCode type) {
    const Moment m = unpack_moment(packed, packed_as);
    if (type != kTime) {
        for (const int part : {m.year, m.month, m.day}) put_short(out, part);
    }
    if (type != kDate) {
        for (const int part : {m.hour, m.minute, m.second}) put_short(out, part);
    }
    if (type == kDatetime) put_short(out, m.millisecond);
}

std::string_view cut(std::string_view bytes, const WireStyle& style) {
    return style.max_col_size > 0 ? bytes.substr(0, static_cast<std::size_t>(style.max_col_size))
                                  : bytes;
}

void put_data(std::string& out, const Value& value, const Domain& domain, const WireStyle& style);

void put_collection(std::string& out, const Collection& collection, const WireStyle& style) {
    put_byte(out,
             static_cast<int>(known_type(common_element_type(collection).value_or(kNull), style)));
    put_int(out, static_cast<std::int64_t>(collection.items.size()));
    for (const auto& [domain, value] : collection.items)
        put_value(out, value, domain, style, false);
}

void put_data(std::string& out, const Value& value, const Domain& domain, const WireStyle& style) {
    const TypeCode type = known_type(domain.type, style);
    if (is_collection(type)) return put_collection(out, value.collection(), style);
    if (is_bit(type)) {
        out.append(cut(value.bits().bytes, style));
    } else if (is_zoned(domain.type)) {
        const bool stamp = domain.type == kTimestamptz || domain.type == kTimestampltz;
        const bool local = domain.type == kTimestampltz || domain.type == kDatetimeltz;
        const Zoned zoned = local ? in_session_zone(value.zoned(), style.time_zone) : value.zoned();
        put_moment(out, zoned.local, kDatetime, stamp ? kTimestamp : kDatetime);
        if (is_zoned(type)) {
            out.append(zoned.zone);
            out.push_back('\0');
        }
    } else if (is_datetime(type)) {
        put_moment(out, value.integer(), type, type);
    } else if (is_lob(type)) {
        put_lob(out, value.lob(), type);
    } else if (type == kShort) {
        put_short(out, value.integer());
    } else if (type == kInt) {
        put_int(out, value.integer());
    } else if (type == kBigint || type == kObject) {
        put(out, value.integer());
    } else if (type == kFloat) {
        put(out, std::bit_cast<std::uint32_t>(static_cast<float>(value.real())));
    } else if (is_approximate(type)) {
        put(out, std::bit_cast<std::uint64_t>(value.real()));
    } else {
        const bool limited = is_character(type);
        const std::string text = text_of(value, domain);
        out.append(limited ? cut(text, style) : text);
        out.push_back('\0');
    }
}

}  // namespace

void put_lob(std::string& out, const Lob& lob, TypeCode type) {
    put_int(out, type == kBlob ? kBlobHandle : kClobHandle);
    put(out, lob.size);
    put_string(out, lob.locator);
}

void put_type(std::string& out, const ColumnInfo& column, const WireStyle& style) {
    const Domain& domain = column.domain;
    const bool collection = is_collection(domain.type);
    const Domain* element = domain.element();
    const TypeCode own = collection ? (element ? element->type : kNull) : domain.type;
    const TypeCode shown = known_type(own, style);
    const int bits = collection_bits(domain.type);
    if (style.protocol < kFirstWithTypePairs) return put_byte(out, bits | static_cast<int>(shown));
    const Charset charset = column.of_call ? Charset::kUtf8 : charset_of(domain);
    put_byte(out, 0x80 | bits | static_cast<int>(charset));
    put_byte(out, static_cast<int>(shown));
}

void put_column(std::string& out, const ColumnInfo& column, const WireStyle& style) {
    put_type(out, column, style);
    put_short(out, column.domain.scale);
    put_int(out, column.domain.precision);
    put_string(out, column.shown.empty() ? column.label : column.shown);
    put_string(out, style.attributes ? column.attribute : "");
    put_string(out, column.table);
    put_byte(out, column.not_null);
    put_string(out, column.default_text);
    for (const bool flag : {column.auto_increment, column.unique, column.primary_key, false, false,
                            column.foreign_key, column.shared})
        put_byte(out, flag);
}

void put_columns(std::string& out, const std::vector<ColumnInfo>& columns, const WireStyle& style) {
    put_int(out, static_cast<std::int64_t>(columns.size()));
    for (const auto& column : columns) put_column(out, column, style);
}

void put_value(std::string& out, const Value& value, const Domain& domain, const WireStyle& style,
               bool typed) {
    if (value.is_null()) return put_int(out, -1);
    // Elements of different types have no form on the wire.
    if (is_collection(domain.type) && !common_element_type(value.collection()))
        return put_int(out, -1);
    const std::size_t begin = out.size();
    put_int(out, 0);
    if (typed && domain.type != kJson) {
        const TypeCode type = known_type(domain.type, style);
        const bool collection = is_collection(type);
        if (style.protocol < kFirstWithTypePairs) {
            put_byte(out, collection ? collection_bits(type) : static_cast<int>(type));
        } else {
            // The charset bits are those of the CAS, whatever the type.
            put_byte(out, collection ? 0x80 | collection_bits(type) : 0x85);
            put_byte(out, collection ? 0 : static_cast<int>(type));
        }
    }
    put_data(out, value, domain, style);
    std::string size;
    put_int(size, static_cast<std::int64_t>(out.size() - begin - 4));
    out.replace(begin, 4, size);
}

}  // namespace minicas
