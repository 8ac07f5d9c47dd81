// SQLDescribeCol, SQLColAttribute.
#include <string>

#include "handles/desc_fields.h"
#include "handles/stmt.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Stmt;

base::Result<void> require_columns(const Stmt& stmt) {
    auto count = stmt.column_count();
    if (!count) return std::move(count).error();
    if (*count == 0) return base::Diag{{"07005"}, "The statement has no result"};
    return {};
}

template <class Char>
SQLRETURN describe_col(SQLHSTMT handle, SQLUSMALLINT column, Char* name, SQLSMALLINT capacity,
                       SQLSMALLINT* length, SQLSMALLINT* type, SQLULEN* size, SQLSMALLINT* digits,
                       SQLSMALLINT* nullable) noexcept {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> base::Result<void> {
        if (auto there = require_columns(stmt); !there) return there;
        const handles::DescRecord* record = stmt.ird().record(column);
        if (record == nullptr) {
            return base::Diag{{"07009"},
                              "The result has columns 1 to " + std::to_string(stmt.ird().count())};
        }
        if (type != nullptr) *type = record->concise_type;
        if (size != nullptr) *size = record->column_size;
        if (digits != nullptr) *digits = handles::decimal_digits(*record);
        if (nullable != nullptr) *nullable = record->nullable;
        return text_out<Char>(record->label, name, capacity, length, Unit::characters,
                              stmt.dbc().narrow_charset(), stmt.diags());
    });
}

template <class Char>
SQLRETURN col_attribute(SQLHSTMT handle, SQLUSMALLINT column, SQLUSMALLINT field, SQLPOINTER text,
                        SQLSMALLINT capacity, SQLSMALLINT* length, SQLLEN* number) noexcept {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> base::Result<void> {
        if (field != SQL_DESC_COUNT && field != SQL_COLUMN_COUNT) {
            if (auto there = require_columns(stmt); !there) return there;
        }
        auto value = handles::column_attribute(stmt.ird(), column, field);
        if (!value) return std::move(value).error();
        if (const auto* string = std::get_if<std::string>(&*value)) {
            return text_out<Char>(*string, text, capacity, length, Unit::bytes,
                                  stmt.dbc().narrow_charset(), stmt.diags());
        }
        if (number != nullptr) *number = std::get<SQLLEN>(*value);
        return {};
    });
}

}  // namespace
}  // namespace cubrid::odbc::entry

using namespace cubrid::odbc::entry;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLDescribeCol(SQLHSTMT handle, SQLUSMALLINT column, SQLCHAR* name,
                                 SQLSMALLINT capacity, SQLSMALLINT* length, SQLSMALLINT* type,
                                 SQLULEN* size, SQLSMALLINT* digits, SQLSMALLINT* nullable) {
    return describe_col(handle, column, name, capacity, length, type, size, digits, nullable);
}
SQLRETURN SQL_API SQLDescribeColW(SQLHSTMT handle, SQLUSMALLINT column, SQLWCHAR* name,
                                  SQLSMALLINT capacity, SQLSMALLINT* length, SQLSMALLINT* type,
                                  SQLULEN* size, SQLSMALLINT* digits, SQLSMALLINT* nullable) {
    return describe_col(handle, column, name, capacity, length, type, size, digits, nullable);
}
SQLRETURN SQL_API SQLColAttribute(SQLHSTMT handle, SQLUSMALLINT column, SQLUSMALLINT field,
                                  SQLPOINTER text, SQLSMALLINT capacity, SQLSMALLINT* length,
                                  SQLLEN* number) {
    return col_attribute<SQLCHAR>(handle, column, field, text, capacity, length, number);
}
SQLRETURN SQL_API SQLColAttributeW(SQLHSTMT handle, SQLUSMALLINT column, SQLUSMALLINT field,
                                   SQLPOINTER text, SQLSMALLINT capacity, SQLSMALLINT* length,
                                   SQLLEN* number) {
    return col_attribute<SQLWCHAR>(handle, column, field, text, capacity, length, number);
}

}  // extern "C"
