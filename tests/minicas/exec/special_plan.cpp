// SHOW, EVALUATE, CALL and SQL's own EXECUTE: statements with a result that are no queries.
#include <algorithm>

#include "exec/statements.h"
#include "query/evaluate.h"
#include "sql/print.h"
#include "types/cast.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

Value text(std::string_view value) { return Value(value); }

class RowsPlan final : public Plan {
 public:
    RowsPlan(std::vector<Domain> domains, std::vector<Row> rows)
        : domains_(std::move(domains)), rows_(std::move(rows)) {
        reusable = false;
    }
    Outcome run(Session&, const Binds&, const RowSink& sink) override {
        Outcome outcome;
        outcome.domains = domains_;
        outcome.count = static_cast<std::int64_t>(rows_.size());
        if (sink)
            for (const auto& row : rows_) sink(row, domains_, 0);
        return outcome;
    }

 private:
    std::vector<Domain> domains_;
    std::vector<Row> rows_;
};

Row described_column(const Table& table, std::size_t i) {
    const Column& column = table.schema.columns[i];
    std::string key;
    for (const auto& index : table.schema.indexes) {
        if (std::find(index.columns.begin(), index.columns.end(), i) == index.columns.end())
            continue;
        if (index.primary) {
            key = "PRI";
        } else if (key.empty()) {
            key = index.unique ? "UNI" : "MUL";
        }
    }
    const bool has_default = !column.default_sql.empty();
    return {text(column.name),
            text(described_type(column.domain)),
            text(column.not_null ? "NO" : "YES"),
            text(key),
            has_default ? text(column.default_shown) : Value(),
            text(column.auto_increment ? "auto_increment" : "")};
}

PlanPtr show_plan(Session& session, const Show& show) {
    std::vector<Row> rows;
    const auto matches = [&](const std::string& name) {
        return !show.pattern || like(name, *show.pattern, '\0', true);
    };
    if (show.kind == Show::Kind::kTables) {
        for (const auto& table : session.engine().catalog.all(session.transaction().id()))
            if (!table->schema.system && table->schema.owner == session.user() &&
                matches(table->schema.name))
                rows.push_back({text(table->schema.name)});
        return std::make_unique<RowsPlan>(std::vector{Domain::character(TypeCode::kString, 255)},
                                          std::move(rows));
    }
    const auto table = session.find_table(show.table);
    if (!table) throw syntax_failure("Unknown class \"" + session.qualified(show.table) + "\". ");
    for (std::size_t i = 0; i < table->schema.columns.size(); ++i)
        if (matches(table->schema.columns[i].name)) rows.push_back(described_column(*table, i));
    return std::make_unique<RowsPlan>(std::vector<Domain>(6, Domain::of(TypeCode::kString)),
                                      std::move(rows));
}

class ExecutePreparedPlan final : public Plan {
 public:
    ExecutePreparedPlan(Session& session, const std::string& name, std::vector<ExprPtr> args)
        : args_(std::move(args)) {
        const auto& prepared = session.state().prepared;
        const auto known = prepared.find(name);
        if (known == prepared.end())
            throw db_failure(db_error::kUnknownPrepared,
                             "Prepared statement '" + name + "' does not exist.");
        text_ = session.prepare_inside(known->second);
        reusable = false;
    }
    Outcome run(Session& session, const Binds& binds, const RowSink& sink) override {
        Evaluator evaluator(session, &binds);
        Analysis analysis(session, session, &binds);
        Binds inner;
        for (auto& arg : args_) {
            analysis.expression(arg, Scope{});
            inner.push_back({arg->domain, evaluator.value(*arg)});
        }
        return session.execute_inside(text_, 0, inner, sink, false);
    }

 private:
    std::vector<ExprPtr> args_;
    PreparedText text_;
};

PlanPtr evaluate_plan(Session& session, ExprPtr& expr, const Binds& binds) {
    Select select;
    select.items.push_back({std::move(expr), ""});
    return plan_select(session, select, binds, {});
}

// There are no stored procedures here: the errors of a server without them.
[[noreturn]] void fail_call(const Call& call) {
    if (call.args.empty())
        throw db_failure(db_error::kNoProcedure,
                         "Stored procedure/function '" + call.name + "' does not exist.");
    std::string rest;
    for (std::size_t i = 1; i < call.args.size(); ++i)
        rest += (i > 1 ? ", " : "") + print(*call.args[i]);
    throw db_failure(db_error::kExecute,
                     "Execute: Methods require an object as their target. call " + call.name + "(" +
                         rest + ") on " + print(*call.args[0]) + " ");
}

}  // namespace

PlanPtr plan_special(Session& session, Statement& statement, const Binds& binds) {
    if (auto* show = std::get_if<Show>(&statement.body)) return show_plan(session, *show);
    if (auto* evaluate = std::get_if<Evaluate>(&statement.body))
        return evaluate_plan(session, evaluate->expr, binds);
    if (auto* execute = std::get_if<ExecutePrepared>(&statement.body))
        return std::make_unique<ExecutePreparedPlan>(session, execute->name,
                                                     std::move(execute->args));
    if (auto* call = std::get_if<Call>(&statement.body)) fail_call(*call);
    if (std::holds_alternative<GetStatistics>(statement.body))
        throw db_failure(db_error::kStatisticsItem, "Undefined statistics item.");
    return nullptr;
}

}  // namespace minicas
