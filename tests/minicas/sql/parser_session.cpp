// SET, GET, SHOW, users and serials.
#include "sql/parser_impl.h"
#include "sql/statement_type.h"
#include "types/text.h"

namespace minicas {

namespace st = statement_type;

StatementBody Parser::set_statement(int& type) {
    if (peek().kind == TokenKind::kVariable) {
        type = st::kSetVariables;
        SetVariables set;
        do {
            Assignment assignment;
            if (peek().kind != TokenKind::kVariable) unexpected();
            assignment.column = to_lower(take().text);
            if (!accept_punctuation(":=")) expect_punctuation("=");
            assignment.value = expression();
            set.assignments.push_back(std::move(assignment));
        } while (accept_punctuation(","));
        return set;
    }
    if (accept("transaction")) {
        type = st::kSetTransaction;
        SetTransaction set;
        if (accept_all({"isolation", "level"})) {
            if (accept_all({"read", "committed"})) {
                set.isolation = 4;
            } else if (accept_all({"repeatable", "read"})) {
                set.isolation = 5;
            } else if (accept("serializable")) {
                set.isolation = 6;
            } else {
                set.isolation = static_cast<int>(integer_literal());
            }
        } else {
            accept("lock");
            expect("timeout");
            set.lock_timeout_ms = accept("infinite") ? -1
                                  : accept("off")    ? 0
                                                     : static_cast<int>(integer_literal() * 1000);
        }
        return set;
    }
    if (accept("timezone") || accept_all({"time", "zone"})) {
        type = st::kSetTimeZone;
        return SetTimeZone{string_literal()};
    }
    if (accept("names")) {
        type = st::kSetNames;
    } else if (accept("optimization")) {
        type = st::kSetOptimization;
    } else if (accept_all({"system", "parameters"})) {
        type = st::kSetSystemParameters;
    } else {
        unexpected();
    }
    skip_balanced_to_end();
    return Nothing{};
}

StatementBody Parser::get_statement(int& type) {
    if (accept("statistics")) {
        type = st::kGetStatistics;
        string_literal();
        expect("of");
        return GetStatistics{object_name()};
    }
    if (accept("optimization")) {
        type = st::kGetOptimization;
    } else {
        expect("transaction");
        type = accept("isolation") ? st::kGetIsolation : st::kGetTimeout;
    }
    skip_balanced_to_end();
    return Nothing{1};
}

StatementBody Parser::show(int& type) {
    type = st::kSelect;
    Show show;
    if (accept("show")) {
        accept("full");
        if (accept("tables")) {
            show.kind = Show::Kind::kTables;
        } else {
            if (!accept("columns") && !accept("fields")) unexpected();
            if (!accept("from") && !accept("in")) unexpected();
            show.kind = Show::Kind::kColumns;
            show.table = object_name();
        }
        if (accept("like")) show.pattern = string_literal();
        return show;
    }
    take();
    show.kind = Show::Kind::kColumns;
    show.table = object_name();
    return show;
}

UserStatement Parser::user_statement() {
    UserStatement user{identifier(), std::nullopt};
    if (accept("password")) user.password = string_literal();
    skip_balanced_to_end();
    return user;
}

SerialStatement Parser::serial_statement() {
    SerialStatement serial;
    accept_all({"if", "exists"});
    serial.name = object_name().name;
    while (!at_end() && !is_punctuation(";")) {
        if (accept_all({"start", "with"})) {
            serial.start = integer_literal();
        } else if (accept_all({"increment", "by"})) {
            serial.increment = integer_literal();
        } else {
            take();
        }
    }
    return serial;
}

}  // namespace minicas
