// Descriptors: where the application's buffers are, and what the server's columns and parameters
// look like (ODBC, "Descriptors").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "convert/interval.h"
#include "handles/handle.h"

namespace cubrid::odbc::handles {

enum class DescKind : std::uint8_t { apd, ard, ipd, ird };

// One column or parameter. Fields carry the names of the SQL_DESC_* constants.
struct DescRecord {
    SQLSMALLINT type = SQL_C_DEFAULT;
    SQLSMALLINT concise_type = SQL_C_DEFAULT;
    SQLSMALLINT datetime_interval_code = 0;
    SQLINTEGER datetime_interval_precision = 0;
    SQLULEN length = 0;
    SQLLEN octet_length = 0;
    SQLSMALLINT precision = 0;
    SQLSMALLINT scale = 0;
    SQLINTEGER num_prec_radix = 0;
    SQLPOINTER data_ptr = nullptr;
    SQLLEN* indicator_ptr = nullptr;
    SQLLEN* octet_length_ptr = nullptr;
    SQLSMALLINT parameter_type = SQL_PARAM_INPUT;
    SQLSMALLINT nullable = SQL_NULLABLE_UNKNOWN;
    SQLSMALLINT unnamed = SQL_UNNAMED;
    SQLSMALLINT updatable = SQL_ATTR_READWRITE_UNKNOWN;
    SQLSMALLINT searchable = SQL_PRED_SEARCHABLE;
    SQLSMALLINT fixed_prec_scale = SQL_FALSE;
    SQLSMALLINT is_unsigned = SQL_TRUE;
    SQLSMALLINT rowver = SQL_FALSE;
    SQLINTEGER auto_unique_value = SQL_FALSE;
    SQLINTEGER case_sensitive = SQL_FALSE;
    SQLLEN display_size = 0;
    SQLULEN column_size =
        0;  // SQLDescribeCol's, which is the length of text and the precision of numbers
    std::string name;
    std::string label;
    std::string base_column_name;
    std::string base_table_name;
    std::string table_name;
    std::string schema_name;
    std::string catalog_name;
    std::string type_name;
    std::string local_type_name;
    std::string literal_prefix;
    std::string literal_suffix;

    [[nodiscard]] bool is_bound() const {
        return data_ptr != nullptr || indicator_ptr != nullptr || octet_length_ptr != nullptr;
    }
};

class Desc : public Handle {
 public:
    static constexpr Kind kKind = Kind::desc;

    // `owner`: the connection that an explicitly allocated descriptor belongs to; null for the
    // implicit ones. Never dereferenced.
    explicit Desc(DescKind role, const void* owner = nullptr)
        : Handle{kKind}, role_{role}, owner_{owner} {}

    [[nodiscard]] DescKind role() const { return role_; }
    [[nodiscard]] bool is_application() const {
        return role_ == DescKind::apd || role_ == DescKind::ard;
    }
    [[nodiscard]] bool is_explicit() const { return owner_ != nullptr; }
    [[nodiscard]] bool belongs_to(const void* connection) const { return owner_ == connection; }
    // Statements that use it go back to their own.
    void mark_freed() { freed_ = true; }
    [[nodiscard]] bool is_freed() const { return freed_; }

    // SQL_DESC_COUNT; record 0, the bookmark's, is not counted.
    [[nodiscard]] SQLSMALLINT count() const { return static_cast<SQLSMALLINT>(records_.size()); }
    void set_count(std::size_t count) {
        records_.resize(count);
        touch();
    }
    // 1-based; nullptr behind the last.
    [[nodiscard]] DescRecord* record(std::size_t number) {
        return number >= 1 && number <= records_.size() ? &records_[number - 1] : nullptr;
    }
    [[nodiscard]] const DescRecord* record(std::size_t number) const {
        return number >= 1 && number <= records_.size() ? &records_[number - 1] : nullptr;
    }
    // Makes the descriptor longer where needed. Every change goes through here or touch().
    DescRecord& change(std::size_t number) {
        if (number > records_.size()) records_.resize(number);
        touch();
        return records_[number - 1];
    }
    void replace(std::vector<DescRecord> records) {
        records_ = std::move(records);
        touch();
    }
    // A record that is taken away shortens the descriptor to the last bound one.
    void unbind(std::size_t number);
    void unbind_all() { set_count(0); }

    // Ticks with every change, so that plans made from the descriptor know when they are stale.
    [[nodiscard]] std::uint64_t generation() const { return generation_; }
    void touch() { ++generation_; }

    // Header fields.
    SQLULEN array_size = 1;
    SQLUSMALLINT* array_status_ptr = nullptr;
    SQLULEN* rows_processed_ptr = nullptr;
    SQLLEN* bind_offset_ptr = nullptr;
    SQLINTEGER bind_type = SQL_BIND_BY_COLUMN;

 private:
    const DescKind role_;
    const void* const owner_;
    std::atomic<bool> freed_{false};
    std::vector<DescRecord> records_;
    std::uint64_t generation_ = 1;
};

// Of an application's interval; the default for any other type.
convert::IntervalPrecision interval_precision(const DescRecord& record);

// What SQLDescribeCol calls decimal digits: of a date-time type the digits of its fraction, which a
// descriptor calls precision.
SQLSMALLINT decimal_digits(const DescRecord& record);

// Sets type, concise type and the interval code together, and an interval's precisions to their
// defaults (ODBC, SQLSetDescField, "SQL_DESC_CONCISE_TYPE").
void set_concise_type(DescRecord& record, SQLSMALLINT concise_type);

}  // namespace cubrid::odbc::handles
