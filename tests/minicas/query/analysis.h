// Names and types: what the expressions of a statement mean. A statement is analyzed twice: at
// PREPARE, when the markers have no type yet, for the column information; and at EXECUTE with the
// types of the binds.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "functions/operation.h"
#include "sql/ast.h"
#include "store/table.h"

namespace minicas {

// A column of a result, as CAS protocol 4.3.2 describes it.
struct ColumnInfo {
    Domain domain;
    std::string label;
    std::string shown = {};  // in the results of a query, where not the label
    std::string table;
    std::string attribute = {};  // its name there
    bool not_null = false;
    std::string default_text;
    bool auto_increment = false, unique = false, primary_key = false, foreign_key = false,
         shared = false;
    bool of_call = false;  // the one column of CALL and EVALUATE
};

class TableFinder {
 public:
    virtual ~TableFinder() = default;
    // Takes the shared lock of the class. Null if there is none.
    virtual TablePtr find_table(const ObjectName& name) = 0;
    virtual std::string qualified(const ObjectName& name) const = 0;
};

struct Source {
    int number = 0;
    std::string owner, name, alias;
    TablePtr table;  // null: derived
    std::vector<ColumnInfo> columns;
};

struct Scope {
    std::vector<Source> sources;
    const Scope* outer = nullptr;
    const Select* select = nullptr;  // whose aliases GROUP BY and HAVING may use
};

using Binds = std::vector<TypedValue>;

class Analysis {
 public:
    // binds null: PREPARE.
    Analysis(TableFinder& finder, Environment& environment, const Binds* binds)
        : finder_(finder), environment_(environment), binds_(binds) {}

    std::vector<ColumnInfo> select(Select& select, const Scope* outer = nullptr);
    Source table_source(TableRef& table, const Scope* outer);
    void expression(ExprPtr& expr, const Scope& scope);
    void condition(ExprPtr& expr, const Scope& scope) {
        if (expr) expression(expr, scope);
    }
    // A value for a column: markers get its domain, the value is converted. Constants that do not
    // fit: -494.
    void assignment(ExprPtr& expr, const Column& column, const Scope& scope);
    void cast_to(ExprPtr& expr, const Domain& domain);  // implicit

    // What the analysis could say about markers: PARAMETER_INFO (CAS protocol 4.18).
    const std::map<int, Domain>& parameters() const { return parameters_; }
    const std::vector<TablePtr>& tables() const { return tables_; }
    // The FROM item whose rows are those of an analyzed query, if they are objects; 0: none.
    int object_source(const Select& select) const;

 private:
    // Queries (analysis_select.cpp).
    std::vector<ColumnInfo> set_operation(Select& select, const Scope* outer);
    std::vector<ColumnInfo> values(Select& select, const Scope* outer);
    std::vector<ColumnInfo> plain_select(Select& select, const Scope* outer);
    void common_tables(Select& select, const Scope* outer);
    void expand_stars(Select& select, const Scope& scope);
    void order_by(Select& select, const Scope& scope);
    ColumnInfo column_info(const SelectItem& item, const Scope& scope) const;
    Source view_source(TableRef& table, const TablePtr& view);

    // Expressions (analysis_expression.cpp).
    void column(Expr& expr, const Scope& scope);
    void marker(Expr& expr);
    // A name that is no column: a table as an object, or a path from one to an attribute.
    bool instance(Expr& expr, const Scope& scope) const;
    bool path(Expr& expr, const Scope& scope);
    void binary(ExprPtr& expr, const Scope& scope);
    void logical(Expr& expr, const Scope& scope);
    void in_query(Expr& expr, const Scope& scope);
    void quantified(Expr& expr, const Scope& scope);
    void case_expression(ExprPtr& expr, const Scope& scope);
    void function(ExprPtr& expr, const Scope& scope);
    void aggregate(Expr& expr);
    bool rewrite_choice(ExprPtr& expr);
    void compare_pair(ExprPtr& a, ExprPtr& b);  // analysis_compare.cpp
    // Both texts in one charset: that of the one that is no constant.
    void agree_on_charset(ExprPtr& a, ExprPtr& b, std::string_view op);
    void read_lobs(ExprPtr& expr);  // as text or bits
    void collection(ExprPtr& expr);
    void note_marker(const Expr& expr, const Domain& domain);
    void fold(ExprPtr& expr);
    bool is_constant(const Expr& expr) const;
    std::vector<Domain> domains_of(const Expr& expr) const;
    const Source& source(int number, const Scope& scope) const;

    TableFinder& finder_;
    Environment& environment_;
    const Binds* binds_;
    std::map<int, Domain> parameters_;
    std::vector<TablePtr> tables_;
    std::map<std::string, std::vector<ColumnInfo>> common_tables_;
    int next_source_ = 1;
    int view_depth_ = 0;
};

bool is_aggregate_name(const std::string& name);

}  // namespace minicas
