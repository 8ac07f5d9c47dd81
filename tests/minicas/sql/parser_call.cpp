// Function calls, with the spellings that are no plain lists of arguments.
#include "sql/parser_impl.h"
#include "types/text.h"

namespace minicas {

ExprPtr Parser::function_call(std::string name) {
    const std::string spelled = name;
    name = to_lower(name);
    expect_punctuation("(");
    if (auto special = special_call(name)) return special;
    auto expr = make(ExprKind::kFunction, name);
    expr->qualifier = "";
    if (accept_punctuation("*")) {
        expr->star = true;
    } else {
        expr->distinct = accept("distinct") || accept("unique");
        if (!expr->distinct) accept("all");
        expr->args = expression_list();
        if (name == "group_concat") {
            if (accept_all({"order", "by"})) expr->order = order_items();
            if (accept("separator")) expr->args.push_back(literal());
        }
        if (accept("using")) any_name();  // CHR, CLOB_TO_CHAR: the charset is the database's
    }
    expect_punctuation(")");
    if (accept("over")) window(*expr);
    // An unknown function is named as the text spells it.
    expr->value = Value(spelled);
    return expr;
}

// Null if `name` is an ordinary function; else the call with its closing parenthesis.
ExprPtr Parser::special_call(const std::string& name) {
    if (name == "trim") return trim_call();
    if (name == "date_add" || name == "date_sub" || name == "adddate" || name == "subdate")
        return date_arithmetic_call(name);
    if (name == "extract") {
        auto expr = make(ExprKind::kFunction, name);
        expr->qualifier = any_name();
        expect("from");
        expr->args.push_back(expression());
        expect_punctuation(")");
        return expr;
    }
    if (name == "position") {
        auto expr = make(ExprKind::kFunction, name);
        expr->args.push_back(bit_or());
        expect("in");
        expr->args.push_back(expression());
        expect_punctuation(")");
        return expr;
    }
    return nullptr;
}

ExprPtr Parser::trim_call() {
    auto expr = make(ExprKind::kFunction, "trim");
    expr->qualifier = accept("leading")    ? "leading"
                      : accept("trailing") ? "trailing"
                      : accept("both")     ? "both"
                                           : "";
    if (!expr->qualifier.empty() && accept("from")) {
        expr->args.push_back(expression());
    } else {
        auto first = expression();
        if (accept("from") || (expr->qualifier.empty() && accept_punctuation(","))) {
            const bool listed = !is_word("from", 0) && tokens_[at_ - 1].text == ",";
            auto second = expression();
            if (listed) std::swap(first, second);
            expr->args.push_back(std::move(second));
        }
        expr->args.push_back(std::move(first));
    }
    expect_punctuation(")");
    return expr;
}

ExprPtr Parser::date_arithmetic_call(std::string name) {
    auto expr = make(ExprKind::kFunction, std::move(name));
    expr->args.push_back(expression());
    expect_punctuation(",");
    if (accept("interval")) {
        expr->args.push_back(expression());
        expr->qualifier = any_name();
    } else {
        expr->args.push_back(expression());
    }
    expect_punctuation(")");
    return expr;
}

void Parser::window(Expr& call) {
    expect_punctuation("(");
    Window window;
    if (accept_all({"partition", "by"})) {
        do {
            window.partition.push_back(expression());
        } while (accept_punctuation(","));
    }
    if (accept_all({"order", "by"})) window.order = order_items();
    expect_punctuation(")");
    call.window = std::move(window);
}

}  // namespace minicas
