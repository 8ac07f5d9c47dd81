#include "reading.h"

#include <array>
#include <bit>
#include <cstdio>
#include <map>
#include <regex>
#include <stdexcept>

#include "cas/wire_reader.h"
#include "recording.h"

namespace golden {
namespace {

namespace base = cubrid::odbc::base;
namespace cas = cubrid::odbc::cas;
using cas::Type;
using cas::WireReader;

const std::map<Type, std::string>& type_names() {
    static const std::map<Type, std::string> kNames = {
        {Type::null, "NULL"},
        {Type::character, "CHAR"},
        {Type::string, "STRING"},
        {Type::nchar, "NCHAR"},
        {Type::varnchar, "VARNCHAR"},
        {Type::bit, "BIT"},
        {Type::varbit, "VARBIT"},
        {Type::numeric, "NUMERIC"},
        {Type::integer, "INT"},
        {Type::smallint, "SHORT"},
        {Type::monetary, "MONETARY"},
        {Type::real, "FLOAT"},
        {Type::double_precision, "DOUBLE"},
        {Type::date, "DATE"},
        {Type::time, "TIME"},
        {Type::timestamp, "TIMESTAMP"},
        {Type::object, "OBJECT"},
        {Type::bigint, "BIGINT"},
        {Type::datetime, "DATETIME"},
        {Type::blob, "BLOB"},
        {Type::clob, "CLOB"},
        {Type::enumeration, "ENUM"},
        {Type::timestamptz, "TIMESTAMPTZ"},
        {Type::timestampltz, "TIMESTAMPLTZ"},
        {Type::datetimetz, "DATETIMETZ"},
        {Type::datetimeltz, "DATETIMELTZ"},
        {Type::json, "JSON"},
    };
    return kNames;
}

Json type_name(Type type) {
    const auto name = type_names().find(type);
    return Json::text(name != type_names().end() ? name->second
                                                 : std::to_string(static_cast<int>(type)));
}

Json collection_name(cas::Collection collection) {
    switch (collection) {
        case cas::Collection::set:
            return Json::text("SET");
        case cas::Collection::multiset:
            return Json::text("MULTISET");
        case cas::Collection::sequence:
            return Json::text("SEQUENCE");
        default:
            return Json::null();
    }
}

std::string crc32(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    std::array<char, 9> text{};
    std::snprintf(text.data(), text.size(), "%08x", ~crc);
    return text.data();
}

// Bytes of ISO-8859-1 as UTF-8.
std::string latin1(std::string_view bytes) {
    std::string out;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        if (value >= 0x80) out += static_cast<char>(0xC0U | (value >> 6U));
        out += value < 0x80 ? byte : static_cast<char>(0x80U | (value & 0x3FU));
    }
    return out;
}

// The recordings hold texts up to this length whole.
constexpr std::size_t kWhole = 120;

Json show_long(std::string_view bytes, std::string (*show)(std::string_view)) {
    return Json::object({{"bytes", Json::number(static_cast<long long>(bytes.size()))},
                         {"head", Json::text(show(bytes.substr(0, 16)))},
                         {"tail", Json::text(show(bytes.substr(bytes.size() - 16)))},
                         {"crc32", Json::text(crc32(bytes))}});
}

bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at++]);
        int more = byte < 0x80                   ? 0
                   : byte >= 0xC2 && byte < 0xE0 ? 1
                   : byte >= 0xE0 && byte < 0xF0 ? 2
                   : byte >= 0xF0 && byte < 0xF5 ? 3
                                                 : -1;
        if (more < 0) return false;
        for (; more > 0; --more, ++at) {
            if (at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U)
                return false;
        }
    }
    return true;
}

Json show_text(std::string_view text) {
    if (text.size() > kWhole) return show_long(text, latin1);
    if (!is_utf8(text)) return Json::object({{"raw_hex", Json::text(to_hex(text))}});
    return Json::text(std::string{text});
}

Json show_bits(std::string_view bytes) {
    return bytes.size() > kWhole ? show_long(bytes, to_hex) : Json::text(to_hex(bytes));
}

std::string_view without_nul(std::string_view text) {
    if (!text.ends_with('\0')) throw std::runtime_error{"text without NUL"};
    return text.substr(0, text.size() - 1);
}

template <class... Values>
std::string format(const char* form, Values... values) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), form, values...);
    return text.data();
}

std::string show_date(WireReader& in) {
    const int year = in.i16();
    const int month = in.i16();
    return format("%04d-%02d-%02d", year, month, int{in.i16()});
}
std::string show_time(WireReader& in) {
    const int hour = in.i16();
    const int minute = in.i16();
    return format("%02d:%02d:%02d", hour, minute, int{in.i16()});
}
std::string show_timestamp(WireReader& in) {
    const std::string date = show_date(in);
    return date + ' ' + show_time(in);
}
std::string show_datetime(WireReader& in) {
    const std::string seconds = show_timestamp(in);
    return seconds + format(".%03d", int{in.i16()});
}
std::string show_zone(WireReader& in) {
    return ' ' + std::string{without_nul(base::as_text(in.rest()))};
}

Json show_lob(WireReader& in) {
    const std::int32_t type = in.i32();
    const std::int64_t size = in.i64();
    in.bytes(static_cast<std::size_t>(in.i32()));
    return Json::object({{"lob", Json::number(type)}, {"size", Json::number(size)}});
}

// CAS protocol 6.2.
Json show_scalar(Type type, WireReader& in) {
    switch (type) {
        case Type::character:
        case Type::string:
        case Type::nchar:
        case Type::varnchar:
        case Type::enumeration:
        case Type::json:
        case Type::numeric:
            return show_text(without_nul(base::as_text(in.rest())));
        case Type::bit:
        case Type::varbit:
            return show_bits(base::as_text(in.rest()));
        case Type::smallint:
            return Json::text(std::to_string(in.i16()));
        case Type::integer:
            return Json::text(std::to_string(in.i32()));
        case Type::bigint:
            return Json::text(std::to_string(in.i64()));
        case Type::real:
            return Json::text(format("%.9g", static_cast<double>(std::bit_cast<float>(in.i32()))));
        case Type::double_precision:
        case Type::monetary:
            return Json::text(format("%.17g", std::bit_cast<double>(in.i64())));
        case Type::date:
            return Json::text(show_date(in));
        case Type::time:
            return Json::text(show_time(in));
        case Type::timestamp:
            return Json::text(show_timestamp(in));
        case Type::datetime:
            return Json::text(show_datetime(in));
        case Type::timestamptz:
        case Type::timestampltz: {
            const std::string local = show_timestamp(in);
            return Json::text(local + show_zone(in));
        }
        case Type::datetimetz:
        case Type::datetimeltz: {
            const std::string local = show_datetime(in);
            return Json::text(local + show_zone(in));
        }
        case Type::object:
            in.bytes(8);
            return Json::text("<oid>");
        case Type::blob:
        case Type::clob:
            return show_lob(in);
        default:
            throw std::runtime_error{"no printer for type " +
                                     std::to_string(static_cast<int>(type))};
    }
}

Json show_whole(Type type, base::Bytes bytes) {
    WireReader in{bytes};
    Json value = show_scalar(type, in);
    if (!in.ok() || in.remaining() != 0)
        throw std::runtime_error{"a value does not fit its length"};
    return value;
}

Json show_collection(cas::Collection collection, base::Bytes bytes) {
    WireReader in{bytes};
    const auto type = static_cast<Type>(in.u8());
    const std::int32_t count = in.i32();
    Json values = Json::array();
    for (std::int32_t i = 0; i < count && in.ok(); ++i) {
        const std::int32_t size = in.i32();
        values.add(size < 0 ? Json::null()
                            : show_whole(type, in.bytes(static_cast<std::size_t>(size))));
    }
    if (!in.ok() || in.remaining() != 0)
        throw std::runtime_error{"a collection does not fit its length"};
    return Json::object({{"collection", collection_name(collection)},
                         {"element_type", type_name(type)},
                         {"values", values}});
}

Json show_value(cas::ColumnType type, base::Bytes bytes) {
    return type.collection == cas::Collection::none ? show_whole(type.type, bytes)
                                                    : show_collection(type.collection, bytes);
}

// The type stands in front of the value, except for JSON (CAS protocol 4.6).
Json show_tagged(base::Bytes bytes) {
    if (bytes.empty() || (std::to_integer<unsigned>(bytes.front()) & 0x80U) == 0) {
        return Json::object({{"untyped", Json::boolean(true)},
                             {"value", show_text(without_nul(base::as_text(bytes)))}});
    }
    WireReader in{bytes};
    const cas::ColumnType type = cas::read_type(in);
    const std::string tag = to_hex(base::as_text(bytes.first(2)));
    return Json::object({{"type_bytes", Json::text(tag)},
                         {"type", type_name(type.type)},
                         {"collection", collection_name(type.collection)},
                         {"value", show_value(type, in.rest())}});
}

Json show_cell(const cas::Column& column, const cas::Cell& cell) {
    if (cell.is_null()) return Json::null();
    return column.type.is_tagged() ? show_tagged(cell.bytes())
                                   : show_value(column.type, cell.bytes());
}

Json show_flags(const cas::Column& column) {
    Json flags = Json::array();
    for (const auto& [set, name] : {std::pair{column.not_null, "NOT_NULL"},
                                    {column.auto_increment, "AUTO_INCREMENT"},
                                    {column.unique_key, "UNIQUE"},
                                    {column.primary_key, "PRIMARY_KEY"},
                                    {column.foreign_key, "FOREIGN_KEY"},
                                    {column.shared, "SHARED"}}) {
        if (set) flags.add(Json::text(name));
    }
    return flags;
}

}  // namespace

Json show_bytes(std::string_view bytes) { return show_bits(bytes); }

Json show_columns(const std::vector<cas::Column>& columns) {
    Json shown = Json::array();
    for (const cas::Column& column : columns) {
        shown.add(Json::object({{"type", type_name(column.type.type)},
                                {"collection", collection_name(column.type.collection)},
                                {"charset", Json::number(static_cast<int>(column.type.charset))},
                                {"scale", Json::number(column.scale)},
                                {"precision", Json::number(column.precision)},
                                {"label", show_text(column.label)},
                                {"attr", show_text(column.attribute)},
                                {"table", show_text(column.table)},
                                {"default", show_text(column.default_text)},
                                {"flags", show_flags(column)}}));
    }
    return shown;
}

Json show_parameters(const std::vector<cas::Parameter>& parameters) {
    Json shown = Json::array();
    for (const cas::Parameter& parameter : parameters) {
        shown.add(Json::object({{"type", type_name(parameter.type.type)},
                                {"collection", collection_name(parameter.type.collection)},
                                {"charset", Json::number(static_cast<int>(parameter.type.charset))},
                                {"scale", Json::number(parameter.scale)},
                                {"precision", Json::number(parameter.precision)}}));
    }
    return shown;
}

Json show_page(const cas::Page& page, const std::vector<cas::Column>& columns) {
    Json rows = Json::array();
    cas::RowWalker walker{page, columns.size()};
    while (walker.next_row()) {
        Json row = Json::array();
        for (const cas::Column& column : columns) row.add(show_cell(column, walker.next_cell()));
        rows.add(row);
    }
    Json shown = Json::object({{"tuples", Json::number(page.rows())},
                               {"rows", rows},
                               {"end", Json::number(page.is_last() ? 1 : 0)}});
    if (page.rows() > 0) {
        Json numbers = Json::array();
        numbers.add(Json::number(page.first_row_number()));
        numbers.add(Json::number(page.first_row_number() + page.rows() - 1));
        shown.set("row_numbers", numbers);
    }
    return shown;
}

Json show_outcomes(cas::ArrayOutcomes outcomes) {
    Json shown = Json::array();
    cas::RowOutcome outcome;
    while (outcomes.next(outcome)) {
        shown.add(outcome.failed()
                      ? Json::object({{"indicator", Json::number(outcome.count)},
                                      {"code", Json::number(outcome.code)},
                                      {"message", Json::text(show_message(outcome.message))}})
                      : Json::object({{"count", Json::number(outcome.count)}}));
    }
    return shown;
}

std::string show_message(std::string_view message) {
    static const std::array<std::pair<std::regex, const char*>, 5> kOfOneRun = {{
        {std::regex{R"(ces_\d+/[\w.]+)"}, "ces_*"},
        {std::regex{R"(-?\d+\|-?\d+\|-?\d+)"}, "*|*|*"},
        {std::regex{R"(index \d+)"}, "index *"},
        {std::regex{R"(@[^| ]+\|[a-z]\w*\(\d+\))"}, "@*|*"},
        {std::regex{R"(@[^| ]+\|\d+)"}, "@*|*"},
    }};
    std::string shown{message};
    for (const auto& [pattern, stars] : kOfOneRun)
        shown = std::regex_replace(shown, pattern, stars);
    return shown;
}

}  // namespace golden
