#include "convert/describe.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cubrid::odbc::convert {
namespace {

constexpr SQLULEN kLongestText = 1073741823;  // CUBRID's limit for characters and for bits
constexpr SQLULEN kUndetermined = 0;          // the size follows from precision and scale

// How the sizes of a type come about.
enum class Family : std::uint8_t { fixed, text, bits, numeric };

struct Row {
    cas::Type type;
    Family family;
    SQLSMALLINT sql_type;
    SQLULEN size;        // column size; of text: where the precision says nothing
    SQLSMALLINT digits;  // decimal digits
    SQLLEN octets;       // of the default C type
    SQLLEN display;
    SQLSMALLINT searchable;
    std::string_view name;
    std::string_view prefix;
    std::string_view suffix;
};

constexpr SQLSMALLINT kBasic = SQL_PRED_BASIC;
constexpr SQLSMALLINT kAll = SQL_PRED_SEARCHABLE;
constexpr SQLSMALLINT kNone = SQL_PRED_NONE;
constexpr SQLULEN kEnumSize = 255;
constexpr SQLULEN kOidSize = 32;  // "@page|slot|volume"
// A timestamp, a blank and a zone's name (CAS protocol 6.4).
constexpr SQLLEN kTimestampTz = 19 + 1 + 63;
constexpr SQLLEN kDatetimeTz = 23 + 1 + 63;

// clang-format off
constexpr std::array<Row, 31> kRows = {{
    {cas::Type::null,             Family::text,    SQL_VARCHAR,         0,             0,  0,  0,  kAll,   "VARCHAR",      "'", "'"},
    {cas::Type::character,        Family::text,    SQL_CHAR,            0,             0,  0,  0,  kAll,   "CHAR",         "'", "'"},
    {cas::Type::string,           Family::text,    SQL_VARCHAR,         0,             0,  0,  0,  kAll,   "VARCHAR",      "'", "'"},
    {cas::Type::nchar,            Family::text,    SQL_CHAR,            0,             0,  0,  0,  kAll,   "NCHAR",        "N'", "'"},
    {cas::Type::varnchar,         Family::text,    SQL_VARCHAR,         0,             0,  0,  0,  kAll,   "NCHAR VARYING", "N'", "'"},
    {cas::Type::enumeration,      Family::text,    SQL_VARCHAR,         kEnumSize,     0,  0,  0,  kAll,   "ENUM",         "'", "'"},
    {cas::Type::json,             Family::text,    SQL_LONGVARCHAR,     0,             0,  0,  0,  kBasic, "JSON",         "JSON'", "'"},
    {cas::Type::clob,             Family::text,    SQL_LONGVARCHAR,     0,             0,  0,  0,  kNone,  "CLOB",         "'", "'"},
    {cas::Type::object,           Family::text,    SQL_VARCHAR,         kOidSize,      0,  0,  0,  kBasic, "OBJECT",       "", ""},
    {cas::Type::resultset,        Family::text,    SQL_VARCHAR,         kOidSize,      0,  0,  0,  kNone,  "RESULTSET",    "", ""},
    {cas::Type::bit,              Family::bits,    SQL_BINARY,          0,             0,  0,  0,  kBasic, "BIT",          "X'", "'"},
    {cas::Type::varbit,           Family::bits,    SQL_VARBINARY,       0,             0,  0,  0,  kBasic, "BIT VARYING",  "X'", "'"},
    {cas::Type::blob,             Family::bits,    SQL_LONGVARBINARY,   0,             0,  0,  0,  kNone,  "BLOB",         "X'", "'"},
    {cas::Type::numeric,          Family::numeric, SQL_NUMERIC,         kUndetermined, 0,  0,  0,  kBasic, "NUMERIC",      "", ""},
    {cas::Type::smallint,         Family::fixed,   SQL_SMALLINT,        5,             0,  2,  6,  kBasic, "SMALLINT",     "", ""},
    {cas::Type::integer,          Family::fixed,   SQL_INTEGER,         10,            0,  4,  11, kBasic, "INTEGER",      "", ""},
    {cas::Type::bigint,           Family::fixed,   SQL_BIGINT,          19,            0,  8,  20, kBasic, "BIGINT",       "", ""},
    {cas::Type::usmallint,        Family::fixed,   SQL_SMALLINT,        5,             0,  2,  5,  kBasic, "UNSIGNED SMALLINT", "", ""},
    {cas::Type::uinteger,         Family::fixed,   SQL_INTEGER,         10,            0,  4,  10, kBasic, "UNSIGNED INTEGER", "", ""},
    {cas::Type::ubigint,          Family::fixed,   SQL_BIGINT,          20,            0,  8,  20, kBasic, "UNSIGNED BIGINT", "", ""},
    {cas::Type::real,             Family::fixed,   SQL_REAL,            7,             0,  4,  14, kBasic, "FLOAT",        "", ""},
    {cas::Type::double_precision, Family::fixed,   SQL_DOUBLE,          15,            0,  8,  24, kBasic, "DOUBLE",       "", ""},
    {cas::Type::monetary,         Family::fixed,   SQL_DOUBLE,          15,            0,  8,  24, kBasic, "MONETARY",     "", ""},
    {cas::Type::date,             Family::fixed,   SQL_TYPE_DATE,       10,            0,  6,  10, kBasic, "DATE",         "DATE'", "'"},
    {cas::Type::time,             Family::fixed,   SQL_TYPE_TIME,       8,             0,  6,  8,  kBasic, "TIME",         "TIME'", "'"},
    {cas::Type::timestamp,        Family::fixed,   SQL_TYPE_TIMESTAMP,  19,            0,  16, 19, kBasic, "TIMESTAMP",    "TIMESTAMP'", "'"},
    {cas::Type::datetime,         Family::fixed,   SQL_TYPE_TIMESTAMP,  23,            3,  16, 23, kBasic, "DATETIME",     "DATETIME'", "'"},
    {cas::Type::timestamptz,      Family::fixed,   SQL_TYPE_TIMESTAMP,  19,            0,  16, kTimestampTz, kBasic, "TIMESTAMPTZ",  "TIMESTAMPTZ'", "'"},
    {cas::Type::timestampltz,     Family::fixed,   SQL_TYPE_TIMESTAMP,  19,            0,  16, kTimestampTz, kBasic, "TIMESTAMPLTZ", "TIMESTAMPLTZ'", "'"},
    {cas::Type::datetimetz,       Family::fixed,   SQL_TYPE_TIMESTAMP,  23,            3,  16, kDatetimeTz, kBasic, "DATETIMETZ",   "DATETIMETZ'", "'"},
    {cas::Type::datetimeltz,      Family::fixed,   SQL_TYPE_TIMESTAMP,  23,            3,  16, kDatetimeTz, kBasic, "DATETIMELTZ",  "DATETIMELTZ'", "'"},
}};
// clang-format on

// In the order of base::Charset: UTF-8, ISO-8859-1, EUC-KR, bytes.
constexpr std::array<SQLLEN, 4> kBytesPerCharacter = {4, 1, 2, 1};
static_assert(static_cast<std::size_t>(base::Charset::binary) + 1 == kBytesPerCharacter.size());

struct CollectionName {
    cas::Collection collection;
    std::string_view name;
};
constexpr std::array<CollectionName, 3> kCollections = {{
    {cas::Collection::set, "SET"},
    {cas::Collection::multiset, "MULTISET"},
    {cas::Collection::sequence, "SEQUENCE"},
}};

Row row_of(const cas::ColumnType& type) {
    const auto* found = std::find_if(kRows.begin(), kRows.end(),
                                     [&](const Row& row) { return row.type == type.type; });
    Row row = found == kRows.end() ? kRows.front() : *found;
    if (type.collection == cas::Collection::none) return row;
    row = kRows.front();
    row.sql_type = SQL_LONGVARCHAR;
    row.searchable = kBasic;
    row.prefix = "{";
    row.suffix = "}";
    const auto* kind =
        std::find_if(kCollections.begin(), kCollections.end(),
                     [&](const auto& entry) { return entry.collection == type.collection; });
    if (kind != kCollections.end()) row.name = kind->name;
    return row;
}

bool is_signed_number(cas::Type type) {
    constexpr std::array<cas::Type, 7> kSigned = {
        cas::Type::smallint, cas::Type::integer,          cas::Type::bigint,  cas::Type::numeric,
        cas::Type::real,     cas::Type::double_precision, cas::Type::monetary};
    return std::find(kSigned.begin(), kSigned.end(), type) != kSigned.end();
}

bool is_number(const Row& row) {
    return row.family == Family::numeric ||
           (row.family == Family::fixed && row.sql_type < SQL_TYPE_DATE);
}

SQLSMALLINT to_wide(SQLSMALLINT sql_type) {
    if (sql_type == SQL_CHAR) return SQL_WCHAR;
    return sql_type == SQL_VARCHAR ? SQL_WVARCHAR : SQL_WLONGVARCHAR;
}

void size_text(const Row& row, int precision, const DescribeOptions& options, Description& out) {
    SQLULEN size = row.size;
    if (size == 0 && precision > 0) size = static_cast<SQLULEN>(precision);
    if (size == 0 || size > kLongestText) size = kLongestText;
    if (size > static_cast<SQLULEN>(std::max(options.max_varchar, 0))) {
        out.concise_type = SQL_LONGVARCHAR;
    }
    if (row.type == cas::Type::string && size == kLongestText) out.type_name = "STRING";
    if (options.wide_text) out.concise_type = to_wide(out.concise_type);
    const SQLLEN bytes_each = options.wide_text
                                  ? SQLLEN{sizeof(SQLWCHAR)}
                                  : kBytesPerCharacter[static_cast<std::size_t>(options.narrow)];
    constexpr SQLLEN kLargestOctets = 2147483647;  // applications keep it in 32 bits
    out.column_size = size;
    out.octet_length = std::min(static_cast<SQLLEN>(size) * bytes_each, kLargestOctets);
    out.display_size = static_cast<SQLLEN>(size);
    out.case_sensitive = true;
}

void size_bits(int precision, const DescribeOptions& options, Description& out) {
    constexpr SQLULEN kBitsPerByte = 8;
    const SQLULEN bits = precision > 0 ? static_cast<SQLULEN>(precision) : kLongestText;
    out.column_size = (std::min(bits, kLongestText) + kBitsPerByte - 1) / kBitsPerByte;
    if (out.column_size > static_cast<SQLULEN>(std::max(options.max_varchar, 0))) {
        out.concise_type = SQL_LONGVARBINARY;
    }
    out.octet_length = static_cast<SQLLEN>(out.column_size);
    out.display_size = 2 * out.octet_length;
}

void size_numeric(int precision, int scale, Description& out) {
    constexpr int kMaxPrecision = 38;
    const int digits = precision > 0 ? std::min(precision, kMaxPrecision) : kMaxPrecision;
    out.column_size = static_cast<SQLULEN>(digits);
    out.decimal_digits = static_cast<SQLSMALLINT>(std::clamp(scale, 0, kMaxPrecision));
    out.display_size = digits + 2;  // sign and point
    out.octet_length = out.display_size;
}

// The precision of an approximate number counts the bits of its mantissa (ODBC, SQLSetDescField,
// SQL_DESC_PRECISION); its column size still counts digits.
void add_precision(Description& out) {
    constexpr SQLSMALLINT kRealBits = 24;
    constexpr SQLSMALLINT kDoubleBits = 53;
    if (out.concise_type == SQL_REAL || out.concise_type == SQL_DOUBLE) {
        out.num_prec_radix = 2;
        out.precision = out.concise_type == SQL_REAL ? kRealBits : kDoubleBits;
    } else {
        out.num_prec_radix = 10;
        out.precision = static_cast<SQLSMALLINT>(out.column_size);
        out.scale = out.decimal_digits;
    }
}

void add_datetime_codes(Description& out) {
    if (out.concise_type < SQL_TYPE_DATE || out.concise_type > SQL_TYPE_TIMESTAMP) return;
    out.verbose_type = SQL_DATETIME;
    out.datetime_code = static_cast<SQLSMALLINT>(out.concise_type - SQL_TYPE_DATE + SQL_CODE_DATE);
    out.precision = out.decimal_digits;
}

// A LOB has no limit but the disk's; applications keep sizes in 32 bits.
void size_lob(Description& out) {
    constexpr SQLLEN kLargest = 2147483647;
    out.column_size = static_cast<SQLULEN>(kLargest);
    out.octet_length = kLargest;
    out.display_size = kLargest;
}

}  // namespace

Description describe(const cas::ColumnType& type, int precision, int scale,
                     const DescribeOptions& options) {
    const Row row = row_of(type);
    Description out;
    out.concise_type = row.sql_type;
    out.column_size = row.size;
    out.decimal_digits = row.digits;
    out.octet_length = row.octets;
    out.display_size = row.display;
    out.is_unsigned = type.collection != cas::Collection::none || !is_signed_number(row.type);
    out.searchable = row.searchable;
    out.type_name = row.name;
    out.literal_prefix = row.prefix;
    out.literal_suffix = row.suffix;
    if (row.family == Family::text) size_text(row, precision, options, out);
    if (row.family == Family::bits) size_bits(precision, options, out);
    if (row.family == Family::numeric) size_numeric(precision, scale, out);
    if (cas::is_lob(type.type) && type.collection == cas::Collection::none) size_lob(out);
    out.length = out.column_size;
    out.verbose_type = out.concise_type;
    if (is_number(row)) add_precision(out);
    add_datetime_codes(out);
    return out;
}

}  // namespace cubrid::odbc::convert
