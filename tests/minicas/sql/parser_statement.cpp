// Statements by their first word; those of one line.
#include "sql/parser_impl.h"
#include "sql/statement_type.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace st = statement_type;

Statement Parser::statement() {
    Statement out;
    if (is_word("select") || is_word("with") || is_word("values") || is_punctuation("(")) {
        out.type = st::kSelect;
        out.body = select();
    } else if (accept("insert")) {
        out.type = st::kInsert;
        out.body = insert(false);
    } else if (accept("replace")) {
        out.type = st::kInsert;
        out.body = insert(true);
    } else if (accept("update")) {
        out.type = st::kUpdate;
        if (accept("statistics")) {
            out.type = st::kUpdateStatistics;
            skip_balanced_to_end();
        } else {
            out.body = update();
        }
    } else if (accept("delete")) {
        out.type = st::kDelete;
        out.body = delete_statement();
    } else if (accept("merge")) {
        out.type = st::kMerge;
        out.body = merge();
    } else if (accept("create")) {
        out.body = create(out.type);
    } else if (accept("drop")) {
        out.body = drop(out.type);
    } else if (accept("alter")) {
        if (accept("user")) {
            out.type = st::kAlterUser;
            out.body = user_statement();
        } else {
            if (!accept("table") && !accept("class") && !accept("view") && !accept("vclass"))
                unexpected();
            out.type = st::kAlterTable;
            out.body = alter_table();
        }
    } else if (accept("rename")) {
        if (!accept("table") && !accept("class") && !accept("view") && !accept("vclass"))
            unexpected();
        out.type = st::kRenameTable;
        RenameTable rename;
        rename.from = object_name();
        if (!accept("as") && !accept("to")) unexpected();
        rename.to = object_name();
        out.body = std::move(rename);
    } else if (accept("truncate")) {
        accept("table");
        out.type = st::kTruncate;
        Truncate truncate;
        truncate.table = object_name();
        truncate.cascade = accept("cascade");
        out.body = std::move(truncate);
    } else if (accept("set")) {
        out.body = set_statement(out.type);
    } else if (accept("get")) {
        out.body = get_statement(out.type);
    } else if (is_word("show") || is_word("desc") || is_word("describe") || is_word("explain")) {
        out.body = show(out.type);
    } else if (accept("do")) {
        out.type = st::kDo;
        out.body = Do{expression()};
    } else if (accept("call")) {
        out.type = st::kCall;
        Call call;
        call.name = identifier();
        expect_punctuation("(");
        call.args = expression_list();
        expect_punctuation(")");
        out.body = std::move(call);
    } else if (accept("evaluate")) {
        out.type = st::kEvaluate;
        out.body = Evaluate{expression()};
    } else if (accept("commit")) {
        accept("work");
        out.type = st::kCommit;
    } else if (accept("rollback")) {
        accept("work");
        out.type = st::kRollback;
        RollbackStatement rollback;
        if (accept("to")) {
            accept("savepoint");
            rollback.savepoint = identifier();
        }
        out.body = std::move(rollback);
    } else if (accept("savepoint")) {
        out.type = st::kSavepoint;
        out.body = SavepointStatement{identifier()};
    } else if (accept("prepare")) {
        out.type = st::kPrepare;
        PrepareStatement prepare;
        prepare.name = identifier();
        expect("from");
        prepare.text = string_literal();
        out.body = std::move(prepare);
    } else if (accept("execute")) {
        out.type = st::kSelect;  // whatever it executes (see binding time)
        ExecutePrepared execute;
        execute.name = identifier();
        if (accept("using")) {
            do {
                execute.args.push_back(expression());
            } while (accept_punctuation(","));
        }
        out.body = std::move(execute);
    } else if (accept("deallocate")) {
        expect("prepare");
        out.type = st::kDeallocate;
        out.body = DeallocatePrepared{identifier()};
    } else if (accept("grant")) {
        out.type = st::kGrant;
        skip_balanced_to_end();
    } else if (accept("revoke")) {
        out.type = st::kRevoke;
        skip_balanced_to_end();
    } else {
        unexpected("SELECT or VALUE or VALUES or '('");
    }
    return out;
}

StatementBody Parser::create(int& type) {
    if (accept("table") || accept("class")) {
        type = st::kCreateTable;
        return create_table();
    }
    const bool replace = accept_all({"or", "replace"});
    if (accept("view") || accept("vclass")) {
        type = st::kCreateTable;
        return create_view(replace);
    }
    accept("reverse");
    const bool unique = accept("unique");
    if (accept("index")) {
        type = st::kCreateIndex;
        return create_index(unique);
    }
    if (accept("user")) {
        type = st::kCreateUser;
        return user_statement();
    }
    if (accept("serial")) {
        type = st::kCreateSerial;
        return serial_statement();
    }
    if (accept("trigger")) {
        type = st::kCreateTrigger;
        skip_balanced_to_end();
        return Nothing{};
    }
    unexpected();
}

StatementBody Parser::drop(int& type) {
    if (accept("index")) {
        type = st::kDropIndex;
        DropIndex drop;
        drop.name = identifier();
        if (accept("on")) drop.table = object_name();
        return drop;
    }
    if (accept("user")) {
        type = st::kDropUser;
        return user_statement();
    }
    if (accept("serial")) {
        type = st::kDropSerial;
        return serial_statement();
    }
    if (accept("trigger")) {
        type = st::kDropTrigger;
        skip_balanced_to_end();
        return Nothing{};
    }
    type = st::kDropTable;
    accept("table") || accept("class") || accept("view") || accept("vclass");
    DropTable drop;
    drop.if_exists = accept_all({"if", "exists"});
    do {
        drop.names.push_back(object_name());
    } while (accept_punctuation(","));
    drop.cascade = accept_all({"cascade", "constraints"});
    return drop;
}

}  // namespace minicas
