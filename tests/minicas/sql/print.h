// Expressions in the parser's spelling, as column labels show them.
#pragma once

#include <string>

#include "sql/ast.h"

namespace minicas {

std::string print(const Expr& expr);
std::string label_of(
    const SelectItem& item);  // the alias, the column or the printed expression, trimmed

}  // namespace minicas
