// How a definition changes: a table is replaced by a new object with the new schema and the same
// rows.
#pragma once

#include "exec/statements.h"

namespace minicas {

struct Replacement {
    TableSchema schema;
    // For each column of the new schema the old one, or none: then its default.
    std::vector<std::optional<std::size_t>> sources;
    bool check = false;  // a constraint is new
};

TablePtr create_object(Session& session, TableSchema schema);
void drop_object(Session& session, const TablePtr& table);
TablePtr replace_object(Session& session, const TablePtr& old, Replacement replacement);
Replacement same_columns(const Table& table);

Column make_column(Session& session, const ColumnDefinition& definition);
// Enters a constraint into the schema, with the name that the server would give it.
void add_constraint(Session& session, TableSchema& schema, const ConstraintDefinition& constraint);
void add_column_constraints(Session& session, TableSchema& schema,
                            const ColumnDefinition& definition);
TablePtr require_table(Session& session, const ObjectName& name);

}  // namespace minicas
