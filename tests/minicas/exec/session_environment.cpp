// What functions and the analysis ask a session for.
#include "exec/session.h"

#include "types/error.h"
#include "types/text.h"

namespace minicas {

const TypedValue& Session::variable(const std::string& name) const {
    const auto found = state_->variables.find(name);
    if (found == state_->variables.end())
        throw db_failure(db_error::kUnknownVariable,
                         "Session variable '@" + name + "' not defined.");
    return found->second;
}

void Session::set_variable(const std::string& name, const TypedValue& value) {
    state_->variables[name] = value;
}

std::string Session::user_name() const { return to_upper(user_) + "@minicas"; }

void Session::sleep(double seconds) {
    const auto until =
        Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    while (true) {
        const auto now = Clock::now();
        if (interrupted_ || (deadline_ && now >= *deadline_))
            throw db_failure(db_error::kInterrupted, "Has been interrupted.");
        if (now >= until) return;
        engine_.transactions.changed().wait_until(guard_,
                                                  deadline_ ? std::min(until, *deadline_) : until);
    }
}

std::int64_t Session::random() { return static_cast<std::int64_t>(random_()) & 0x7fffffff; }

void Session::require_serial(const std::string& name) const {
    if (!engine_.serials.contains(name))
        throw semantic_failure("Serial '" + user_ + "." + name + "' not defined. ");
}

std::int64_t Session::serial(const std::string& name, bool next) {
    require_serial(name);
    Serial& serial = engine_.serials[name];
    if (next) {
        if (serial.started) serial.next += serial.increment;
        serial.started = true;
    }
    return serial.next;
}

void Session::lock_class(const std::string& name, bool exclusive) {
    engine_.transactions.lock_class(transaction(), name, exclusive, patience(), guard_);
}

std::string Session::qualified(const ObjectName& name) const {
    return owner_of(name) + "." + name.name;
}

TablePtr Session::find_table(const ObjectName& name) {
    const auto reader = [this] { return transaction().id(); };
    auto table = engine_.catalog.find(owner_of(name), name.name, reader());
    if (!table || table->schema.system) return table;
    lock_class(table->schema.qualified(), false);
    // While it waited, the table may have been replaced or dropped.
    return engine_.catalog.find(owner_of(name), name.name, reader());
}

TablePtr Session::find_table_to_write(const ObjectName& name) {
    auto table = find_table(name);
    if (!table) throw syntax_failure("Unknown class \"" + qualified(name) + "\". ");
    if (table->schema.is_view() || table->schema.system)
        throw semantic_failure(table->schema.shown_name() + " cannot be changed. ");
    return table;
}

}  // namespace minicas
