// SUM and its relatives, exact for NUMERIC; GROUP_CONCAT; the guard of scalar subqueries.
#include <cmath>
#include <new>
#include <set>

#include "exec/sqlite_bridge.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

SqliteBridge& bridge_of(sqlite3_context* context) {
    return *static_cast<SqliteBridge*>(sqlite3_user_data(context));
}

template <typename Body>
void guarded(sqlite3_context* context, Body&& body) {
    try {
        body();
    } catch (...) {
        bridge_of(context).fail();
        sqlite3_result_error(context, "minicas", -1);
    }
}

// SQLite gives zeroed memory for a pointer; the object itself lives behind it.
template <typename State>
State* state_of(sqlite3_context* context, bool create) {
    auto** place =
        static_cast<State**>(sqlite3_aggregate_context(context, create ? sizeof(State*) : 0));
    if (!place) return nullptr;
    if (!*place && create) *place = new State();
    return *place;
}

template <typename State>
struct Owner {
    explicit Owner(sqlite3_context* context) : state(state_of<State>(context, false)) {}
    ~Owner() { delete state; }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    State* state;
};

struct Numbers {
    const Operation* operation = nullptr;
    std::int64_t count = 0;
    Decimal exact;
    double sum = 0, squares = 0;
    std::set<std::string> seen;
};

template <bool Distinct>
void add_number(sqlite3_context* context, int, sqlite3_value** args) {
    guarded(context, [&] {
        auto& state = *state_of<Numbers>(context, true);
        state.operation =
            bridge_of(context)
                .running()
                .program->operations[static_cast<std::size_t>(sqlite3_value_int64(args[1]))]
                .get();
        const Domain& domain = state.operation->args[0];
        const Value value = value_of(args[0], domain);
        if (value.is_null()) return;
        if (Distinct) {
            std::string packed;
            pack(packed,
                 domain.type == TypeCode::kNumeric ? Value(value.decimal().normalized()) : value);
            if (!state.seen.insert(packed).second) return;
        }
        ++state.count;
        if (is_integer(domain.type) || domain.type == TypeCode::kNumeric) {
            const Decimal d = domain.type == TypeCode::kNumeric
                                  ? value.decimal()
                                  : Decimal::from_int(value.integer());
            const auto sum = add(state.exact, d);
            if (!sum)
                throw db_failure(db_error::kDataOverflow,
                                 "Data overflow on data type \"numeric\".");
            state.exact = *sum;
        }
        const double x = double_of(value, domain);
        state.sum += x;
        state.squares += x * x;
    });
}

void give_sum(sqlite3_context* context) {
    const Owner<Numbers> owner(context);
    guarded(context, [&] {
        if (!owner.state || owner.state->count == 0) return sqlite3_result_null(context);
        const Numbers& n = *owner.state;
        const Domain& result = n.operation->result;
        if (is_approximate(result.type)) return give_result(context, Value(n.sum));
        if (result.type == TypeCode::kNumeric)
            return give_result(context, Value(n.exact.rescaled(result.scale).value_or(n.exact)));
        try {
            give_result(context, cast_value(Value(n.exact), Domain::numeric(38, 0), result,
                                            CastKind::kExplicit));
        } catch (const CannotCast& failure) {
            throw_run_time_cast(failure, result, result);
        }
    });
}

void give_average(sqlite3_context* context) {
    const Owner<Numbers> owner(context);
    if (!owner.state || owner.state->count == 0) return sqlite3_result_null(context);
    sqlite3_result_double(context, owner.state->sum / static_cast<double>(owner.state->count));
}

template <bool Sample, bool Root>
void give_variance(sqlite3_context* context) {
    const Owner<Numbers> owner(context);
    if (!owner.state || owner.state->count <= (Sample ? 1 : 0)) return sqlite3_result_null(context);
    const auto n = static_cast<double>(owner.state->count);
    const double mean = owner.state->sum / n;
    const double spread =
        std::max(owner.state->squares - n * mean * mean, 0.0) / (Sample ? n - 1 : n);
    sqlite3_result_double(context, Root ? std::sqrt(spread) : spread);
}

struct Joined {
    bool any = false;
    std::string text;
};

void add_text(sqlite3_context* context, int count, sqlite3_value** args) {
    guarded(context, [&] {
        const Operation& op =
            *bridge_of(context)
                 .running()
                 .program->operations[static_cast<std::size_t>(sqlite3_value_int64(args[0]))];
        const Value value = value_of(args[1], op.args[0]);
        if (value.is_null()) return;
        auto& state = *state_of<Joined>(context, true);
        if (state.any)
            state.text += count > 2 ? text_of(value_of(args[2], op.args[1]), op.args[1]) : ",";
        state.text += text_of(value, op.args[0]);
        state.any = true;
    });
}

void give_text(sqlite3_context* context) {
    const Owner<Joined> owner(context);
    if (!owner.state) return sqlite3_result_null(context);
    give_result(context, Value(owner.state->text));
}

struct Single {
    sqlite3_value* value = nullptr;
    ~Single() { sqlite3_value_free(value); }
    Single() = default;
    Single(const Single&) = delete;
    Single& operator=(const Single&) = delete;
};

void take_single(sqlite3_context* context, int, sqlite3_value** args) {
    guarded(context, [&] {
        auto& state = *state_of<Single>(context, true);
        if (state.value)
            throw db_failure(db_error::kManyRows,
                             "Query result contains more than a single tuple. ");
        state.value = sqlite3_value_dup(args[0]);
    });
}

void give_single(sqlite3_context* context) {
    const Owner<Single> owner(context);
    if (!owner.state || !owner.state->value) return sqlite3_result_null(context);
    sqlite3_result_value(context, owner.state->value);
}

struct AggregateRow {
    const char* name;
    int args;
    void (*step)(sqlite3_context*, int, sqlite3_value**);
    void (*final)(sqlite3_context*);
};

constexpr AggregateRow kAggregates[] = {
    {"mc_sum", 2, add_number<false>, give_sum},
    {"mc_sum_distinct", 2, add_number<true>, give_sum},
    {"mc_avg", 2, add_number<false>, give_average},
    {"mc_avg_distinct", 2, add_number<true>, give_average},
    {"mc_stddev_pop", 2, add_number<false>, give_variance<false, true>},
    {"mc_stddev_samp", 2, add_number<false>, give_variance<true, true>},
    {"mc_var_pop", 2, add_number<false>, give_variance<false, false>},
    {"mc_var_samp", 2, add_number<false>, give_variance<true, false>},
    {"mc_group_concat", -1, add_text, give_text},
    {"single", 1, take_single, give_single}};

}  // namespace

void register_aggregates(sqlite3* db, SqliteBridge* bridge) {
    for (const auto& row : kAggregates)
        sqlite3_create_function(db, row.name, row.args, SQLITE_UTF8, bridge, nullptr, row.step,
                                row.final);
}

}  // namespace minicas
