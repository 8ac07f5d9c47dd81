// SQL text to statements: a recursive descent parser for CUBRID's dialect.
#pragma once

#include <string_view>
#include <vector>

#include "sql/ast.h"

namespace minicas {

// All statements of a text. Markers are numbered through the whole text. Throws -493 (syntax), -494
// (a literal that is no date) and -424 (nothing in it).
std::vector<Statement> parse(std::string_view sql);
// The body of a view.
SelectPtr parse_query(std::string_view sql);
// The text of a stored DEFAULT.
ExprPtr parse_expression(std::string_view sql);

}  // namespace minicas
