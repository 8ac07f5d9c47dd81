// CREATE, DROP, RENAME, TRUNCATE and the indexes.
#include <algorithm>

#include "exec/definition.h"
#include "exec/row_writer.h"
#include "sql/parser.h"
#include "types/error.h"

namespace minicas {

namespace {

Outcome none() { return {}; }

// The foreign keys of other tables that point here.
std::optional<std::string> referring_key(Session& session, const Table& table) {
    for (const auto& other : session.engine().catalog.all(session.transaction().id()))
        for (const auto& key : other->schema.foreign_keys)
            if (key.parent == table.schema.qualified() && other->id != table.id) return key.name;
    return std::nullopt;
}

// The query is parsed again: an analyzed tree cannot be analyzed once more.
void fill_from_query(Session& session, const TablePtr& table, const Select& analyzed) {
    const Binds no_binds;
    auto query =
        parse_query(session.statement_text().substr(analyzed.begin, analyzed.end - analyzed.begin));
    auto plan = plan_select(session, *query, no_binds, {});
    std::vector<Row> rows;
    plan->run(session, no_binds, [&](const Row& row, const std::vector<Domain>&, std::int64_t) {
        rows.push_back(row);
    });
    RowWriter writer(session, table);
    for (const auto& row : rows) writer.insert(row);
}

}  // namespace

Outcome create_table(Session& session, CreateTable& create) {
    if (session.find_table(create.name)) {
        if (create.if_not_exists) return none();
        throw semantic_failure("Class " + session.qualified(create.name) + " already exists. ");
    }
    TableSchema schema;
    if (create.like) schema = require_table(session, *create.like)->schema;
    schema.owner = session.owner_of(create.name);
    schema.name = create.name.name;
    schema.reuse_oid = create.reuse_oid;
    for (const auto& definition : create.columns) {
        if (schema.find(definition.name))
            throw semantic_failure("'" + definition.name +
                                   "' is used more than once as an attribute name. ");
        schema.columns.push_back(make_column(session, definition));
        if (create.auto_increment > 0 && definition.auto_increment)
            schema.columns.back().auto_start = create.auto_increment;
    }
    for (const auto& definition : create.columns)
        add_column_constraints(session, schema, definition);
    for (const auto& constraint : create.constraints) add_constraint(session, schema, constraint);
    if (create.query) {
        const Binds no_binds;
        Analysis analysis(session, session, &no_binds);
        for (const auto& info : analysis.select(*create.query)) {
            if (schema.find(info.label)) continue;
            Column column;
            column.name = info.label;
            column.domain = info.domain;
            if (is_character(column.domain.type) && column.domain.precision < 0)
                column.domain = Domain::of(TypeCode::kString);
            schema.columns.push_back(std::move(column));
        }
    }
    const auto table = create_object(session, std::move(schema));
    if (create.query) fill_from_query(session, table, *create.query);
    return none();
}

Outcome create_view(Session& session, CreateView& create) {
    if (const auto known = session.find_table(create.name)) {
        if (!create.replace)
            throw semantic_failure("Class " + session.qualified(create.name) + " already exists. ");
        session.lock_class(known->schema.qualified(), true);
        drop_object(session, known);
    }
    TableSchema schema;
    schema.owner = session.owner_of(create.name);
    schema.name = create.name.name;
    schema.view_query = create.query_text;
    Analysis analysis(session, session, nullptr);
    const auto columns = analysis.select(*create.query);
    if (!create.column_names.empty() && create.column_names.size() != columns.size())
        throw semantic_failure("The number of columns of the view differs. ");
    for (std::size_t i = 0; i < columns.size(); ++i) {
        Column column;
        column.name = create.column_names.empty() ? columns[i].label : create.column_names[i];
        column.domain = columns[i].domain;
        schema.columns.push_back(std::move(column));
    }
    create_object(session, std::move(schema));
    return none();
}

Outcome drop_tables(Session& session, const DropTable& drop) {
    for (const auto& name : drop.names) {
        if (drop.if_exists && !session.find_table(name)) continue;
        const auto table = require_table(session, name);
        if (!drop.cascade && referring_key(session, *table))
            throw db_failure(db_error::kFkReferenced, "The class '" + table->schema.qualified() +
                                                          "' is referred by a foreign key.");
        drop_object(session, table);
    }
    return none();
}

Outcome rename_table(Session& session, const RenameTable& rename) {
    const auto table = require_table(session, rename.from);
    if (session.find_table(rename.to))
        throw semantic_failure("Class " + session.qualified(rename.to) + " already exists. ");
    Replacement replacement = same_columns(*table);
    replacement.schema.owner = session.owner_of(rename.to);
    replacement.schema.name = rename.to.name;
    replace_object(session, table, std::move(replacement));
    return none();
}

Outcome create_index(Session& session, const CreateIndex& create) {
    const auto table = require_table(session, create.table);
    Replacement replacement = same_columns(*table);
    ConstraintDefinition constraint;
    constraint.kind =
        create.unique ? ConstraintDefinition::Kind::kUnique : ConstraintDefinition::Kind::kIndex;
    constraint.name = create.name;
    constraint.columns = create.columns;
    add_constraint(session, replacement.schema, constraint);
    replacement.check = create.unique;
    replace_object(session, table, std::move(replacement));
    return none();
}

Outcome drop_index(Session& session, const DropIndex& drop) {
    const auto missing =
        db_failure(db_error::kNoSuchIndex, "Index \"" + drop.name + "\" does not exist.");
    if (drop.table.name.empty()) throw missing;
    const auto table = require_table(session, drop.table);
    Replacement replacement = same_columns(*table);
    if (std::erase_if(replacement.schema.indexes,
                      [&](const Index& i) { return i.name == drop.name; }) == 0)
        throw missing;
    replace_object(session, table, std::move(replacement));
    return none();
}

Outcome truncate_table(Session& session, const Truncate& truncate) {
    const auto table = session.find_table_to_write(truncate.table);
    if (const auto key = referring_key(session, *table); key && !truncate.cascade)
        throw db_failure(db_error::kTruncateReferenced,
                         "Cannot truncate the table due to the primary key referred to on " + *key +
                             ". Try again with CASCADE option.");
    session.lock_class(table->schema.qualified(), true);
    auto& transactions = session.engine().transactions;
    for (SlotId slot = 0; slot < table->slot_count(); ++slot) {
        const Version* newest = table->slot(slot).newest.get();
        if (!newest || newest->deleted_by != 0) continue;
        transactions.lock_row(session.transaction(), table, slot, session.patience(),
                              session.guard());
        transactions.remove(session.transaction(), table, slot);
    }
    return none();
}

}  // namespace minicas
