// Fields of descriptors by number: one table for SQLGetDescField, SQLSetDescField and
// SQLColAttribute (ODBC, SQLSetDescField).
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "handles/desc.h"

namespace cubrid::odbc::handles {

using FieldValue = std::variant<SQLSMALLINT, SQLINTEGER, SQLLEN, SQLULEN, SQLPOINTER, std::string>;

// Errors: 07009 no such record, HY091 no such field, or none of this kind of descriptor.
base::Result<FieldValue> get_field(const Desc& desc, SQLSMALLINT record, SQLSMALLINT field);

// `value` holds an integer or is a pointer, as SQLSetDescField passes it; `text` the value of text
// fields, in UTF-8. Errors: HY016 an implementation row descriptor, HY091, HY092, 07009.
base::Result<void> set_field(Desc& desc, SQLSMALLINT record, SQLSMALLINT field, SQLPOINTER value,
                             std::string_view text);
bool is_text_field(SQLSMALLINT field);

// ODBC, SQLColAttribute: SQL_DESC_* and the SQL_COLUMN_* of ODBC 2. Numbers come as SQLLEN.
base::Result<FieldValue> column_attribute(const Desc& ird, SQLUSMALLINT column, SQLUSMALLINT field);

}  // namespace cubrid::odbc::handles
