// Operators, from the weakest to the strongest.
#include <array>

#include "sql/parser_impl.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

// A text nested deeper is refused before the stack is.
constexpr int kMaxDepth = 400;

struct Depth {
    explicit Depth(int& counter) : counter_(counter) {
        if (++counter_ > kMaxDepth) throw syntax_failure("nested too deeply ");
    }
    ~Depth() { --counter_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    int& counter_;
};

}  // namespace

ExprPtr Parser::make(ExprKind kind, std::string text) const {
    auto expr = std::make_unique<Expr>();
    expr->kind = kind;
    expr->text = std::move(text);
    expr->begin = peek().begin;
    return expr;
}

ExprPtr Parser::finish(ExprPtr expr, std::size_t begin) const {
    expr->begin = begin;
    expr->end = at_ > 0 ? tokens_[at_ - 1].end : 0;
    return expr;
}

ExprPtr Parser::binary(std::string op, ExprPtr left, ExprPtr right) const {
    auto expr = make(ExprKind::kBinary, std::move(op));
    const auto begin = left->begin;
    expr->args.push_back(std::move(left));
    expr->args.push_back(std::move(right));
    return finish(std::move(expr), begin);
}

ExprPtr Parser::expression() {
    const Depth depth(depth_);
    return or_expression();
}

ExprPtr Parser::or_expression() {
    auto left = xor_expression();
    while (accept("or")) left = binary("or", std::move(left), xor_expression());
    return left;
}

ExprPtr Parser::xor_expression() {
    auto left = and_expression();
    while (accept("xor")) left = binary("xor", std::move(left), and_expression());
    return left;
}

ExprPtr Parser::and_expression() {
    auto left = not_expression();
    while (accept("and") || accept_punctuation("&&"))
        left = binary("and", std::move(left), not_expression());
    return left;
}

ExprPtr Parser::not_expression() {
    const auto begin = peek().begin;
    if (!accept("not") && !accept_punctuation("!")) return predicate();
    auto expr = make(ExprKind::kUnary, "not");
    const Depth depth(depth_);
    expr->args.push_back(not_expression());
    return finish(std::move(expr), begin);
}

ExprPtr Parser::predicate() {
    auto left = bit_or();
    while (true) {
        const auto begin = left->begin;
        if (accept("is")) {
            auto expr = make(ExprKind::kIsNull);
            expr->negated = accept("not");
            expect("null");
            expr->args.push_back(std::move(left));
            left = finish(std::move(expr), begin);
            continue;
        }
        const bool negated =
            is_word("not") && (is_word("in", 1) || is_word("like", 1) || is_word("between", 1) ||
                               is_word("rlike", 1) || is_word("regexp", 1));
        if (negated) take();
        if (accept("between")) {
            auto expr = make(ExprKind::kBetween);
            expr->negated = negated;
            expr->args.push_back(std::move(left));
            expr->args.push_back(bit_or());
            expect("and");
            expr->args.push_back(bit_or());
            left = finish(std::move(expr), begin);
        } else if (is_word("like") || is_word("rlike") || is_word("regexp")) {
            left = like_tail(std::move(left), negated);
        } else if (accept("in")) {
            left = in_tail(std::move(left), negated);
        } else {
            auto next = comparison_tail(std::move(left));
            if (next->kind == ExprKind::kLiteral && next->text.empty())
                return std::move(next->args[0]);
            left = std::move(next);
        }
    }
}

// A comparison with what follows; without an operator an empty shell around `left`.
ExprPtr Parser::comparison_tail(ExprPtr left) {
    static constexpr std::array<std::string_view, 9> kOperators{
        "=", "<>", "!=", "<=>", "<=", ">=", "<", ">", "=="};
    for (const auto op : kOperators) {
        if (!accept_punctuation(op)) continue;
        const std::string name(op == "!=" ? "<>" : op == "==" ? "=" : op);
        if (is_word("all") || is_word("any") || is_word("some")) {
            const auto begin = left->begin;
            auto expr = make(ExprKind::kQuantified, name);
            expr->qualifier = accept("all") ? "all" : "any";
            if (expr->qualifier == "any") take();
            expect_punctuation("(");
            expr->args.push_back(std::move(left));
            expr->query = select();
            expect_punctuation(")");
            return finish(std::move(expr), begin);
        }
        return binary(name, std::move(left), bit_or());
    }
    static constexpr std::array<std::string_view, 6> kSetOperators{
        "seteq", "setneq", "superseteq", "subseteq", "superset", "subset"};
    for (const auto op : kSetOperators)
        if (accept(op)) return binary(std::string(op), std::move(left), bit_or());
    auto shell = make(ExprKind::kLiteral);
    shell->args.push_back(std::move(left));
    return shell;
}

ExprPtr Parser::in_tail(ExprPtr left, bool negated) {
    const auto begin = left->begin;
    if (!is_punctuation("(")) {  // an element of a collection
        auto member = binary("in", std::move(left), bit_or());
        if (!negated) return member;
        auto out = make(ExprKind::kUnary, "not");
        out->args.push_back(std::move(member));
        return finish(std::move(out), begin);
    }
    expect_punctuation("(");
    auto expr = make(starts_query() ? ExprKind::kInQuery : ExprKind::kInList);
    expr->negated = negated;
    expr->args.push_back(std::move(left));
    if (expr->kind == ExprKind::kInQuery) {
        expr->query = select();
    } else {
        do {
            expr->args.push_back(expression());
        } while (accept_punctuation(","));
    }
    expect_punctuation(")");
    return finish(std::move(expr), begin);
}

ExprPtr Parser::like_tail(ExprPtr left, bool negated) {
    const auto begin = left->begin;
    auto expr = make(ExprKind::kLike, is_word("like") ? "like" : "rlike");
    take();
    expr->negated = negated;
    expr->args.push_back(std::move(left));
    expr->args.push_back(bit_or());
    if (expr->text == "like" && accept("escape")) expr->args.push_back(bit_or());
    return finish(std::move(expr), begin);
}

ExprPtr Parser::bit_or() {
    auto left = bit_and();
    while (accept_punctuation("|")) left = binary("|", std::move(left), bit_and());
    return left;
}

ExprPtr Parser::bit_and() {
    auto left = shift();
    while (accept_punctuation("&")) left = binary("&", std::move(left), shift());
    return left;
}

ExprPtr Parser::shift() {
    auto left = sum();
    while (is_punctuation("<<") || is_punctuation(">>")) {
        std::string op = take().text;
        left = binary(std::move(op), std::move(left), sum());
    }
    return left;
}

ExprPtr Parser::sum() {
    auto left = product();
    while (is_punctuation("+") || is_punctuation("-") || is_punctuation("||")) {
        std::string op = take().text;
        left = binary(std::move(op), std::move(left), product());
    }
    return left;
}

ExprPtr Parser::product() {
    auto left = power();
    while (is_punctuation("*") || is_punctuation("/") || is_word("div") || is_word("mod")) {
        std::string op = to_lower(take().text);
        left = binary(std::move(op), std::move(left), power());
    }
    return left;
}

ExprPtr Parser::power() {
    auto left = unary();
    while (accept_punctuation("^")) left = binary("^", std::move(left), unary());
    return left;
}

ExprPtr Parser::unary() {
    const Depth depth(depth_);
    const auto begin = peek().begin;
    if (is_punctuation("-") || is_punctuation("+") || is_punctuation("~")) {
        const std::string op = take().text;
        const TokenKind next = peek().kind;
        if (op == "-" && (next == TokenKind::kInteger || next == TokenKind::kDecimal ||
                          next == TokenKind::kFloat)) {
            Token token = take();
            token.text.insert(0, "-");
            return finish(number(token), begin);
        }
        if (op == "+") return unary();
        auto expr = make(ExprKind::kUnary, op);
        expr->args.push_back(unary());
        return finish(std::move(expr), begin);
    }
    return primary();
}

}  // namespace minicas
