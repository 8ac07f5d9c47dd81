#include "exec/definition.h"

#include <algorithm>

#include "exec/insert_shape.h"
#include "exec/row_writer.h"
#include "query/evaluate.h"
#include "sql/parser.h"
#include "sql/print.h"
#include "types/cast.h"
#include "types/error.h"
#include "types/number_text.h"

namespace minicas {

namespace {

// A default as column information shows it (CAS protocol 4.3.4).
std::string shown_default(const Expr& expr, const Domain& domain) {
    if (expr.kind != ExprKind::kLiteral) return print(expr);
    if (expr.value.is_null()) return "NULL";
    if (is_character(domain.type)) return "'" + expr.value.text() + "'";
    if (is_bit(domain.type)) return to_lower(hex_text(expr.value.bits()));
    return text_of(expr.value, domain);
}

std::string generated_name(std::string prefix, const TableSchema& schema,
                           const std::vector<std::size_t>& columns) {
    prefix += "_" + schema.name;
    for (const auto column : columns) prefix += "_" + schema.columns[column].name;
    return prefix;
}

}  // namespace

TablePtr require_table(Session& session, const ObjectName& name) {
    auto table = session.find_table(name);
    if (!table) throw semantic_failure("Unknown class \"" + session.qualified(name) + "\". ");
    session.lock_class(table->schema.qualified(), true);
    return table;
}

TablePtr create_object(Session& session, TableSchema schema) {
    session.lock_class(schema.qualified(), true);
    const auto table = session.engine().catalog.create(std::move(schema));
    table->created_by = session.transaction().id();
    session.engine().transactions.add_effect(
        session.transaction(),
        [&engine = session.engine(), table] { engine.catalog.forget(table); },
        [&engine = session.engine(), table] {
            table->created_by = 0;
            if (engine.transactions.on_commit_table)
                engine.transactions.on_commit_table(*table, true);
        });
    return table;
}

void drop_object(Session& session, const TablePtr& table) {
    table->dropped_by = session.transaction().id();
    table->altered = true;
    session.engine().transactions.add_effect(
        session.transaction(),
        [table] {
            table->dropped_by = 0;
            table->altered = false;
        },
        [&engine = session.engine(), table] {
            engine.catalog.forget(table);
            if (engine.transactions.on_commit_table)
                engine.transactions.on_commit_table(*table, false);
        });
}

Replacement same_columns(const Table& table) {
    Replacement same{table.schema, {}, false};
    for (std::size_t i = 0; i < table.schema.columns.size(); ++i) same.sources.emplace_back(i);
    return same;
}

TablePtr replace_object(Session& session, const TablePtr& old, Replacement replacement) {
    const auto table = create_object(session, std::move(replacement.schema));
    table->next_auto = old->next_auto;
    drop_object(session, old);
    Analysis analysis(session, session, nullptr);
    Evaluator evaluator(session, nullptr);
    std::vector<ExprPtr> defaults;
    for (const auto& column : table->schema.columns)
        defaults.push_back(default_of(column, analysis));
    RowWriter writer(session, table);
    auto& transactions = session.engine().transactions;
    const Snapshot snapshot =
        transactions.take_snapshot(session.transaction(), Isolation::kReadCommitted);
    struct Held {
        Transactions& transactions;
        Snapshot snapshot;
        ~Held() { transactions.release_snapshot(snapshot); }
    } held{transactions, snapshot};
    for (SlotId slot = 0; slot < old->slot_count(); ++slot) {
        const Version* version = old->visible(slot, snapshot);
        if (!version) continue;
        const Row before = unpack_row(version->row);
        Row row(table->schema.columns.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto source = replacement.sources[i];
            if (!source) {
                if (defaults[i]) row[i] = evaluator.value(*defaults[i]);
                continue;
            }
            const Domain& from = old->schema.columns[*source].domain;
            const Domain& to = table->schema.columns[i].domain;
            try {
                row[i] = from == to ? before[*source]
                                    : cast_value(before[*source], from, to, CastKind::kAssign);
            } catch (const CannotCast& failure) {
                throw_run_time_cast(failure, from, to);
            }
        }
        if (replacement.check) {
            writer.insert(row);
        } else {
            transactions.insert(session.transaction(), table, pack_row(row));
        }
    }
    return table;
}

Column make_column(Session& session, const ColumnDefinition& definition) {
    Column column;
    column.name = definition.name;
    column.domain = definition.domain;
    if (column.domain.type == TypeCode::kObject) {
        const std::string& name = column.domain.class_name;
        const auto dot = name.find('.');
        const ObjectName object = dot == std::string::npos
                                      ? ObjectName{"", name}
                                      : ObjectName{name.substr(0, dot), name.substr(dot + 1)};
        const auto table = session.find_table(object);
        if (!table) throw semantic_failure("Unknown class \"" + session.qualified(object) + "\". ");
        column.domain.class_name = table->schema.qualified();
    }
    column.not_null = definition.not_null || definition.primary_key;
    column.auto_increment = definition.auto_increment;
    column.auto_start = definition.auto_start;
    column.auto_step = definition.auto_step;
    column.shared = definition.shared;
    column.comment = definition.comment;
    if (definition.default_value) {
        const Expr& value = *definition.default_value;
        column.default_sql = session.statement_text().substr(value.begin, value.end - value.begin);
        Analysis analysis(session, session, nullptr);
        auto expr = parse_expression(column.default_sql);
        const std::string printed = print(*expr);
        analysis.assignment(expr, column, Scope{});
        column.default_shown =
            expr->kind == ExprKind::kLiteral ? shown_default(*expr, column.domain) : printed;
    }
    return column;
}

void add_constraint(Session& session, TableSchema& schema, const ConstraintDefinition& constraint) {
    using Kind = ConstraintDefinition::Kind;
    Index index;
    for (const auto& column : constraint.columns) {
        const auto at = schema.find(column.name);
        if (!at) throw semantic_failure("Attribute \"" + column.name + "\" was not found. ");
        index.columns.push_back(*at);
        index.descending.push_back(column.descending);
    }
    index.primary = constraint.kind == Kind::kPrimaryKey;
    index.unique = index.primary || constraint.kind == Kind::kUnique;
    index.foreign = constraint.kind == Kind::kForeignKey;
    const char* prefix = index.primary ? "pk" : index.unique ? "u" : index.foreign ? "fk" : "i";
    index.name =
        constraint.name.empty() ? generated_name(prefix, schema, index.columns) : constraint.name;
    if (index.primary)
        for (const auto column : index.columns) schema.columns[column].not_null = true;
    for (const auto& known : schema.indexes)
        if (known.name == index.name)
            throw db_failure(db_error::kIndexExists,
                             "Index \"" + index.name + "\" already exists.");
    if (index.foreign) {
        ForeignKey key;
        key.name = index.name;
        key.columns = index.columns;
        key.parent = session.qualified(constraint.parent);
        key.parent_columns = constraint.parent_columns;
        if (!constraint.on_delete.empty()) key.on_delete = constraint.on_delete;
        if (!constraint.on_update.empty()) key.on_update = constraint.on_update;
        const bool self = key.parent == schema.qualified();
        const auto parent = self ? nullptr : session.find_table(constraint.parent);
        if (!self && !parent)
            throw db_failure(db_error::kFkUnknownClass,
                             "The class '" + constraint.parent.name +
                                 "' referred by the foreign key does not exist.");
        const TableSchema& parent_schema = self ? schema : parent->schema;
        const auto primary =
            std::find_if(parent_schema.indexes.begin(), parent_schema.indexes.end(),
                         [](const Index& i) { return i.primary; });
        if (primary == parent_schema.indexes.end())
            throw db_failure(
                -919, "The class '" + constraint.parent.name + "' does not have a primary key.");
        if (key.parent_columns.empty())
            for (const auto column : primary->columns)
                key.parent_columns.push_back(parent_schema.columns[column].name);
        for (const auto& name : key.parent_columns)
            if (!parent_schema.find(name))
                throw semantic_failure("Attribute \"" + name + "\" was not found. ");
        schema.foreign_keys.push_back(std::move(key));
    }
    schema.indexes.push_back(std::move(index));
}

void add_column_constraints(Session& session, TableSchema& schema,
                            const ColumnDefinition& definition) {
    ConstraintDefinition constraint;
    constraint.columns.push_back({definition.name, false});
    if (definition.primary_key) {
        constraint.kind = ConstraintDefinition::Kind::kPrimaryKey;
        add_constraint(session, schema, constraint);
    }
    if (definition.unique) {
        constraint.kind = ConstraintDefinition::Kind::kUnique;
        add_constraint(session, schema, constraint);
    }
}

}  // namespace minicas
