// What a table or view is made of.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/text.h"
#include "types/value.h"

namespace minicas {

struct Column {
    std::string name;
    Domain domain;
    bool not_null = false;
    bool auto_increment = false;
    bool shared = false;
    std::int64_t auto_start = 1;
    std::int64_t auto_step = 1;
    std::string default_sql;             // empty: none
    std::string default_shown = "NULL";  // as column information gives it (CAS protocol 4.3.4)
    std::string comment;
};

struct Index {
    std::string name;
    std::vector<std::size_t> columns;
    std::vector<bool> descending;
    bool unique = false;
    bool primary = false;
    bool foreign = false;  // made by a foreign key
};

struct ForeignKey {
    std::string name;
    std::vector<std::size_t> columns;
    std::string parent;  // owner.name
    std::vector<std::string> parent_columns;
    std::string on_delete = "restrict";
    std::string on_update = "restrict";
};

struct TableSchema {
    std::string owner;
    std::string name;
    std::vector<Column> columns;
    std::vector<Index> indexes;
    std::vector<ForeignKey> foreign_keys;
    bool system = false;
    bool reuse_oid = true;   // false: its rows are objects that others may refer to
    std::string view_query;  // of a view: its text

    bool is_view() const { return !view_query.empty(); }
    std::string qualified() const { return owner + "." + name; }
    std::string shown_name() const { return system ? name : qualified(); }
    std::optional<std::size_t> find(std::string_view column) const {
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (same_name(columns[i].name, column)) return i;
        return std::nullopt;
    }
};

}  // namespace minicas
