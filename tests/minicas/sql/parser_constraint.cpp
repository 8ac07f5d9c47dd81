// Keys and indexes of tables.
#include "sql/parser_impl.h"

namespace minicas {

bool Parser::constraint_definition(ConstraintDefinition& out) {
    using Kind = ConstraintDefinition::Kind;
    if (accept("constraint")) out.name = identifier();
    if (accept_all({"primary", "key"})) {
        out.kind = Kind::kPrimaryKey;
        if (out.name.empty() && is_identifier()) out.name = identifier();
        out.columns = index_columns();
        return true;
    }
    if (accept_all({"foreign", "key"})) {
        out.kind = Kind::kForeignKey;
        if (out.name.empty() && is_identifier()) out.name = identifier();
        out.columns = index_columns();
        foreign_key_tail(out);
        return true;
    }
    if (accept("unique")) {
        out.kind = Kind::kUnique;
        accept("index") || accept("key");
        if (out.name.empty() && is_identifier()) out.name = identifier();
        out.columns = index_columns();
        return true;
    }
    const bool named = is_identifier(1) && is_punctuation("(", 2);
    if ((is_word("index") || is_word("key")) && (named || is_punctuation("(", 1))) {
        take();
        out.kind = Kind::kIndex;
        if (is_identifier()) out.name = identifier();
        out.columns = index_columns();
        return true;
    }
    if (!out.name.empty()) unexpected();
    return false;
}

void Parser::foreign_key_tail(ConstraintDefinition& out) {
    expect("references");
    out.parent = object_name();
    if (is_punctuation("(")) out.parent_columns = name_list();
    while (accept("on")) {
        const bool on_delete = accept("delete");
        if (!on_delete) expect("update");
        std::string& action = on_delete ? out.on_delete : out.on_update;
        if (accept("cascade")) {
            action = "cascade";
        } else if (accept("restrict")) {
            action = "restrict";
        } else if (accept_all({"no", "action"})) {
            action = "no action";
        } else {
            expect("set");
            expect("null");
            action = "set null";
        }
    }
}

std::vector<IndexColumn> Parser::index_columns() {
    expect_punctuation("(");
    std::vector<IndexColumn> columns;
    do {
        IndexColumn column;
        column.name = identifier();
        if (accept_punctuation("(")) {  // a prefix length
            integer_literal();
            expect_punctuation(")");
        }
        column.descending = accept("desc");
        if (!column.descending) accept("asc");
        columns.push_back(std::move(column));
    } while (accept_punctuation(","));
    expect_punctuation(")");
    return columns;
}

}  // namespace minicas
