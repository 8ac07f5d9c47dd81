// Columns whose type was not known at PREPARE: each value carries its own (CAS protocol 4.6).
#pragma once

#include <optional>

#include "cas/page.h"
#include "cas/types.h"

namespace cubrid::odbc::convert {

struct TaggedValue {
    cas::ColumnType type;
    cas::Cell cell;  // without the type bytes
};
// Nothing when the type bytes are none. The cell is not NULL.
std::optional<TaggedValue> untag(const cas::Cell& cell);

}  // namespace cubrid::odbc::convert
