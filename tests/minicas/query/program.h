// An analyzed query as SQLite text. Tables are virtual tables named m<id> with columns c0, c1, ...;
// whatever SQLite cannot do as CUBRID does is a call x(<number of the operation>, args...).
#pragma once

#include <string>
#include <vector>

#include "functions/operation.h"
#include "sql/ast.h"
#include "store/table.h"

namespace minicas {

struct Parameter {
    enum class Kind { kMarker, kConstant, kVariable } kind = Kind::kConstant;
    int marker = 0;
    std::string variable;
    TypedValue constant;
};

struct Program {
    std::string sql;
    std::vector<Parameter> parameters;                  // ?1, ?2, ...
    std::vector<OperationPtr> operations;               // of x() and of the aggregates
    std::vector<std::pair<std::string, bool>> serials;  // of serial(n): name, next
    std::vector<Domain> outputs;
    std::vector<TablePtr> tables;
};

// `slot_of`: the source whose row number is appended to the outputs (for locks and writes), 0 =
// none.
Program emit_select(const Select& select, int slot_of = 0);

}  // namespace minicas
