// Literals.
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "sql/parser_impl.h"
#include "types/calendar.h"
#include "types/error.h"
#include "types/json.h"
#include "types/number_text.h"
#include "types/time_zone.h"

namespace minicas {

using enum TypeCode;

ExprPtr Parser::number(const Token& token) {
    auto expr = make(ExprKind::kLiteral, token.text);
    if (token.kind == TokenKind::kFloat) {
        expr->value = Value(std::strtod(token.text.c_str(), nullptr));
        expr->domain = Domain::of(kDouble);
        return expr;
    }
    const auto digits = token.text.size() - (token.text.front() == '-' ? 1 : 0);
    if (token.kind == TokenKind::kInteger && digits <= 19) {
        // A number of ten digits is a BIGINT, whatever it is.
        errno = 0;
        const auto value = static_cast<std::int64_t>(std::strtoll(token.text.c_str(), nullptr, 10));
        if (errno == 0) {
            expr->value = Value(value);
            expr->domain = Domain::of(digits < 10 ? kInt : kBigint);
            return expr;
        }
    }
    const auto decimal = Decimal::parse(token.text);
    if (!decimal) {
        expr->value = Value(std::strtod(token.text.c_str(), nullptr));
        expr->domain = Domain::of(kDouble);
        return expr;
    }
    expr->value = Value(*decimal);
    expr->domain = Domain::numeric(std::max(decimal->digits(), decimal->scale + 1), decimal->scale);
    if (decimal->digits() <= decimal->scale)
        expr->domain.precision = decimal->scale + (decimal->scale < 38 ? 1 : 0);
    return expr;
}

ExprPtr Parser::literal() {
    const Token token = take();
    auto expr = make(ExprKind::kLiteral);
    expr->text = sql_.substr(token.begin, token.end - token.begin);
    switch (token.kind) {
        case TokenKind::kString:
            expr->value = Value(token.text);
            expr->domain = Domain::character(kChar, kUndetermined);
            expr->domain.charset = token.charset;
            // The introducer of the database's own charset is not shown.
            if (expr->text.front() == '_' && token.charset == Charset::kUtf8)
                expr->text.erase(0, expr->text.find('\''));
            return expr;
        case TokenKind::kNationalString:
            expr->value = Value(token.text);
            expr->domain = Domain::character(kNchar, kUndetermined);
            expr->text.front() = 'N';
            return expr;
        case TokenKind::kBitString:
        case TokenKind::kHexString: {
            const auto bits = token.kind == TokenKind::kHexString ? parse_hex(token.text)
                                                                  : parse_binary(token.text);
            if (!bits) throw syntax_failure("invalid bit string ");
            expr->value = Value(*bits);
            expr->domain = Domain::of(kBit);
            expr->text.front() = token.kind == TokenKind::kHexString ? 'X' : 'B';
            return expr;
        }
        case TokenKind::kMoney: {
            char shown[64];
            const double amount = std::strtod(token.text.c_str(), nullptr);
            std::snprintf(shown, sizeof shown, "\\USD%.2f", amount);
            expr->text = shown;
            expr->value = Value(amount);
            expr->domain = Domain::of(kMonetary);
            return expr;
        }
        default:
            return number(token);
    }
}

ExprPtr Parser::typed_literal(TypeCode type, std::string_view keyword) {
    auto expr = make(ExprKind::kLiteral);
    const std::string text = string_literal();
    expr->domain = Domain::of(type);
    expr->text = std::string(keyword) + " '" + text + "'";
    const auto invalid = [&] {
        return semantic_failure("Invalid " + std::string(keyword) + ": '" + text + "'. select ");
    };
    if (type == kJson) {
        try {
            expr->value = Value(normalized_json(text));
        } catch (const Error&) {
            throw invalid();
        }
    } else if (is_zoned(type)) {
        const auto zoned = parse_zoned(text, type, kServerZone);
        if (!zoned) throw invalid();
        expr->value = Value(*zoned);
        // Without a zone it is in that of the session, which only the analysis knows.
        if (!names_zone(text)) {
            auto literal = make(ExprKind::kLiteral, "'" + text + "'");
            literal->value = Value(text);
            literal->domain = Domain::character(kChar, kUndetermined);
            expr->kind = ExprKind::kCast;
            expr->args.push_back(std::move(literal));
        }
    } else {
        const auto moment = parse_moment(text, type);
        if (!moment) throw invalid();
        expr->value = Value(pack_moment(*moment, type));
    }
    return expr;
}

}  // namespace minicas
