#include "convert/encode.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/utf.h"
#include "convert/bind_collection.h"
#include "convert/binders.h"
#include "convert/c_types.h"

namespace cubrid::odbc::convert {
namespace {

template <class... T>
struct List {};
template <class... T, class... U>
constexpr List<T..., U...> join(List<T...>, List<U...>) {
    return {};
}

// The order of Binders.
enum class SqlKind : std::uint8_t {
    text,
    decimal,
    tinyint,
    smallint,
    integer,
    bigint,
    bit,
    real,
    double_precision,
    binary,
    date,
    time,
    timestamp,
    guid,
    interval_year,  // the intervals in the order of kIntervals
    interval_month,
    interval_day,
    interval_hour,
    interval_minute,
    interval_second,
    interval_year_to_month,
    interval_day_to_hour,
    interval_day_to_minute,
    interval_day_to_second,
    interval_hour_to_minute,
    interval_hour_to_second,
    interval_minute_to_second
};
constexpr std::size_t kSqlKinds = 27;

// CUBRID has no TINYINT: a SHORT takes the signed and the unsigned one.
constexpr int kTinyMinimum = -128;
constexpr int kTinyMaximum = 255;
using PlainBinders =
    List<TextBinder, DecimalBinder,
         IntegerBinder<SQLSCHAR, std::int16_t, cas::Type::smallint, kTinyMinimum, kTinyMaximum>,
         IntegerBinder<SQLSMALLINT, std::int16_t, cas::Type::smallint>,
         IntegerBinder<SQLINTEGER, std::int32_t, cas::Type::integer>,
         IntegerBinder<std::int64_t, std::int64_t, cas::Type::bigint>, BitBinder,
         RealBinder<float, cas::Type::real>, RealBinder<double, cas::Type::double_precision>,
         BinaryBinder, DatetimeBinder<Date, SQL_DATE_STRUCT>, DatetimeBinder<Time, SQL_TIME_STRUCT>,
         DatetimeBinder<Timestamp, SQL_TIMESTAMP_STRUCT>, GuidBinder>;
template <std::size_t... kIndex>
constexpr List<IntervalBinder<kIndex>...> interval_binders(std::index_sequence<kIndex...>) {
    return {};
}
constexpr auto kEachInterval = std::make_index_sequence<kIntervals.size()>{};
using Binders = decltype(join(PlainBinders{}, interval_binders(kEachInterval)));

struct SqlType {
    SQLSMALLINT code;
    SqlKind kind;
};

constexpr std::array<SqlType, 39> kSqlTypes = {{
    {SQL_CHAR, SqlKind::text},
    {SQL_VARCHAR, SqlKind::text},
    {SQL_LONGVARCHAR, SqlKind::text},
    {SQL_WCHAR, SqlKind::text},
    {SQL_WVARCHAR, SqlKind::text},
    {SQL_WLONGVARCHAR, SqlKind::text},
    {SQL_DECIMAL, SqlKind::decimal},
    {SQL_NUMERIC, SqlKind::decimal},
    {SQL_TINYINT, SqlKind::tinyint},
    {SQL_SMALLINT, SqlKind::smallint},
    {SQL_INTEGER, SqlKind::integer},
    {SQL_BIGINT, SqlKind::bigint},
    {SQL_BIT, SqlKind::bit},
    {SQL_REAL, SqlKind::real},
    {SQL_FLOAT, SqlKind::double_precision},
    {SQL_DOUBLE, SqlKind::double_precision},
    {SQL_BINARY, SqlKind::binary},
    {SQL_VARBINARY, SqlKind::binary},
    {SQL_LONGVARBINARY, SqlKind::binary},
    {SQL_TYPE_DATE, SqlKind::date},
    {SQL_DATE, SqlKind::date},
    {SQL_TYPE_TIME, SqlKind::time},
    {SQL_TIME, SqlKind::time},
    {SQL_TYPE_TIMESTAMP, SqlKind::timestamp},
    {SQL_TIMESTAMP, SqlKind::timestamp},
    {SQL_GUID, SqlKind::guid},
    {SQL_INTERVAL_YEAR, SqlKind::interval_year},
    {SQL_INTERVAL_MONTH, SqlKind::interval_month},
    {SQL_INTERVAL_DAY, SqlKind::interval_day},
    {SQL_INTERVAL_HOUR, SqlKind::interval_hour},
    {SQL_INTERVAL_MINUTE, SqlKind::interval_minute},
    {SQL_INTERVAL_SECOND, SqlKind::interval_second},
    {SQL_INTERVAL_YEAR_TO_MONTH, SqlKind::interval_year_to_month},
    {SQL_INTERVAL_DAY_TO_HOUR, SqlKind::interval_day_to_hour},
    {SQL_INTERVAL_DAY_TO_MINUTE, SqlKind::interval_day_to_minute},
    {SQL_INTERVAL_DAY_TO_SECOND, SqlKind::interval_day_to_second},
    {SQL_INTERVAL_HOUR_TO_MINUTE, SqlKind::interval_hour_to_minute},
    {SQL_INTERVAL_HOUR_TO_SECOND, SqlKind::interval_hour_to_second},
    {SQL_INTERVAL_MINUTE_TO_SECOND, SqlKind::interval_minute_to_second},
}};

std::optional<SqlKind> sql_kind(SQLSMALLINT sql_type) {
    const auto* found = std::find_if(kSqlTypes.begin(), kSqlTypes.end(),
                                     [=](const SqlType& type) { return type.code == sql_type; });
    if (found == kSqlTypes.end()) return std::nullopt;
    return found->kind;
}

template <class Value, class Binder>
concept Binds = requires(const Value& value, const ParamContext& context, cas::WireWriter& out) {
    Binder::bind(value, context, out);
};

template <class SourceType, class Binder>
Outcome encode(const Source& source, const ParamContext& context, cas::WireWriter& out) {
    typename SourceType::Value value{};
    const Outcome outcome = SourceType::read(source, context, value);
    if (outcome != Outcome::ok) return outcome;
    return Binder::bind(value, context, out);
}

// Wide text becomes something else by way of UTF-8.
template <class Binder>
Outcome encode_wide(const Source& source, const ParamContext& context, cas::WireWriter& out) {
    WideText value;
    const Outcome outcome = WideSource::read(source, context, value);
    if (outcome != Outcome::ok) return outcome;
    const auto utf8 = base::to_utf8(value.units);
    if (!utf8) return Outcome::bad_text;
    return Binder::bind(Text{*utf8, base::Charset::utf8}, context, out);
}

template <class SourceType, class Binder>
constexpr bool kGoesByUtf8 =
    std::is_same_v<SourceType, WideSource> && !Binds<WideText, Binder> && Binds<Text, Binder>;
// "C to SQL: Bit" has no intervals, although a bit is a number like any other here.
template <class SourceType, class Binder>
constexpr bool kIsListed = true;
template <std::size_t kIndex>
constexpr bool kIsListed<BitSource, IntervalBinder<kIndex>> = false;
template <class SourceType, class Binder>
constexpr bool kIsPair = (Binds<typename SourceType::Value, Binder> ||
                          kGoesByUtf8<SourceType, Binder>)&&kIsListed<SourceType, Binder>;

template <class SourceType, class Binder>
constexpr Encode find_pair() {
    if constexpr (kGoesByUtf8<SourceType, Binder>) {
        return &encode_wide<Binder>;
    } else if constexpr (kIsPair<SourceType, Binder>) {
        return &encode<SourceType, Binder>;
    } else {
        return nullptr;
    }
}

struct Row {
    std::array<Encode, kSqlKinds> encoders;
    int pairs;
};

template <class SourceType, class... Binder>
constexpr Row make_row(List<Binder...>) {
    return {{find_pair<SourceType, Binder>()...},
            (0 + ... + (kIsPair<SourceType, Binder> ? 1 : 0))};
}

template <class... SourceType>
constexpr auto make_table(List<SourceType...>) {
    return std::array<Row, sizeof...(SourceType)>{make_row<SourceType>(Binders{})...};
}

// In the order of CKind.
using PlainSources =
    List<NarrowSource, WideSource, BinarySource, BitSource, NumberSource<SQLSCHAR>,
         NumberSource<SQLCHAR>, NumberSource<SQLSMALLINT>, NumberSource<SQLUSMALLINT>,
         NumberSource<SQLINTEGER>, NumberSource<SQLUINTEGER>, NumberSource<std::int64_t>,
         NumberSource<std::uint64_t>, NumberSource<float>, NumberSource<double>, NumericSource,
         DateSource, TimeSource, TimestampSource, GuidSource>;
template <std::size_t... kIndex>
constexpr List<IntervalSource<kIndex>...> interval_sources(std::index_sequence<kIndex...>) {
    return {};
}
using Sources = decltype(join(PlainSources{}, interval_sources(kEachInterval)));
constexpr std::array<Row, kCKinds> kTable = make_table(Sources{});

template <class... SourceType>
constexpr auto make_collection_column(List<SourceType...>) {
    return std::array<Encode, sizeof...(SourceType)>{find_pair<SourceType, CollectionBinder>()...};
}
constexpr auto kCollectionEncoders = make_collection_column(Sources{});

constexpr int count_pairs() {
    int pairs = 0;
    for (const Row& row : kTable) pairs += row.pairs;
    return pairs;
}
// Text 2 x 27, binary 14, exact numbers 9 x 15, bit 9, approximate ones 2 x 9, date 3, time 3,
// timestamp 4, GUID 3; intervals of one field: text, 5 exact numbers, 3 or 10 of their class, the
// others without the numbers.
static_assert(count_pairs() == 54 + 14 + 135 + 9 + 18 + 13 + 2 * 9 + 4 * 16 + 4 + 6 * 11);

}  // namespace

Encode select_encoder(SQLSMALLINT c_type, SQLSMALLINT sql_type, cas::Collection marker) {
    const auto from = c_kind(c_type);
    const auto to = sql_kind(sql_type);
    if (!from || !to) return nullptr;
    if (marker != cas::Collection::none) {
        return kCollectionEncoders[static_cast<std::size_t>(*from)];
    }
    return kTable[static_cast<std::size_t>(*from)].encoders[static_cast<std::size_t>(*to)];
}

bool takes_pieces(SQLSMALLINT sql_type) {
    const auto kind = sql_kind(sql_type);
    return kind == SqlKind::text || kind == SqlKind::binary;
}

bool is_known_sql_type(SQLSMALLINT sql_type) { return sql_kind(sql_type).has_value(); }

}  // namespace cubrid::odbc::convert
