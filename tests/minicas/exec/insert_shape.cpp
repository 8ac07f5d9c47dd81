#include "exec/insert_shape.h"

#include <algorithm>

#include "sql/parser.h"
#include "types/error.h"

namespace minicas {

namespace {

std::size_t column_named(const Table& table, const std::string& name) {
    const auto found = table.schema.find(name);
    if (!found) throw semantic_failure("Attribute \"" + name + "\" was not found. ");
    return *found;
}

void check_width(std::size_t columns, std::size_t values) {
    if (columns != values)
        throw semantic_failure("The number of attributes(" + std::to_string(columns) +
                               ") and values(" + std::to_string(values) + ") are not equal. ");
}

ExprPtr null_literal() {
    auto out = std::make_unique<Expr>();
    out->text = "null";
    return out;
}

void replace_default(ExprPtr& expr, const Column& column, Analysis& analysis) {
    if (expr->kind != ExprKind::kDefault) return;
    expr = default_of(column, analysis);
    if (!expr) expr = null_literal();
}

// A column that must have a value and gets none.
void check_missing(const Table& table, const std::vector<std::size_t>& targets) {
    for (std::size_t i = 0; i < table.schema.columns.size(); ++i) {
        const Column& column = table.schema.columns[i];
        if (!column.not_null || column.auto_increment || !column.default_sql.empty()) continue;
        if (std::find(targets.begin(), targets.end(), i) == targets.end())
            throw db_failure(db_error::kMissingValue, "Missing value for attribute \"" +
                                                          column.name +
                                                          "\" with the NOT NULL constraint.");
    }
}

std::vector<std::size_t> targets_of(const Table& table, const std::vector<std::string>& names,
                                    bool given) {
    std::vector<std::size_t> targets;
    for (const auto& name : names) targets.push_back(column_named(table, name));
    if (!given)
        for (std::size_t i = 0; i < table.schema.columns.size(); ++i) targets.push_back(i);
    return targets;
}

std::vector<ExprPtr> defaults_of(const Table& table, Analysis& analysis) {
    std::vector<ExprPtr> defaults;
    for (const auto& column : table.schema.columns)
        defaults.push_back(default_of(column, analysis));
    return defaults;
}

void forbid_null(const Column& column, const Expr& value) {
    if (column.not_null && value.kind == ExprKind::kLiteral && value.value.is_null())
        throw semantic_failure("Attribute \"" + column.name + "\" cannot be made NULL. ");
}

SelectPtr select_of(TableRef table, ExprPtr where, std::vector<OrderItem> order_by, ExprPtr limit) {
    auto select = std::make_unique<Select>();
    select->from.push_back(std::move(table));
    select->where = std::move(where);
    select->order_by = std::move(order_by);
    select->limit = std::move(limit);
    return select;
}

}  // namespace

ExprPtr default_of(const Column& column, Analysis& analysis) {
    if (column.default_sql.empty()) return nullptr;
    auto expr = parse_expression(column.default_sql);
    analysis.assignment(expr, column, Scope{});
    return expr;
}

InsertShape analyze_insert(Session& session, Insert& insert, Analysis& analysis) {
    InsertShape shape;
    shape.table = session.find_table_to_write(insert.table);
    const Table& table = *shape.table;
    shape.targets = targets_of(table, insert.columns, insert.columns_given);
    if (insert.default_values) shape.targets.clear();
    TableRef self;
    self.table = insert.table;
    Scope scope;
    scope.sources.push_back(analysis.table_source(self, nullptr));
    shape.source = self.source;
    if (insert.query) {
        shape.query_columns = analysis.select(*insert.query);
        check_width(shape.targets.size(), shape.query_columns.size());
    }
    for (auto& row : insert.rows) {
        check_width(shape.targets.size(), row.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Column& column = table.schema.columns[shape.targets[i]];
            replace_default(row[i], column, analysis);
            analysis.assignment(row[i], column, Scope{});
        }
    }
    check_missing(table, shape.targets);
    shape.defaults = defaults_of(table, analysis);
    for (auto& assignment : insert.on_duplicate) {
        const auto at = column_named(table, assignment.column);
        replace_default(assignment.value, table.schema.columns[at], analysis);
        analysis.assignment(assignment.value, table.schema.columns[at], scope);
        shape.on_duplicate.emplace_back(at, std::move(assignment));
    }
    return shape;
}

UpdateShape analyze_update(Session& session, Update& update, Analysis& analysis) {
    UpdateShape shape;
    shape.table = session.find_table_to_write(update.table.table);
    shape.select = select_of(std::move(update.table), std::move(update.where),
                             std::move(update.order_by), std::move(update.limit));
    Select& select = *shape.select;
    Scope scope;
    scope.sources.push_back(analysis.table_source(select.from[0], nullptr));
    shape.source = select.from[0].source;
    for (auto& assignment : update.assignments) {
        const auto at = column_named(*shape.table, assignment.column);
        const Column& column = shape.table->schema.columns[at];
        replace_default(assignment.value, column, analysis);
        analysis.assignment(assignment.value, column, scope);
        forbid_null(column, *assignment.value);
        shape.columns.push_back(at);
        select.items.push_back({std::move(assignment.value), ""});
    }
    analysis.condition(select.where, scope);
    for (auto& item : select.order_by) analysis.expression(item.expr, scope);
    analysis.condition(select.limit, scope);
    return shape;
}

UpdateShape analyze_delete(Session& session, Delete& statement, Analysis& analysis) {
    Update update;
    update.table = std::move(statement.table);
    update.where = std::move(statement.where);
    update.order_by = std::move(statement.order_by);
    update.limit = std::move(statement.limit);
    return analyze_update(session, update, analysis);
}

MergeShape analyze_merge(Session& session, Merge& merge, Analysis& analysis) {
    MergeShape shape;
    shape.table = session.find_table_to_write(merge.target.table);
    const Table& table = *shape.table;
    shape.has_update = merge.has_update;
    shape.has_insert = merge.has_insert;
    shape.deletes = merge.delete_where != nullptr;
    shape.select = std::make_unique<Select>();
    Select& select = *shape.select;
    merge.target.join = "left";
    select.from.push_back(std::move(merge.source));
    select.from.push_back(std::move(merge.target));
    Scope scope;
    for (auto& ref : select.from) scope.sources.push_back(analysis.table_source(ref, nullptr));
    shape.source = select.from[1].source;
    select.from[1].on = std::move(merge.on);
    analysis.condition(select.from[1].on, scope);

    const auto add_value = [&](ExprPtr value, std::size_t at) {
        replace_default(value, table.schema.columns[at], analysis);
        analysis.assignment(value, table.schema.columns[at], scope);
        select.items.push_back({std::move(value), ""});
    };
    const auto add_condition = [&](ExprPtr condition) {
        if (!condition) {
            condition = std::make_unique<Expr>();
            condition->value = Value(std::int64_t{1});
            condition->domain = Domain::of(TypeCode::kInt);
        }
        analysis.expression(condition, scope);
        select.items.push_back({std::move(condition), ""});
    };
    for (auto& assignment : merge.assignments) {
        shape.update_columns.push_back(column_named(table, assignment.column));
        add_value(std::move(assignment.value), shape.update_columns.back());
    }
    add_condition(std::move(merge.update_where));
    add_condition(std::move(merge.delete_where));
    if (merge.has_insert) {
        shape.insert_columns =
            targets_of(table, merge.insert_columns, !merge.insert_columns.empty());
        check_width(shape.insert_columns.size(), merge.insert_values.size());
        for (std::size_t i = 0; i < merge.insert_values.size(); ++i)
            add_value(std::move(merge.insert_values[i]), shape.insert_columns[i]);
        check_missing(table, shape.insert_columns);
    }
    add_condition(std::move(merge.insert_where));
    shape.defaults = defaults_of(table, analysis);
    return shape;
}

}  // namespace minicas
