// Writes SQLite text; see program.h.
#pragma once

#include "query/program.h"

namespace minicas {

class Emitter {
 public:
    std::string select(const Select& select, int slot_of);
    std::string expression(const Expr& expr);
    Program take() { return std::move(program_); }

 private:
    std::string plain_select(const Select& select, int slot_of);
    std::string with_clause(const Select& select);
    std::string from_clause(const Select& select);
    std::string table(const TableRef& table);
    std::string order_clause(const std::vector<OrderItem>& items, std::string_view keyword);
    std::string limit_clause(const Select& select, const Expr* rownum_limit);
    std::string values(const Select& select);

    std::string raw(const Expr& expr);
    std::string binary(const Expr& expr);
    std::string call(const Expr& expr);
    std::string aggregate(const Expr& expr);
    std::string quantified(const Expr& expr);
    std::string case_text(const Expr& expr);
    std::string parameter(Parameter parameter);
    std::string list(const std::vector<ExprPtr>& args, std::size_t from = 0);
    std::string operation_number(OperationPtr operation);

    Program program_;
    std::vector<std::string> common_tables_;
};

}  // namespace minicas
