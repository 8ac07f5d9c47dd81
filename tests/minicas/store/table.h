// The rows of a table in versions: every transaction reads those that its snapshot shows.
// All of it is guarded by the engine's mutex.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "store/schema.h"

namespace minicas {

using TransactionId = std::uint64_t;  // 0: none
using Stamp = std::uint64_t;          // order of commits; 0: not committed
using SlotId = std::size_t;

struct Version {
    std::string row;  // packed
    TransactionId created_by = 0, deleted_by = 0;
    Stamp created = 0, deleted = 0;
    std::unique_ptr<Version> older;
};

struct Slot {
    std::unique_ptr<Version> newest;
    TransactionId locked_by = 0;  // who may write it
};

struct Snapshot {
    TransactionId reader = 0;
    Stamp stamp = 0;
};

class Catalog;

class Table {
 public:
    Table(std::uint64_t id, TableSchema schema);

    const std::uint64_t id;
    const TableSchema schema;
    // Rows of a system table are computed.
    std::function<std::vector<Row>(const Catalog&)> generate;

    std::int64_t next_auto = 1;
    bool altered = false;          // replaced by a newer object of the same name, or dropped
    TransactionId created_by = 0;  // not committed yet
    TransactionId dropped_by = 0;

    SlotId slot_count() const { return slots_.size(); }
    Slot& slot(SlotId slot_id) { return slots_[slot_id]; }
    const Version* visible(SlotId slot, const Snapshot& snapshot) const;

    SlotId insert(std::string row, TransactionId writer);
    void update(SlotId slot, std::string row, TransactionId writer);
    void remove(SlotId slot, TransactionId writer);

    // The newest version goes away: its INSERT or UPDATE is rolled back.
    void pop(SlotId slot);
    // Versions that no snapshot from `oldest` on can see.
    void prune(SlotId slot, Stamp oldest);

    // A key is empty if a column of it is NULL (then it collides with nothing).
    std::string key_of(std::size_t index, const std::string& packed_row) const;
    std::string key_of(std::size_t index, const Row& row) const;
    std::string key_from(std::size_t index, const std::vector<Value>& key_values) const;
    // Slots with a version of this key; some may be out of date.
    const std::vector<SlotId>* slots_with(std::size_t index, const std::string& key) const;
    // The index over exactly these columns, in any order of theirs.
    std::optional<std::size_t> index_over(const std::vector<std::size_t>& columns,
                                          bool unique_only) const;

 private:
    using KeyMap = std::unordered_map<std::string, std::vector<SlotId>>;

    void enter_keys(SlotId slot, const std::string& row);
    void leave_keys(SlotId slot, const std::string& row);

    std::deque<Slot> slots_;
    std::vector<SlotId> free_;
    std::vector<KeyMap> keys_;
};

using TablePtr = std::shared_ptr<Table>;

}  // namespace minicas
