#include "store/catalog.h"

#include "store/system_tables.h"

namespace minicas {

Catalog::Catalog() {
    for (auto& [schema, generate] : system_tables()) {
        const auto table = create(std::move(schema));
        table->generate = std::move(generate);
    }
}

TablePtr Catalog::find_qualified(const std::string& qualified, TransactionId reader) const {
    const auto [first, last] = tables_.equal_range(qualified);
    TablePtr found;
    for (auto it = first; it != last; ++it) {
        if (it->second->dropped_by == reader && reader != 0) continue;
        // The object that another transaction makes hides the one that it replaces only when it
        // commits.
        if (!found || it->second->created_by == reader) found = it->second;
    }
    return found;
}

TablePtr Catalog::find(const std::string& owner, const std::string& name,
                       TransactionId reader) const {
    if (auto own = find_qualified(owner + "." + name, reader)) return own;
    return find_qualified(name, reader);  // a system table
}

TablePtr Catalog::find_id(std::uint64_t id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
}

std::vector<TablePtr> Catalog::all(TransactionId reader) const {
    std::vector<TablePtr> out;
    for (const auto& [name, table] : tables_)
        if ((out.empty() || out.back()->schema.shown_name() != name) &&
            find_qualified(name, reader))
            out.push_back(find_qualified(name, reader));
    return out;
}

TablePtr Catalog::create(TableSchema schema) {
    const auto table = std::make_shared<Table>(next_id_++, std::move(schema));
    enter(table);
    return table;
}

void Catalog::enter(const TablePtr& table) {
    tables_.emplace(table->schema.shown_name(), table);
    by_id_[table->id] = table;
}

void Catalog::forget(const TablePtr& table) {
    table->altered = true;
    by_id_.erase(table->id);
    const auto [first, last] = tables_.equal_range(table->schema.shown_name());
    for (auto it = first; it != last; ++it) {
        if (it->second == table) {
            tables_.erase(it);
            return;
        }
    }
}

}  // namespace minicas
