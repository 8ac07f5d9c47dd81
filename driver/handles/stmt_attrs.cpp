// SQLSetStmtAttr and SQLGetStmtAttr. Many statement attributes are header fields of a descriptor
// (ODBC, SQLSetStmtAttr, "Comments").
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "handles/registry.h"
#include "handles/stmt.h"

namespace cubrid::odbc::handles {
namespace {

base::Diag bad_value(std::string text) { return {{"HY024"}, std::move(text)}; }

// Attributes of which the driver has one value; another one is changed to it, with 01S02, where
// ODBC allows that.
struct FixedAttribute {
    SQLINTEGER attribute;
    SQLULEN value;
    SQLULEN highest;  // larger ones are no values of the attribute at all
    const char* text;
};
constexpr std::array kFixed = {
    FixedAttribute{SQL_ATTR_CURSOR_TYPE, SQL_CURSOR_FORWARD_ONLY, SQL_CURSOR_STATIC,
                   "Cursors are forward only"},
    FixedAttribute{SQL_ATTR_CONCURRENCY, SQL_CONCUR_READ_ONLY, SQL_CONCUR_VALUES,
                   "Cursors are read only"},
    FixedAttribute{SQL_ATTR_SIMULATE_CURSOR, SQL_SC_NON_UNIQUE, SQL_SC_UNIQUE,
                   "Positioned statements are not simulated"},
    FixedAttribute{SQL_ATTR_KEYSET_SIZE, 0, ~SQLULEN{0}, "There are no keyset cursors"},
};
// As above, but another value is refused.
constexpr std::array kRefused = {
    FixedAttribute{SQL_ATTR_CURSOR_SCROLLABLE, SQL_NONSCROLLABLE, SQL_SCROLLABLE,
                   "Cursors are forward only"},
    FixedAttribute{SQL_ATTR_CURSOR_SENSITIVITY, SQL_UNSPECIFIED, SQL_SENSITIVE,
                   "Cursors are insensitive"},
    FixedAttribute{SQL_ATTR_USE_BOOKMARKS, SQL_UB_OFF, SQL_UB_VARIABLE, "There are no bookmarks"},
    FixedAttribute{SQL_ATTR_ASYNC_ENABLE, SQL_ASYNC_ENABLE_OFF, SQL_ASYNC_ENABLE_ON,
                   "Statements run synchronously; use threads (SQL_ASYNC_MODE is SQL_AM_NONE)"},
    FixedAttribute{SQL_ATTR_ENABLE_AUTO_IPD, SQL_FALSE, SQL_TRUE,
                   "The driver does not fill the IPD by itself"},
};

struct PlainAttribute {
    SQLINTEGER attribute;
    SQLULEN StmtAttributes::*member;
    SQLULEN highest;
};
constexpr std::array kPlain = {
    PlainAttribute{SQL_ATTR_MAX_ROWS, &StmtAttributes::max_rows, ~SQLULEN{0}},
    PlainAttribute{SQL_ATTR_MAX_LENGTH, &StmtAttributes::max_length, ~SQLULEN{0}},
    PlainAttribute{SQL_ATTR_NOSCAN, &StmtAttributes::noscan, SQL_NOSCAN_ON},
    PlainAttribute{SQL_ATTR_METADATA_ID, &StmtAttributes::metadata_id, SQL_TRUE},
    PlainAttribute{SQL_ATTR_RETRIEVE_DATA, &StmtAttributes::retrieve_data, SQL_RD_ON},
    // Of SQLExtendedFetch alone; SQLFetch must not fill arrays that nobody has bound.
    PlainAttribute{SQL_ROWSET_SIZE, &StmtAttributes::extended_fetch_rows, ~SQLULEN{0}},
};

constexpr const char* kNoSuchValue = "The statement attribute cannot have this value";

base::Result<void> change_to_fixed(const FixedAttribute& fixed, SQLULEN value, DiagList& diags) {
    if (value > fixed.highest) return bad_value(kNoSuchValue);
    if (value != fixed.value)
        diags.add({{"01S02"}, std::string{fixed.text} + "; the value was changed"});
    return {};
}

base::Result<void> refuse_others(const FixedAttribute& refused, SQLULEN value) {
    if (value > refused.highest) return bad_value(kNoSuchValue);
    if (value == refused.value) return {};
    // An insensitive cursor is what the driver has; asking for it by name is no wish for another.
    if (refused.attribute == SQL_ATTR_CURSOR_SENSITIVITY && value == SQL_INSENSITIVE) return {};
    return base::Diag{{"HYC00"}, refused.text};
}

template <class Table>
const typename Table::value_type* find_in(const Table& table, SQLINTEGER attribute) {
    const auto* found = std::find_if(table.begin(), table.end(),
                                     [&](const auto& row) { return row.attribute == attribute; });
    return found == table.end() ? nullptr : found;
}

// The header field of a descriptor that a statement attribute is.
struct DescField {
    Desc* desc;
    enum class Field : std::uint8_t { array_size, status, processed, offset, bind_type } field;
};
std::optional<DescField> desc_field(Stmt& stmt, SQLINTEGER attribute) {
    using Field = DescField::Field;
    switch (attribute) {
        case SQL_ATTR_PARAMSET_SIZE:
            return DescField{&stmt.apd(), Field::array_size};
        case SQL_ATTR_PARAM_OPERATION_PTR:
            return DescField{&stmt.apd(), Field::status};
        case SQL_ATTR_PARAM_BIND_OFFSET_PTR:
            return DescField{&stmt.apd(), Field::offset};
        case SQL_ATTR_PARAM_BIND_TYPE:
            return DescField{&stmt.apd(), Field::bind_type};
        case SQL_ATTR_PARAM_STATUS_PTR:
            return DescField{&stmt.ipd(), Field::status};
        case SQL_ATTR_PARAMS_PROCESSED_PTR:
            return DescField{&stmt.ipd(), Field::processed};
        case SQL_ATTR_ROW_ARRAY_SIZE:
            return DescField{&stmt.ard(), Field::array_size};
        case SQL_ATTR_ROW_OPERATION_PTR:
            return DescField{&stmt.ard(), Field::status};
        case SQL_ATTR_ROW_BIND_OFFSET_PTR:
            return DescField{&stmt.ard(), Field::offset};
        case SQL_ATTR_ROW_BIND_TYPE:
            return DescField{&stmt.ard(), Field::bind_type};
        case SQL_ATTR_ROW_STATUS_PTR:
            return DescField{&stmt.ird(), Field::status};
        case SQL_ATTR_ROWS_FETCHED_PTR:
            return DescField{&stmt.ird(), Field::processed};
        default:
            return std::nullopt;
    }
}

base::Result<void> set_desc_field(const DescField& field, SQLPOINTER value) {
    const auto number = reinterpret_cast<SQLULEN>(value);
    switch (field.field) {
        case DescField::Field::array_size:
            if (number == 0) return bad_value("An array has at least one row");
            field.desc->array_size = number;
            break;
        case DescField::Field::status:
            field.desc->array_status_ptr = static_cast<SQLUSMALLINT*>(value);
            break;
        case DescField::Field::processed:
            field.desc->rows_processed_ptr = static_cast<SQLULEN*>(value);
            break;
        case DescField::Field::offset:
            field.desc->bind_offset_ptr = static_cast<SQLLEN*>(value);
            break;
        case DescField::Field::bind_type:
            field.desc->bind_type = static_cast<SQLINTEGER>(number);
            break;
    }
    field.desc->touch();
    return {};
}

Stmt::AttributeValue desc_field_value(const DescField& field) {
    const auto pointer = [](const void* value) {
        return Stmt::AttributeValue{reinterpret_cast<SQLULEN>(value), true};
    };
    switch (field.field) {
        case DescField::Field::array_size:
            return {field.desc->array_size};
        case DescField::Field::status:
            return pointer(field.desc->array_status_ptr);
        case DescField::Field::processed:
            return pointer(field.desc->rows_processed_ptr);
        case DescField::Field::offset:
            return pointer(field.desc->bind_offset_ptr);
        case DescField::Field::bind_type:
            break;
    }
    return {static_cast<SQLULEN>(field.desc->bind_type)};
}

// SQL_NULL_HDESC brings the implicit descriptor back.
base::Result<void> associate(std::shared_ptr<Desc>& current, const std::shared_ptr<Desc>& own,
                             const Dbc& dbc, SQLPOINTER value) {
    if (value == SQL_NULL_HDESC || value == own.get()) {
        current = own;
        return {};
    }
    auto desc = find_handle<Desc>(value);
    if (!desc) return bad_value("This is no descriptor handle");
    if (!desc->is_explicit())
        return base::Diag{{"HY017"}, "An implicit descriptor belongs to its own statement"};
    if (!desc->belongs_to(&dbc))
        return bad_value("The descriptor was allocated on another connection");
    current = std::move(desc);
    return {};
}

}  // namespace

base::Result<void> Stmt::set_attribute(SQLINTEGER attribute, SQLPOINTER value) {
    const auto number = reinterpret_cast<SQLULEN>(value);
    if (const auto field = desc_field(*this, attribute)) return set_desc_field(*field, value);
    if (const PlainAttribute* plain = find_in(kPlain, attribute)) {
        if (number > plain->highest) return bad_value(kNoSuchValue);
        attributes_.*plain->member = number;
        return {};
    }
    if (const FixedAttribute* fixed = find_in(kFixed, attribute))
        return change_to_fixed(*fixed, number, diags());
    if (const FixedAttribute* refused = find_in(kRefused, attribute))
        return refuse_others(*refused, number);
    switch (attribute) {
        case SQL_ATTR_QUERY_TIMEOUT:
            attributes_.query_timeout_ms =
                number > ~SQLULEN{0} / 1000 ? ~SQLULEN{0} : number * 1000;
            return {};
        case SQL_ATTR_APP_PARAM_DESC:
            return associate(apd_, own_apd_, *dbc_, value);
        case SQL_ATTR_APP_ROW_DESC:
            if (cursor_) cursor_->forget_plan();
            return associate(ard_, own_ard_, *dbc_, value);
        case SQL_ATTR_IMP_PARAM_DESC:
        case SQL_ATTR_IMP_ROW_DESC:
            return base::Diag{{"HY017"}, "An implementation descriptor cannot be replaced"};
        case SQL_ATTR_FETCH_BOOKMARK_PTR:
            return base::Diag{{"HYC00"}, "There are no bookmarks"};
        case SQL_ATTR_ROW_NUMBER:
            return base::Diag{{"HY092"}, "This statement attribute can only be read"};
        default:
            return base::Diag{{"HY092"}, "This is no statement attribute that the driver knows"};
    }
}

base::Result<Stmt::AttributeValue> Stmt::attribute(SQLINTEGER attribute) {
    const auto handle = [](const Desc& desc) {
        return AttributeValue{reinterpret_cast<SQLULEN>(&desc), true};
    };
    if (const auto field = desc_field(*this, attribute)) return desc_field_value(*field);
    if (const PlainAttribute* plain = find_in(kPlain, attribute))
        return AttributeValue{attributes_.*plain->member};
    if (const FixedAttribute* fixed = find_in(kFixed, attribute))
        return AttributeValue{fixed->value};
    if (const FixedAttribute* refused = find_in(kRefused, attribute))
        return AttributeValue{refused->value};
    switch (attribute) {
        case SQL_ATTR_QUERY_TIMEOUT:
            return AttributeValue{attributes_.query_timeout_ms / 1000 +
                                  (attributes_.query_timeout_ms % 1000 > 0 ? 1 : 0)};
        case SQL_ATTR_APP_PARAM_DESC:
            return handle(apd());
        case SQL_ATTR_APP_ROW_DESC:
            return handle(ard());
        case SQL_ATTR_IMP_PARAM_DESC:
            return handle(*ipd_);
        case SQL_ATTR_IMP_ROW_DESC:
            return handle(*ird_);
        case SQL_ATTR_FETCH_BOOKMARK_PTR:
            return AttributeValue{0, true};
        case SQL_ATTR_ROW_NUMBER:
            if (!cursor_ || cursor_->row_number() == 0)
                return base::Diag{{"24000"}, "The cursor is on no row"};
            return AttributeValue{cursor_->row_number()};
        default:
            return base::Diag{{"HY092"}, "This is no statement attribute that the driver knows"};
    }
}

}  // namespace cubrid::odbc::handles
