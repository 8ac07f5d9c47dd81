// Expressions without tables: constants, VALUES with markers, defaults. The rows of ON DUPLICATE
// KEY UPDATE too.
#pragma once

#include "query/analysis.h"

namespace minicas {

class Evaluator {
 public:
    Evaluator(Environment& environment, const Binds* binds)
        : environment_(environment), binds_(binds) {}

    // The row that columns of `source` are read from.
    void set_row(int source, const Row* row) {
        source_ = source;
        row_ = row;
    }

    Value value(const Expr& expr);
    bool truth(const Expr& expr);
    bool case_matches(const Expr& expr, std::size_t when);

    // False if the expression needs SQLite: a subquery, an aggregate, a foreign column.
    static bool can(const Expr& expr, int source = 0);

 private:
    Value comparison(const Expr& expr);
    Value logical(const Expr& expr);
    std::optional<int> compare(const Expr& a, const Expr& b);

    Environment& environment_;
    const Binds* binds_;
    int source_ = 0;
    const Row* row_ = nullptr;
};

}  // namespace minicas
