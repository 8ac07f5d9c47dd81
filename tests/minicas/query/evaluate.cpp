#include "query/evaluate.h"

#include <algorithm>

#include "types/cast.h"

namespace minicas {

namespace {

Value boolean(bool value) { return Value(std::int64_t{value}); }

}  // namespace

bool Evaluator::can(const Expr& expr, int source) {
    if (expr.query || expr.aggregate || expr.window || expr.kind == ExprKind::kRownum ||
        expr.kind == ExprKind::kInstance || expr.kind == ExprKind::kPath)
        return false;
    if (expr.kind == ExprKind::kColumn && (source == 0 || expr.source != source)) return false;
    return std::all_of(expr.args.begin(), expr.args.end(),
                       [&](const ExprPtr& arg) { return can(*arg, source); });
}

bool Evaluator::truth(const Expr& expr) {
    const Value v = value(expr);
    return !v.is_null() &&
           cast_value(v, expr.domain, Domain::of(TypeCode::kDouble), CastKind::kExplicit).real() !=
               0.0;
}

Value Evaluator::value(const Expr& expr) {
    switch (expr.kind) {
        case ExprKind::kLiteral:
            return expr.value;
        case ExprKind::kMarker:
            return (*binds_)[static_cast<std::size_t>(expr.index)].value;
        case ExprKind::kColumn:
            return (*row_)[static_cast<std::size_t>(expr.column)];
        case ExprKind::kVariable:
            return environment_.variable(expr.text).value;
        case ExprKind::kAssign: {
            Value v = value(*expr.args[0]);
            environment_.set_variable(expr.text, {expr.domain, v});
            return v;
        }
        case ExprKind::kSerial:
            return Value(
                Decimal::from_int(environment_.serial(expr.text, expr.qualifier == "next_value")));
        case ExprKind::kCase: {
            const std::size_t end = expr.args.size() - (expr.has_else ? 1 : 0);
            for (std::size_t i = expr.has_operand ? 1 : 0; i < end; i += 2)
                if (case_matches(expr, i)) return value(*expr.args[i + 1]);
            return expr.has_else ? value(*expr.args.back()) : Value();
        }
        case ExprKind::kCollate:
            return value(*expr.args[0]);
        case ExprKind::kIsNull:
            return boolean(value(*expr.args[0]).is_null() != expr.negated);
        case ExprKind::kBetween:
        case ExprKind::kInList:
            return logical(expr);
        case ExprKind::kUnary:
            if (expr.text == "not") {
                const Value v = value(*expr.args[0]);
                return v.is_null() ? v : boolean(!truth(*expr.args[0]));
            }
            break;
        case ExprKind::kBinary:
            if (!expr.operation) return comparison(expr);
            break;
        default:
            break;
    }
    if (!expr.operation) return {};
    std::vector<Value> values;
    values.reserve(expr.args.size());
    for (const auto& arg : expr.args) values.push_back(value(*arg));
    const Value result = expr.operation->call(environment_, values);
    if (expr.kind == ExprKind::kLike && expr.negated && !result.is_null())
        return boolean(result.integer() == 0);
    return result;
}

std::optional<int> Evaluator::compare(const Expr& a, const Expr& b) {
    const Value x = value(a), y = value(b);
    if (x.is_null() || y.is_null()) return std::nullopt;
    Domain common = a.domain;
    if (is_number(a.domain.type) && is_number(b.domain.type) && a.domain.type != b.domain.type)
        common = common_number(a.domain, b.domain);
    if (common.type == TypeCode::kNumeric) common.precision = kUndetermined;
    if (is_character(common.type) && is_character(b.domain.type)) {
        common = common_domain(a.domain, b.domain);
        common.precision = kUndetermined;
        return compare_values(x, y, common);
    }
    return compare_values(cast_value(x, a.domain, common, CastKind::kExplicit),
                          cast_value(y, b.domain, common, CastKind::kExplicit), common);
}

bool Evaluator::case_matches(const Expr& expr, std::size_t when) {
    if (!expr.has_operand) return truth(*expr.args[when]);
    return compare(*expr.args[0], *expr.args[when]) == 0;
}

Value Evaluator::comparison(const Expr& expr) {
    const std::string& op = expr.text;
    if (op == "and" || op == "or" || op == "xor") {
        const bool null_a = value(*expr.args[0]).is_null(), null_b = value(*expr.args[1]).is_null();
        const bool a = !null_a && truth(*expr.args[0]), b = !null_b && truth(*expr.args[1]);
        if (op == "and")
            return (!null_a && !a) || (!null_b && !b) ? boolean(false)
                   : null_a || null_b                 ? Value()
                                                      : boolean(true);
        if (op == "or") return a || b ? boolean(true) : null_a || null_b ? Value() : boolean(false);
        return null_a || null_b ? Value() : boolean(a != b);
    }
    const auto order = compare(*expr.args[0], *expr.args[1]);
    if (op == "<=>") {
        const bool null_a = value(*expr.args[0]).is_null(), null_b = value(*expr.args[1]).is_null();
        return boolean(order ? *order == 0 : null_a && null_b);
    }
    if (!order) return {};
    if (op == "=") return boolean(*order == 0);
    if (op == "<>") return boolean(*order != 0);
    if (op == "<") return boolean(*order < 0);
    if (op == ">") return boolean(*order > 0);
    return boolean(op == "<=" ? *order <= 0 : *order >= 0);
}

Value Evaluator::logical(const Expr& expr) {
    bool unknown = false, hit = false;
    if (expr.kind == ExprKind::kBetween) {
        const auto low = compare(*expr.args[0], *expr.args[1]),
                   high = compare(*expr.args[0], *expr.args[2]);
        unknown = !low || !high;
        hit = !unknown && *low >= 0 && *high <= 0;
    } else {
        for (std::size_t i = 1; i < expr.args.size(); ++i) {
            const auto order = compare(*expr.args[0], *expr.args[i]);
            unknown |= !order;
            hit |= order == 0;
        }
    }
    if (!hit && unknown) return {};
    return boolean(hit != expr.negated);
}

}  // namespace minicas
