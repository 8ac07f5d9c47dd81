// How many parameter markers a text has, and how many statements.
#pragma once

#include <string_view>

#include "sql/lexer.h"

namespace cubrid::odbc::sql {

struct Summary {
    int markers = 0;
    bool several_statements = false;  // something follows a semicolon besides blanks and comments
    std::string_view first_word;  // of the first statement, as written; empty for "(" and the like
};

Summary summarize(std::string_view sql, LexerOptions options = {});

}  // namespace cubrid::odbc::sql
