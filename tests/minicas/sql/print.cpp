#include "sql/print.h"

#include <array>

#include "types/text.h"

namespace minicas {

namespace {

// Functions that the server knows by another name than the one they were called by.
struct Renamed {
    std::string_view called;
    std::string_view printed;
};
constexpr std::array kRenamed{Renamed{"length", "char_length"},
                              Renamed{"character_length", "char_length"},
                              Renamed{"lengthb", "octet_length"},
                              Renamed{"lcase", "lower"},
                              Renamed{"ucase", "upper"},
                              Renamed{"substring", "substring"},
                              Renamed{"sysdate", "SYS_DATE"},
                              Renamed{"sys_date", "SYS_DATE"},
                              Renamed{"systime", "SYS_TIME"},
                              Renamed{"sys_time", "SYS_TIME"},
                              Renamed{"systimestamp", "SYS_TIMESTAMP"},
                              Renamed{"sys_timestamp", "SYS_TIMESTAMP"},
                              Renamed{"sysdatetime", "SYS_DATETIME"},
                              Renamed{"sys_datetime", "SYS_DATETIME"},
                              Renamed{"current_date", "CURRENT_DATE"},
                              Renamed{"current_time", "CURRENT_TIME"},
                              Renamed{"current_timestamp", "CURRENT_TIMESTAMP"},
                              Renamed{"current_datetime", "CURRENT_DATETIME"},
                              Renamed{"current_user", "CURRENT_USER"},
                              Renamed{"new_time", "newtime"}};

std::string list(const std::vector<ExprPtr>& args, std::size_t from = 0) {
    std::string out;
    for (std::size_t i = from; i < args.size(); ++i)
        out += (i > from ? ", " : "") + print(*args[i]);
    return out;
}

std::string order_text(const std::vector<OrderItem>& items) {
    std::string out;
    for (const auto& item : items)
        out += (out.empty() ? "" : ", ") + print(*item.expr) + (item.descending ? " desc" : "");
    return out;
}

std::string table_text(const TableRef& table);

std::string query_text(const Select& query) {
    if (!query.set_operator.empty())
        return query_text(*query.left) + " " + query.set_operator + " " + query_text(*query.right);
    std::string out = query.distinct ? "select distinct " : "select ";
    for (std::size_t i = 0; i < query.items.size(); ++i) {
        out += (i > 0 ? ", " : "") + std::string(print(*query.items[i].expr));
        if (!query.items[i].alias.empty()) out += " as " + query.items[i].alias;
    }
    for (std::size_t i = 0; i < query.from.size(); ++i) {
        const auto& table = query.from[i];
        out += i == 0 ? " from " : table.join.empty() ? ", " : " " + table.join + " join ";
        out += table_text(table);
        if (table.on) out += " on " + print(*table.on);
    }
    if (query.where) out += " where " + print(*query.where);
    if (!query.group_by.empty()) out += " group by " + order_text(query.group_by);
    if (query.having) out += " having " + print(*query.having);
    if (!query.order_by.empty()) out += " order by " + order_text(query.order_by);
    return out;
}

std::string table_text(const TableRef& table) {
    std::string out =
        table.query ? "(" + query_text(*table.query) + ")"
        : table.collection
            ? "table(" + print(*table.collection) + ")"
            : (table.table.owner.empty() ? "" : table.table.owner + ".") + table.table.name;
    return table.alias.empty() ? out : out + " " + table.alias;
}

std::string call_text(const Expr& expr) {
    std::string name = expr.text;
    for (const auto& entry : kRenamed)
        if (expr.text == entry.called) name = entry.printed;
    if (expr.star) return name + "(*)";
    const bool bare = (name[0] >= 'A' && name[0] <= 'Z') || name.ends_with("timezone");
    if (expr.args.empty() && bare) return name;
    if (expr.text == "extract")
        return "extract(" + expr.qualifier + " from " + print(*expr.args[0]) + ")";
    if (expr.text == "trim" && !expr.qualifier.empty() && expr.args.size() == 2)
        return "trim(" + expr.qualifier + " " + print(*expr.args[1]) + " from " +
               print(*expr.args[0]) + ")";
    std::string out = name + "(" + (expr.distinct ? "distinct " : "");
    if (!expr.qualifier.empty() && expr.args.size() == 2 && expr.text != "trim")
        return out + print(*expr.args[0]) + ", interval " + print(*expr.args[1]) + " " +
               to_upper(expr.qualifier) + ")";
    out += list(expr.args) + ")";
    if (expr.window) {
        out += " over (";
        if (!expr.window->partition.empty()) out += "partition by " + list(expr.window->partition);
        if (!expr.window->order.empty())
            out +=
                (out.back() == '(' ? "order by " : " order by ") + order_text(expr.window->order);
        out += ")";
    }
    return out;
}

std::string case_text(const Expr& expr) {
    std::string out = "case";
    std::size_t at = 0;
    if (expr.has_operand) out += " " + print(*expr.args[at++]);
    const std::size_t end = expr.args.size() - (expr.has_else ? 1 : 0);
    for (; at + 1 < end + 1 && at < end; at += 2)
        out += " when " + print(*expr.args[at]) + " then " + print(*expr.args[at + 1]);
    if (expr.has_else) out += " else " + print(*expr.args.back());
    return out + " end";
}

std::string body(const Expr& expr) {
    const auto arg = [&](std::size_t i) { return print(*expr.args[i]); };
    const std::string no = expr.negated ? " not" : "";
    switch (expr.kind) {
        case ExprKind::kLiteral:
            return expr.text;
        case ExprKind::kMarker:
            return " ?:" + std::to_string(expr.index) + " ";
        case ExprKind::kColumn:
            return expr.qualifier.empty() ? expr.text : expr.qualifier + "." + expr.text;
        case ExprKind::kStar:
            return expr.qualifier.empty() ? "*" : expr.qualifier + ".*";
        case ExprKind::kVariable:
            return "@" + expr.text;
        case ExprKind::kAssign:
            return "@" + expr.text + ":=" + arg(0);
        case ExprKind::kUnary:
            return expr.text == "not" ? "not " + arg(0) : expr.text + arg(0);
        case ExprKind::kBinary: {
            const bool word = expr.text[0] >= 'a' && expr.text[0] <= 'z';
            return word ? arg(0) + " " + expr.text + " " + arg(1) : arg(0) + expr.text + arg(1);
        }
        case ExprKind::kIsNull:
            return arg(0) + " is" + no + " null";
        case ExprKind::kBetween:
            return arg(0) + no + " between " + arg(1) + " and " + arg(2);
        case ExprKind::kLike:
            return arg(0) + no + " " + expr.text + " " + arg(1) +
                   (expr.args.size() > 2 ? " escape " + arg(2) : "");
        case ExprKind::kInList:
            return arg(0) + no + " in (" + list(expr.args, 1) + ")";
        case ExprKind::kInQuery:
            return arg(0) + no + " in (" + query_text(*expr.query) + ")";
        case ExprKind::kExists:
            return "exists (" + query_text(*expr.query) + ")";
        case ExprKind::kQuery:
            return "(" + query_text(*expr.query) + ")";
        case ExprKind::kQuantified:
            return arg(0) + expr.text + expr.qualifier + " (" + query_text(*expr.query) + ")";
        case ExprKind::kCase:
            return case_text(expr);
        case ExprKind::kFunction:
            return call_text(expr);
        case ExprKind::kCast:
            if (!expr.text.empty()) return expr.text;
            return " cast(" + arg(0) + " as " + printed_type(expr.domain) + ")";
        case ExprKind::kCollate:
            return arg(0) + " collate " + expr.text;
        case ExprKind::kCollection:
            return (expr.domain.type == TypeCode::kSequence
                        ? ""
                        : std::string(domain_name(expr.domain.type))) +
                   "{" + list(expr.args) + "}";
        case ExprKind::kInstance:
            return expr.text;
        case ExprKind::kPath:
            return arg(0) + "." + expr.text;
        case ExprKind::kRownum:
            return "rownum";
        case ExprKind::kSerial: {
            const bool next = expr.qualifier == "next_value";
            return next ? "serial_next_value(" + expr.text + ", 1)"
                        : "serial_current_value(" + expr.text + ")";
        }
        case ExprKind::kDefault:
            return "default";
    }
    return {};
}

}  // namespace

std::string print(const Expr& expr) {
    const std::string text = body(expr);
    return expr.parenthesized ? "(" + text + ")" : text;
}

std::string label_of(const SelectItem& item) {
    if (!item.alias.empty()) return item.alias;
    if (item.expr->kind == ExprKind::kColumn) return item.expr->text;
    const std::string text = print(*item.expr);
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos
               ? ""
               : std::string(trim_right(std::string_view(text).substr(first)));
}

}  // namespace minicas
