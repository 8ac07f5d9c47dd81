// PREPARE: what a statement is, what columns it gives, and what is wrong with it already now.
#include "exec/insert_shape.h"
#include "exec/statements.h"
#include "sql/statement_type.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

namespace st = statement_type;

ColumnInfo call_column() {
    ColumnInfo column;
    column.of_call = true;
    return column;
}

std::vector<ColumnInfo> show_columns(const Session& session, const Show& show) {
    std::vector<ColumnInfo> columns;
    const auto add = [&](std::string label, int precision) {
        ColumnInfo column;
        column.domain = Domain::character(TypeCode::kString, precision);
        column.label = std::move(label);
        columns.push_back(std::move(column));
    };
    if (show.kind == Show::Kind::kTables) {
        add("Tables_in_" + session.database_name(), 255);
    } else {
        for (const char* label : {"Field", "Type", "Null", "Key", "Default", "Extra"})
            add(label, kMaxVarcharPrecision);
    }
    return columns;
}

void keep_parameters(Described& described, const Analysis& analysis) {
    for (const auto& [index, domain] : analysis.parameters()) {
        const auto at = static_cast<std::size_t>(index);
        if (described.parameters.size() <= at) described.parameters.resize(at + 1);
        described.parameters[at] = domain;
    }
    described.tables = analysis.tables();
}

}  // namespace

Described Session::describe_statement(const std::string& sql, Statement& statement) {
    Described out;
    out.type = statement.type;
    statement_text_ = sql;
    Analysis analysis(*this, *this, nullptr);
    if (auto* select = std::get_if<SelectPtr>(&statement.body)) {
        out.columns = analysis.select(**select);
        out.has_objects = analysis.object_source(**select) != 0;
        out.has_result = true;
    } else if (auto* insert = std::get_if<Insert>(&statement.body)) {
        analyze_insert(*this, *insert, analysis);
    } else if (auto* update = std::get_if<Update>(&statement.body)) {
        analyze_update(*this, *update, analysis);
    } else if (auto* erase = std::get_if<Delete>(&statement.body)) {
        analyze_delete(*this, *erase, analysis);
    } else if (auto* merge = std::get_if<Merge>(&statement.body)) {
        analyze_merge(*this, *merge, analysis);
    } else if (auto* show = std::get_if<Show>(&statement.body)) {
        if (show->kind == Show::Kind::kColumns && !find_table(show->table))
            throw syntax_failure("Unknown class \"" + qualified(show->table) + "\". ");
        out.columns = show_columns(*this, *show);
        out.has_result = true;
    } else if (auto* execute = std::get_if<ExecutePrepared>(&statement.body)) {
        const auto known = state_->prepared.find(execute->name);
        if (known == state_->prepared.end())
            throw db_failure(db_error::kUnknownPrepared,
                             "Prepared statement '" + execute->name + "' does not exist.");
        auto inner = prepare_inside(known->second);
        out = std::move(inner.statements[0]);
        return out;
    } else if (statement.type == st::kCall || statement.type == st::kEvaluate ||
               statement.type == st::kGetStatistics) {
        out.columns = {call_column()};
        out.has_result = true;
    } else {
        transaction();
        check_definition(*this, statement);
    }
    keep_parameters(out, analysis);
    return out;
}

// A lock that cannot be had while a definition is compiled is told as a semantic error.
static void lock_to_define(Session& session, const std::string& name) {
    try {
        session.lock_class(name, true);
    } catch (const Error& error) {
        if (error.code() != db_error::kClassLockTimeout) throw;
        throw semantic_failure(error.message() + " ");
    }
}

void check_definition(Session& session, Statement& statement) {
    const auto require = [&](const ObjectName& name) {
        auto table = session.find_table(name);
        if (!table) throw semantic_failure("Unknown class \"" + session.qualified(name) + "\". ");
        return table;
    };
    if (auto* create = std::get_if<CreateTable>(&statement.body)) {
        if (!create->if_not_exists && session.find_table(create->name))
            throw semantic_failure("Class " + session.qualified(create->name) +
                                   " already exists. ");
        if (create->like) require(*create->like);
        if (create->query) Analysis(session, session, nullptr).select(*create->query);
    } else if (auto* view = std::get_if<CreateView>(&statement.body)) {
        if (!view->replace && session.find_table(view->name))
            throw semantic_failure("Class " + session.qualified(view->name) + " already exists. ");
        Analysis(session, session, nullptr).select(*view->query);
    } else if (auto* drop = std::get_if<DropTable>(&statement.body)) {
        for (const auto& name : drop->names) {
            if (drop->if_exists && !session.find_table(name)) continue;
            lock_to_define(session, require(name)->schema.qualified());
        }
    } else if (auto* index = std::get_if<CreateIndex>(&statement.body)) {
        const auto table = require(index->table);
        for (const auto& column : index->columns)
            if (!table->schema.find(column.name))
                throw semantic_failure("Attribute \"" + column.name + "\" was not found. ");
    } else if (auto* alter = std::get_if<AlterTable>(&statement.body)) {
        lock_to_define(session, require(alter->table)->schema.qualified());
    } else if (auto* rename = std::get_if<RenameTable>(&statement.body)) {
        lock_to_define(session, require(rename->from)->schema.qualified());
        if (session.find_table(rename->to))
            throw semantic_failure("Class " + session.qualified(rename->to) + " already exists. ");
    } else if (auto* truncate = std::get_if<Truncate>(&statement.body)) {
        require(truncate->table);
    } else if (auto* drop_index = std::get_if<DropIndex>(&statement.body)) {
        if (!drop_index->table.name.empty()) require(drop_index->table);
    }
}

}  // namespace minicas
