// Objects by their identifiers.
#include "exec/session.h"
#include "exec/session_entry.h"
#include "store/object_id.h"
#include "types/error.h"

namespace minicas {

namespace {

// What a statement of the transaction would see.
class View {
 public:
    View(Transactions& transactions, Transaction& transaction, Isolation isolation)
        : transactions_(transactions),
          snapshot_(transactions.take_snapshot(transaction, isolation)) {}
    ~View() { transactions_.release_snapshot(snapshot_); }
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    const Version* of(const Table& table, SlotId slot) const {
        return slot < table.slot_count() ? table.visible(slot, snapshot_) : nullptr;
    }

 private:
    Transactions& transactions_;
    const Snapshot snapshot_;
};

}  // namespace

std::optional<Session::Instance> Session::find_instance(std::int64_t id) {
    const Entry entry(guard_);
    const auto table = engine_.catalog.find_id(table_of_object(id));
    if (!table || table->generate) return std::nullopt;
    const View view(engine_.transactions, transaction(), isolation);
    const Version* version = view.of(*table, slot_of_object(id));
    if (!version) return std::nullopt;
    return Instance{table, unpack_row(version->row)};
}

TablePtr Session::find_class(const std::string& name) {
    const Entry entry(guard_);
    const auto dot = name.find('.');
    const ObjectName object = dot == std::string::npos
                                  ? ObjectName{"", name}
                                  : ObjectName{name.substr(0, dot), name.substr(dot + 1)};
    auto table = find_table(object);
    if (!table)
        throw db_failure(db_error::kUnknownClass, "Unknown class \"" + qualified(object) + "\".");
    return table;
}

std::int64_t Session::count_instances(const TablePtr& table) {
    const Entry entry(guard_);
    const View view(engine_.transactions, transaction(), isolation);
    std::int64_t count = 0;
    for (SlotId slot = 0; slot < table->slot_count(); ++slot)
        count += view.of(*table, slot) != nullptr;
    return count;
}

}  // namespace minicas
