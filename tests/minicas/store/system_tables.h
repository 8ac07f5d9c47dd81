// The catalog as SQL sees it: db_class, db_attribute and the others. Their rows are computed when
// they are read.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "store/table.h"

namespace minicas {

using RowGenerator = std::function<std::vector<Row>(const Catalog&)>;
std::vector<std::pair<TableSchema, RowGenerator>> system_tables();

}  // namespace minicas
