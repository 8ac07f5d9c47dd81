// Transactions, their undo, and whom they wait for. Guarded by the engine's mutex.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/table.h"

namespace minicas {

using Clock = std::chrono::steady_clock;

enum class Isolation { kReadCommitted = 4, kRepeatableRead = 5, kSerializable = 6 };

// What may end a wait early.
struct Patience {
    int lock_timeout_ms = -1;  // -1: none
    const std::atomic<bool>* interrupted = nullptr;
    std::optional<Clock::time_point> deadline;  // of the query timeout
};

class Transaction {
 public:
    explicit Transaction(TransactionId id) : id_(id) {}
    TransactionId id() const { return id_; }

 private:
    friend class Transactions;

    enum class Kind { kInsert, kUpdate, kDelete, kEffect };
    struct Change {
        Kind kind;
        TablePtr table;
        SlotId slot;  // kEffect: which of effects_
    };
    struct Effect {
        std::function<void()> undo, commit;
    };

    const TransactionId id_;
    std::vector<Change> changes_;
    std::vector<Effect> effects_;
    std::vector<std::pair<TablePtr, SlotId>> locked_;
    std::vector<std::pair<std::string, std::size_t>> savepoints_;
    std::vector<std::string> class_locks_;
    std::optional<Stamp> snapshot_;  // REPEATABLE READ: that of its first statement
    TransactionId waits_for_ = 0;
    std::string user_;
};

class Transactions {
 public:
    std::unique_ptr<Transaction> begin(const std::string& user);
    void commit(Transaction& transaction);
    void rollback(Transaction& transaction);

    std::size_t position(const Transaction& transaction) const {
        return transaction.changes_.size();
    }
    void rollback_to(Transaction& transaction, std::size_t position);
    void set_savepoint(Transaction& transaction, const std::string& name);
    void rollback_to_savepoint(Transaction& transaction, const std::string& name);  // -550

    // A statement reads through the snapshot until it is released.
    Snapshot take_snapshot(Transaction& transaction, Isolation isolation);
    void release_snapshot(const Snapshot& snapshot);

    // Shared: the table is read or written. Exclusive: its definition changes.
    void lock_class(Transaction& transaction, const std::string& name, bool exclusive,
                    const Patience& patience, std::unique_lock<std::mutex>& guard);
    // True if it had to wait: the row may be another one now.
    bool lock_row(Transaction& transaction, const TablePtr& table, SlotId slot,
                  const Patience& patience, std::unique_lock<std::mutex>& guard);
    // Until `holder` ends. Throws what ends the wait before: -75, -72, -4.
    void wait_for(Transaction& transaction, TransactionId holder, const Patience& patience,
                  std::unique_lock<std::mutex>& guard, const std::string& what, int timeout_code);
    void wake() { changed_.notify_all(); }
    std::condition_variable& changed() { return changed_; }

    // Writers; the slot is locked by the transaction.
    SlotId insert(Transaction& transaction, const TablePtr& table, std::string row);
    void update(Transaction& transaction, const TablePtr& table, SlotId slot, std::string row);
    void remove(Transaction& transaction, const TablePtr& table, SlotId slot);
    // What happens beside the rows: to definitions and large objects.
    void add_effect(Transaction& transaction, std::function<void()> undo,
                    std::function<void()> commit);

    std::function<void(TransactionId, bool committed)> on_end;
    // What a commit makes permanent, for a storage file. The row is null if it is deleted.
    std::function<void()> on_commit_begin, on_commit_end;
    std::function<void(const Table&, bool exists)> on_commit_table;
    std::function<void(const Table&, SlotId, const std::string* row)> on_commit_row;

 private:
    bool active(TransactionId id) const { return running_.contains(id); }
    void finish(Transaction& transaction, bool committed);
    void sweep();

    TransactionId next_id_ = 1;
    Stamp last_commit_ = 1;
    std::unordered_map<TransactionId, Transaction*> running_;
    std::map<Stamp, int> snapshots_;  // how many read through each
    std::map<std::string, std::map<TransactionId, bool>> class_locks_;
    std::vector<std::pair<TablePtr, SlotId>> garbage_;
    std::condition_variable changed_;
};

}  // namespace minicas
