// INSERT, UPDATE, DELETE, MERGE.
#include "sql/parser_impl.h"

namespace minicas {

StatementBody Parser::insert(bool replace) {
    Insert insert;
    insert.replace = replace;
    accept("into");
    insert.table = object_name();
    if (is_punctuation("(") && !is_word("select", 1) && !is_punctuation("(", 1)) {
        insert.columns = name_list();
        insert.columns_given = true;
    }
    if (accept_all({"default", "values"})) {
        insert.default_values = true;
        insert.rows.emplace_back();
    } else if (accept("values") || accept("value")) {
        do {
            expect_punctuation("(");
            insert.rows.push_back(expression_list());
            expect_punctuation(")");
        } while (accept_punctuation(","));
    } else if (accept("set")) {
        insert.columns_given = true;
        insert.rows.emplace_back();
        for (auto& assignment : assignments()) {
            insert.columns.push_back(assignment.column);
            insert.rows.back().push_back(std::move(assignment.value));
        }
    } else {
        if (!starts_query() && !is_word("values")) unexpected();
        insert.query = select();
    }
    if (accept_all({"on", "duplicate", "key", "update"})) insert.on_duplicate = assignments();
    return insert;
}

std::vector<Assignment> Parser::assignments() {
    std::vector<Assignment> out;
    do {
        Assignment assignment;
        assignment.column = identifier();
        while (accept_punctuation(".")) assignment.column = identifier();  // qualified by the table
        expect_punctuation("=");
        assignment.value = expression();
        out.push_back(std::move(assignment));
    } while (accept_punctuation(","));
    return out;
}

StatementBody Parser::update() {
    Update update;
    update.table = table_ref();
    expect("set");
    update.assignments = assignments();
    if (accept("where")) update.where = expression();
    if (accept_all({"order", "by"})) update.order_by = order_items();
    if (accept("limit")) update.limit = sum();
    return update;
}

StatementBody Parser::delete_statement() {
    Delete out;
    accept("from");
    out.table = table_ref();
    if (accept("where")) out.where = expression();
    if (accept_all({"order", "by"})) out.order_by = order_items();
    if (accept("limit")) out.limit = sum();
    return out;
}

StatementBody Parser::merge() {
    Merge merge;
    expect("into");
    merge.target = table_ref();
    expect("using");
    merge.source = table_ref();
    expect("on");
    merge.on = expression();
    while (accept("when")) {
        if (accept("matched")) {
            expect("then");
            expect("update");
            expect("set");
            merge.has_update = true;
            merge.assignments = assignments();
            if (accept("where")) merge.update_where = expression();
            if (accept_all({"delete", "where"})) merge.delete_where = expression();
        } else {
            expect("not");
            expect("matched");
            expect("then");
            expect("insert");
            merge.has_insert = true;
            if (is_punctuation("(")) merge.insert_columns = name_list();
            if (!accept("values") && !accept("value")) unexpected();
            expect_punctuation("(");
            merge.insert_values = expression_list();
            expect_punctuation(")");
            if (accept("where")) merge.insert_where = expression();
        }
    }
    return merge;
}

}  // namespace minicas
