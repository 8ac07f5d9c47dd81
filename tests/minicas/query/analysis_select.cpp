#include <algorithm>

#include "query/analysis.h"
#include "sql/parser.h"
#include "sql/print.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

constexpr int kMaxViewDepth = 32;

ColumnInfo column_of_table(const Table& table, std::size_t i) {
    const Column& column = table.schema.columns[i];
    ColumnInfo info;
    info.domain = column.domain;
    info.label = column.name;
    info.table = table.schema.shown_name();
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

void rename_columns(std::vector<ColumnInfo>& columns, const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size() && i < columns.size(); ++i)
        columns[i].label = names[i];
}

// Behind a derived table the columns are plain expressions.
void make_derived(std::vector<ColumnInfo>& columns) {
    for (auto& column : columns) {
        ColumnInfo plain;
        plain.domain = column.domain;
        plain.label = column.label;
        column = std::move(plain);
    }
}

}  // namespace

std::vector<ColumnInfo> Analysis::select(Select& query, const Scope* outer) {
    common_tables(query, outer);
    auto columns = !query.set_operator.empty() ? set_operation(query, outer)
                   : !query.values.empty()     ? values(query, outer)
                                               : plain_select(query, outer);
    query.width = columns.size();
    Scope none;
    none.outer = outer;
    condition(query.limit, none);
    condition(query.offset, none);
    for (auto* limit : {&query.limit, &query.offset})
        if (*limit && is_character((*limit)->domain.type))
            cast_to(*limit, Domain::of(TypeCode::kBigint));
    return columns;
}

void Analysis::common_tables(Select& query, const Scope* outer) {
    for (auto& table : query.with) {
        Select& body = *table.query;
        std::vector<ColumnInfo> columns;
        if (query.recursive && !body.set_operator.empty()) {
            columns = select(*body.left, outer);
            make_derived(columns);
            rename_columns(columns, table.column_names);
            common_tables_[table.name] = columns;
            body.width = columns.size();
            const auto right = select(*body.right, outer);
            if (right.size() != columns.size())
                throw syntax_failure("The number of columns do not match. ");
        } else {
            columns = select(body, outer);
            make_derived(columns);
            rename_columns(columns, table.column_names);
        }
        common_tables_[table.name] = columns;
    }
}

std::vector<ColumnInfo> Analysis::set_operation(Select& query, const Scope* outer) {
    auto left = select(*query.left, outer);
    const auto right = select(*query.right, outer);
    if (left.size() != right.size())
        throw syntax_failure("The number of columns, " + std::to_string(left.size()) +
                             ", in the left query do not match\nthe number of columns, " +
                             std::to_string(right.size()) + ", in the right query. ");
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Domain common = common_domain(left[i].domain, right[i].domain);
        for (Select* side : {query.left.get(), query.right.get()}) {
            if (!side->set_operator.empty()) continue;
            if (i < side->items.size()) cast_to(side->items[i].expr, common);
            for (auto& row : side->values) cast_to(row[i], common);
        }
        left[i].domain = common;
    }
    const auto labels = left;
    make_derived(left);
    for (auto& item : query.order_by) {
        if (item.expr->kind == ExprKind::kColumn && item.expr->qualifier.empty()) {
            const auto found = std::find_if(labels.begin(), labels.end(), [&](const ColumnInfo& c) {
                return same_name(c.label, item.expr->text);
            });
            if (found != labels.end()) {
                item.expr->kind = ExprKind::kLiteral;
                item.expr->value = Value(std::int64_t{found - labels.begin() + 1});
                item.expr->domain = Domain::of(TypeCode::kInt);
            }
        }
        Scope none;
        expression(item.expr, none);
    }
    return left;
}

std::vector<ColumnInfo> Analysis::values(Select& query, const Scope* outer) {
    std::vector<ColumnInfo> columns;
    Scope scope;
    scope.outer = outer;
    for (auto& row : query.values) {
        if (!columns.empty() && row.size() != columns.size())
            throw semantic_failure("The number of values differs. ");
        for (std::size_t i = 0; i < row.size(); ++i) {
            ColumnInfo info;
            if (&row == &query.values.front()) {
                SelectItem item{std::move(row[i]), ""};
                info.label = label_of(item);
                row[i] = std::move(item.expr);
                columns.push_back(info);
            }
            expression(row[i], scope);
            columns[i].domain = common_domain(columns[i].domain, row[i]->domain);
        }
    }
    for (auto& row : query.values)
        for (std::size_t i = 0; i < row.size(); ++i) cast_to(row[i], columns[i].domain);
    return columns;
}

std::vector<ColumnInfo> Analysis::plain_select(Select& query, const Scope* outer) {
    Scope scope;
    scope.outer = outer;
    for (auto& table : query.from) {
        condition(table.collection, scope);  // it may use the tables before it
        scope.sources.push_back(table_source(table, outer));
        if (table.natural) {
            // NATURAL JOIN: equality of the columns of the same name
            const Source& right = scope.sources.back();
            for (std::size_t s = 0; s + 1 < scope.sources.size(); ++s) {
                for (const auto& a : scope.sources[s].columns) {
                    const bool both =
                        std::any_of(right.columns.begin(), right.columns.end(),
                                    [&](const ColumnInfo& b) { return b.label == a.label; });
                    if (!both) continue;
                    const std::string text = "[" + scope.sources[s].alias + "].[" + a.label +
                                             "] = [" + right.alias + "].[" + a.label + "]";
                    auto equal = parse_expression(text);
                    if (!table.on) {
                        table.on = std::move(equal);
                        continue;
                    }
                    auto both_on = std::make_unique<Expr>();
                    both_on->kind = ExprKind::kBinary;
                    both_on->text = "and";
                    both_on->args.push_back(std::move(table.on));
                    both_on->args.push_back(std::move(equal));
                    table.on = std::move(both_on);
                }
            }
        }
        condition(table.on, scope);
    }
    expand_stars(query, scope);
    std::vector<ColumnInfo> columns;
    for (auto& item : query.items) {
        const std::string label = label_of(item);
        expression(item.expr, scope);
        auto info = column_info(item, scope);
        info.label = label;
        info.shown = item.shown;
        columns.push_back(std::move(info));
    }
    condition(query.where, scope);
    scope.select = &query;
    for (auto& item : query.group_by) expression(item.expr, scope);
    condition(query.having, scope);
    order_by(query, scope);
    return columns;
}

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

void Analysis::expand_stars(Select& query, const Scope& scope) {
    std::vector<SelectItem> items;
    for (auto& item : query.items) {
        if (item.expr->kind != ExprKind::kStar) {
            items.push_back(std::move(item));
            continue;
        }
        bool any = false;
        for (const auto& source : scope.sources) {
            const std::string& qualifier = item.expr->qualifier;
            if (!qualifier.empty() && !same_name(qualifier, source.alias) &&
                !same_name(qualifier, source.owner + "." + source.name))
                continue;
            any = true;
            for (std::size_t i = 0; i < source.columns.size(); ++i) {
                SelectItem column;
                column.expr = std::make_unique<Expr>();
                column.expr->kind = ExprKind::kColumn;
                column.expr->text = source.columns[i].label;
                column.expr->source = source.number;
                column.expr->column = static_cast<int>(i);
                items.push_back(std::move(column));
            }
        }
        if (!any)
            throw semantic_failure("Attribute \"" + item.expr->qualifier + "\" was not found. ");
    }
    query.items = std::move(items);
}

void Analysis::order_by(Select& query, const Scope& scope) {
    for (auto& item : query.order_by) {
        // An alias of the select list comes before a column of the tables.
        if (item.expr->kind == ExprKind::kColumn && item.expr->qualifier.empty()) {
            for (std::size_t i = 0; i < query.items.size(); ++i) {
                if (!same_name(query.items[i].alias, item.expr->text)) continue;
                auto position = std::make_unique<Expr>();
                position->value = Value(static_cast<std::int64_t>(i + 1));
                position->domain = Domain::of(TypeCode::kInt);
                item.expr = std::move(position);
                break;
            }
        }
        expression(item.expr, scope);
    }
}

ColumnInfo Analysis::column_info(const SelectItem& item, const Scope& scope) const {
    ColumnInfo info;
    info.domain = item.expr->domain;
    if (item.expr->kind != ExprKind::kColumn) return info;
    for (const auto& source : scope.sources) {
        if (source.number != item.expr->source) continue;
        info = source.columns[static_cast<std::size_t>(item.expr->column)];
        info.domain = item.expr->domain;
        if (!item.alias.empty() && item.alias != info.label) {
            // The flags belong to the label, the table and NOT NULL to the column (CAS
            // protocol 4.3.2).
            ColumnInfo renamed;
            renamed.domain = info.domain;
            renamed.table = info.table;
            renamed.not_null = info.not_null;
            return renamed;
        }
    }
    return info;
}

}  // namespace minicas
