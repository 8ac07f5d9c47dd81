#include <algorithm>

#include "query/analysis.h"
#include "query/derived.h"
#include "sql/parser.h"
#include "sql/print.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

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
        std::string label = label_of(item);
        expression(item.expr, scope);
        auto info = column_info(item, scope);
        if (item.expr->kind == ExprKind::kPath && item.alias.empty()) {
            label = item.expr->args[0]->text + "." + item.expr->text;
            item.shown.clear();
        }
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
        if (is_lob(item.expr->domain.type))
            throw semantic_failure(print(*item.expr) + " can not be an ORDER BY column ");
    }
}

ColumnInfo Analysis::column_info(const SelectItem& item, const Scope& scope) const {
    ColumnInfo info;
    info.domain = item.expr->domain;
    if (item.expr->kind == ExprKind::kInstance) info.table = item.expr->domain.class_name;
    if (item.expr->kind == ExprKind::kPath) info.table = item.expr->args[0]->domain.class_name;
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
            renamed.attribute = info.attribute;
            return renamed;
        }
    }
    return info;
}

}  // namespace minicas
