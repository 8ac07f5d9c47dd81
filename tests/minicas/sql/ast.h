// What the parser makes of SQL text: statements.
#pragma once

#include <variant>

#include "sql/query_ast.h"

namespace minicas {

struct ColumnDefinition {
    std::string name;
    Domain domain;
    bool not_null = false, unique = false, primary_key = false, auto_increment = false,
         shared = false;
    std::int64_t auto_start = 1, auto_step = 1;
    ExprPtr default_value;
    std::string comment;
};

struct IndexColumn {
    std::string name;
    bool descending = false;
};

struct ConstraintDefinition {
    enum class Kind { kPrimaryKey, kUnique, kForeignKey, kIndex } kind = Kind::kIndex;
    std::string name;
    std::vector<IndexColumn> columns;
    ObjectName parent;
    std::vector<std::string> parent_columns;
    std::string on_delete, on_update;  // cascade, restrict, no action, set null
};

struct CreateTable {
    ObjectName name;
    bool if_not_exists = false;
    bool reuse_oid = true;
    std::vector<ColumnDefinition> columns;
    std::vector<ConstraintDefinition> constraints;
    std::optional<ObjectName> like;
    SelectPtr query;
    std::int64_t auto_increment = 0;
};
struct CreateView {
    ObjectName name;
    bool replace = false;
    std::vector<std::string> column_names;
    SelectPtr query;
    std::string query_text;
};
struct DropTable {
    std::vector<ObjectName> names;
    bool if_exists = false;
    bool cascade = false;
};
struct CreateIndex {
    std::string name;
    ObjectName table;
    bool unique = false;
    std::vector<IndexColumn> columns;
};
struct DropIndex {
    std::string name;
    ObjectName table;
};
struct RenameTable {
    ObjectName from, to;
};
struct AlterAction {
    enum class Kind {
        kAddColumn,
        kAddConstraint,
        kDropColumn,
        kDropConstraint,
        kDropPrimaryKey,
        kModifyColumn,
        kRenameColumn,
        kRenameTable,
        kSetDefault,
        kNothing  // COMMENT, OWNER ...: no effect here
    } kind = Kind::kNothing;
    ColumnDefinition column;           // kAddColumn, kModifyColumn, kSetDefault
    std::string name;                  // of the column or constraint, old name of a renamed one
    std::optional<std::string> after;  // kAddColumn, kModifyColumn; empty text: FIRST
    ConstraintDefinition constraint;
    ObjectName to;
};
struct AlterTable {
    ObjectName table;
    std::vector<AlterAction> actions;
};
struct Truncate {
    ObjectName table;
    bool cascade = false;
};
struct Assignment {
    std::string column;
    ExprPtr value;
};
struct Insert {
    ObjectName table;
    std::vector<std::string> columns;
    bool columns_given = false;
    std::vector<std::vector<ExprPtr>> rows;
    SelectPtr query;
    bool replace = false;
    std::vector<Assignment> on_duplicate;
    bool default_values = false;
};
struct Update {
    TableRef table;
    std::vector<Assignment> assignments;
    ExprPtr where;
    std::vector<OrderItem> order_by;
    ExprPtr limit;
};
struct Delete {
    TableRef table;
    ExprPtr where;
    std::vector<OrderItem> order_by;
    ExprPtr limit;
};
struct Merge {
    TableRef target, source;
    ExprPtr on;
    std::vector<Assignment> assignments;
    ExprPtr update_where, delete_where;
    bool has_update = false, has_insert = false;
    std::vector<std::string> insert_columns;
    std::vector<ExprPtr> insert_values;
    ExprPtr insert_where;
};
struct SetVariables {
    std::vector<Assignment> assignments;
};
struct Do {
    ExprPtr expr;
};
struct Call {
    std::string name;
    std::vector<ExprPtr> args;
};
struct Evaluate {
    ExprPtr expr;
};
struct SetTransaction {
    std::optional<int> isolation;
    std::optional<int> lock_timeout_ms;
};
struct SetTimeZone {
    std::string zone;
};
struct SavepointStatement {
    std::string name;
};
struct RollbackStatement {
    std::string savepoint;
};
struct PrepareStatement {
    std::string name;
    std::string text;
};
struct ExecutePrepared {
    std::string name;
    std::vector<ExprPtr> args;
};
struct DeallocatePrepared {
    std::string name;
};
struct Show {
    enum class Kind { kTables, kColumns } kind = Kind::kTables;
    ObjectName table;
    std::optional<std::string> pattern;
};
struct UserStatement {
    std::string name;
    std::optional<std::string> password;
};
struct SerialStatement {
    std::string name;
    std::int64_t start = 1, increment = 1;
};
struct GetStatistics {
    ObjectName table;
};
// A statement without effect in this server; its answer is a count.
struct Nothing {
    int count = 0;
};

using StatementBody =
    std::variant<Nothing, SelectPtr, CreateTable, CreateView, DropTable, CreateIndex, DropIndex,
                 RenameTable, AlterTable, Truncate, Insert, Update, Delete, Merge, SetVariables, Do,
                 Call, Evaluate, SetTransaction, SetTimeZone, SavepointStatement, RollbackStatement,
                 PrepareStatement, ExecutePrepared, DeallocatePrepared, Show, UserStatement,
                 SerialStatement, GetStatistics>;

struct Statement {
    int type = 0;  // CAS protocol 4.3.1
    StatementBody body;
    std::size_t begin = 0, end = 0;
};

}  // namespace minicas
