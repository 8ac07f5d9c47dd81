#include "convert/c_types.h"

#include <algorithm>
#include <array>

#include "convert/decode.h"

namespace cubrid::odbc::convert {
namespace {

struct CType {
    SQLSMALLINT code;
    CKind kind;
    std::size_t size;  // 0: the application says how long it is
};

// ODBC Appendix D, "C Data Types"; the ODBC 2 codes behind their successors.
constexpr std::array<CType, 38> kCTypes = {{
    {SQL_C_CHAR, CKind::character, 0},
    {SQL_C_WCHAR, CKind::wide, 0},
    {SQL_C_BINARY, CKind::binary, 0},
    {SQL_C_BIT, CKind::bit, sizeof(SQLCHAR)},
    {SQL_C_STINYINT, CKind::stinyint, sizeof(SQLSCHAR)},
    {SQL_C_TINYINT, CKind::stinyint, sizeof(SQLSCHAR)},
    {SQL_C_UTINYINT, CKind::utinyint, sizeof(SQLCHAR)},
    {SQL_C_SSHORT, CKind::sshort, sizeof(SQLSMALLINT)},
    {SQL_C_SHORT, CKind::sshort, sizeof(SQLSMALLINT)},
    {SQL_C_USHORT, CKind::ushort, sizeof(SQLUSMALLINT)},
    {SQL_C_SLONG, CKind::slong, sizeof(SQLINTEGER)},
    {SQL_C_LONG, CKind::slong, sizeof(SQLINTEGER)},
    {SQL_C_ULONG, CKind::ulong, sizeof(SQLUINTEGER)},
    {SQL_C_SBIGINT, CKind::sbigint, sizeof(SQLBIGINT)},
    {SQL_C_UBIGINT, CKind::ubigint, sizeof(SQLUBIGINT)},
    {SQL_C_FLOAT, CKind::real, sizeof(SQLREAL)},
    {SQL_C_DOUBLE, CKind::double_precision, sizeof(SQLDOUBLE)},
    {SQL_C_NUMERIC, CKind::numeric, sizeof(SQL_NUMERIC_STRUCT)},
    {SQL_C_TYPE_DATE, CKind::date, sizeof(SQL_DATE_STRUCT)},
    {SQL_C_DATE, CKind::date, sizeof(SQL_DATE_STRUCT)},
    {SQL_C_TYPE_TIME, CKind::time, sizeof(SQL_TIME_STRUCT)},
    {SQL_C_TIME, CKind::time, sizeof(SQL_TIME_STRUCT)},
    {SQL_C_TYPE_TIMESTAMP, CKind::timestamp, sizeof(SQL_TIMESTAMP_STRUCT)},
    {SQL_C_TIMESTAMP, CKind::timestamp, sizeof(SQL_TIMESTAMP_STRUCT)},
    {SQL_C_GUID, CKind::guid, sizeof(SQLGUID)},
    {SQL_C_INTERVAL_YEAR, CKind::interval_year, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_MONTH, CKind::interval_month, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_DAY, CKind::interval_day, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_HOUR, CKind::interval_hour, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_MINUTE, CKind::interval_minute, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_SECOND, CKind::interval_second, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_YEAR_TO_MONTH, CKind::interval_year_to_month, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_DAY_TO_HOUR, CKind::interval_day_to_hour, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_DAY_TO_MINUTE, CKind::interval_day_to_minute, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_DAY_TO_SECOND, CKind::interval_day_to_second, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_HOUR_TO_MINUTE, CKind::interval_hour_to_minute, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_HOUR_TO_SECOND, CKind::interval_hour_to_second, sizeof(SQL_INTERVAL_STRUCT)},
    {SQL_C_INTERVAL_MINUTE_TO_SECOND, CKind::interval_minute_to_second,
     sizeof(SQL_INTERVAL_STRUCT)},
}};

struct DefaultType {
    SQLSMALLINT sql_type;
    SQLSMALLINT c_type;
};

// ODBC Appendix D, "Default C Data Types". DECIMAL is text: no other C type holds it without a
// descriptor's scale.
constexpr std::array<DefaultType, 23> kDefaultTypes = {{
    {SQL_CHAR, SQL_C_CHAR},
    {SQL_VARCHAR, SQL_C_CHAR},
    {SQL_LONGVARCHAR, SQL_C_CHAR},
    {SQL_WCHAR, SQL_C_WCHAR},
    {SQL_WVARCHAR, SQL_C_WCHAR},
    {SQL_WLONGVARCHAR, SQL_C_WCHAR},
    {SQL_DECIMAL, SQL_C_CHAR},
    {SQL_NUMERIC, SQL_C_CHAR},
    {SQL_BIT, SQL_C_BIT},
    {SQL_TINYINT, SQL_C_STINYINT},
    {SQL_SMALLINT, SQL_C_SSHORT},
    {SQL_INTEGER, SQL_C_SLONG},
    {SQL_BIGINT, SQL_C_SBIGINT},
    {SQL_REAL, SQL_C_FLOAT},
    {SQL_FLOAT, SQL_C_DOUBLE},
    {SQL_DOUBLE, SQL_C_DOUBLE},
    {SQL_BINARY, SQL_C_BINARY},
    {SQL_VARBINARY, SQL_C_BINARY},
    {SQL_LONGVARBINARY, SQL_C_BINARY},
    {SQL_TYPE_DATE, SQL_C_TYPE_DATE},
    {SQL_TYPE_TIME, SQL_C_TYPE_TIME},
    {SQL_TYPE_TIMESTAMP, SQL_C_TYPE_TIMESTAMP},
    {SQL_GUID, SQL_C_GUID},
}};

struct Signedness {
    SQLSMALLINT is_signed;
    SQLSMALLINT is_unsigned;
};
constexpr std::array<Signedness, 4> kUnsignedTypes = {{
    {SQL_C_STINYINT, SQL_C_UTINYINT},
    {SQL_C_SSHORT, SQL_C_USHORT},
    {SQL_C_SLONG, SQL_C_ULONG},
    {SQL_C_SBIGINT, SQL_C_UBIGINT},
}};

const CType* find(SQLSMALLINT code) {
    const auto* found = std::find_if(kCTypes.begin(), kCTypes.end(),
                                     [code](const CType& type) { return type.code == code; });
    return found == kCTypes.end() ? nullptr : found;
}

bool is_interval(SQLSMALLINT type) {
    return type >= SQL_INTERVAL_YEAR && type <= SQL_INTERVAL_MINUTE_TO_SECOND;
}

SQLSMALLINT to_unsigned(SQLSMALLINT c_type) {
    for (const auto& [is_signed, is_unsigned] : kUnsignedTypes) {
        if (c_type == is_signed) return is_unsigned;
    }
    return c_type;
}

}  // namespace

std::optional<CKind> c_kind(SQLSMALLINT c_type) {
    const CType* type = find(c_type);
    if (type == nullptr) return std::nullopt;
    return type->kind;
}

std::size_t c_type_size(SQLSMALLINT c_type) {
    const CType* type = find(c_type);
    return type == nullptr ? 0 : type->size;
}

SQLSMALLINT default_c_type(SQLSMALLINT sql_type, bool is_unsigned) {
    // ODBC 2 codes 9 to 11 became 91 to 93.
    if (sql_type >= SQL_DATE && sql_type <= SQL_TIMESTAMP) {
        sql_type = static_cast<SQLSMALLINT>(sql_type - SQL_DATE + SQL_TYPE_DATE);
    }
    if (is_interval(sql_type)) return sql_type;
    const auto* found =
        std::find_if(kDefaultTypes.begin(), kDefaultTypes.end(),
                     [sql_type](const DefaultType& type) { return type.sql_type == sql_type; });
    if (found == kDefaultTypes.end()) return SQL_C_CHAR;
    return is_unsigned ? to_unsigned(found->c_type) : found->c_type;
}

bool is_known_c_type(SQLSMALLINT c_type) {
    return c_type == SQL_C_DEFAULT || find(c_type) != nullptr;
}

}  // namespace cubrid::odbc::convert
