// ALTER TABLE: all its actions give one new definition.
#include <algorithm>

#include "exec/definition.h"
#include "types/error.h"

namespace minicas {

namespace {

using Kind = AlterAction::Kind;

std::size_t position_of(const TableSchema& schema, const std::string& name) {
    const auto found = schema.find(name);
    if (!found)
        throw semantic_failure("\"" + name + "\" is not a method or attribute of [" +
                               schema.qualified() + "]. ");
    return *found;
}

// Columns move: what refers to them by position follows. `moved[old]` is the new position, none if
// it is gone.
void renumber(TableSchema& schema, const std::vector<std::optional<std::size_t>>& moved) {
    const auto gone = [&](const std::vector<std::size_t>& columns) {
        return std::any_of(columns.begin(), columns.end(),
                           [&](std::size_t c) { return !moved[c]; });
    };
    std::erase_if(schema.indexes, [&](const Index& index) { return gone(index.columns); });
    std::erase_if(schema.foreign_keys, [&](const ForeignKey& key) { return gone(key.columns); });
    for (auto& index : schema.indexes)
        for (auto& column : index.columns) column = *moved[column];
    for (auto& key : schema.foreign_keys)
        for (auto& column : key.columns) column = *moved[column];
}

void insert_column(Replacement& r, Column column, std::size_t at) {
    std::vector<std::optional<std::size_t>> moved;
    for (std::size_t i = 0; i < r.schema.columns.size(); ++i)
        moved.emplace_back(i < at ? i : i + 1);
    renumber(r.schema, moved);
    const auto offset = static_cast<std::ptrdiff_t>(at);
    r.schema.columns.insert(r.schema.columns.begin() + offset, std::move(column));
    r.sources.insert(r.sources.begin() + offset, std::nullopt);
}

void erase_column(Replacement& r, std::size_t at) {
    std::vector<std::optional<std::size_t>> moved;
    for (std::size_t i = 0; i < r.schema.columns.size(); ++i)
        moved.push_back(i == at ? std::nullopt : std::optional(i < at ? i : i - 1));
    renumber(r.schema, moved);
    const auto offset = static_cast<std::ptrdiff_t>(at);
    r.schema.columns.erase(r.schema.columns.begin() + offset);
    r.sources.erase(r.sources.begin() + offset);
}

void drop_constraint(TableSchema& schema, const std::string& name) {
    const auto before = schema.indexes.size();
    std::erase_if(schema.indexes, [&](const Index& index) { return index.name == name; });
    std::erase_if(schema.foreign_keys, [&](const ForeignKey& key) { return key.name == name; });
    if (schema.indexes.size() == before)
        throw db_failure(db_error::kNoSuchIndex, "Index \"" + name + "\" does not exist.");
}

void apply(Session& session, Replacement& r, const AlterAction& action) {
    TableSchema& schema = r.schema;
    switch (action.kind) {
        case Kind::kAddColumn: {
            if (schema.find(action.column.name))
                throw db_failure(db_error::kAttributeExists,
                                 "The name \"" + action.column.name +
                                     "\" has already been used as an attribute name.");
            std::size_t at = schema.columns.size();
            if (action.after)
                at = action.after->empty() ? 0 : position_of(schema, *action.after) + 1;
            insert_column(r, make_column(session, action.column), at);
            add_column_constraints(session, schema, action.column);
            return;
        }
        case Kind::kAddConstraint:
            add_constraint(session, schema, action.constraint);
            r.check = true;
            return;
        case Kind::kDropColumn:
            erase_column(r, position_of(schema, action.name));
            return;
        case Kind::kDropConstraint:
            drop_constraint(schema, action.name);
            return;
        case Kind::kDropPrimaryKey:
            std::erase_if(schema.indexes, [](const Index& i) { return i.primary; });
            return;
        case Kind::kModifyColumn: {
            const auto at = position_of(schema, action.name);
            schema.columns[at] = make_column(session, action.column);
            add_column_constraints(session, schema, action.column);
            r.check = true;
            return;
        }
        case Kind::kRenameColumn: {
            const auto at = position_of(schema, action.name);
            if (schema.find(action.to.name))
                throw db_failure(db_error::kAttributeExists,
                                 "The name \"" + action.to.name +
                                     "\" has already been used as an attribute name.");
            schema.columns[at].name = action.to.name;
            return;
        }
        case Kind::kRenameTable:
            if (session.find_table(action.to))
                throw semantic_failure("Class " + session.qualified(action.to) +
                                       " already exists. ");
            schema.owner = session.owner_of(action.to);
            schema.name = action.to.name;
            return;
        case Kind::kSetDefault: {
            auto& column = schema.columns[position_of(schema, action.name)];
            ColumnDefinition definition;
            definition.name = column.name;
            definition.domain = column.domain;
            const Expr& value = *action.column.default_value;
            definition.default_value = std::make_unique<Expr>();
            definition.default_value->begin = value.begin;
            definition.default_value->end = value.end;
            const Column with_default = make_column(session, definition);
            column.default_sql = with_default.default_sql;
            column.default_shown = with_default.default_shown;
            return;
        }
        case Kind::kNothing:
            return;
    }
}

}  // namespace

Outcome alter_table(Session& session, AlterTable& alter) {
    const auto table = require_table(session, alter.table);
    Replacement replacement = same_columns(*table);
    for (const auto& action : alter.actions) apply(session, replacement, action);
    const bool only_nothing =
        std::all_of(alter.actions.begin(), alter.actions.end(),
                    [](const AlterAction& a) { return a.kind == Kind::kNothing; });
    if (!only_nothing) replace_object(session, table, std::move(replacement));
    return {};
}

}  // namespace minicas
