// What the parser makes of expressions and queries.
#pragma once

#include <memory>
#include <optional>
#include <string>
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

}  // namespace minicas
