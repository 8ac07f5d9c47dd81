// Tables as objects, and paths through OBJECT columns.
#include <algorithm>

#include "query/analysis.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

bool has_aggregate(const Expr& expr) {
    return expr.aggregate || std::any_of(expr.args.begin(), expr.args.end(),
                                         [](const ExprPtr& arg) { return has_aggregate(*arg); });
}

// `t.o` and `o` in front of the attribute.
std::pair<std::string, std::string> split_path(const std::string& path) {
    const auto dot = path.rfind('.');
    if (dot == std::string::npos) return {"", path};
    return {path.substr(0, dot), path.substr(dot + 1)};
}

ObjectName object_name(const std::string& qualified) {
    const auto [owner, name] = split_path(qualified);
    return {owner, name};
}

}  // namespace

int Analysis::object_source(const Select& select) const {
    const bool plain = select.set_operator.empty() && select.values.empty() && !select.distinct &&
                       select.group_by.empty() && select.from.size() == 1;
    if (!plain || select.from[0].table_id == 0 || tables_.empty()) return 0;
    const Table& table = *tables_.front();
    if (table.id != select.from[0].table_id || table.schema.reuse_oid) return 0;
    const bool aggregated =
        std::any_of(select.items.begin(), select.items.end(),
                    [](const SelectItem& item) { return has_aggregate(*item.expr); });
    return aggregated ? 0 : select.from[0].source;
}

bool Analysis::instance(Expr& expr, const Scope& scope) const {
    if (!expr.qualifier.empty()) return false;
    for (const auto& source : scope.sources) {
        if (!source.table || !same_name(source.alias, expr.text)) continue;
        if (source.table->schema.reuse_oid && !source.table->schema.system)
            throw semantic_failure("The class '" + source.table->schema.qualified() +
                                   "' is marked as REUSE_OID and is non-referable. Non-referable "
                                   "classes can't be the domain of an attribute and their "
                                   "instances' OIDs cannot be returned. ");
        expr.kind = ExprKind::kInstance;
        expr.source = source.number;
        expr.index = static_cast<int>(source.table->id);
        expr.domain = Domain::of(TypeCode::kObject);
        expr.domain.class_name = source.table->schema.qualified();
        return true;
    }
    return false;
}

bool Analysis::path(Expr& expr, const Scope& scope) {
    if (expr.qualifier.empty()) return false;
    auto object = std::make_unique<Expr>();
    object->kind = ExprKind::kColumn;
    std::tie(object->qualifier, object->text) = split_path(expr.qualifier);
    const bool known =
        std::any_of(scope.sources.begin(), scope.sources.end(), [&](const Source& source) {
            return std::any_of(
                source.columns.begin(), source.columns.end(),
                [&](const ColumnInfo& c) { return same_name(c.label, object->text); });
        });
    if (!known) return false;
    column(*object, scope);
    if (object->domain.type != TypeCode::kObject) return false;
    const auto table = finder_.find_table(object_name(object->domain.class_name));
    const auto found = table ? table->schema.find(expr.text) : std::nullopt;
    if (!found)
        throw semantic_failure("Class ([" + object->domain.class_name +
                               "]) does not have attribute " + expr.text + ". ");
    tables_.push_back(table);
    expr.kind = ExprKind::kPath;
    expr.index = static_cast<int>(table->id);
    expr.column = static_cast<int>(*found);
    expr.domain = table->schema.columns[*found].domain;
    expr.args.push_back(std::move(object));
    return true;
}

}  // namespace minicas
