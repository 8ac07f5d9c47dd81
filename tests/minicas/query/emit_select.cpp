#include <algorithm>

#include "query/emitter.h"
#include "types/error.h"

namespace minicas {

namespace {

bool is_rownum_bound(const Expr& expr) {
    return expr.kind == ExprKind::kBinary && (expr.text == "<=" || expr.text == "<") &&
           expr.args[0]->kind == ExprKind::kRownum && expr.args[1]->domain.type != TypeCode::kNull;
}

// `... AND ROWNUM <= n` at the top of WHERE is a limit.
const Expr* rownum_bound(const Expr* where) {
    if (!where) return nullptr;
    if (is_rownum_bound(*where)) return where;
    if (where->kind != ExprKind::kBinary || where->text != "and") return nullptr;
    if (const Expr* left = rownum_bound(where->args[0].get())) return left;
    return rownum_bound(where->args[1].get());
}

std::string name_of(int source) { return "t" + std::to_string(source); }

}  // namespace

Program emit_select(const Select& select, int slot_of) {
    Emitter emitter;
    std::string sql = emitter.select(select, slot_of);
    Program program = emitter.take();
    program.sql = std::move(sql);
    return program;
}

std::string Emitter::select(const Select& query, int slot_of) {
    const auto known = common_tables_.size();
    std::string out = with_clause(query);
    if (!query.set_operator.empty()) {
        out += "SELECT * FROM (" + select(*query.left, 0) + ") " + query.set_operator +
               " SELECT * FROM (" + select(*query.right, 0) + ")" +
               order_clause(query.order_by, " ORDER BY ") + limit_clause(query, nullptr);
    } else if (!query.values.empty()) {
        out += values(query);
        if (!query.order_by.empty() || query.limit)
            out = "SELECT * FROM (" + out + ")" + order_clause(query.order_by, " ORDER BY ") +
                  limit_clause(query, nullptr);
    } else {
        out += plain_select(query, slot_of);
    }
    common_tables_.resize(known);
    return out;
}

std::string Emitter::with_clause(const Select& query) {
    if (query.with.empty()) return {};
    std::string out = query.recursive ? "WITH RECURSIVE " : "WITH ";
    bool first = true;
    for (const auto& table : query.with) {
        if (query.recursive) common_tables_.push_back(table.name);
        out += (first ? "w_" : ", w_") + table.name + "(";
        for (std::size_t i = 0; i < table.query->width; ++i)
            out += (i ? ", c" : "c") + std::to_string(i);
        const Select& body = *table.query;
        // SQLite finds the recursion only in a bare compound.
        const bool bare = query.recursive && !body.set_operator.empty();
        out +=
            ") AS (" +
            (bare ? select(*body.left, 0) + " " + body.set_operator + " " + select(*body.right, 0)
                  : select(body, 0)) +
            ")";
        if (!query.recursive) common_tables_.push_back(table.name);
        first = false;
    }
    return out + " ";
}

std::string Emitter::values(const Select& query) {
    std::string out;
    for (const auto& row : query.values) {
        out += out.empty() ? "SELECT " : " UNION ALL SELECT ";
        for (std::size_t i = 0; i < row.size(); ++i)
            out += (i ? ", " : "") + expression(*row[i]) + " AS c" + std::to_string(i);
    }
    return out;
}

std::string Emitter::plain_select(const Select& query, int slot_of) {
    std::string out = query.distinct ? "SELECT DISTINCT " : "SELECT ";
    for (std::size_t i = 0; i < query.items.size(); ++i)
        out += (i ? ", " : "") + expression(*query.items[i].expr) + " AS c" + std::to_string(i);
    if (slot_of != 0)
        out += std::string(query.items.empty() ? "" : ", ") + "coalesce(" + name_of(slot_of) +
               ".rowid, -1) AS slot";
    out += from_clause(query);
    const Expr* bound = rownum_bound(query.where.get());
    if (query.where) out += " WHERE " + expression(*query.where);
    out += order_clause(query.group_by, " GROUP BY ");
    if (query.having) out += " HAVING " + expression(*query.having);
    if (bound && !query.order_by.empty() && !query.limit) {
        // ROWNUM counts before the rows are ordered.
        throw semantic_failure("ROWNUM together with ORDER BY is not supported. ");
    }
    return out + order_clause(query.order_by, " ORDER BY ") + limit_clause(query, bound);
}

std::string Emitter::from_clause(const Select& query) {
    std::string out;
    for (const auto& ref : query.from) {
        if (out.empty()) {
            out = " FROM ";
        } else if (ref.join.empty()) {
            out += " JOIN ";  // the comma binds weaker than JOIN elsewhere; in SQLite it does not
        } else {
            out += " " + ref.join + " JOIN ";
        }
        out += table(ref);
        if (ref.on) out += " ON " + expression(*ref.on);
    }
    return out;
}

std::string Emitter::table(const TableRef& ref) {
    const std::string alias = name_of(ref.source);
    if (ref.collection) return "mc_elements(" + expression(*ref.collection) + ") AS " + alias;
    if (ref.query) return "(" + select(*ref.query, 0) + ") AS " + alias;
    if (!ref.common_table.empty()) return "w_" + ref.common_table + " AS " + alias;
    return "m" + std::to_string(ref.table_id) + " AS " + alias;
}

std::string Emitter::order_clause(const std::vector<OrderItem>& items, std::string_view keyword) {
    std::string out;
    for (const auto& item : items) {
        out += out.empty() ? std::string(keyword) : ", ";
        const bool position =
            item.expr->kind == ExprKind::kLiteral && is_integer(item.expr->domain.type);
        out += position ? std::to_string(item.expr->value.integer()) : expression(*item.expr);
        if (item.descending) out += " DESC";
        if (item.nulls_first) out += *item.nulls_first ? " NULLS FIRST" : " NULLS LAST";
    }
    return out;
}

std::string Emitter::limit_clause(const Select& query, const Expr* bound) {
    std::string out;
    if (query.limit) {
        out = " LIMIT " + expression(*query.limit);
    } else if (bound) {
        out = " LIMIT max(0, " + expression(*bound->args[1]) + (bound->text == "<" ? " - 1)" : ")");
    }
    if (query.offset) out += " OFFSET " + expression(*query.offset);
    return out;
}

}  // namespace minicas
