#include "store/transaction.h"

#include <algorithm>

#include "types/error.h"
#include "types/text.h"

namespace minicas {

std::unique_ptr<Transaction> Transactions::begin(const std::string& user) {
    auto transaction = std::make_unique<Transaction>(next_id_++);
    transaction->user_ = to_upper(user);
    running_[transaction->id()] = transaction.get();
    return transaction;
}

void Transactions::commit(Transaction& transaction) {
    const Stamp stamp = ++last_commit_;
    const bool keeps = on_commit_begin && !transaction.changes_.empty();
    if (keeps) on_commit_begin();
    for (auto& change : transaction.changes_) {
        if (change.kind == Transaction::Kind::kEffect) {
            transaction.effects_[change.slot].commit();
            continue;
        }
        for (Version* v = change.table->slot(change.slot).newest.get(); v; v = v->older.get()) {
            if (v->created_by == transaction.id() && v->created == 0) v->created = stamp;
            if (v->deleted_by == transaction.id() && v->deleted == 0) v->deleted = stamp;
        }
        if (on_commit_row) {
            const Version* v = change.table->slot(change.slot).newest.get();
            on_commit_row(*change.table, change.slot, v && v->deleted == 0 ? &v->row : nullptr);
        }
        if (change.kind != Transaction::Kind::kInsert)
            garbage_.emplace_back(change.table, change.slot);
    }
    if (keeps) on_commit_end();
    transaction.changes_.clear();
    transaction.effects_.clear();
    finish(transaction, true);
}

void Transactions::rollback(Transaction& transaction) {
    rollback_to(transaction, 0);
    finish(transaction, false);
}

void Transactions::rollback_to(Transaction& transaction, std::size_t position) {
    auto& changes = transaction.changes_;
    while (changes.size() > position) {
        Transaction::Change& change = changes.back();
        switch (change.kind) {
            case Transaction::Kind::kInsert:
            case Transaction::Kind::kUpdate:
                change.table->pop(change.slot);
                break;
            case Transaction::Kind::kDelete:
                change.table->slot(change.slot).newest->deleted_by = 0;
                break;
            case Transaction::Kind::kEffect:
                transaction.effects_[change.slot].undo();
                transaction.effects_.pop_back();
                break;
        }
        changes.pop_back();
    }
    std::erase_if(transaction.savepoints_,
                  [&](const auto& savepoint) { return savepoint.second > position; });
}

void Transactions::set_savepoint(Transaction& transaction, const std::string& name) {
    std::erase_if(transaction.savepoints_,
                  [&](const auto& savepoint) { return same_name(savepoint.first, name); });
    transaction.savepoints_.emplace_back(name, transaction.changes_.size());
}

void Transactions::rollback_to_savepoint(Transaction& transaction, const std::string& name) {
    for (const auto& [known, position] : transaction.savepoints_) {
        if (!same_name(known, name)) continue;
        rollback_to(transaction, position);
        return;
    }
    throw db_failure(db_error::kUnknownSavepoint, "Unknown savepoint name " + name);
}

Snapshot Transactions::take_snapshot(Transaction& transaction, Isolation isolation) {
    Stamp stamp = last_commit_;
    if (isolation != Isolation::kReadCommitted) {
        if (!transaction.snapshot_) {
            transaction.snapshot_ = stamp;
            ++snapshots_[stamp];  // the transaction's own hold on it
        }
        stamp = *transaction.snapshot_;
    }
    ++snapshots_[stamp];
    return {transaction.id(), stamp};
}

void Transactions::release_snapshot(const Snapshot& snapshot) {
    const auto found = snapshots_.find(snapshot.stamp);
    if (found != snapshots_.end() && --found->second == 0) snapshots_.erase(found);
    if (!garbage_.empty()) sweep();
}

void Transactions::finish(Transaction& transaction, bool committed) {
    if (on_end) on_end(transaction.id(), committed);
    for (const auto& [table, slot] : transaction.locked_)
        if (table->slot(slot).locked_by == transaction.id()) table->slot(slot).locked_by = 0;
    transaction.locked_.clear();
    for (const auto& name : transaction.class_locks_) {
        const auto found = class_locks_.find(name);
        found->second.erase(transaction.id());
        if (found->second.empty()) class_locks_.erase(found);
    }
    transaction.class_locks_.clear();
    running_.erase(transaction.id());
    if (transaction.snapshot_) release_snapshot({transaction.id(), *transaction.snapshot_});
    sweep();
    changed_.notify_all();
}

void Transactions::sweep() {
    const Stamp oldest = snapshots_.empty() ? last_commit_ : snapshots_.begin()->first;
    if (!snapshots_.empty() && oldest < last_commit_) return;  // again when the reader is done
    for (const auto& [table, slot] : garbage_) table->prune(slot, oldest);
    garbage_.clear();
}

void Transactions::lock_class(Transaction& transaction, const std::string& name, bool exclusive,
                              const Patience& patience, std::unique_lock<std::mutex>& guard) {
    while (true) {
        TransactionId holder = 0;
        if (const auto found = class_locks_.find(name); found != class_locks_.end())
            for (const auto& [id, id_exclusive] : found->second)
                if (id != transaction.id() && (exclusive || id_exclusive)) holder = id;
        if (holder == 0) break;
        wait_for(transaction, holder, patience, guard,
                 std::string(exclusive ? " SCH_M_LOCK" : "    IS_LOCK") + " lock on class " + name,
                 db_error::kClassLockTimeout);
    }
    auto [entry, fresh] = class_locks_[name].try_emplace(transaction.id(), exclusive);
    if (fresh) transaction.class_locks_.push_back(name);
    entry->second = entry->second || exclusive;
}

bool Transactions::lock_row(Transaction& transaction, const TablePtr& table, SlotId slot,
                            const Patience& patience, std::unique_lock<std::mutex>& guard) {
    bool waited = false;
    while (true) {
        const TransactionId holder = table->slot(slot).locked_by;
        if (holder == transaction.id()) return waited;
        if (holder == 0 || !active(holder)) break;
        waited = true;
        wait_for(transaction, holder, patience, guard,
                 "     X_LOCK lock on instance 0|" + std::to_string(slot) + "|0 of class " +
                     table->schema.qualified(),
                 db_error::kRowLockTimeout);
    }
    table->slot(slot).locked_by = transaction.id();
    transaction.locked_.emplace_back(table, slot);
    return waited;
}

void Transactions::wait_for(Transaction& transaction, TransactionId holder,
                            const Patience& patience, std::unique_lock<std::mutex>& guard,
                            const std::string& what, int timeout_code) {
    const auto who = [](const Transaction& t) {
        return "index " + std::to_string(t.id()) + ", " + t.user_ + "@minicas|1";
    };
    for (TransactionId next = holder; next != 0;) {
        if (next == transaction.id())
            throw db_failure(db_error::kDeadlock,
                             "Your transaction (" + who(transaction) +
                                 ") has been unilaterally aborted by the system.");
        const auto found = running_.find(next);
        next = found == running_.end() ? 0 : found->second->waits_for_;
    }
    const auto gives_up =
        Clock::now() + std::chrono::milliseconds(std::max(patience.lock_timeout_ms, 0));
    transaction.waits_for_ = holder;
    struct Done {
        TransactionId& waits_for;
        ~Done() { waits_for = 0; }
    } done{transaction.waits_for_};
    while (active(holder)) {
        if (patience.interrupted && patience.interrupted->load())
            throw db_failure(db_error::kInterrupted, "Has been interrupted.");
        const auto now = Clock::now();
        if (patience.deadline && now >= *patience.deadline)
            throw db_failure(db_error::kInterrupted, "Has been interrupted.");
        if (patience.lock_timeout_ms >= 0 && now >= gives_up)
            throw db_failure(timeout_code, "Your transaction (" + who(transaction) +
                                               ") timed out waiting on " + what +
                                               ". You are waiting for user(s) " +
                                               running_[holder]->user_ + "@minicas|1 to finish.");
        auto until = now + std::chrono::seconds(1);
        if (patience.lock_timeout_ms >= 0) until = std::min(until, gives_up);
        if (patience.deadline) until = std::min(until, *patience.deadline);
        changed_.wait_until(guard, until);
    }
}

SlotId Transactions::insert(Transaction& transaction, const TablePtr& table, std::string row) {
    const SlotId slot = table->insert(std::move(row), transaction.id());
    transaction.locked_.emplace_back(table, slot);
    transaction.changes_.push_back({Transaction::Kind::kInsert, table, slot});
    return slot;
}

void Transactions::update(Transaction& transaction, const TablePtr& table, SlotId slot,
                          std::string row) {
    table->update(slot, std::move(row), transaction.id());
    transaction.changes_.push_back({Transaction::Kind::kUpdate, table, slot});
}

void Transactions::remove(Transaction& transaction, const TablePtr& table, SlotId slot) {
    table->remove(slot, transaction.id());
    transaction.changes_.push_back({Transaction::Kind::kDelete, table, slot});
}

void Transactions::add_effect(Transaction& transaction, std::function<void()> undo,
                              std::function<void()> commit) {
    transaction.changes_.push_back(
        {Transaction::Kind::kEffect, nullptr, transaction.effects_.size()});
    transaction.effects_.push_back({std::move(undo), std::move(commit)});
}

}  // namespace minicas
