// CASE, collections, and conversions that the text does not name.
#include <algorithm>

#include "query/analysis.h"
#include "query/evaluate.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

using enum TypeCode;

void Analysis::case_expression(ExprPtr& expr, const Scope& scope) {
    Expr& e = *expr;
    for (auto& arg : e.args) expression(arg, scope);
    const std::size_t first = e.has_operand ? 1 : 0;
    const std::size_t end = e.args.size() - (e.has_else ? 1 : 0);
    if (e.has_operand)
        for (std::size_t i = first; i < end; i += 2) compare_pair(e.args[0], e.args[i]);
    // A CASE whose first conditions are constants is its branch.
    for (std::size_t i = first; i < end; i += 2) {
        const bool constant = e.args[i]->kind == ExprKind::kLiteral &&
                              (!e.has_operand || e.args[0]->kind == ExprKind::kLiteral);
        if (!constant) break;
        Evaluator evaluator(environment_, nullptr);
        if (evaluator.case_matches(e, i)) {
            expr = std::move(e.args[i + 1]);
            return;
        }
        if (i + 2 >= end) {
            if (e.has_else) {
                expr = std::move(e.args.back());
            } else {
                expr = std::make_unique<Expr>();
            }
            return;
        }
    }
    Domain result;
    for (std::size_t i = first; i < end; i += 2)
        result = common_domain(result, e.args[i + 1]->domain);
    if (e.has_else) result = common_domain(result, e.args.back()->domain);
    for (std::size_t i = first; i < end; i += 2) cast_to(e.args[i + 1], result);
    if (e.has_else) cast_to(e.args.back(), result);
    e.domain = result;
}

void Analysis::collection(ExprPtr& expr) {
    Expr& e = *expr;
    const bool open = !binds_ && std::any_of(e.args.begin(), e.args.end(), [](const ExprPtr& arg) {
        return arg->kind == ExprKind::kMarker;
    });
    e.operation = collection_operation(e.domain.type, domains_of(e));
    e.domain = open ? Domain::of(e.domain.type) : e.operation->result;
    fold(expr);
}

void Analysis::read_lobs(ExprPtr& expr) {
    if (is_lob(expr->domain.type))
        cast_to(expr, Domain::of(expr->domain.type == kBlob ? kVarbit : kString));
}

void Analysis::cast_to(ExprPtr& expr, const Domain& domain) {
    const Domain own = expr->domain;
    if (own == domain || domain.type == kNull || own.type == kNull) return;
    if (is_character(own.type) && is_character(domain.type) && own.charset == domain.charset)
        return;
    if (is_integer(own.type) && is_integer(domain.type)) return;
    if (expr->kind == ExprKind::kLiteral) {
        try {
            expr->value =
                cast_value(expr->value, own, domain, CastKind::kAssign, environment_.time_zone());
        } catch (const CannotCast&) {
            throw semantic_failure("Cannot coerce " + expr->text + " to type " +
                                   std::string(constant_type_name(domain.type)) + ". ");
        }
        expr->domain = domain;
        return;
    }
    auto cast = std::make_unique<Expr>();
    cast->kind = ExprKind::kCast;
    cast->operation = cast_operation(own, domain, false);
    cast->domain = domain;
    cast->args.push_back(std::move(expr));
    expr = std::move(cast);
}

}  // namespace minicas
