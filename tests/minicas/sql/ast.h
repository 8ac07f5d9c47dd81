// What the parser makes of SQL text.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "types/value.h"

namespace minicas {

struct Select;
struct Expr;
struct Operation;
using ExprPtr = std::unique_ptr<Expr>;
using SelectPtr = std::unique_ptr<Select>;

struct ObjectName {
    std::string owner;  // empty: the user's own
    std::string name;
};

struct OrderItem {
    ExprPtr expr;
    bool descending = false;
    std::optional<bool> nulls_first;
};

struct Window {
    std::vector<ExprPtr> partition;
    std::vector<OrderItem> order;
};

enum class ExprKind {
    kLiteral,     // value, domain; text = as printed
    kMarker,      // index
    kColumn,      // qualifier, text
    kStar,        // qualifier
    kVariable,    // text
    kAssign,      // @text := args[0]
    kUnary,       // text: - + not ~ prior
    kBinary,      // text: the operator
    kIsNull,      // args[0], negated
    kBetween,     // args[0..2], negated
    kLike,        // args[0], args[1], [escape], negated; text: like, rlike
    kInList,      // args[0] in args[1..], negated
    kInQuery,     // args[0] in query, negated
    kExists,      // query
    kQuery,       // scalar subquery
    kQuantified,  // args[0] text query; quantifier all or any in qualifier
    kCase,        // args: [operand] (when, then)* [else]; has_operand, has_else
    kFunction,  // text, args; qualifier: unit of INTERVAL, of EXTRACT, side of TRIM; distinct, star
    kCast,      // args[0], domain; text: how a literal that becomes one was written
    kCollate,   // args[0], text: the collation
    kCollection,  // args; domain: the kind
    kInstance,    // a row as an object: source, index: its table
    kPath,        // args[0].text: an attribute of the object; index: its table, column
    kRownum,
    kSerial,  // text: the serial, qualifier: next_value or current_value
    kDefault  // DEFAULT in VALUES and SET
};

struct Expr {
    ExprKind kind = ExprKind::kLiteral;
    std::string text;
    std::string qualifier;
    std::vector<ExprPtr> args;
    SelectPtr query;
    std::optional<Window> window;
    std::vector<OrderItem> order;  // GROUP_CONCAT
    bool negated = false;
    bool distinct = false;
    bool star = false;
    bool has_operand = false;
    bool has_else = false;
    bool parenthesized = false;
    int index = 0;  // of a marker; of a table
    Value value;
    Domain domain;
    std::size_t begin = 0, end = 0;  // in the text

    // What the analysis found.
    int source = 0;                              // kColumn: unique number of the FROM item, and
    int column = 0;                              // its column
    bool aggregate = false;                      // kFunction
    std::shared_ptr<const Operation> operation;  // what is called with the args
};

struct TableRef {
    ObjectName table;  // name empty: a derived table
    std::string alias;
    SelectPtr query;
    ExprPtr collection;                     // TABLE(expression): a row for each element
    std::vector<std::string> column_names;  // of a derived table
    std::string join;  // "", "inner", "left", "right", "cross" to what stands before
    bool natural = false;
    ExprPtr on;

    int source = 0;              // unique number in the statement
    std::uint64_t table_id = 0;  // of a base table
    std::string common_table;    // a name of WITH
};

struct SelectItem {
    ExprPtr expr;
    std::string alias;
    std::string shown = {};  // alias or column name with its capitals, as results show it
};

struct CommonTable {
    std::string name;
    std::vector<std::string> column_names;
    SelectPtr query;
};

struct Select {
    bool recursive = false;
    std::vector<CommonTable> with;
    bool distinct = false;
    std::vector<SelectItem> items;
    std::vector<TableRef> from;
    ExprPtr where;
    std::vector<OrderItem> group_by;
    ExprPtr having;
    std::string set_operator;  // "", "union", "union all", "except", "intersect": left and right
                               // count, not what stands above
    SelectPtr left, right;
    std::vector<std::vector<ExprPtr>> values;  // VALUES (..), (..)
    std::vector<OrderItem> order_by;
    ExprPtr offset, limit;
    bool for_update = false;
    std::size_t begin = 0, end = 0;

    std::size_t width = 0;  // how many columns the analysis found
};

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
