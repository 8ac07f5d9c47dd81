// Comparisons and assignments: which side is converted to what.
#include "query/analysis.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

Domain open_numeric() { return Domain::character(kNumeric, kUndetermined); }
Domain open_text() { return Domain::character(kString, kUndetermined); }

// The domain in which a text meets a number.
Domain number_for_text(const Domain& number) {
    return number.type == kNumeric ? open_numeric() : number;
}

// What PARAMETER_INFO says of a marker beside an expression of this domain; numbers stay open.
Domain marker_domain(const Domain& other) {
    if (other.type == kChar || other.type == kNchar)
        return Domain::character(other.type, kUndetermined);
    if (other.type == kString || other.type == kVarnchar) return Domain::of(other.type);
    if (is_datetime(other.type) || other.type == kEnum) return Domain::of(other.type);
    return {};
}

}  // namespace

void Analysis::compare_pair(ExprPtr& a, ExprPtr& b) {
    const Domain da = a->domain, db = b->domain;
    note_marker(*a, marker_domain(db));
    note_marker(*b, marker_domain(da));
    const TypeCode ta = da.type, tb = db.type;
    if (is_character(ta) && is_character(tb)) return agree_on_charset(a, b, "=");
    if (is_collection(ta) && is_collection(tb) && !(da == db)) return cast_to(b, da);
    if (ta == kNull || tb == kNull || ta == tb) return;
    if (is_lob(ta) || is_lob(tb))
        throw semantic_failure("'=' operator is not defined on types " +
                               std::string(constant_type_name(ta)) + " and " +
                               std::string(constant_type_name(tb)) + ". ");
    if (ta == kJson || tb == kJson) return cast_to(ta == kJson ? b : a, Domain::of(kJson));
    if (is_number(ta) && is_number(tb)) {
        if (ta != kNumeric && tb != kNumeric) return;
        const bool approximate = is_approximate(ta) || is_approximate(tb);
        const Domain common = approximate ? Domain::of(kDouble) : open_numeric();
        if (ta == kNumeric || !approximate) {
            if (ta != common.type) cast_to(a, common);
        }
        if (tb == kNumeric || !approximate) {
            if (tb != common.type) cast_to(b, common);
        }
        return;
    }
    const bool text_a = is_character(ta), text_b = is_character(tb);
    if ((is_number(ta) && text_b) || (text_a && is_number(tb))) {
        ExprPtr& text = text_a ? a : b;
        ExprPtr& number = text_a ? b : a;
        if (is_constant(*number) && !is_constant(*text)) {
            cast_to(number, open_text());
        } else if (is_constant(*text)) {
            cast_to(text, number_for_text(number->domain));
        } else {
            cast_to(text, Domain::of(kDouble));
            if (number->domain.type == kNumeric) cast_to(number, Domain::of(kDouble));
        }
        return;
    }
    if (is_datetime(ta) && is_datetime(tb)) {
        const Domain common = is_zoned(ta) ? da : is_zoned(tb) ? db : Domain::of(kDatetime);
        if (ta == kTime || tb == kTime) return;
        cast_to(a, common);
        cast_to(b, common);
        return;
    }
    if (ta == kEnum || tb == kEnum) {
        ExprPtr& enumeration = ta == kEnum ? a : b;
        if (text_a || text_b) cast_to(enumeration, open_text());
        return;
    }
    if (text_a && (is_datetime(tb) || is_bit(tb)))
        return cast_to(a, is_bit(tb) ? Domain::of(kVarbit) : db);
    if (text_b && (is_datetime(ta) || is_bit(ta)))
        return cast_to(b, is_bit(ta) ? Domain::of(kVarbit) : da);
}

void Analysis::agree_on_charset(ExprPtr& a, ExprPtr& b, std::string_view op) {
    const Domain da = a->domain, db = b->domain;
    if (!is_character(da.type) || !is_character(db.type) || da.charset == db.charset ||
        is_national(da.type) || is_national(db.type))
        return;
    const auto follows = [&](const Expr& expr) {
        return is_constant(expr) && expr.domain.charset == Charset::kUtf8;
    };
    if (follows(*a) == follows(*b) || (is_constant(*a) && is_constant(*b)))
        throw semantic_failure("'" + std::string(op) +
                               "' requires arguments with compatible collations. ");
    ExprPtr& constant = follows(*a) ? a : b;
    Domain target = constant->domain;
    target.charset = follows(*a) ? db.charset : da.charset;
    cast_to(constant, target);
}

void Analysis::assignment(ExprPtr& expr, const Column& column, const Scope& scope) {
    if (expr->kind == ExprKind::kDefault) return;
    note_marker(*expr, column.domain);
    expression(expr, scope);
    if (expr->kind == ExprKind::kMarker) parameters_[expr->index] = column.domain;
    const Domain own = expr->domain;
    if (own == column.domain || own.type == kNull) return;
    if (expr->kind == ExprKind::kLiteral && !is_lob(column.domain.type)) {
        try {
            expr->value = cast_value(expr->value, own, column.domain, CastKind::kAssign,
                                     environment_.time_zone());
        } catch (const CannotCast&) {
            throw semantic_failure("Cannot coerce " + expr->text + " to type " +
                                   std::string(constant_type_name(column.domain.type)) + ". ");
        } catch (const Error& error) {  // of JSON
            throw semantic_failure(error.message() + " ");
        }
        expr->domain = column.domain;
        return;
    }
    auto cast = std::make_unique<Expr>();
    cast->kind = ExprKind::kCast;
    cast->domain = column.domain;
    cast->operation = cast_operation(own, column.domain, false);
    if (expr->kind == ExprKind::kMarker && binds_) {
        // A bind is converted before the statement runs: its error is a semantic one.
        auto operation = std::make_shared<Operation>(*cast->operation);
        operation->run = [](Environment& environment, const Operation& self,
                            const std::vector<Value>& values) {
            try {
                return cast_in_session(environment, values[0], self.args[0], self.result,
                                       CastKind::kAssign);
            } catch (const CannotCast&) {
                throw semantic_failure("Cannot coerce host var to type " +
                                       std::string(host_variable_type_name(self.result.type)) +
                                       ". ");
            }
        };
        cast->operation = std::move(operation);
    }
    cast->args.push_back(std::move(expr));
    expr = std::move(cast);
}

}  // namespace minicas
