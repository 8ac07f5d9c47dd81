// What stands in FROM: tables, views, derived tables, collections.
#include <algorithm>

#include "query/analysis.h"
#include "query/derived.h"
#include "sql/parser.h"
#include "sql/print.h"
#include "types/error.h"

namespace minicas {

namespace {

constexpr int kMaxViewDepth = 32;

ColumnInfo column_of_table(const Table& table, std::size_t i) {
    const Column& column = table.schema.columns[i];
    ColumnInfo info;
    info.domain = column.domain;
    info.label = column.name;
    info.table = table.schema.shown_name();
    info.attribute = column.name;
    info.not_null = column.not_null;
    info.default_text = column.default_shown;
    info.auto_increment = column.auto_increment;
    info.shared = column.shared;
    for (const auto& index : table.schema.indexes) {
        const bool part =
            std::find(index.columns.begin(), index.columns.end(), i) != index.columns.end();
        info.primary_key |= part && index.primary;
        info.unique |= part && index.unique;
        info.foreign_key |= part && index.foreign;
    }
    return info;
}

}  // namespace

Source Analysis::table_source(TableRef& table, const Scope* outer) {
    Source source;
    source.number = table.source = next_source_++;
    if (table.collection) {
        const Domain* element = table.collection->domain.element();
        if (!element)
            throw semantic_failure("'" + print(*table.collection) +
                                   "' should have exactly one set element type. ");
        ColumnInfo column;
        column.domain = *element;
        source.columns.push_back(std::move(column));
        rename_columns(source.columns, table.column_names);
        source.alias = table.alias;
        return source;
    }
    if (table.query) {
        source.columns = select(*table.query, outer);
        make_derived(source.columns);
        rename_columns(source.columns, table.column_names);
        source.alias = table.alias;
        return source;
    }
    source.alias = table.alias.empty() ? table.table.name : table.alias;
    const auto common = common_tables_.find(table.table.name);
    if (common != common_tables_.end() && table.table.owner.empty()) {
        table.common_table = table.table.name;
        source.columns = common->second;
        return source;
    }
    const auto found = finder_.find_table(table.table);
    if (!found) throw syntax_failure("Unknown class \"" + finder_.qualified(table.table) + "\". ");
    tables_.push_back(found);
    if (found->schema.is_view()) {
        Source view = view_source(table, found);
        view.number = source.number;
        view.alias = source.alias;
        return view;
    }
    source.table = found;
    source.owner = found->schema.owner;
    source.name = found->schema.name;
    table.table_id = found->id;
    for (std::size_t i = 0; i < found->schema.columns.size(); ++i)
        source.columns.push_back(column_of_table(*found, i));
    return source;
}

Source Analysis::view_source(TableRef& table, const TablePtr& view) {
    if (++view_depth_ > kMaxViewDepth) throw semantic_failure("Views are nested too deeply. ");
    table.query = parse_query(view->schema.view_query);
    auto hidden = std::move(common_tables_);
    common_tables_.clear();
    const auto columns = select(*table.query, nullptr);
    common_tables_ = std::move(hidden);
    --view_depth_;
    Source source;
    source.owner = view->schema.owner;
    source.name = view->schema.name;
    for (std::size_t i = 0; i < columns.size() && i < view->schema.columns.size(); ++i) {
        ColumnInfo info;
        info.domain = columns[i].domain;
        info.label = view->schema.columns[i].name;
        info.table = view->schema.qualified();
        info.default_text = "NULL";
        source.columns.push_back(std::move(info));
    }
    return source;
}

}  // namespace minicas
