// x(n, args...): the operations of the running program, and the few functions beside it.
#include "exec/sqlite_bridge.h"
#include "types/error.h"

namespace minicas {

namespace {

SqliteBridge& bridge_of(sqlite3_context* context) {
    return *static_cast<SqliteBridge*>(sqlite3_user_data(context));
}

// What a callback throws cannot pass through SQLite: it is kept, and thrown again when the step has
// failed.
template <typename Body>
void guarded(sqlite3_context* context, Body&& body) {
    try {
        body();
    } catch (...) {
        bridge_of(context).fail();
        sqlite3_result_error(context, "minicas", -1);
    }
}

const Operation& operation(sqlite3_context* context, sqlite3_value* number) {
    return *bridge_of(context)
                .running()
                .program->operations[static_cast<std::size_t>(sqlite3_value_int64(number))];
}

void call(sqlite3_context* context, int count, sqlite3_value** args) {
    guarded(context, [&] {
        const Operation& op = operation(context, args[0]);
        std::vector<Value> values;
        values.reserve(static_cast<std::size_t>(count - 1));
        for (int i = 1; i < count; ++i)
            values.push_back(value_of(args[i], op.args[static_cast<std::size_t>(i - 1)]));
        give_result(context, op.call(bridge_of(context).environment(), values));
    });
}

void assign(sqlite3_context* context, int, sqlite3_value** args) {
    guarded(context, [&] {
        const Operation& shape = operation(context, args[0]);
        const Value value = value_of(args[2], shape.args[0]);
        const Value name = value_of(args[1], Domain::of(TypeCode::kString));
        bridge_of(context).environment().set_variable(name.text(), {shape.result, value});
        give_result(context, value);
    });
}

void serial(sqlite3_context* context, int, sqlite3_value** args) {
    guarded(context, [&] {
        const auto& [name, next] =
            bridge_of(context)
                .running()
                .program->serials[static_cast<std::size_t>(sqlite3_value_int64(args[0]))];
        give_result(context,
                    Value(Decimal::from_int(bridge_of(context).environment().serial(name, next))));
    });
}

}  // namespace

void register_functions(sqlite3* db, SqliteBridge* bridge) {
    sqlite3_create_function(db, "x", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, bridge, call, nullptr,
                            nullptr);
    sqlite3_create_function(db, "volatile_x", -1, SQLITE_UTF8, bridge, call, nullptr, nullptr);
    sqlite3_create_function(db, "assign", 3, SQLITE_UTF8, bridge, assign, nullptr, nullptr);
    sqlite3_create_function(db, "serial", 1, SQLITE_UTF8, bridge, serial, nullptr, nullptr);
}

}  // namespace minicas
