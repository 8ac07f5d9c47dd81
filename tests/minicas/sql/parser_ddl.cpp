// Tables, views, indexes.
#include "sql/parser_impl.h"
#include "types/text.h"

namespace minicas {

StatementBody Parser::create_table() {
    CreateTable table;
    table.if_not_exists = accept_all({"if", "not", "exists"});
    table.name = object_name();
    if (accept("like")) {
        table.like = object_name();
        return table;
    }
    if (is_punctuation("(") && is_word("like", 1)) {
        take();
        take();
        table.like = object_name();
        expect_punctuation(")");
        return table;
    }
    if (is_punctuation("(") && !is_word("select", 1)) {
        take();
        do {
            table_element(table);
        } while (accept_punctuation(","));
        expect_punctuation(")");
    }
    while (true) {  // table options
        if (accept("auto_increment")) {
            accept_punctuation("=");
            table.auto_increment = integer_literal();
        } else if (accept("reuse_oid")) {
            table.reuse_oid = true;
        } else if (accept("dont_reuse_oid")) {
            table.reuse_oid = false;
        } else if (accept("comment")) {
            accept_punctuation("=");
            string_literal();
        } else if (accept("charset") || accept("collate")) {
            accept_punctuation("=");
            any_name();
        } else {
            break;
        }
    }
    accept("replace");
    if (accept("as") || starts_query()) table.query = select();
    return table;
}

void Parser::table_element(CreateTable& table) {
    ConstraintDefinition constraint;
    if (constraint_definition(constraint)) {
        table.constraints.push_back(std::move(constraint));
    } else {
        table.columns.push_back(column_definition(&table.constraints));
    }
}

ColumnDefinition Parser::column_definition(std::vector<ConstraintDefinition>* constraints) {
    using Kind = ConstraintDefinition::Kind;
    ColumnDefinition column;
    column.name = identifier();
    column.domain = data_type();
    while (true) {
        if (accept_all({"not", "null"})) {
            column.not_null = true;
        } else if (accept("null")) {
            column.not_null = false;
        } else if (accept_all({"primary", "key"})) {
            column.primary_key = true;
        } else if (accept("unique")) {
            accept("key");
            column.unique = true;
        } else if (is_word("default") || is_word("shared")) {
            column.shared = is_word("shared");
            take();
            column.default_value = bit_or();
        } else if (accept("auto_increment")) {
            column.auto_increment = true;
            if (accept_punctuation("(")) {
                column.auto_start = integer_literal();
                if (accept_punctuation(",")) column.auto_step = integer_literal();
                expect_punctuation(")");
            }
        } else if (accept("comment")) {
            accept_punctuation("=");
            column.comment = string_literal();
        } else if (constraints && (is_word("references") || is_word("foreign"))) {
            accept_all({"foreign", "key"});
            ConstraintDefinition key;
            key.kind = Kind::kForeignKey;
            key.columns.push_back({column.name, false});
            foreign_key_tail(key);
            constraints->push_back(std::move(key));
        } else if (accept("constraint")) {
            identifier();
        } else {
            return column;
        }
    }
}

StatementBody Parser::create_view(bool replace) {
    CreateView view;
    view.replace = replace;
    view.name = object_name();
    if (is_punctuation("(")) {
        take();
        do {
            view.column_names.push_back(identifier());
            while (!is_punctuation(",") && !is_punctuation(")") && !at_end()) data_type();
        } while (accept_punctuation(","));
        expect_punctuation(")");
    }
    expect("as");
    const auto begin = peek().begin;
    view.query = select();
    view.query_text = sql_.substr(begin, tokens_[at_ - 1].end - begin);
    accept_all({"with", "check", "option"});
    return view;
}

StatementBody Parser::create_index(bool unique) {
    CreateIndex index;
    index.unique = unique;
    if (!is_word("on")) index.name = identifier();
    expect("on");
    index.table = object_name();
    index.columns = index_columns();
    skip_balanced_to_end();
    return index;
}

StatementBody Parser::alter_table() {
    AlterTable alter;
    alter.table = object_name();
    do {
        if (!alter.actions.empty() && alter.actions.back().kind == AlterAction::Kind::kAddColumn &&
            !is_word("add") && !is_word("drop") && !is_word("modify") && !is_word("change") &&
            !is_word("rename") && !is_word("alter")) {
            AlterAction more;  // ADD COLUMN a INT, b INT
            more.kind = AlterAction::Kind::kAddColumn;
            more.column = column_definition(nullptr);
            alter.actions.push_back(std::move(more));
            continue;
        }
        const bool list =
            is_word("add") &&
            (is_punctuation("(", 1) ||
             (is_punctuation("(", 2) && (is_word("column", 1) || is_word("attribute", 1))));
        if (list) {
            take();
            while (!accept_punctuation("(")) take();
            do {
                AlterAction more;
                more.kind = AlterAction::Kind::kAddColumn;
                more.column = column_definition(nullptr);
                alter.actions.push_back(std::move(more));
            } while (accept_punctuation(","));
            expect_punctuation(")");
            continue;
        }
        alter.actions.push_back(alter_action());
    } while (accept_punctuation(","));
    return alter;
}

AlterAction Parser::alter_action() {
    using Kind = AlterAction::Kind;
    AlterAction action;
    if (accept("add")) {
        if (constraint_definition(action.constraint)) {
            action.kind = Kind::kAddConstraint;
            return action;
        }
        accept("column") || accept("attribute");
        action.kind = Kind::kAddColumn;
        action.column = column_definition(nullptr);
    } else if (accept("drop")) {
        if (accept_all({"primary", "key"})) {
            action.kind = Kind::kDropPrimaryKey;
            return action;
        }
        const bool constraint = accept("constraint") || accept("index") ||
                                accept_all({"foreign", "key"}) || accept("key");
        if (!constraint) accept("column") || accept("attribute");
        action.kind = constraint ? Kind::kDropConstraint : Kind::kDropColumn;
        action.name = identifier();
        return action;
    } else if (accept("modify")) {
        accept("column") || accept("attribute");
        action.kind = Kind::kModifyColumn;
        action.column = column_definition(nullptr);
        action.name = action.column.name;
    } else if (accept("change")) {
        accept("column") || accept("attribute");
        action.kind = Kind::kModifyColumn;
        action.name = identifier();
        action.column = column_definition(nullptr);
    } else if (accept("rename")) {
        if (accept("column") || accept("attribute")) {
            action.kind = Kind::kRenameColumn;
            action.name = identifier();
            if (!accept("as") && !accept("to")) unexpected();
            action.to.name = identifier();
        } else {
            accept("to") || accept("as");
            action.kind = Kind::kRenameTable;
            action.to = object_name();
        }
        return action;
    } else if (accept("alter")) {
        accept("column") || accept("attribute");
        action.kind = Kind::kSetDefault;
        action.name = identifier();
        expect("set");
        expect("default");
        action.column.default_value = bit_or();
        return action;
    } else {
        if (!is_word("comment") && !is_word("owner") && !is_word("charset") &&
            !is_word("collate") && !is_word("auto_increment"))
            unexpected();
        skip_balanced_to_end();
        return action;
    }
    if (accept("first")) action.after = "";
    if (accept("after")) action.after = identifier();
    return action;
}

}  // namespace minicas
