// Calls: functions, aggregates, and those that are a CASE by another name.
#include <algorithm>
#include <array>

#include "query/analysis.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

enum class AggregateType { kCount, kRank, kSame, kSum, kDouble, kText };

struct AggregateRow {
    std::string_view name;
    AggregateType type;
};

constexpr std::array kAggregates{AggregateRow{"count", AggregateType::kCount},
                                 AggregateRow{"sum", AggregateType::kSum},
                                 AggregateRow{"avg", AggregateType::kDouble},
                                 AggregateRow{"min", AggregateType::kSame},
                                 AggregateRow{"max", AggregateType::kSame},
                                 AggregateRow{"stddev", AggregateType::kDouble},
                                 AggregateRow{"stddev_pop", AggregateType::kDouble},
                                 AggregateRow{"stddev_samp", AggregateType::kDouble},
                                 AggregateRow{"variance", AggregateType::kDouble},
                                 AggregateRow{"var_pop", AggregateType::kDouble},
                                 AggregateRow{"var_samp", AggregateType::kDouble},
                                 AggregateRow{"group_concat", AggregateType::kText},
                                 AggregateRow{"row_number", AggregateType::kRank},
                                 AggregateRow{"rank", AggregateType::kRank},
                                 AggregateRow{"dense_rank", AggregateType::kRank},
                                 AggregateRow{"ntile", AggregateType::kRank},
                                 AggregateRow{"lead", AggregateType::kSame},
                                 AggregateRow{"lag", AggregateType::kSame},
                                 AggregateRow{"first_value", AggregateType::kSame},
                                 AggregateRow{"last_value", AggregateType::kSame}};

const AggregateRow* find_aggregate(const std::string& name) {
    const auto found = std::find_if(kAggregates.begin(), kAggregates.end(),
                                    [&](const AggregateRow& r) { return r.name == name; });
    return found == kAggregates.end() ? nullptr : &*found;
}

ExprPtr is_not_null(ExprPtr expr) {
    auto out = std::make_unique<Expr>();
    out->kind = ExprKind::kIsNull;
    out->negated = true;
    out->args.push_back(std::move(expr));
    return out;
}

}  // namespace

bool is_aggregate_name(const std::string& name) { return find_aggregate(name) != nullptr; }

// IF, NVL2 and DECODE evaluate only the branch that they take: they become a CASE.
bool Analysis::rewrite_choice(ExprPtr& expr) {
    Expr& e = *expr;
    const std::size_t n = e.args.size();
    auto out = std::make_unique<Expr>();
    out->kind = ExprKind::kCase;
    if (e.text == "if" && n == 3) {
        out->has_else = true;
        out->args = std::move(e.args);
    } else if (e.text == "nvl2" && n == 3) {
        out->has_else = true;
        out->args = std::move(e.args);
        out->args[0] = is_not_null(std::move(out->args[0]));
    } else if (e.text == "decode" && n >= 3) {
        out->has_operand = true;
        out->has_else = n % 2 == 0;
        out->args = std::move(e.args);
    } else {
        return false;
    }
    expr = std::move(out);
    return true;
}

void Analysis::function(ExprPtr& expr, const Scope& scope) {
    if (rewrite_choice(expr)) return case_expression(expr, scope);
    Expr& e = *expr;
    for (auto& arg : e.args) expression(arg, scope);
    if (e.window) {
        for (auto& part : e.window->partition) expression(part, scope);
        for (auto& item : e.window->order) expression(item.expr, scope);
    }
    for (auto& item : e.order) expression(item.expr, scope);
    if (find_aggregate(e.text)) return aggregate(e);
    if (!takes_lobs(e.text))
        for (auto& arg : e.args) read_lobs(arg);
    const std::string spelled = e.value.is_null() ? e.text : e.value.text();
    e.operation = function_call(e.text, spelled, e.qualifier, domains_of(e));
    e.domain = e.operation->result;
    // What the markers of SUBSTR and the like are.
    static constexpr std::array<std::string_view, 5> kCounted{"substr", "substring", "left",
                                                              "right", "repeat"};
    if (std::find(kCounted.begin(), kCounted.end(), e.text) != kCounted.end())
        for (std::size_t i = 1; i < e.args.size(); ++i) note_marker(*e.args[i], Domain::of(kInt));
    if (!e.args.empty()) fold(expr);
}

void Analysis::aggregate(Expr& e) {
    e.aggregate = true;
    auto operation = std::make_shared<Operation>();
    operation->args = domains_of(e);
    const Domain first = e.args.empty() ? Domain{} : e.args[0]->domain;
    if (e.args.empty() && !e.star && find_aggregate(e.text)->type != AggregateType::kRank)
        throw semantic_failure("Function " + e.text +
                               " is undefined or given wrong number of parameter. ");
    switch (find_aggregate(e.text)->type) {
        case AggregateType::kCount:
            operation->result = Domain::of(kBigint);
            break;
        case AggregateType::kRank:
            operation->result = Domain::of(kInt);
            break;
        case AggregateType::kSame:
            operation->result = first;
            if (is_lob(first.type))
                throw semantic_failure("Incompatible operands: " + e.text + "(" +
                                       std::string(constant_type_name(first.type)) + "). ");
            break;
        case AggregateType::kDouble:
            operation->result = Domain::of(kDouble);
            break;
        case AggregateType::kText:
            operation->result = Domain::character(kString, kUndetermined);
            break;
        case AggregateType::kSum:
            operation->result = first;
            if (first.type == kNumeric)
                operation->result = Domain::numeric(kMaxNumericPrecision, first.scale);
            if (first.type == kShort) operation->result = Domain::of(kInt);
            if (!is_number(first.type) && first.type != kNull)
                operation->result = Domain::of(kDouble);
            break;
    }
    e.domain = operation->result;
    e.operation = std::move(operation);
}

}  // namespace minicas
