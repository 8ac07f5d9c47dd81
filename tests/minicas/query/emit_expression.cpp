#include <algorithm>
#include <array>

#include "query/emitter.h"
#include "store/object_id.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

// The collation that makes SQLite compare the stored form as CUBRID compares the domain
// (sqlite_bridge.cpp).
std::string_view collation_of(const Domain& domain) {
    if (domain.type == kNumeric) return "mc_numeric";
    if (!is_character(domain.type)) return {};
    if (domain.collation == Collation::kCaseInsensitive) return "mc_ci";
    if ((domain.type == kChar || domain.type == kNchar) && domain.precision > 0) return "mc_pad";
    return {};
}

bool lists_fold(const std::string& name) {
    static constexpr std::array<std::string_view, 6> kNative{"count",      "min",  "max",
                                                             "row_number", "rank", "dense_rank"};
    return std::find(kNative.begin(), kNative.end(), name) != kNative.end();
}

}  // namespace

std::string Emitter::expression(const Expr& expr) {
    std::string text = raw(expr);
    const auto collation = collation_of(expr.domain);
    return collation.empty() ? text : "(" + text + " COLLATE " + std::string(collation) + ")";
}

std::string Emitter::raw(const Expr& expr) {
    switch (expr.kind) {
        case ExprKind::kLiteral:
            if (expr.value.is_null()) return "NULL";
            if (is_integer(expr.domain.type))
                return "(" + std::to_string(expr.value.integer()) + ")";
            return parameter({Parameter::Kind::kConstant, 0, "", {expr.domain, expr.value}});
        case ExprKind::kMarker:
            return parameter({Parameter::Kind::kMarker, expr.index, "", {}});
        case ExprKind::kVariable:
            return parameter({Parameter::Kind::kVariable, 0, expr.text, {}});
        case ExprKind::kAssign: {
            const std::string name = parameter(
                {Parameter::Kind::kConstant, 0, "", {Domain::of(kString), Value(expr.text)}});
            auto shape = std::make_shared<Operation>();
            shape->args = {expr.args[0]->domain};
            shape->result = expr.domain;
            return "assign(" + operation_number(shape) + ", " + name + ", " +
                   expression(*expr.args[0]) + ")";
        }
        case ExprKind::kColumn:
            if (expr.source == 0) return "c" + std::to_string(expr.column);
            return "t" + std::to_string(expr.source) + ".c" + std::to_string(expr.column);
        case ExprKind::kInstance:
            return "(" + std::to_string(object_id(static_cast<std::uint64_t>(expr.index), 0)) +
                   " + t" + std::to_string(expr.source) + ".rowid)";
        case ExprKind::kPath: {
            const std::string first =
                std::to_string(object_id(static_cast<std::uint64_t>(expr.index), 0));
            return "(SELECT p.c" + std::to_string(expr.column) + " FROM m" +
                   std::to_string(expr.index) +
                   " AS p WHERE p.rowid = " + expression(*expr.args[0]) + " - " + first + ")";
        }
        case ExprKind::kBinary:
            return binary(expr);
        case ExprKind::kUnary:
            return expr.text == "not" ? "(NOT " + expression(*expr.args[0]) + ")" : call(expr);
        case ExprKind::kIsNull:
            return "(" + expression(*expr.args[0]) + (expr.negated ? " IS NOT NULL)" : " IS NULL)");
        case ExprKind::kBetween:
            return "(" + expression(*expr.args[0]) + (expr.negated ? " NOT" : "") + " BETWEEN " +
                   expression(*expr.args[1]) + " AND " + expression(*expr.args[2]) + ")";
        case ExprKind::kLike:
            return expr.negated ? "(NOT " + call(expr) + ")" : call(expr);
        case ExprKind::kInList:
            return "(" + expression(*expr.args[0]) + (expr.negated ? " NOT" : "") + " IN (" +
                   list(expr.args, 1) + "))";
        case ExprKind::kInQuery:
            return "(" + expression(*expr.args[0]) + (expr.negated ? " NOT" : "") + " IN (" +
                   select(*expr.query, 0) + "))";
        case ExprKind::kExists:
            return "EXISTS (" + select(*expr.query, 0) + ")";
        case ExprKind::kQuery:
            return "(SELECT single(c0) FROM (" + select(*expr.query, 0) + "))";
        case ExprKind::kQuantified:
            return quantified(expr);
        case ExprKind::kCase:
            return case_text(expr);
        case ExprKind::kFunction:
            return expr.aggregate ? aggregate(expr) : call(expr);
        case ExprKind::kCollate:
            return raw(*expr.args[0]);
        case ExprKind::kCast:
        case ExprKind::kCollection:
            return call(expr);
        case ExprKind::kRownum:
            return "row_number() OVER ()";
        case ExprKind::kSerial:
            program_.serials.emplace_back(expr.text, expr.qualifier == "next_value");
            return "serial(" + std::to_string(program_.serials.size() - 1) + ")";
        case ExprKind::kDefault:
        case ExprKind::kStar:
            break;
    }
    throw syntax_failure("Syntax error: unexpected 'DEFAULT' ");
}

std::string Emitter::binary(const Expr& expr) {
    if (expr.operation) return call(expr);
    // ROWNUM <= n has become a LIMIT.
    if (expr.args[0]->kind == ExprKind::kRownum && (expr.text == "<=" || expr.text == "<"))
        return "1";
    const std::string left = expression(*expr.args[0]), right = expression(*expr.args[1]);
    if (expr.text == "xor") return "((" + left + " <> 0) <> (" + right + " <> 0))";
    return "(" + left + " " + (expr.text == "<=>" ? "IS" : expr.text) + " " + right + ")";
}

std::string Emitter::call(const Expr& expr) {
    if (expr.kind == ExprKind::kFunction &&
        (expr.text == "coalesce" || expr.text == "nvl" || expr.text == "ifnull") &&
        expr.args.size() > 1) {
        // Its later arguments are evaluated only when they are needed.
        std::string out = "coalesce(";
        for (std::size_t i = 0; i < expr.args.size(); ++i) {
            std::string arg = expression(*expr.args[i]);
            const Domain& own = expr.args[i]->domain;
            if (own.type != expr.domain.type && own.type != kNull)
                arg = "x(" + operation_number(cast_operation(own, expr.domain, true)) + ", " + arg +
                      ")";
            out += (i ? ", " : "") + arg;
        }
        return out + ")";
    }
    const std::string name = expr.operation->pure ? "x(" : "volatile_x(";
    std::string out = name + operation_number(expr.operation);
    for (const auto& arg : expr.args) out += ", " + raw(*arg);
    return out + ")";
}

std::string Emitter::aggregate(const Expr& expr) {
    std::string out;
    if (lists_fold(expr.text)) {
        out = expr.text + "(" + (expr.distinct ? "DISTINCT " : "") +
              (expr.star ? "*" : list(expr.args)) + ")";
    } else if (expr.text == "ntile" || expr.text == "lead" || expr.text == "lag" ||
               expr.text.ends_with("_value")) {
        out = expr.text + "(" + list(expr.args) + ")";
    } else if (expr.text == "group_concat") {
        // The separator is not a constant of the call: it travels with each row.
        out = "mc_group_concat(" + std::string(expr.distinct ? "DISTINCT " : "");
        const std::string number = operation_number(expr.operation);
        if (!expr.order.empty())
            throw semantic_failure("ORDER BY in GROUP_CONCAT is not supported. ");
        if (expr.distinct)
            return "group_concat(DISTINCT x(" +
                   operation_number(cast_operation(expr.args[0]->domain, expr.domain, true)) +
                   ", " + expression(*expr.args[0]) + "))";
        out += number + ", " + list(expr.args) + ")";
    } else {
        std::string function = expr.text;
        if (function == "stddev") function = "stddev_pop";
        if (function == "variance") function = "var_pop";
        // The operation comes last: DISTINCT looks at all arguments, but it is the same for every
        // row.
        if (expr.distinct) {
            out = "mc_" + function + "_distinct(" + expression(*expr.args[0]) + ", " +
                  operation_number(expr.operation) + ")";
        } else {
            out = "mc_" + function + "(" + expression(*expr.args[0]) + ", " +
                  operation_number(expr.operation) + ")";
        }
    }
    if (!expr.window) return out;
    out += " OVER (";
    if (!expr.window->partition.empty()) out += "PARTITION BY " + list(expr.window->partition);
    return out + order_clause(expr.window->order, " ORDER BY ") + ")";
}

std::string Emitter::quantified(const Expr& expr) {
    const std::string left = expression(*expr.args[0]);
    const bool all = expr.qualifier == "all";
    const std::string comparison = left + " " + expr.text + " z.c0";
    return std::string(all ? "NOT EXISTS" : "EXISTS") + " (SELECT 1 FROM (" +
           select(*expr.query, 0) + ") AS z WHERE " +
           (all ? "NOT (" + comparison + ")" : comparison) + ")";
}

std::string Emitter::case_text(const Expr& expr) {
    std::string out = "CASE";
    std::size_t at = 0;
    if (expr.has_operand) out += " " + expression(*expr.args[at++]);
    const std::size_t end = expr.args.size() - (expr.has_else ? 1 : 0);
    for (; at < end; at += 2)
        out += " WHEN " + expression(*expr.args[at]) + " THEN " + expression(*expr.args[at + 1]);
    if (expr.has_else) out += " ELSE " + expression(*expr.args.back());
    return out + " END";
}

std::string Emitter::parameter(Parameter parameter) {
    program_.parameters.push_back(std::move(parameter));
    return "?" + std::to_string(program_.parameters.size());
}

std::string Emitter::list(const std::vector<ExprPtr>& args, std::size_t from) {
    std::string out;
    for (std::size_t i = from; i < args.size(); ++i)
        out += (i > from ? ", " : "") + expression(*args[i]);
    return out;
}

std::string Emitter::operation_number(OperationPtr operation) {
    program_.operations.push_back(std::move(operation));
    return std::to_string(program_.operations.size() - 1);
}

}  // namespace minicas
