// Queries.
#include <array>

#include "sql/parser_impl.h"
#include "types/text.h"

namespace minicas {

SelectPtr Parser::select() {
    const auto begin = peek().begin;
    std::vector<CommonTable> with;
    bool recursive = false;
    if (accept("with")) {
        recursive = accept("recursive");
        do {
            CommonTable table;
            table.name = identifier();
            if (is_punctuation("(")) table.column_names = name_list();
            expect("as");
            expect_punctuation("(");
            table.query = select();
            expect_punctuation(")");
            with.push_back(std::move(table));
        } while (accept_punctuation(","));
    }
    auto left = set_operand();
    while (true) {
        std::string op;
        if (accept("union")) {
            op = accept("all") ? "union all" : "union";
        } else if (accept("except") || accept("difference") || accept("minus")) {
            op = "except";
        } else if (accept("intersect") || accept("intersection")) {
            op = "intersect";
        } else {
            break;
        }
        accept("distinct");
        auto both = std::make_unique<Select>();
        both->set_operator = op;
        both->left = std::move(left);
        both->right = set_operand();
        left = std::move(both);
    }
    order_and_limit(*left);
    left->with = std::move(with);
    left->recursive = recursive;
    left->begin = begin;
    left->end = at_ > 0 ? tokens_[at_ - 1].end : 0;
    return left;
}

SelectPtr Parser::set_operand() {
    if (accept_punctuation("(")) {
        auto inner = select();
        expect_punctuation(")");
        return inner;
    }
    if (is_word("values") || is_word("value")) return values_select();
    if (!is_word("select")) unexpected("SELECT or VALUE or VALUES or '('");
    return simple_select();
}

SelectPtr Parser::values_select() {
    take();
    auto select = std::make_unique<Select>();
    do {
        expect_punctuation("(");
        select->values.push_back(expression_list());
        expect_punctuation(")");
    } while (accept_punctuation(","));
    return select;
}

SelectPtr Parser::simple_select() {
    auto select = std::make_unique<Select>();
    select->begin = take().begin;
    select->distinct = accept("distinct") || accept("unique");
    if (!select->distinct) accept("all");
    do {
        SelectItem item;
        if (is_punctuation("*")) {
            take();
            item.expr = make(ExprKind::kStar);
        } else {
            item.expr = expression();
            item.alias = optional_alias();
            // Names are compared in lower case and shown as they were written.
            const bool is_name = item.expr->kind == ExprKind::kColumn && !item.expr->parenthesized;
            if (!item.alias.empty() || is_name) item.shown = tokens_[at_ - 1].text;
        }
        select->items.push_back(std::move(item));
    } while (accept_punctuation(","));
    if (accept("from")) from_clause(*select);
    if (accept("where")) select->where = expression();
    if (accept_all({"group", "by"})) {
        select->group_by = order_items();
        accept_all({"with", "rollup"});
    }
    if (accept("having")) select->having = expression();
    return select;
}

std::string Parser::optional_alias() {
    if (accept("as")) return any_name();
    static constexpr std::array<std::string_view, 8> kNotAliases{
        "separator", "minus", "intersection", "start", "connect", "use", "escape", "over"};
    for (const auto word : kNotAliases)
        if (is_word(word)) return {};
    return is_identifier() ? identifier() : std::string();
}

void Parser::from_clause(Select& select) {
    select.from.push_back(table_ref());
    while (true) {
        if (accept_punctuation(",")) {
            select.from.push_back(table_ref());
            continue;
        }
        const bool natural = accept("natural");
        std::string join;
        if (accept("cross")) {
            join = "cross";
        } else if (accept("inner")) {
            join = "inner";
        } else if (is_word("left") || is_word("right")) {
            join = to_lower(take().text);
            accept("outer");
        } else if (is_word("join")) {
            join = "inner";
        } else if (natural) {
            unexpected();
        } else {
            return;
        }
        expect("join");
        auto table = table_ref();
        table.join = join;
        table.natural = natural;
        if (accept("on")) table.on = expression();
        select.from.push_back(std::move(table));
    }
}

TableRef Parser::table_ref() {
    TableRef table;
    if (accept_punctuation("(")) {
        if (!starts_query()) {
            table = table_ref();
            expect_punctuation(")");
            return table;
        }
        table.query = select();
        expect_punctuation(")");
    } else if (is_word("table") && is_punctuation("(", 1)) {
        take();
        take();
        table.collection = expression();
        expect_punctuation(")");
    } else {
        accept("only");
        accept("all");
        table.table = object_name();
    }
    table.alias = optional_alias();
    if (!table.alias.empty() && is_punctuation("(")) table.column_names = name_list();
    return table;
}

std::vector<OrderItem> Parser::order_items() {
    std::vector<OrderItem> items;
    do {
        OrderItem item;
        item.expr = expression();
        item.descending = accept("desc");
        if (!item.descending) accept("asc");
        if (accept("nulls")) {
            item.nulls_first = is_word("first");
            take();
        }
        items.push_back(std::move(item));
    } while (accept_punctuation(","));
    return items;
}

void Parser::order_and_limit(Select& select) {
    if (accept_all({"order", "by"})) select.order_by = order_items();
    if (accept("limit")) {
        // A limit is a literal or a marker: `-1` is a syntax error.
        if (is_punctuation("-")) unexpected();
        select.limit = sum();
        if (accept_punctuation(",")) {
            select.offset = std::move(select.limit);
            select.limit = sum();
        } else if (accept("offset")) {
            select.offset = sum();
        }
    }
    if (accept_all({"for", "update"})) {
        select.for_update = true;
        if (accept("of")) {
            do {
                identifier();
            } while (accept_punctuation(","));
        }
    }
}

}  // namespace minicas
