#include "handles/ird.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace cubrid::odbc::handles {
namespace {

// From 11.2 on tables come as "owner.table", owners in lower case; catalog views show them in
// capitals (CAS protocol 4.3.2).
void set_table(DescRecord& record, const std::string& table) {
    const auto dot = table.find('.');
    if (dot == std::string::npos) {
        record.table_name = table;
    } else {
        record.schema_name = table.substr(0, dot);
        std::transform(record.schema_name.begin(), record.schema_name.end(),
                       record.schema_name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        record.table_name = table.substr(dot + 1);
    }
    record.base_table_name = record.table_name;
}

DescRecord describe_column(const cas::Column& column, const convert::DescribeOptions& options) {
    const convert::Description description =
        convert::describe(column.type, column.precision, column.scale, options);
    DescRecord record;
    record.type = description.verbose_type;
    record.concise_type = description.concise_type;
    record.datetime_interval_code = description.datetime_code;
    record.length = description.length;
    record.octet_length = description.octet_length;
    record.precision = description.precision;
    record.scale = description.scale;
    record.num_prec_radix = description.num_prec_radix;
    record.nullable = column.not_null || column.primary_key ? SQL_NO_NULLS
                      : column.table.empty()                ? SQL_NULLABLE_UNKNOWN
                                                            : SQL_NULLABLE;
    record.unnamed = column.label.empty() ? SQL_UNNAMED : SQL_NAMED;
    record.updatable = column.table.empty() ? SQL_ATTR_READONLY : SQL_ATTR_READWRITE_UNKNOWN;
    record.searchable = description.searchable;
    record.is_unsigned = description.is_unsigned ? SQL_TRUE : SQL_FALSE;
    record.auto_unique_value = column.auto_increment ? SQL_TRUE : SQL_FALSE;
    record.case_sensitive = description.case_sensitive ? SQL_TRUE : SQL_FALSE;
    record.display_size = description.display_size;
    record.column_size = description.column_size;
    record.name = column.label;
    record.label = column.label;
    // Only the label comes from the server; of a column that is not renamed it is the column's
    // name.
    record.base_column_name = column.table.empty() ? std::string{} : column.label;
    set_table(record, column.table);
    record.type_name = description.type_name;
    record.local_type_name = description.type_name;
    record.literal_prefix = description.literal_prefix;
    record.literal_suffix = description.literal_suffix;
    return record;
}

}  // namespace

std::vector<DescRecord> describe_result(const std::vector<cas::Column>& columns,
                                        const convert::DescribeOptions& options) {
    std::vector<DescRecord> records;
    records.reserve(columns.size());
    for (const cas::Column& column : columns) records.push_back(describe_column(column, options));
    return records;
}

}  // namespace cubrid::odbc::handles
