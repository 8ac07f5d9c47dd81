#include "convert/encode.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/utf.h"
#include "convert/binders.h"
#include "convert/c_types.h"

namespace cubrid::odbc::convert {
namespace {

template <class... T>
struct List {};

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
    guid
};
constexpr std::size_t kSqlKinds = 14;

// CUBRID has no TINYINT: a SHORT takes the signed and the unsigned one.
constexpr int kTinyMinimum = -128;
constexpr int kTinyMaximum = 255;
using Binders =
    List<TextBinder, DecimalBinder,
         IntegerBinder<SQLSCHAR, std::int16_t, cas::Type::smallint, kTinyMinimum, kTinyMaximum>,
         IntegerBinder<SQLSMALLINT, std::int16_t, cas::Type::smallint>,
         IntegerBinder<SQLINTEGER, std::int32_t, cas::Type::integer>,
         IntegerBinder<std::int64_t, std::int64_t, cas::Type::bigint>, BitBinder,
         RealBinder<float, cas::Type::real>, RealBinder<double, cas::Type::double_precision>,
         BinaryBinder, DatetimeBinder<Date, SQL_DATE_STRUCT>, DatetimeBinder<Time, SQL_TIME_STRUCT>,
         DatetimeBinder<Timestamp, SQL_TIMESTAMP_STRUCT>, GuidBinder>;

struct SqlType {
    SQLSMALLINT code;
    SqlKind kind;
};

constexpr std::array<SqlType, 26> kSqlTypes = {{
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
template <class SourceType, class Binder>
constexpr bool kIsPair =
    Binds<typename SourceType::Value, Binder> || kGoesByUtf8<SourceType, Binder>;

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
using Sources =
    List<NarrowSource, WideSource, BinarySource, BitSource, NumberSource<SQLSCHAR>,
         NumberSource<SQLCHAR>, NumberSource<SQLSMALLINT>, NumberSource<SQLUSMALLINT>,
         NumberSource<SQLINTEGER>, NumberSource<SQLUINTEGER>, NumberSource<std::int64_t>,
         NumberSource<std::uint64_t>, NumberSource<float>, NumberSource<double>, NumericSource,
         DateSource, TimeSource, TimestampSource, GuidSource>;
constexpr std::array<Row, kCKinds> kTable = make_table(Sources{});

constexpr int count_pairs() {
    int pairs = 0;
    for (const Row& row : kTable) pairs += row.pairs;
    return pairs;
}
// Text and binary 3 x 14, numbers 12 x 9, date 3, time 3, timestamp 4, GUID 3.
static_assert(count_pairs() == 42 + 108 + 13);

}  // namespace

Encode select_encoder(SQLSMALLINT c_type, SQLSMALLINT sql_type) {
    const auto from = c_kind(c_type);
    const auto to = sql_kind(sql_type);
    if (!from || !to) return nullptr;
    return kTable[static_cast<std::size_t>(*from)].encoders[static_cast<std::size_t>(*to)];
}

bool takes_pieces(SQLSMALLINT sql_type) {
    const auto kind = sql_kind(sql_type);
    return kind == SqlKind::text || kind == SqlKind::binary;
}

bool is_known_sql_type(SQLSMALLINT sql_type) { return sql_kind(sql_type).has_value(); }

}  // namespace cubrid::odbc::convert
