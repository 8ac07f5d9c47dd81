// Columns of derived tables.
#pragma once

#include <string>
#include <vector>

#include "query/analysis.h"

namespace minicas {

inline void rename_columns(std::vector<ColumnInfo>& columns,
                           const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size() && i < columns.size(); ++i)
        columns[i].label = names[i];
}

// Behind a derived table the columns are plain expressions.
inline void make_derived(std::vector<ColumnInfo>& columns) {
    for (auto& column : columns) {
        ColumnInfo plain;
        plain.domain = column.domain;
        plain.label = column.label;
        column = std::move(plain);
    }
}

}  // namespace minicas
