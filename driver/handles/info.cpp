#include "handles/info.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/version.h"

namespace cubrid::odbc::handles {
namespace {

using namespace std::string_view_literals;

struct Row {
    SQLUSMALLINT type;
    std::variant<SQLUSMALLINT, SQLUINTEGER, std::string_view> value;
};
constexpr Row text(SQLUSMALLINT type, std::string_view value) { return {type, value}; }
constexpr Row small(SQLUSMALLINT type, SQLUSMALLINT value) { return {type, value}; }
constexpr Row mask(SQLUSMALLINT type, SQLUINTEGER value) { return {type, value}; }

constexpr std::array kRows = {
    text(SQL_DRIVER_NAME, "libcubridodbc.so"),
    text(SQL_DRIVER_ODBC_VER, "03.80"),
    text(SQL_DBMS_NAME, "CUBRID"),
    text(SQL_ACCESSIBLE_TABLES, "N"),
    text(SQL_CATALOG_NAME, "N"),
    text(SQL_CATALOG_NAME_SEPARATOR, ""),
    text(SQL_CATALOG_TERM, ""),
    text(SQL_COLUMN_ALIAS, "Y"),
    text(SQL_DESCRIBE_PARAMETER, "Y"),
    text(SQL_EXPRESSIONS_IN_ORDERBY, "Y"),
    text(SQL_IDENTIFIER_QUOTE_CHAR, "\""),
    text(SQL_LIKE_ESCAPE_CLAUSE, "Y"),
    text(SQL_MAX_ROW_SIZE_INCLUDES_LONG, "Y"),
    text(SQL_MULT_RESULT_SETS, "Y"),
    text(SQL_MULTIPLE_ACTIVE_TXN, "Y"),
    text(SQL_NEED_LONG_DATA_LEN, "N"),
    text(SQL_ORDER_BY_COLUMNS_IN_SELECT, "N"),
    text(SQL_ROW_UPDATES, "N"),
    text(SQL_SEARCH_PATTERN_ESCAPE, "\\"),
    text(SQL_TABLE_TERM, "table"),
    text(SQL_XOPEN_CLI_YEAR, "1995"),

    small(SQL_ACTIVE_ENVIRONMENTS, 0),
    small(SQL_CATALOG_LOCATION, 0),
    small(SQL_CONCAT_NULL_BEHAVIOR, SQL_CB_NULL),
    small(SQL_CORRELATION_NAME, SQL_CN_ANY),
    small(SQL_CURSOR_COMMIT_BEHAVIOR, SQL_CB_PRESERVE),
    small(SQL_CURSOR_ROLLBACK_BEHAVIOR, SQL_CB_CLOSE),
    small(SQL_FILE_USAGE, SQL_FILE_NOT_SUPPORTED),
    small(SQL_GROUP_BY, SQL_GB_NO_RELATION),
    small(SQL_IDENTIFIER_CASE, SQL_IC_LOWER),
    small(SQL_MAX_COLUMN_NAME_LEN, 254),
    small(SQL_MAX_CATALOG_NAME_LEN, 0),
    small(SQL_MAX_CONCURRENT_ACTIVITIES, 0),
    small(SQL_MAX_CURSOR_NAME_LEN, 128),
    small(SQL_MAX_DRIVER_CONNECTIONS, 0),
    small(SQL_MAX_TABLES_IN_SELECT, 0),
    small(SQL_MAX_USER_NAME_LEN, 31),
    small(SQL_NON_NULLABLE_COLUMNS, SQL_NNC_NON_NULL),
    small(SQL_NULL_COLLATION, SQL_NC_LOW),
    small(SQL_QUOTED_IDENTIFIER_CASE, SQL_IC_LOWER),
    small(SQL_TXN_CAPABLE, SQL_TC_ALL),

    mask(SQL_ASYNC_MODE, SQL_AM_NONE),
    mask(SQL_BATCH_ROW_COUNT, 0),
    mask(SQL_BATCH_SUPPORT, 0),
    mask(SQL_BOOKMARK_PERSISTENCE, 0),
    mask(SQL_CATALOG_USAGE, 0),
    mask(SQL_CURSOR_SENSITIVITY, SQL_INSENSITIVE),
    mask(SQL_DEFAULT_TXN_ISOLATION, SQL_TXN_READ_COMMITTED),
    mask(SQL_DYNAMIC_CURSOR_ATTRIBUTES1, 0),
    mask(SQL_DYNAMIC_CURSOR_ATTRIBUTES2, 0),
    mask(SQL_FETCH_DIRECTION, SQL_FD_FETCH_NEXT),
    mask(SQL_FORWARD_ONLY_CURSOR_ATTRIBUTES1, SQL_CA1_NEXT | SQL_CA1_POS_POSITION),
    mask(SQL_FORWARD_ONLY_CURSOR_ATTRIBUTES2,
         SQL_CA2_READ_ONLY_CONCURRENCY | SQL_CA2_MAX_ROWS_SELECT),
    mask(SQL_GETDATA_EXTENSIONS,
         SQL_GD_ANY_COLUMN | SQL_GD_ANY_ORDER | SQL_GD_BLOCK | SQL_GD_BOUND),
    mask(SQL_KEYSET_CURSOR_ATTRIBUTES1, 0),
    mask(SQL_KEYSET_CURSOR_ATTRIBUTES2, 0),
    mask(SQL_MAX_ROW_SIZE, 0),
    mask(SQL_MAX_STATEMENT_LEN, 0),
    mask(SQL_ODBC_INTERFACE_CONFORMANCE, SQL_OIC_CORE),
    mask(SQL_PARAM_ARRAY_ROW_COUNTS, SQL_PARC_NO_BATCH),
    mask(SQL_PARAM_ARRAY_SELECTS, SQL_PAS_BATCH),
    mask(SQL_SCROLL_OPTIONS, SQL_SO_FORWARD_ONLY),
    mask(SQL_SQL_CONFORMANCE, SQL_SC_SQL92_ENTRY),
    mask(SQL_STATIC_CURSOR_ATTRIBUTES1, 0),
    mask(SQL_STATIC_CURSOR_ATTRIBUTES2, 0),
    mask(SQL_TXN_ISOLATION_OPTION,
         SQL_TXN_READ_COMMITTED | SQL_TXN_REPEATABLE_READ | SQL_TXN_SERIALIZABLE),
};

constexpr bool is_each_type_given_once() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (kRows[i].type == kRows[j].type) return false;
        }
    }
    return true;
}
static_assert(is_each_type_given_once(), "two rows for one type: ODBC names some types twice");

std::string driver_version() {
    char text[32];
    std::snprintf(text, sizeof text, "%02d.%02d.%04d", base::kVersionMajor, base::kVersionMinor,
                  base::kVersionPatch);
    return text;
}

// "11.4.0.0128-abc" -> "11.04.0000": SQL_DBMS_VER is ##.##.#### and may go on with the server's own
// text.
std::string dbms_version(std::string_view server) {
    std::array<unsigned, 3> parts{};
    std::size_t part = 0;
    for (const char c : server) {
        if (c == '.') {
            if (++part == parts.size()) break;
        } else if (c >= '0' && c <= '9') {
            parts[part] = parts[part] * 10 + static_cast<unsigned>(c - '0');
        } else {
            break;
        }
    }
    char text[48];
    std::snprintf(text, sizeof text, "%02u.%02u.%04u", parts[0] % 100, parts[1] % 100,
                  parts[2] % 10000);
    return std::string{text} + " " + std::string{server};
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

base::Result<InfoValue> connected_info(Connection& connection, SQLUSMALLINT type) {
    const options::Settings& settings = connection.settings;
    const bool has_schemas =
        connection.session->protocol() >= cas::Version::v11 && !settings.omit_schema;
    switch (type) {
        case SQL_DATA_SOURCE_NAME:
            return InfoValue{settings.dsn};
        case SQL_SERVER_NAME:
            return InfoValue{settings.server};
        case SQL_DATABASE_NAME:
            return InfoValue{settings.database};
        case SQL_USER_NAME:
            return InfoValue{settings.uid.empty() ? std::string{"PUBLIC"} : upper(settings.uid)};
        case SQL_DBMS_VER: {
            auto version = connection.session->server_version();
            if (!version) return std::move(version).error();
            return InfoValue{dbms_version(*version)};
        }
        // Owners are schemas from 11.2 on.
        case SQL_SCHEMA_TERM:
            return InfoValue{std::string{has_schemas ? "schema" : ""}};
        case SQL_SCHEMA_USAGE:
            return InfoValue{
                has_schemas ? SQLUINTEGER{SQL_SU_DML_STATEMENTS | SQL_SU_TABLE_DEFINITION |
                                          SQL_SU_INDEX_DEFINITION | SQL_SU_PRIVILEGE_DEFINITION}
                            : SQLUINTEGER{0}};
        case SQL_MAX_SCHEMA_NAME_LEN:
            return InfoValue{SQLUSMALLINT{has_schemas ? SQLUSMALLINT{31} : SQLUSMALLINT{0}}};
        // From 11.2 on a name and its owner's share 254 bytes with a dot (CAS protocol 6.3).
        case SQL_MAX_TABLE_NAME_LEN:
        case SQL_MAX_IDENTIFIER_LEN:
            return InfoValue{SQLUSMALLINT{connection.session->protocol() >= cas::Version::v11
                                              ? SQLUSMALLINT{222}
                                              : SQLUSMALLINT{254}}};
        default:
            return base::Diag{{"HY096"}, "The driver does not answer this information type"};
    }
}

}  // namespace

base::Result<InfoValue> get_info(Dbc& dbc, SQLUSMALLINT type) {
    const auto* found =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.type == type; });
    if (found != kRows.end()) {
        if (const auto* value = std::get_if<std::string_view>(&found->value))
            return InfoValue{std::string{*value}};
        if (const auto* value = std::get_if<SQLUSMALLINT>(&found->value)) return InfoValue{*value};
        return InfoValue{*std::get_if<SQLUINTEGER>(&found->value)};
    }
    if (type == SQL_DRIVER_VER) return InfoValue{driver_version()};
    if (type == SQL_DATA_SOURCE_READ_ONLY) {
        auto mode = dbc.attribute(SQL_ATTR_ACCESS_MODE);
        if (!mode) return std::move(mode).error();
        const bool read_only = std::get<SQLUINTEGER>(mode->value) == SQL_MODE_READ_ONLY;
        return InfoValue{std::string{read_only ? "Y" : "N"}};
    }
    const auto connection = dbc.connection();
    if (!connection) return base::Diag{{"08003"}, "The handle is not connected"};
    return connected_info(*connection, type);
}

}  // namespace cubrid::odbc::handles
