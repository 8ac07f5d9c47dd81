#include "handles/desc_fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace cubrid::odbc::handles {
namespace {

using Member = std::variant<SQLSMALLINT DescRecord::*, SQLINTEGER DescRecord::*,
                            SQLULEN DescRecord::*, SQLLEN DescRecord::*, SQLPOINTER DescRecord::*,
                            SQLLEN * DescRecord::*, std::string DescRecord::*>;

// Which kinds of descriptor can write a field (ODBC, SQLSetDescField, "Initialization of Descriptor
// Fields"). The IRD is never written.
constexpr unsigned kNobody = 0;
constexpr unsigned kApplication = 1;  // ARD and APD
constexpr unsigned kIpd = 2;

struct Field {
    SQLSMALLINT id;
    Member member;
    unsigned writers;
};

constexpr std::array kFields = {
    Field{SQL_DESC_AUTO_UNIQUE_VALUE, &DescRecord::auto_unique_value, kNobody},
    Field{SQL_DESC_BASE_COLUMN_NAME, &DescRecord::base_column_name, kNobody},
    Field{SQL_DESC_BASE_TABLE_NAME, &DescRecord::base_table_name, kNobody},
    Field{SQL_DESC_CASE_SENSITIVE, &DescRecord::case_sensitive, kNobody},
    Field{SQL_DESC_CATALOG_NAME, &DescRecord::catalog_name, kNobody},
    Field{SQL_DESC_CONCISE_TYPE, &DescRecord::concise_type, kApplication | kIpd},
    Field{SQL_DESC_DATA_PTR, &DescRecord::data_ptr, kApplication | kIpd},
    Field{SQL_DESC_DATETIME_INTERVAL_CODE, &DescRecord::datetime_interval_code,
          kApplication | kIpd},
    Field{SQL_DESC_DATETIME_INTERVAL_PRECISION, &DescRecord::datetime_interval_precision,
          kApplication | kIpd},
    Field{SQL_DESC_DISPLAY_SIZE, &DescRecord::display_size, kNobody},
    Field{SQL_DESC_FIXED_PREC_SCALE, &DescRecord::fixed_prec_scale, kNobody},
    Field{SQL_DESC_INDICATOR_PTR, &DescRecord::indicator_ptr, kApplication},
    Field{SQL_DESC_LABEL, &DescRecord::label, kNobody},
    Field{SQL_DESC_LENGTH, &DescRecord::length, kApplication | kIpd},
    Field{SQL_DESC_LITERAL_PREFIX, &DescRecord::literal_prefix, kNobody},
    Field{SQL_DESC_LITERAL_SUFFIX, &DescRecord::literal_suffix, kNobody},
    Field{SQL_DESC_LOCAL_TYPE_NAME, &DescRecord::local_type_name, kNobody},
    Field{SQL_DESC_NAME, &DescRecord::name, kIpd},
    Field{SQL_DESC_NULLABLE, &DescRecord::nullable, kNobody},
    Field{SQL_DESC_NUM_PREC_RADIX, &DescRecord::num_prec_radix, kApplication | kIpd},
    Field{SQL_DESC_OCTET_LENGTH, &DescRecord::octet_length, kApplication | kIpd},
    Field{SQL_DESC_OCTET_LENGTH_PTR, &DescRecord::octet_length_ptr, kApplication},
    Field{SQL_DESC_PARAMETER_TYPE, &DescRecord::parameter_type, kIpd},
    Field{SQL_DESC_PRECISION, &DescRecord::precision, kApplication | kIpd},
    Field{SQL_DESC_ROWVER, &DescRecord::rowver, kNobody},
    Field{SQL_DESC_SCALE, &DescRecord::scale, kApplication | kIpd},
    Field{SQL_DESC_SCHEMA_NAME, &DescRecord::schema_name, kNobody},
    Field{SQL_DESC_SEARCHABLE, &DescRecord::searchable, kNobody},
    Field{SQL_DESC_TABLE_NAME, &DescRecord::table_name, kNobody},
    Field{SQL_DESC_TYPE, &DescRecord::type, kApplication | kIpd},
    Field{SQL_DESC_TYPE_NAME, &DescRecord::type_name, kNobody},
    Field{SQL_DESC_UNNAMED, &DescRecord::unnamed, kIpd},
    Field{SQL_DESC_UNSIGNED, &DescRecord::is_unsigned, kNobody},
    Field{SQL_DESC_UPDATABLE, &DescRecord::updatable, kNobody},
};

const Field* find_field(SQLSMALLINT id) {
    const auto* found = std::find_if(kFields.begin(), kFields.end(),
                                     [&](const Field& field) { return field.id == id; });
    return found == kFields.end() ? nullptr : found;
}

base::Diag no_such_field() { return {{"HY091"}, "The descriptor has no such field"}; }
base::Diag no_such_record() { return {{"07009"}, "The descriptor has no such record"}; }

SQLPOINTER as_pointer(const void* pointer) { return const_cast<void*>(pointer); }

base::Result<FieldValue> header_field(const Desc& desc, SQLSMALLINT field) {
    switch (field) {
        case SQL_DESC_ALLOC_TYPE:
            return FieldValue{static_cast<SQLSMALLINT>(desc.is_explicit() ? SQL_DESC_ALLOC_USER
                                                                          : SQL_DESC_ALLOC_AUTO)};
        case SQL_DESC_ARRAY_SIZE:
            return FieldValue{SQLULEN{desc.array_size}};
        case SQL_DESC_ARRAY_STATUS_PTR:
            return FieldValue{as_pointer(desc.array_status_ptr)};
        case SQL_DESC_BIND_OFFSET_PTR:
            return FieldValue{as_pointer(desc.bind_offset_ptr)};
        case SQL_DESC_BIND_TYPE:
            return FieldValue{SQLINTEGER{desc.bind_type}};
        case SQL_DESC_COUNT:
            return FieldValue{desc.count()};
        case SQL_DESC_ROWS_PROCESSED_PTR:
            return FieldValue{as_pointer(desc.rows_processed_ptr)};
        default:
            return no_such_field();
    }
}

bool is_header_field(SQLSMALLINT field) {
    constexpr std::array kHeader = {SQL_DESC_ALLOC_TYPE,        SQL_DESC_ARRAY_SIZE,
                                    SQL_DESC_ARRAY_STATUS_PTR,  SQL_DESC_BIND_OFFSET_PTR,
                                    SQL_DESC_BIND_TYPE,         SQL_DESC_COUNT,
                                    SQL_DESC_ROWS_PROCESSED_PTR};
    return std::find(kHeader.begin(), kHeader.end(), field) != kHeader.end();
}

base::Result<void> set_header_field(Desc& desc, SQLSMALLINT field, SQLPOINTER value) {
    const auto number = reinterpret_cast<SQLLEN>(value);
    switch (field) {
        case SQL_DESC_ARRAY_SIZE:
            if (number <= 0) return base::Diag{{"HY024"}, "An array has at least one row"};
            desc.array_size = static_cast<SQLULEN>(number);
            break;
        case SQL_DESC_ARRAY_STATUS_PTR:
            desc.array_status_ptr = static_cast<SQLUSMALLINT*>(value);
            break;
        case SQL_DESC_BIND_OFFSET_PTR:
            desc.bind_offset_ptr = static_cast<SQLLEN*>(value);
            break;
        case SQL_DESC_BIND_TYPE:
            desc.bind_type = static_cast<SQLINTEGER>(number);
            break;
        case SQL_DESC_COUNT:
            if (number < 0 || number > 32767)
                return base::Diag{{"07009"}, "SQL_DESC_COUNT is 0 to 32767"};
            desc.set_count(static_cast<std::size_t>(number));
            break;
        case SQL_DESC_ROWS_PROCESSED_PTR:
            desc.rows_processed_ptr = static_cast<SQLULEN*>(value);
            break;
        default:
            return base::Diag{{"HY091"}, "This descriptor field can only be read"};
    }
    desc.touch();
    return {};
}

// A value as it stands in the pointer argument of SQLSetDescField.
struct Assign {
    DescRecord& record;
    SQLPOINTER value;
    std::string_view text;

    template <class T>
    requires std::is_integral_v<T>
    void operator()(T DescRecord::*member) const {
        record.*member = static_cast<T>(reinterpret_cast<std::intptr_t>(value));
    }
    void operator()(SQLPOINTER DescRecord::*member) const { record.*member = value; }
    void operator()(SQLLEN* DescRecord::*member) const {
        record.*member = static_cast<SQLLEN*>(value);
    }
    void operator()(std::string DescRecord::*member) const { record.*member = text; }
};

bool has_code(SQLSMALLINT type) { return type == SQL_DATETIME || type == SQL_INTERVAL; }

// What a verbose type and its code make; nothing while there is no such code.
std::optional<SQLSMALLINT> concise_type_of(const DescRecord& record) {
    const SQLSMALLINT code = record.datetime_interval_code;
    if (record.type == SQL_DATETIME && code >= SQL_CODE_DATE && code <= SQL_CODE_TIMESTAMP) {
        return static_cast<SQLSMALLINT>(SQL_TYPE_DATE + code - SQL_CODE_DATE);
    }
    if (record.type == SQL_INTERVAL && code >= SQL_CODE_YEAR && code <= SQL_CODE_MINUTE_TO_SECOND) {
        return static_cast<SQLSMALLINT>(SQL_INTERVAL_YEAR + code - SQL_CODE_YEAR);
    }
    return std::nullopt;
}

// Setting a type unbinds, and gives precision and scale their defaults (ODBC, SQLSetDescField,
// "Setting Fields").
void type_was_set(DescRecord& record, SQLSMALLINT field, bool application) {
    if (field == SQL_DESC_TYPE) {
        if (!has_code(record.type)) {
            set_concise_type(record, record.type);
        } else if (const auto concise = concise_type_of(record)) {
            set_concise_type(record, *concise);
        }
    } else if (field == SQL_DESC_CONCISE_TYPE) {
        set_concise_type(record, record.concise_type);
    } else if (field == SQL_DESC_DATETIME_INTERVAL_CODE) {
        if (const auto concise = concise_type_of(record)) set_concise_type(record, *concise);
        return;
    }
    if (application) record.data_ptr = nullptr;
    if (record.concise_type == SQL_C_NUMERIC) {
        record.precision = 38;
        record.scale = 0;
    }
}

}  // namespace

bool is_text_field(SQLSMALLINT field) {
    const Field* found = find_field(field);
    return found != nullptr && std::holds_alternative<std::string DescRecord::*>(found->member);
}

base::Result<FieldValue> get_field(const Desc& desc, SQLSMALLINT record, SQLSMALLINT field) {
    if (is_header_field(field)) return header_field(desc, field);
    const Field* found = find_field(field);
    if (found == nullptr) return no_such_field();
    if (record < 1) return no_such_record();
    const DescRecord* row = desc.record(static_cast<std::size_t>(record));
    // Behind the last record there is no data (ODBC, SQLGetDescField, "Returns"); the caller turns
    // this into SQL_NO_DATA.
    if (row == nullptr) return no_such_record();
    return std::visit(
        [&](auto member) -> FieldValue {
            using Value = std::decay_t<decltype(row->*member)>;
            if constexpr (std::is_same_v<Value, SQLLEN*>) {
                return as_pointer(row->*member);
            } else {
                return row->*member;
            }
        },
        found->member);
}

base::Result<void> set_field(Desc& desc, SQLSMALLINT record, SQLSMALLINT field, SQLPOINTER value,
                             std::string_view text) {
    const bool ird = desc.role() == DescKind::ird;
    if (is_header_field(field)) {
        if (ird && field != SQL_DESC_ARRAY_STATUS_PTR && field != SQL_DESC_ROWS_PROCESSED_PTR) {
            return base::Diag{{"HY016"}, "The implementation row descriptor cannot be changed"};
        }
        return set_header_field(desc, field, value);
    }
    if (ird) return base::Diag{{"HY016"}, "The implementation row descriptor cannot be changed"};
    const Field* found = find_field(field);
    if (found == nullptr) return no_such_field();
    const unsigned writer = desc.is_application() ? kApplication : kIpd;
    if ((found->writers & writer) == 0)
        return base::Diag{{"HY091"}, "This field of the descriptor can only be read"};
    if (record < 1) return no_such_record();
    DescRecord& row = desc.change(static_cast<std::size_t>(record));
    std::visit(Assign{row, value, text}, found->member);
    if (field == SQL_DESC_TYPE || field == SQL_DESC_CONCISE_TYPE ||
        field == SQL_DESC_DATETIME_INTERVAL_CODE) {
        type_was_set(row, field, desc.is_application());
    }
    if (field == SQL_DESC_LENGTH) row.column_size = row.length;
    return {};
}

base::Result<FieldValue> column_attribute(const Desc& ird, SQLUSMALLINT column,
                                          SQLUSMALLINT field) {
    if (field == SQL_DESC_COUNT || field == SQL_COLUMN_COUNT)
        return FieldValue{SQLLEN{ird.count()}};
    if (column == 0) return base::Diag{{"07009"}, "Bookmarks are off (SQL_ATTR_USE_BOOKMARKS)"};
    const DescRecord* record = ird.record(column);
    if (record == nullptr) {
        return base::Diag{{"07009"}, "The result has columns 1 to " + std::to_string(ird.count())};
    }
    switch (field) {
        case SQL_COLUMN_NAME:
            return FieldValue{record->name};
        case SQL_COLUMN_LENGTH:
            return FieldValue{record->octet_length};
        case SQL_COLUMN_PRECISION:
            return FieldValue{static_cast<SQLLEN>(record->column_size)};
        case SQL_COLUMN_SCALE:
            return FieldValue{SQLLEN{decimal_digits(*record)}};
        case SQL_COLUMN_NULLABLE:
            return FieldValue{SQLLEN{record->nullable}};
        default:
            break;
    }
    auto value = get_field(ird, static_cast<SQLSMALLINT>(column), static_cast<SQLSMALLINT>(field));
    if (!value || std::holds_alternative<std::string>(*value)) return value;
    return std::visit(
        [](const auto& number) -> base::Result<FieldValue> {
            if constexpr (std::is_integral_v<std::decay_t<decltype(number)>>) {
                return FieldValue{static_cast<SQLLEN>(number)};
            } else {
                return no_such_field();
            }
        },
        *value);
}

}  // namespace cubrid::odbc::handles
