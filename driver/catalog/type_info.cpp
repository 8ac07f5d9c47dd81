#include "catalog/type_info.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cas/page_builder.h"

namespace cubrid::odbc::catalog {
namespace {

// Lengths that CUBRID allows: characters for text, bits for bit strings (bytes here).
constexpr SQLINTEGER kLongestText = 1073741823;
constexpr SQLINTEGER kLongestChar = 268435455;
constexpr SQLINTEGER kLongestBits = kLongestText / 8;

enum class Text : SQLSMALLINT {
    none,
    text
};  // text: the wide twin of the type is meant when TextTypes=wide

struct Row {
    std::string_view name;
    SQLSMALLINT type;
    SQLINTEGER size;
    std::string_view prefix;
    std::string_view suffix;
    std::string_view create_params;
    SQLSMALLINT case_sensitive;
    SQLSMALLINT searchable;
    SQLSMALLINT is_signed_number;  // 1 signed, 0 unsigned, -1 not a number
    SQLSMALLINT auto_unique;       // 1 the type can be AUTO_INCREMENT, -1 not a number
    SQLSMALLINT min_scale;         // -1 not applicable
    SQLSMALLINT max_scale;
    SQLSMALLINT radix;  // 0 not applicable
    Text text;
};

// One row a type, the closest to each ODBC type first (ODBC, SQLGetTypeInfo, "Comments").
constexpr auto kRows = std::to_array<Row>({
    {"VARCHAR", SQL_VARCHAR, kLongestText, "'", "'", "length", 1, SQL_SEARCHABLE, -1, -1, -1, -1, 0,
     Text::text},
    {"ENUM", SQL_VARCHAR, kLongestText, "'", "'", "values", 1, SQL_SEARCHABLE, -1, -1, -1, -1, 0,
     Text::text},
    {"CHAR", SQL_CHAR, kLongestChar, "'", "'", "length", 1, SQL_SEARCHABLE, -1, -1, -1, -1, 0,
     Text::text},
    {"STRING", SQL_LONGVARCHAR, kLongestText, "'", "'", "", 1, SQL_SEARCHABLE, -1, -1, -1, -1, 0,
     Text::text},
    {"JSON", SQL_LONGVARCHAR, kLongestText, "'", "'", "", 1, SQL_PRED_NONE, -1, -1, -1, -1, 0,
     Text::text},
    {"CLOB", SQL_LONGVARCHAR, kLongestText, "'", "'", "", 1, SQL_PRED_NONE, -1, -1, -1, -1, 0,
     Text::text},
    {"BIGINT", SQL_BIGINT, 19, "", "", "", 0, SQL_PRED_BASIC, 1, 1, 0, 0, 10, Text::none},
    {"BIT VARYING", SQL_VARBINARY, kLongestBits, "X'", "'", "length in bits", 0, SQL_PRED_BASIC, -1,
     -1, -1, -1, 0, Text::none},
    {"BIT", SQL_BINARY, kLongestBits, "X'", "'", "length in bits", 0, SQL_PRED_BASIC, -1, -1, -1,
     -1, 0, Text::none},
    {"BLOB", SQL_LONGVARBINARY, kLongestText, "X'", "'", "", 0, SQL_PRED_NONE, -1, -1, -1, -1, 0,
     Text::none},
    {"NUMERIC", SQL_NUMERIC, 38, "", "", "precision,scale", 0, SQL_PRED_BASIC, 1, 1, 0, 38, 10,
     Text::none},
    {"NUMERIC", SQL_DECIMAL, 38, "", "", "precision,scale", 0, SQL_PRED_BASIC, 1, 1, 0, 38, 10,
     Text::none},
    {"INTEGER", SQL_INTEGER, 10, "", "", "", 0, SQL_PRED_BASIC, 1, 1, 0, 0, 10, Text::none},
    {"SMALLINT", SQL_SMALLINT, 5, "", "", "", 0, SQL_PRED_BASIC, 1, 1, 0, 0, 10, Text::none},
    {"DOUBLE", SQL_FLOAT, 15, "", "", "", 0, SQL_PRED_BASIC, 1, 0, -1, -1, 10, Text::none},
    {"FLOAT", SQL_REAL, 7, "", "", "", 0, SQL_PRED_BASIC, 1, 0, -1, -1, 10, Text::none},
    {"DOUBLE", SQL_DOUBLE, 15, "", "", "", 0, SQL_PRED_BASIC, 1, 0, -1, -1, 10, Text::none},
    {"MONETARY", SQL_DOUBLE, 15, "", "", "", 0, SQL_PRED_BASIC, 1, 0, -1, -1, 10, Text::none},
    {"DATE", SQL_TYPE_DATE, 10, "DATE'", "'", "", 0, SQL_PRED_BASIC, -1, -1, -1, -1, 0, Text::none},
    {"TIME", SQL_TYPE_TIME, 8, "TIME'", "'", "", 0, SQL_PRED_BASIC, -1, -1, 0, 0, 0, Text::none},
    {"DATETIME", SQL_TYPE_TIMESTAMP, 23, "DATETIME'", "'", "", 0, SQL_PRED_BASIC, -1, -1, 3, 3, 0,
     Text::none},
    {"TIMESTAMP", SQL_TYPE_TIMESTAMP, 19, "TIMESTAMP'", "'", "", 0, SQL_PRED_BASIC, -1, -1, 0, 0, 0,
     Text::none},
});

SQLSMALLINT wide_twin(SQLSMALLINT type) {
    if (type == SQL_CHAR) return SQL_WCHAR;
    if (type == SQL_VARCHAR) return SQL_WVARCHAR;
    return SQL_WLONGVARCHAR;
}

SQLSMALLINT odbc2_type(SQLSMALLINT type) {
    return type >= SQL_TYPE_DATE && type <= SQL_TYPE_TIMESTAMP
               ? static_cast<SQLSMALLINT>(type - SQL_TYPE_DATE + SQL_DATE)
               : type;
}

bool is_datetime(SQLSMALLINT type) { return type >= SQL_TYPE_DATE && type <= SQL_TYPE_TIMESTAMP; }

bool is_sql_type(SQLSMALLINT type) {
    return (type >= SQL_GUID && type <= SQL_VARCHAR && type != 0) || is_datetime(type) ||
           (type >= SQL_INTERVAL_YEAR && type <= SQL_INTERVAL_MINUTE_TO_SECOND);
}

struct Name {
    std::string_view odbc3;
    std::string_view odbc2;
    cas::Type type;
    bool not_null;
};
constexpr std::array kColumns = {
    Name{"TYPE_NAME", "TYPE_NAME", cas::Type::string, true},
    Name{"DATA_TYPE", "DATA_TYPE", cas::Type::smallint, true},
    Name{"COLUMN_SIZE", "PRECISION", cas::Type::integer, false},
    Name{"LITERAL_PREFIX", "LITERAL_PREFIX", cas::Type::string, false},
    Name{"LITERAL_SUFFIX", "LITERAL_SUFFIX", cas::Type::string, false},
    Name{"CREATE_PARAMS", "CREATE_PARAMS", cas::Type::string, false},
    Name{"NULLABLE", "NULLABLE", cas::Type::smallint, true},
    Name{"CASE_SENSITIVE", "CASE_SENSITIVE", cas::Type::smallint, true},
    Name{"SEARCHABLE", "SEARCHABLE", cas::Type::smallint, true},
    Name{"UNSIGNED_ATTRIBUTE", "UNSIGNED_ATTRIBUTE", cas::Type::smallint, false},
    Name{"FIXED_PREC_SCALE", "MONEY", cas::Type::smallint, true},
    Name{"AUTO_UNIQUE_VALUE", "AUTO_INCREMENT", cas::Type::smallint, false},
    Name{"LOCAL_TYPE_NAME", "LOCAL_TYPE_NAME", cas::Type::string, false},
    Name{"MINIMUM_SCALE", "MINIMUM_SCALE", cas::Type::smallint, false},
    Name{"MAXIMUM_SCALE", "MAXIMUM_SCALE", cas::Type::smallint, false},
    Name{"SQL_DATA_TYPE", "SQL_DATA_TYPE", cas::Type::smallint, true},
    Name{"SQL_DATETIME_SUB", "SQL_DATETIME_SUB", cas::Type::smallint, false},
    Name{"NUM_PREC_RADIX", "NUM_PREC_RADIX", cas::Type::integer, false},
    Name{"INTERVAL_PRECISION", "INTERVAL_PRECISION", cas::Type::smallint, false},
};

std::vector<cas::Column> make_columns(bool odbc2) {
    constexpr int kNameLength = 128;
    std::vector<cas::Column> columns;
    for (const Name& name : kColumns) {
        cas::Column column;
        column.type.type = name.type;
        column.precision = name.type == cas::Type::string    ? kNameLength
                           : name.type == cas::Type::integer ? 10
                                                             : 5;
        column.label = odbc2 ? name.odbc2 : name.odbc3;
        column.not_null = name.not_null;
        columns.push_back(std::move(column));
    }
    return columns;
}

void text_or_null(cas::PageBuilder& out, std::string_view text) {
    if (text.empty()) {
        out.null();
    } else {
        out.text(text);
    }
}

void number_or_null(cas::PageBuilder& out, SQLSMALLINT number, bool applies) {
    if (applies) {
        out.int16(number);
    } else {
        out.null();
    }
}

void write_row(cas::PageBuilder& out, const Row& row, SQLSMALLINT type, bool odbc2) {
    out.begin_row();
    out.text(row.name);
    out.int16(odbc2 ? odbc2_type(type) : type);
    out.int32(row.size);
    text_or_null(out, row.prefix);
    text_or_null(out, row.suffix);
    text_or_null(out, row.create_params);
    out.int16(SQL_NULLABLE);
    out.int16(row.case_sensitive);
    out.int16(row.searchable);
    number_or_null(out, row.is_signed_number == 1 ? SQL_FALSE : SQL_TRUE,
                   row.is_signed_number >= 0);
    out.int16(SQL_FALSE);
    number_or_null(out, row.auto_unique, row.auto_unique >= 0);
    out.text(row.name);
    number_or_null(out, row.min_scale, row.min_scale >= 0);
    number_or_null(out, row.max_scale, row.max_scale >= 0);
    out.int16(is_datetime(type) ? SQLSMALLINT{SQL_DATETIME} : type);
    number_or_null(out, static_cast<SQLSMALLINT>(type - SQL_TYPE_DATE + SQL_CODE_DATE),
                   is_datetime(type));
    if (row.radix > 0) {
        out.int32(row.radix);
    } else {
        out.null();
    }
    out.null();
}

using Chosen = std::vector<std::pair<SQLSMALLINT, const Row*>>;

// The types to show, each with the code that it is shown under.
Chosen choose(SQLSMALLINT wanted, bool wide_text) {
    Chosen chosen;
    for (const Row& row : kRows) {
        const bool is_text = row.text == Text::text;
        const SQLSMALLINT shown = is_text && wide_text ? wide_twin(row.type) : row.type;
        // Applications look narrow types up to learn how long text may be, whatever columns are
        // described as.
        const bool narrow_asked = is_text && wanted == row.type;
        if (wanted == SQL_ALL_TYPES || wanted == shown) {
            chosen.emplace_back(shown, &row);
        } else if (narrow_asked || (is_text && wanted == wide_twin(row.type))) {
            chosen.emplace_back(wanted, &row);
        }
        if (wanted == SQL_ALL_TYPES && is_text && wide_text) chosen.emplace_back(row.type, &row);
    }
    return chosen;
}

}  // namespace

base::Result<LocalResult> type_info(SQLSMALLINT sql_type, const TypeInfoOptions& options) {
    if (sql_type != SQL_ALL_TYPES && !is_sql_type(sql_type)) {
        return base::Diag{{"HY004"}, "This is no SQL type"};
    }
    // ODBC 2 codes of dates and times ask for the same types.
    const SQLSMALLINT wanted = sql_type >= SQL_DATE && sql_type <= SQL_TIMESTAMP
                                   ? static_cast<SQLSMALLINT>(sql_type - SQL_DATE + SQL_TYPE_DATE)
                                   : sql_type;
    auto chosen = choose(wanted, options.wide_text);
    const auto code = [&](SQLSMALLINT type) { return options.odbc2 ? odbc2_type(type) : type; };
    std::stable_sort(chosen.begin(), chosen.end(),
                     [&](const auto& a, const auto& b) { return code(a.first) < code(b.first); });

    cas::PageBuilder out;
    for (const auto& [type, row] : chosen) write_row(out, *row, type, options.odbc2);
    auto page = out.finish(kColumns.size());
    if (!page) return std::move(page).error();
    return LocalResult{make_columns(options.odbc2), std::move(*page)};
}

}  // namespace cubrid::odbc::catalog
