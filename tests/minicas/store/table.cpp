#include "store/table.h"

#include <algorithm>

namespace minicas {

namespace {

// Slots of deleted rows are used again only when there are many: rows keep their order of insertion
// for long.
constexpr std::size_t kReuseFrom = 4096;

void append_key(std::string& key, const Value& value, const Domain& domain) {
    if (is_character(domain.type)) {
        std::string text = domain.collation == Collation::kCaseInsensitive ? fold_case(value.text())
                                                                           : value.text();
        if (domain.type == TypeCode::kChar || domain.type == TypeCode::kNchar)
            text = trim_right(text);
        pack(key, Value(std::move(text)));
    } else if (domain.type == TypeCode::kNumeric) {
        pack(key, Value(value.decimal().normalized()));
    } else if (is_zoned(domain.type)) {
        pack(key, Value(value.zoned().instant));
    } else {
        pack(key, value);
    }
}

bool sees_creation(const Version& version, const Snapshot& snapshot) {
    return version.created == 0 ? version.created_by == snapshot.reader
                                : version.created <= snapshot.stamp;
}

bool sees_deletion(const Version& version, const Snapshot& snapshot) {
    if (version.deleted_by == 0) return false;
    return version.deleted == 0 ? version.deleted_by == snapshot.reader
                                : version.deleted <= snapshot.stamp;
}

}  // namespace

Table::Table(std::uint64_t table_id, TableSchema table_schema)
    : id(table_id), schema(std::move(table_schema)), keys_(schema.indexes.size()) {
    for (const auto& column : schema.columns)
        if (column.auto_increment) next_auto = column.auto_start;
}

const Version* Table::visible(SlotId slot, const Snapshot& snapshot) const {
    for (const Version* v = slots_[slot].newest.get(); v; v = v->older.get()) {
        if (!sees_creation(*v, snapshot)) continue;
        return sees_deletion(*v, snapshot) ? nullptr : v;
    }
    return nullptr;
}

SlotId Table::insert(std::string row, TransactionId writer) {
    SlotId id_of_slot = slots_.size();
    if (free_.size() > kReuseFrom) {
        id_of_slot = free_.back();
        free_.pop_back();
    } else {
        slots_.emplace_back();
    }
    enter_keys(id_of_slot, row);
    auto version = std::make_unique<Version>();
    version->row = std::move(row);
    version->created_by = writer;
    slots_[id_of_slot].newest = std::move(version);
    slots_[id_of_slot].locked_by = writer;
    return id_of_slot;
}

void Table::update(SlotId slot_id, std::string row, TransactionId writer) {
    enter_keys(slot_id, row);
    auto version = std::make_unique<Version>();
    version->row = std::move(row);
    version->created_by = writer;
    version->older = std::move(slots_[slot_id].newest);
    slots_[slot_id].newest = std::move(version);
}

void Table::remove(SlotId slot_id, TransactionId writer) {
    slots_[slot_id].newest->deleted_by = writer;
}

void Table::pop(SlotId slot_id) {
    Slot& slot = slots_[slot_id];
    const auto gone = std::move(slot.newest);
    slot.newest = std::move(gone->older);
    leave_keys(slot_id, gone->row);
    if (!slot.newest) free_.push_back(slot_id);
}

void Table::prune(SlotId slot_id, Stamp oldest) {
    Slot& slot = slots_[slot_id];
    Version* version = slot.newest.get();
    if (!version) return;
    if (version->deleted != 0 && version->deleted <= oldest) {
        while (slot.newest) {
            const auto gone = std::move(slot.newest);
            slot.newest = std::move(gone->older);
            leave_keys(slot_id, gone->row);
        }
        free_.push_back(slot_id);
        return;
    }
    // What is older than the newest version that every snapshot sees, nobody reads.
    while (version->created == 0 || version->created > oldest) {
        version = version->older.get();
        if (!version) return;
    }
    while (version->older) {
        const auto gone = std::move(version->older);
        version->older = std::move(gone->older);
        leave_keys(slot_id, gone->row);
    }
}

std::string Table::key_of(std::size_t index, const std::string& packed_row) const {
    std::string key;
    for (const auto column : schema.indexes[index].columns) {
        const Value value = unpack_column(packed_row, column);
        if (value.is_null()) return {};
        append_key(key, value, schema.columns[column].domain);
    }
    return key;
}

std::string Table::key_of(std::size_t index, const Row& row) const {
    std::vector<Value> values;
    for (const auto column : schema.indexes[index].columns) values.push_back(row[column]);
    return key_from(index, values);
}

std::string Table::key_from(std::size_t index, const std::vector<Value>& key_values) const {
    std::string key;
    for (std::size_t i = 0; i < key_values.size(); ++i) {
        if (key_values[i].is_null()) return {};
        append_key(key, key_values[i], schema.columns[schema.indexes[index].columns[i]].domain);
    }
    return key;
}

const std::vector<SlotId>* Table::slots_with(std::size_t index, const std::string& key) const {
    const auto found = keys_[index].find(key);
    return found == keys_[index].end() ? nullptr : &found->second;
}

std::optional<std::size_t> Table::index_over(const std::vector<std::size_t>& columns,
                                             bool unique_only) const {
    for (std::size_t i = 0; i < schema.indexes.size(); ++i)
        if (schema.indexes[i].columns == columns && (schema.indexes[i].unique || !unique_only))
            return i;
    return std::nullopt;
}

void Table::enter_keys(SlotId slot_id, const std::string& row) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        std::string key = key_of(i, row);
        if (key.empty()) continue;
        auto& slots = keys_[i][std::move(key)];
        if (std::find(slots.begin(), slots.end(), slot_id) == slots.end()) slots.push_back(slot_id);
    }
}

void Table::leave_keys(SlotId slot_id, const std::string& row) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        const std::string key = key_of(i, row);
        if (key.empty()) continue;
        bool still_used = false;
        for (const Version* v = slots_[slot_id].newest.get(); v && !still_used; v = v->older.get())
            still_used = key_of(i, v->row) == key;
        if (still_used) continue;
        const auto found = keys_[i].find(key);
        if (found == keys_[i].end()) continue;
        std::erase(found->second, slot_id);
        if (found->second.empty()) keys_[i].erase(found);
    }
}

}  // namespace minicas
