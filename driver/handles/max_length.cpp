#include "handles/max_length.h"

#include "base/utf.h"

namespace cubrid::odbc::handles {

cas::Cell cut_short(cas::Cell cell, const cas::ColumnType& type, SQLULEN limit) {
    if (cell.is_null() || static_cast<SQLULEN>(cell.size) <= limit) return cell;
    switch (type.type) {
        case cas::Type::character:
        case cas::Type::string:
        case cas::Type::nchar:
        case cas::Type::varnchar:
        case cas::Type::json: {
            // The NUL that ends a text on the wire is not counted; a text cut here has none.
            if (static_cast<SQLULEN>(cell.size) <= limit + 1) return cell;
            const auto kept = base::utf8_prefix(base::as_text(cell.bytes()), limit);
            cell.size = static_cast<std::int32_t>(kept.size());
            return cell;
        }
        case cas::Type::bit:
        case cas::Type::varbit:
            cell.size = static_cast<std::int32_t>(limit);
            return cell;
        default:
            return cell;
    }
}

}  // namespace cubrid::odbc::handles
