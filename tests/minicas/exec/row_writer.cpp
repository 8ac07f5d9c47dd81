#include "exec/row_writer.h"

#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

Error unique_violation(const Table& table, const Index& index, const Row& row) {
    std::string key;
    for (const auto column : index.columns) {
        const Domain& domain = table.schema.columns[column].domain;
        const std::string text = text_of(row[column], domain);
        key += (key.empty() ? "" : ", ") + (is_character(domain.type) ? "'" + text + "'" : text);
    }
    if (index.columns.size() > 1) key = "{" + key + "}";
    return db_failure(
        db_error::kUnique,
        "Operation would have caused one or more unique constraint violations. INDEX " +
            index.name + "(B+tree: 0|1|2) ON CLASS " + table.schema.qualified() +
            "(CLASS_OID: 0|1|2). key: " + key + "(OID: 0|1|2).");
}

}  // namespace

SlotId RowWriter::insert(const Row& row) {
    check_not_null(row);
    Row kept = row;
    keep_lobs(kept, nullptr);
    check_unique(row, kNoSlot);
    check_parents(row, nullptr);
    return session_.engine().transactions.insert(session_.transaction(), table_, pack_row(kept));
}

void RowWriter::update(SlotId slot, const Row& row) {
    check_not_null(row);
    check_unique(row, slot);
    const Row before = current(slot);
    check_parents(row, &before);
    Row kept = row;
    keep_lobs(kept, &before);
    session_.engine().transactions.update(session_.transaction(), table_, slot, pack_row(kept));
    drop_lobs(before, &kept);
    check_children(before, &row);
}

void RowWriter::remove(SlotId slot) {
    const Row before = current(slot);
    session_.engine().transactions.remove(session_.transaction(), table_, slot);
    drop_lobs(before, nullptr);
    check_children(before, nullptr);
}

bool RowWriter::lock(SlotId slot) {
    return session_.engine().transactions.lock_row(session_.transaction(), table_, slot,
                                                   session_.patience(), session_.guard());
}

Row RowWriter::current(SlotId slot) const { return unpack_row(table_->slot(slot).newest->row); }

void RowWriter::check_not_null(const Row& row) const {
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i].is_null() && table_->schema.columns[i].not_null)
            throw db_failure(db_error::kNotNull, "SQL statement violated NOT NULL constraint.");
}

SlotId RowWriter::holder_of(std::size_t index, const std::string& key, SlotId except) {
    const TransactionId me = session_.transaction().id();
    while (true) {
        const auto* slots = table_->slots_with(index, key);
        TransactionId busy = 0;
        if (slots) {
            for (const auto slot : *slots) {
                if (slot == except) continue;
                const Version* newest = table_->slot(slot).newest.get();
                if (!newest) continue;
                const bool written_by_other = newest->created == 0 && newest->created_by != me;
                const bool deleted_by_other =
                    newest->deleted_by != 0 && newest->deleted == 0 && newest->deleted_by != me;
                if (written_by_other || deleted_by_other) {
                    busy = written_by_other ? newest->created_by : newest->deleted_by;
                } else if (newest->deleted_by == 0 && table_->key_of(index, newest->row) == key) {
                    return slot;
                }
            }
        }
        if (busy == 0) return kNoSlot;
        session_.engine().transactions.wait_for(
            session_.transaction(), busy, session_.patience(), session_.guard(),
            "     X_LOCK lock on instance 0|0|0 of class " + table_->schema.qualified(),
            db_error::kRowLockTimeout);
    }
}

SlotId RowWriter::collision(const Row& row) {
    for (std::size_t i = 0; i < table_->schema.indexes.size(); ++i) {
        if (!table_->schema.indexes[i].unique) continue;
        const std::string key = table_->key_of(i, row);
        if (key.empty()) continue;
        if (const SlotId slot = holder_of(i, key, kNoSlot); slot != kNoSlot) return slot;
    }
    return kNoSlot;
}

void RowWriter::check_unique(const Row& row, SlotId own) {
    for (std::size_t i = 0; i < table_->schema.indexes.size(); ++i) {
        const Index& index = table_->schema.indexes[i];
        if (!index.unique) continue;
        const std::string key = table_->key_of(i, row);
        if (!key.empty() && holder_of(i, key, own) != kNoSlot)
            throw unique_violation(*table_, index, row);
    }
}

std::vector<FoundRow> find_and_lock(Session& session, const TablePtr& table,
                                    sqlite3_stmt* statement, const Program& program,
                                    const Binds& binds) {
    RowWriter writer(session, table);
    while (true) {
        std::vector<FoundRow> rows;
        std::vector<const Version*> seen;
        session.run_program(statement, program, binds, [&](Row& row, SlotId slot) {
            rows.push_back({slot, row});
            seen.push_back(slot == kNoSlot
                               ? nullptr
                               : table->visible(slot, session.sqlite().running().snapshot));
        });
        bool waited = false, changed = false;
        for (const auto& row : rows)
            if (row.slot != kNoSlot) waited |= writer.lock(row.slot);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].slot != kNoSlot)
                changed |= table->slot(rows[i].slot).newest.get() != seen[i];
        if (!changed && !waited) return rows;
        if (changed && session.isolation != Isolation::kReadCommitted)
            throw db_failure(db_error::kUpdateConflict,
                             "Serializable conflict due to concurrent updates.");
        if (!changed) return rows;
    }
}

}  // namespace minicas
