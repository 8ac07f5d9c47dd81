#include <algorithm>
#include <array>

#include "query/analysis.h"
#include "query/evaluate.h"
#include "sql/print.h"
#include "types/cast.h"
#include "types/collection.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

bool is_comparison(const std::string& op) {
    static constexpr std::array<std::string_view, 7> kComparisons{"=",  "<>", "<",  ">",
                                                                  "<=", ">=", "<=>"};
    return std::find(kComparisons.begin(), kComparisons.end(), op) != kComparisons.end();
}

// Behind + - * on constant collections their one element domain is known again.
Domain folded_domain(const Expr& expr, const Value& value) {
    if (expr.kind != ExprKind::kBinary || !is_collection(expr.domain.type) || value.is_null())
        return expr.domain;
    std::vector<Domain> items;
    for (const auto& item : value.collection().items) items.push_back(item.domain);
    const auto domains = element_domains(items);
    return domains.size() == 1 ? Domain::collection(expr.domain.type, domains) : expr.domain;
}

}  // namespace

void Analysis::expression(ExprPtr& expr, const Scope& scope) {
    Expr& e = *expr;
    if (e.kind == ExprKind::kFunction || e.kind == ExprKind::kCase) {
        if (e.kind == ExprKind::kFunction) return function(expr, scope);
        return case_expression(expr, scope);
    }
    if (e.kind == ExprKind::kBinary) return binary(expr, scope);
    for (auto& arg : e.args) expression(arg, scope);
    switch (e.kind) {
        case ExprKind::kColumn:
            return column(e, scope);
        case ExprKind::kMarker:
            return marker(e);
        case ExprKind::kVariable:
            if (binds_) e.domain = environment_.variable(e.text).domain;
            return;
        case ExprKind::kAssign:
            e.domain = e.args[0]->domain;
            return;
        case ExprKind::kUnary:
            if (e.text == "not") {
                e.domain = Domain::of(kInt);
            } else {
                e.operation = arithmetic(e.text, domains_of(e));
                e.domain = e.operation->result;
                fold(expr);
            }
            return;
        case ExprKind::kQuery: {
            const auto columns = select(*e.query, &scope);
            if (columns.size() != 1)
                throw semantic_failure("A subquery must have a single column. ");
            e.domain = columns[0].domain;
            return;
        }
        case ExprKind::kCast:
            if (is_collection(e.args[0]->domain.type) && !is_collection(e.domain.type))
                throw semantic_failure("Casting " + print(*e.args[0]) + " to type " +
                                       std::string(constant_type_name(e.domain.type)) +
                                       " is not supported. ");
            e.operation = cast_operation(e.args[0]->domain, e.domain, true);
            if (e.args[0]->kind == ExprKind::kMarker) note_marker(*e.args[0], e.domain);
            return;
        case ExprKind::kCollection:
            return collection(expr);
        case ExprKind::kCollate:
            e.domain = e.args[0]->domain;
            if (e.text.ends_with("_ci")) e.domain.collation = Collation::kCaseInsensitive;
            return;
        case ExprKind::kLike:
            note_marker(*e.args[0], Domain::of(kString));
            note_marker(*e.args[1], Domain::of(kString));
            read_lobs(e.args[0]);
            agree_on_charset(e.args[0], e.args[1], "like");
            e.operation = like_operation(e.text, domains_of(e));
            e.domain = Domain::of(kInt);
            return;
        case ExprKind::kBetween:
        case ExprKind::kInList:
        case ExprKind::kIsNull:
        case ExprKind::kExists:
        case ExprKind::kInQuery:
        case ExprKind::kQuantified:
            return logical(e, scope);
        case ExprKind::kRownum:
            e.domain = Domain::of(kBigint);
            return;
        case ExprKind::kSerial:
            environment_.require_serial(e.text);
            e.domain = Domain::numeric(15, 0);
            return;
        case ExprKind::kStar:
            throw syntax_failure("Syntax error: unexpected '*' ");
        default:
            return;
    }
}

void Analysis::column(Expr& expr, const Scope& scope) {
    for (const Scope* s = &scope; s; s = s->outer) {
        const Source* found = nullptr;
        int position = 0;
        for (const auto& source : s->sources) {
            if (expr.source != 0 && source.number != expr.source) continue;
            const bool qualified = !expr.qualifier.empty();
            const bool mine = !qualified || same_name(expr.qualifier, source.alias) ||
                              (same_name(expr.qualifier, source.owner + "." + source.name) &&
                               source.alias == source.name);
            if (!mine) continue;
            const auto hit =
                std::find_if(source.columns.begin(), source.columns.end(),
                             [&](const ColumnInfo& c) { return same_name(c.label, expr.text); });
            if (hit == source.columns.end()) {
                if (qualified)
                    throw semantic_failure("Class ([" + source.owner + "." + source.name +
                                           "]) does not have attribute " + expr.text + ". ");
                continue;
            }
            if (found) throw semantic_failure("Reference to " + expr.text + " is ambiguous. ");
            found = &source;
            position =
                expr.source != 0 ? expr.column : static_cast<int>(hit - source.columns.begin());
        }
        if (found) {
            expr.source = found->number;
            expr.column = position;
            expr.domain = found->columns[static_cast<std::size_t>(position)].domain;
            return;
        }
        if (s->select && expr.qualifier.empty()) {  // an alias, in GROUP BY and HAVING
            for (std::size_t i = 0; i < s->select->items.size(); ++i) {
                if (!same_name(s->select->items[i].alias, expr.text)) continue;
                expr.source = 0;
                expr.column = static_cast<int>(i);
                expr.domain = s->select->items[i].expr->domain;
                return;
            }
        }
    }
    if (instance(expr, scope) || path(expr, scope)) return;
    throw semantic_failure("Attribute \"" + (expr.qualifier.empty() ? expr.text : expr.qualifier) +
                           "\" was not found. ");
}

void Analysis::marker(Expr& expr) {
    const auto index = static_cast<std::size_t>(expr.index);
    parameters_.try_emplace(expr.index);
    if (!binds_) return;
    if (index >= binds_->size())
        throw db_failure(db_error::kTooFewHostVariables, "Too few input host variables provided.");
    const auto& bind = (*binds_)[index];
    expr.domain = bind.value.is_null() ? Domain{} : bind.domain;
}

void Analysis::note_marker(const Expr& expr, const Domain& domain) {
    if (expr.kind == ExprKind::kMarker) parameters_[expr.index] = domain;
}

std::vector<Domain> Analysis::domains_of(const Expr& expr) const {
    std::vector<Domain> domains;
    for (const auto& arg : expr.args) domains.push_back(arg->domain);
    return domains;
}

bool Analysis::is_constant(const Expr& expr) const {
    return expr.kind == ExprKind::kLiteral || expr.kind == ExprKind::kMarker ||
           expr.kind == ExprKind::kVariable;
}

// Operations on literals are computed while the statement is compiled: their errors are semantic
// ones.
void Analysis::fold(ExprPtr& expr) {
    for (const auto& arg : expr->args)
        if (arg->kind != ExprKind::kLiteral) return;
    if (expr->operation && !expr->operation->pure) return;
    Value value;
    try {
        Evaluator evaluator(environment_, nullptr);
        value = evaluator.value(*expr);
    } catch (const Error& error) {
        if (error.code() == db_error::kSemantic) throw;
        throw semantic_failure(error.message() + " ");
    }
    auto literal = std::make_unique<Expr>();
    literal->value = std::move(value);
    literal->domain = folded_domain(*expr, literal->value);
    literal->text = print(*expr);
    expr = std::move(literal);
}

void Analysis::binary(ExprPtr& expr, const Scope& scope) {
    Expr& e = *expr;
    for (auto& arg : e.args) expression(arg, scope);
    if (e.text == "and" || e.text == "or" || e.text == "xor") {
        e.domain = Domain::of(kInt);
        return;
    }
    if (is_comparison(e.text)) {
        compare_pair(e.args[0], e.args[1]);
        e.domain = Domain::of(kInt);
        return fold(expr);
    }
    if (is_set_comparison(e.text)) {
        e.operation = set_comparison(e.text, domains_of(e));
        e.domain = e.operation->result;
        return fold(expr);
    }
    if (e.text == "||" || e.text == "+") {
        for (auto& arg : e.args) read_lobs(arg);
        agree_on_charset(e.args[0], e.args[1], e.text);
    }
    auto domains = domains_of(e);
    if (e.text == "||") {
        for (std::size_t i = 0; i < 2; ++i) {
            if (e.args[i]->kind != ExprKind::kMarker) continue;
            note_marker(*e.args[i], Domain::of(kString));
            if (!binds_) domains[i] = Domain::character(kString, kUndetermined);
        }
    }
    e.operation = arithmetic(e.text, std::move(domains));
    e.domain = e.operation->result;
    fold(expr);
}

void Analysis::logical(Expr& e, const Scope& scope) {
    e.domain = Domain::of(kInt);
    if (e.kind == ExprKind::kExists) {
        select(*e.query, &scope);
    } else if (e.kind == ExprKind::kInQuery) {
        in_query(e, scope);
    } else if (e.kind == ExprKind::kQuantified) {
        quantified(e, scope);
    } else if (e.kind != ExprKind::kIsNull) {
        for (std::size_t i = 1; i < e.args.size(); ++i) compare_pair(e.args[0], e.args[i]);
    }
}

void Analysis::in_query(Expr& e, const Scope& scope) {
    const auto columns = select(*e.query, &scope);
    if (columns.size() != 1) throw semantic_failure("A subquery must have a single column. ");
    const Domain common = common_domain(e.args[0]->domain, columns[0].domain);
    if (common.type == e.args[0]->domain.type && common.type == columns[0].domain.type) return;
    cast_to(e.args[0], common);
    if (!e.query->items.empty()) cast_to(e.query->items[0].expr, common);
}

void Analysis::quantified(Expr& e, const Scope& scope) { in_query(e, scope); }

}  // namespace minicas
