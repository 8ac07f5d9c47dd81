// Columns, calls, and what stands alone.
#include <array>

#include "sql/parser_impl.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

struct LiteralWord {
    std::string_view word;
    TypeCode type;
};

constexpr std::array kTypedLiterals{LiteralWord{"date", kDate},
                                    LiteralWord{"time", kTime},
                                    LiteralWord{"timestamp", kTimestamp},
                                    LiteralWord{"datetime", kDatetime},
                                    LiteralWord{"timestamptz", kTimestamptz},
                                    LiteralWord{"timestampltz", kTimestampltz},
                                    LiteralWord{"datetimetz", kDatetimetz},
                                    LiteralWord{"datetimeltz", kDatetimeltz},
                                    LiteralWord{"json", kJson}};

// Values without parentheses.
constexpr std::array<std::string_view, 18> kBareFunctions{
    "sys_date",          "sysdate",      "current_date",  "sys_time",
    "systime",           "current_time", "sys_timestamp", "systimestamp",
    "current_timestamp", "sys_datetime", "sysdatetime",   "current_datetime",
    "current_user",      "user",         "localtime",     "localtimestamp",
    "sessiontimezone",   "dbtimezone"};

template <typename Table>
bool contains(const Table& table, std::string_view word) {
    for (const auto entry : table)
        if (same_name(entry, word)) return true;
    return false;
}

}  // namespace

// What stands behind a value: a JSON path, a collation.
ExprPtr Parser::primary() {
    const auto begin = peek().begin;
    auto value = bare_primary();
    while (true) {
        if (is_punctuation("->") || is_punctuation("->>")) {
            const bool text = take().text == "->>";
            auto call = make(ExprKind::kFunction, "json_extract");
            call->args.push_back(std::move(value));
            call->args.push_back(literal());
            value = finish(std::move(call), begin);
            if (!text) continue;
            auto unquoted = make(ExprKind::kFunction, "json_unquote");
            unquoted->args.push_back(std::move(value));
            value = finish(std::move(unquoted), begin);
        } else if (accept("collate")) {
            auto collated = make(ExprKind::kCollate, to_lower(any_name()));
            collated->args.push_back(std::move(value));
            value = finish(std::move(collated), begin);
        } else {
            return value;
        }
    }
}

ExprPtr Parser::bare_primary() {
    const auto begin = peek().begin;
    switch (peek().kind) {
        case TokenKind::kMarker: {
            take();
            auto expr = make(ExprKind::kMarker);
            expr->index = markers_++;
            return finish(std::move(expr), begin);
        }
        case TokenKind::kVariable: {
            auto expr = make(ExprKind::kVariable, to_lower(take().text));
            if (accept_punctuation(":=")) {
                expr->kind = ExprKind::kAssign;
                expr->args.push_back(expression());
            }
            return finish(std::move(expr), begin);
        }
        case TokenKind::kPunctuation:
            if (is_punctuation("(")) return parenthesized();
            if (is_punctuation("{")) return finish(collection(kSequence), begin);
            unexpected();
        case TokenKind::kWord:
        case TokenKind::kQuoted:
            return finish(word_expression(), begin);
        case TokenKind::kEnd:
            unexpected();
        default:
            return finish(literal(), begin);
    }
}

ExprPtr Parser::parenthesized() {
    const auto begin = take().begin;
    ExprPtr expr;
    if (starts_query()) {
        expr = make(ExprKind::kQuery);
        expr->query = select();
    } else {
        expr = expression();
        if (is_punctuation(",")) unexpected();
        expr->parenthesized = true;
    }
    expect_punctuation(")");
    return finish(std::move(expr), begin);
}

bool Parser::starts_query() const {
    std::size_t ahead = 0;
    while (is_punctuation("(", ahead)) ++ahead;
    return is_word("select", ahead) || is_word("with", ahead) ||
           (is_word("values", ahead) && ahead == 0);
}

ExprPtr Parser::collection(TypeCode type) {
    auto expr = make(ExprKind::kCollection);
    expr->domain = Domain::of(type);
    expect_punctuation("{");
    if (accept_punctuation("}")) return expr;
    do {
        expr->args.push_back(expression());
    } while (accept_punctuation(","));
    expect_punctuation("}");
    return expr;
}

ExprPtr Parser::case_expression() {
    auto expr = make(ExprKind::kCase);
    if (!is_word("when")) {
        expr->has_operand = true;
        expr->args.push_back(expression());
    }
    while (accept("when")) {
        expr->args.push_back(expression());
        expect("then");
        expr->args.push_back(expression());
    }
    if (expr->args.size() < 2) unexpected();
    if (accept("else")) {
        expr->has_else = true;
        expr->args.push_back(expression());
    }
    expect("end");
    return expr;
}

ExprPtr Parser::cast_expression() {
    auto expr = make(ExprKind::kCast);
    expect_punctuation("(");
    expr->args.push_back(expression());
    expect("as");
    expr->domain = data_type();
    expect_punctuation(")");
    return expr;
}

ExprPtr Parser::word_expression() {
    if (peek().kind == TokenKind::kWord) {
        for (const auto& entry : kTypedLiterals) {
            if (!is_word(entry.word) || peek(1).kind != TokenKind::kString) continue;
            take();
            return typed_literal(entry.type, entry.word);
        }
        if (accept("null")) return make(ExprKind::kLiteral, "null");
        if (is_word("true") || is_word("false")) {
            auto expr = make(ExprKind::kLiteral, is_word("true") ? "1" : "0");
            expr->value = Value(std::int64_t{is_word("true") ? 1 : 0});
            expr->domain = Domain::of(kInt);
            take();
            return expr;
        }
        if (accept("case")) return case_expression();
        if (is_word("cast") && is_punctuation("(", 1)) {
            take();
            return cast_expression();
        }
        if (is_word("exists") && is_punctuation("(", 1)) {
            take();
            take();
            auto expr = make(ExprKind::kExists);
            expr->query = select();
            expect_punctuation(")");
            return expr;
        }
        if (accept("rownum")) return make(ExprKind::kRownum);
        if (is_word("default") && !is_punctuation("(", 1)) {
            take();
            return make(ExprKind::kDefault);
        }
        for (const auto& [word, type] : {std::pair{"set", kSet},
                                         {"multiset", kMultiset},
                                         {"list", kSequence},
                                         {"sequence", kSequence}}) {
            if (!is_word(word) || !is_punctuation("{", 1)) continue;
            take();
            return collection(type);
        }
        const bool call = is_punctuation("(", 1);
        if (call && (is_identifier() || is_word("left") || is_word("right") || is_word("insert") ||
                     is_word("values") || is_word("if"))) {
            std::string name = take().text;
            return function_call(std::move(name));
        }
        if (!call && contains(kBareFunctions, peek().text))
            return make(ExprKind::kFunction, to_lower(take().text));
    }
    auto expr = make(ExprKind::kColumn, identifier());
    while (accept_punctuation(".")) {
        if (accept_punctuation("*")) {
            expr->kind = ExprKind::kStar;
            expr->qualifier += (expr->qualifier.empty() ? "" : ".") + expr->text;
            return expr;
        }
        expr->qualifier += (expr->qualifier.empty() ? "" : ".") + expr->text;
        expr->text = identifier();
    }
    if (expr->text == "next_value" || expr->text == "current_value" || expr->text == "nextval" ||
        expr->text == "currval") {
        expr->kind = ExprKind::kSerial;
        expr->text = expr->text.starts_with("next") ? "next_value" : "current_value";
        std::swap(expr->text, expr->qualifier);
    }
    return expr;
}

std::vector<ExprPtr> Parser::expression_list() {
    std::vector<ExprPtr> list;
    if (is_punctuation(")")) return list;
    do {
        list.push_back(expression());
    } while (accept_punctuation(","));
    return list;
}

}  // namespace minicas
