#include "convert/decode.h"

#include <array>
#include <optional>

#include "convert/collection.h"
#include "convert/readers.h"
#include "convert/tagged.h"
#include "convert/writers.h"

namespace cubrid::odbc::convert {
namespace {

template <class... T>
struct List {};
template <class... T, class... U>
constexpr List<T..., U...> join(List<T...>, List<U...>) {
    return {};
}

template <std::size_t... kIndex>
constexpr List<IntervalWriter<kIndex>...> interval_writers(std::index_sequence<kIndex...>) {
    return {};
}
using IntervalWriters = decltype(interval_writers(std::make_index_sequence<kIntervals.size()>{}));

// In the order of CKind.
using PlainWriters =
    List<TextWriter<char>, TextWriter<char16_t>, BinaryWriter, BitWriter, IntegerWriter<SQLSCHAR>,
         IntegerWriter<SQLCHAR>, IntegerWriter<SQLSMALLINT>, IntegerWriter<SQLUSMALLINT>,
         IntegerWriter<SQLINTEGER>, IntegerWriter<SQLUINTEGER>, IntegerWriter<std::int64_t>,
         IntegerWriter<std::uint64_t>, RealWriter<float>, RealWriter<double>, NumericWriter,
         DatetimeWriter<Date>, DatetimeWriter<Time>, DatetimeWriter<Timestamp>, GuidWriter>;
using Writers = decltype(join(PlainWriters{}, IntervalWriters{}));

// What the writers see of a value: a rendered text is a text like any other.
template <class V>
const V& seen(const V& value) {
    return value;
}
Text seen(const RenderedText& value) { return {value.text, base::Charset::utf8}; }

template <class V>
bool is_null(const V&, const ColumnContext&) {
    return false;
}
bool is_null(const Date& value, const ColumnContext& context) {
    return context.zero_date_is_null && value.is_zero();
}
bool is_null(const Timestamp& value, const ColumnContext& context) {
    return is_null(value.date, context);
}
bool is_null(const ZonedTimestamp& value, const ColumnContext& context) {
    return is_null(value.local, context);
}

template <class Reader, class Writer>
Outcome decode(cas::Cell cell, const Target& target, const ColumnContext& context) {
    typename Reader::Value value{};
    const Outcome outcome = Reader::read(cell, context, value);
    if (outcome != Outcome::ok) return outcome;
    if (is_null(value, context)) return write_null(target);
    return Writer::write(seen(value), target, context);
}

template <class Reader, class Writer>
concept Pair = requires(const typename Reader::Value& value, const Target& target,
                        const ColumnContext& context) {
    Writer::write(seen(value), target, context);
};

template <class Reader, class Writer>
constexpr Decode find_pair() {
    if constexpr (Pair<Reader, Writer>) {
        return &decode<Reader, Writer>;
    } else {
        return nullptr;
    }
}

struct Row {
    std::array<Decode, kCKinds> decoders;
    int pairs;
};

template <class Reader, class... Writer>
constexpr Row make_row(List<Writer...>) {
    return {{find_pair<Reader, Writer>()...}, (0 + ... + (Pair<Reader, Writer> ? 1 : 0))};
}
template <class Reader>
constexpr Row kRow = make_row<Reader>(Writers{});

struct WireType {
    cas::Type type;
    const Row* row;
};

constexpr std::array<WireType, 27> kWireTypes = {{
    {cas::Type::character, &kRow<TextReader>},
    {cas::Type::string, &kRow<TextReader>},
    {cas::Type::nchar, &kRow<TextReader>},
    {cas::Type::varnchar, &kRow<TextReader>},
    {cas::Type::enumeration, &kRow<TextReader>},
    {cas::Type::json, &kRow<TextReader>},
    {cas::Type::bit, &kRow<BinaryReader>},
    {cas::Type::varbit, &kRow<BinaryReader>},
    {cas::Type::numeric, &kRow<NumericReader>},
    {cas::Type::smallint, &kRow<IntegerReader<std::int16_t>>},
    {cas::Type::integer, &kRow<IntegerReader<std::int32_t>>},
    {cas::Type::bigint, &kRow<IntegerReader<std::int64_t>>},
    {cas::Type::usmallint, &kRow<IntegerReader<std::uint16_t>>},
    {cas::Type::uinteger, &kRow<IntegerReader<std::uint32_t>>},
    {cas::Type::ubigint, &kRow<IntegerReader<std::uint64_t>>},
    {cas::Type::real, &kRow<RealReader<float>>},
    {cas::Type::double_precision, &kRow<RealReader<double>>},
    {cas::Type::monetary, &kRow<RealReader<double>>},
    {cas::Type::date, &kRow<DateReader>},
    {cas::Type::time, &kRow<TimeReader>},
    {cas::Type::timestamp, &kRow<TimestampReader>},
    {cas::Type::datetime, &kRow<DatetimeReader>},
    {cas::Type::timestamptz, &kRow<ZonedTimestampReader>},
    {cas::Type::timestampltz, &kRow<ZonedTimestampReader>},
    {cas::Type::datetimetz, &kRow<ZonedDatetimeReader>},
    {cas::Type::datetimeltz, &kRow<ZonedDatetimeReader>},
    {cas::Type::object, &kRow<ObjectReader>},
}};

using Table = std::array<Row, cas::kTypeCodes>;

constexpr Table kTable = [] {
    Table table{};
    for (const WireType& wire : kWireTypes) table[static_cast<std::size_t>(wire.type)] = *wire.row;
    return table;
}();

constexpr int count_pairs() {
    int pairs = 0;
    for (const Row& row : kTable) pairs += row.pairs;
    return pairs;
}
// Text and objects 7 x 32, bits 2 x 4, exact numbers 7 x 28, approximate ones 3 x 15, dates and
// times 2 x 5, timestamps 6 x 6.
static_assert(count_pairs() == 224 + 8 + 196 + 45 + 10 + 36);
static_assert(kRow<CollectionReader>.pairs == 32);

Decode find(const cas::ColumnType& type, CKind kind) {
    const auto code = static_cast<std::size_t>(type.type);
    const auto column = static_cast<std::size_t>(kind);
    if (type.collection != cas::Collection::none) return kRow<CollectionReader>.decoders[column];
    return code < kTable.size() ? kTable[code].decoders[column] : nullptr;
}

template <CKind kKind>
Outcome decode_tagged(cas::Cell cell, const Target& target, const ColumnContext& context) {
    const auto value = untag(cell);
    if (!value) return Outcome::malformed;
    const Decode decode = find(value->type, kKind);
    if (decode == nullptr) return Outcome::bad_text;
    ColumnContext of_value = context;
    of_value.type = value->type;
    return decode(value->cell, target, of_value);
}

template <std::size_t... kKind>
constexpr std::array<Decode, kCKinds> make_tagged_row(std::index_sequence<kKind...>) {
    return {&decode_tagged<static_cast<CKind>(kKind)>...};
}
constexpr auto kTaggedRow = make_tagged_row(std::make_index_sequence<kCKinds>{});

}  // namespace

Decode select_decoder(const cas::ColumnType& type, SQLSMALLINT c_type) {
    const auto kind = c_kind(c_type);
    if (!kind) return nullptr;
    return type.is_tagged() ? kTaggedRow[static_cast<std::size_t>(*kind)] : find(type, *kind);
}

Outcome write_null(const Target& target) {
    if (target.indicator == nullptr) return Outcome::needs_indicator;
    const SQLLEN null = SQL_NULL_DATA;
    std::memcpy(static_cast<void*>(target.indicator), &null, sizeof null);
    return Outcome::ok;
}

}  // namespace cubrid::odbc::convert
