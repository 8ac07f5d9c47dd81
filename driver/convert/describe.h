// How a CUBRID column is described in ODBC: SQL type, sizes, name (ODBC Appendix D, "Column Size,
// Decimal Digits, Transfer Octet Length, and Display Size"). One table feeds SQLDescribeCol,
// SQLColAttribute, the IRD and the catalog.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstdint>
#include <string_view>

#include "base/charset.h"
#include "cas/types.h"

namespace cubrid::odbc::convert {

struct DescribeOptions {
    bool wide_text =
        true;  // TextTypes=wide: character columns are SQL_WCHAR, SQL_WVARCHAR, SQL_WLONGVARCHAR
    std::int32_t max_varchar =
        4000;  // MaxVarchar: longer or undetermined text is SQL_WLONGVARCHAR / SQL_LONGVARCHAR
    base::Charset narrow = base::Charset::utf8;  // Charset, of the narrow types
};

struct Description {
    SQLSMALLINT concise_type = SQL_VARCHAR;
    SQLSMALLINT verbose_type = SQL_VARCHAR;  // SQL_DATETIME for dates and times
    SQLSMALLINT datetime_code = 0;           // SQL_CODE_DATE ...
    SQLULEN column_size = 0;  // characters, digits, bits / 8, as the reference gives them per type
    SQLSMALLINT decimal_digits = 0;
    SQLLEN octet_length = 0;        // bytes of the default C type's value
    SQLLEN display_size = 0;        // characters
    SQLULEN length = 0;             // SQL_DESC_LENGTH
    SQLSMALLINT precision = 0;      // SQL_DESC_PRECISION
    SQLSMALLINT scale = 0;          // SQL_DESC_SCALE
    SQLINTEGER num_prec_radix = 0;  // 10, 2 or 0
    bool is_unsigned = true;  // SQL_DESC_UNSIGNED: true for everything that is not a signed number
    bool case_sensitive = false;
    SQLSMALLINT searchable = SQL_PRED_SEARCHABLE;
    std::string_view type_name;  // CUBRID's name: "INTEGER", "CHARACTER VARYING" ...
    std::string_view literal_prefix;
    std::string_view literal_suffix;
};

Description describe(const cas::ColumnType& type, int precision, int scale,
                     const DescribeOptions& options);

}  // namespace cubrid::odbc::convert
