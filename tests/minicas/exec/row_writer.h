// Changes of rows, with what the table's constraints say about them.
#pragma once

#include "exec/session.h"

namespace minicas {

constexpr SlotId kNoSlot = static_cast<SlotId>(-1);

class RowWriter {
 public:
    RowWriter(Session& session, TablePtr table) : session_(session), table_(std::move(table)) {}

    SlotId insert(const Row& row);
    void update(SlotId slot, const Row& row);
    void remove(SlotId slot);
    // True if it had to wait for another transaction.
    bool lock(SlotId slot);

    // The row that has this key already, after every transaction that writes such a row has ended;
    // kNoSlot if none.
    SlotId holder_of(std::size_t index, const std::string& key, SlotId except);
    // The first row that collides with `row`.
    SlotId collision(const Row& row);
    Row current(SlotId slot) const;

 private:
    // Large objects on their way into a row, and out of it.
    void keep_lobs(Row& row, const Row* before);
    void drop_lobs(const Row& before, const Row* after);

    void check_not_null(const Row& row) const;
    void check_unique(const Row& row, SlotId own);
    void check_parents(const Row& row, const Row* before);
    void check_children(const Row& before, const Row* after);
    void change_children(const TablePtr& child, const ForeignKey& key, const Row& before,
                         const Row* after);

    // The foreign keys that point to this table, looked up once.
    const std::vector<std::pair<TablePtr, ForeignKey>>& referring_keys();

    Session& session_;
    TablePtr table_;
    std::optional<std::vector<std::pair<TablePtr, ForeignKey>>> referring_keys_;
};

// Rows found by a program in one pass and then locked. It starts again when a row has changed
// meanwhile.
struct FoundRow {
    SlotId slot;
    Row outputs;
};
std::vector<FoundRow> find_and_lock(Session& session, const TablePtr& table,
                                    sqlite3_stmt* statement, const Program& program,
                                    const Binds& binds);

}  // namespace minicas
