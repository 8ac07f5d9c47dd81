#include "handles/desc.h"

#include "convert/interval.h"

namespace cubrid::odbc::handles {

void Desc::unbind(std::size_t number) {
    if (number < 1 || number > records_.size()) return;
    records_[number - 1] = {};
    while (!records_.empty() && !records_.back().is_bound()) records_.pop_back();
    touch();
}

convert::IntervalPrecision interval_precision(const DescRecord& record) {
    if (record.type != SQL_INTERVAL) return {};
    return {record.datetime_interval_precision, record.precision};
}

SQLSMALLINT decimal_digits(const DescRecord& record) {
    return record.type == SQL_DATETIME ? record.precision : record.scale;
}

void set_concise_type(DescRecord& record, SQLSMALLINT concise_type) {
    record.concise_type = concise_type;
    record.type = concise_type;
    record.datetime_interval_code = 0;
    if (concise_type >= SQL_TYPE_DATE && concise_type <= SQL_TYPE_TIMESTAMP) {
        record.type = SQL_DATETIME;
        record.datetime_interval_code =
            static_cast<SQLSMALLINT>(concise_type - SQL_TYPE_DATE + SQL_CODE_DATE);
    } else if (concise_type >= SQL_INTERVAL_YEAR && concise_type <= SQL_INTERVAL_MINUTE_TO_SECOND) {
        record.type = SQL_INTERVAL;
        record.datetime_interval_code =
            static_cast<SQLSMALLINT>(concise_type - SQL_INTERVAL_YEAR + SQL_CODE_YEAR);
        const convert::IntervalPrecision precision;
        record.datetime_interval_precision = precision.leading;
        record.precision = static_cast<SQLSMALLINT>(precision.seconds);
    }
}

}  // namespace cubrid::odbc::handles
