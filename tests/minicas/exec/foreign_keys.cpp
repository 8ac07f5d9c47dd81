// What foreign keys ask of a change.
#include <algorithm>

#include "exec/row_writer.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

std::vector<std::size_t> positions(const Table& table, const std::vector<std::string>& names) {
    std::vector<std::size_t> out;
    for (const auto& name : names) out.push_back(*table.schema.find(name));
    return out;
}

std::vector<Value> pick(const Row& row, const std::vector<std::size_t>& columns) {
    std::vector<Value> values;
    for (const auto column : columns) values.push_back(row[column]);
    return values;
}

bool any_null(const std::vector<Value>& values) {
    return std::any_of(values.begin(), values.end(), [](const Value& v) { return v.is_null(); });
}

bool same(const std::vector<Value>& a, const std::vector<Value>& b) {
    std::string x, y;
    for (const auto& v : a) pack(x, v);
    for (const auto& v : b) pack(y, v);
    return x == y;
}

}  // namespace

void RowWriter::check_parents(const Row& row, const Row* before) {
    for (const auto& key : table_->schema.foreign_keys) {
        const auto values = pick(row, key.columns);
        if (any_null(values) || (before && same(values, pick(*before, key.columns)))) continue;
        const auto parent =
            session_.engine().catalog.find_qualified(key.parent, session_.transaction().id());
        if (!parent) continue;
        const auto index = parent->index_over(positions(*parent, key.parent_columns), true);
        if (!index) continue;
        std::vector<Value> converted;
        for (std::size_t i = 0; i < values.size(); ++i)
            converted.push_back(
                cast_value(values[i], table_->schema.columns[key.columns[i]].domain,
                           parent->schema.columns[parent->schema.indexes[*index].columns[i]].domain,
                           CastKind::kExplicit));
        RowWriter parents(session_, parent);
        if (parents.holder_of(*index, parent->key_from(*index, converted), kNoSlot) != kNoSlot)
            continue;
        throw db_failure(
            db_error::kFkInvalid,
            "The constraint of the foreign key '" + key.name + "' is invalid, due to value '" +
                text_of(values[0], table_->schema.columns[key.columns[0]].domain) + "'.");
    }
}

const std::vector<std::pair<TablePtr, ForeignKey>>& RowWriter::referring_keys() {
    if (referring_keys_) return *referring_keys_;
    referring_keys_.emplace();
    const std::string name = table_->schema.qualified();
    for (const auto& child : session_.engine().catalog.all(session_.transaction().id()))
        for (const auto& key : child->schema.foreign_keys)
            if (key.parent == name) referring_keys_->emplace_back(child, key);
    return *referring_keys_;
}

void RowWriter::check_children(const Row& before, const Row* after) {
    for (const auto& [child, key] : referring_keys()) {
        const auto columns = positions(*table_, key.parent_columns);
        const auto values = pick(before, columns);
        if (any_null(values) || (after && same(values, pick(*after, columns)))) continue;
        change_children(child, key, values, after);
    }
}

// `before` holds the old key; `after` the parent's new row, null if it is deleted.
void RowWriter::change_children(const TablePtr& child, const ForeignKey& key, const Row& before,
                                const Row* after) {
    const auto index = child->index_over(key.columns, false);
    if (!index) return;
    const auto* found = child->slots_with(*index, child->key_from(*index, before));
    if (!found) return;
    RowWriter children(session_, child);
    const std::string& action = after ? key.on_update : key.on_delete;
    const std::vector<SlotId> slots = *found;
    for (const auto slot : slots) {
        children.lock(slot);
        const Version* newest = child->slot(slot).newest.get();
        if (!newest || newest->deleted_by != 0 ||
            !same(pick(unpack_row(newest->row), key.columns), before))
            continue;
        if (action == "restrict" || action == "no action")
            throw db_failure(
                db_error::kFkRestrict,
                "Update/Delete operations are restricted by the foreign key '" + key.name + "'.");
        if (action == "cascade" && !after) {
            children.remove(slot);
            continue;
        }
        Row row = unpack_row(newest->row);
        const auto parent_columns = positions(*table_, key.parent_columns);
        for (std::size_t i = 0; i < key.columns.size(); ++i)
            row[key.columns[i]] = action == "cascade" ? (*after)[parent_columns[i]] : Value();
        children.update(slot, row);
    }
}

}  // namespace minicas
