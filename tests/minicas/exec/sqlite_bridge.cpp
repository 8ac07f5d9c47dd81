#include "exec/sqlite_bridge.h"

#include "types/cast.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

constexpr int kPauseEvery = 2000;          // SQLite instructions
constexpr std::size_t kMaxAttached = 400;  // virtual tables; all are dropped when there are more

[[noreturn]] void sqlite_failure(sqlite3* db) {
    const int code = sqlite3_errcode(db);
    if (code == SQLITE_INTERRUPT) throw db_failure(db_error::kInterrupted, "Has been interrupted.");
    throw semantic_failure(std::string(sqlite3_errmsg(db)) + ". ");
}

int compare_numeric(void*, int size_a, const void* a, int size_b, const void* b) {
    const auto x = Decimal::parse({static_cast<const char*>(a), static_cast<std::size_t>(size_a)});
    const auto y = Decimal::parse({static_cast<const char*>(b), static_cast<std::size_t>(size_b)});
    if (!x || !y) return x ? 1 : y ? -1 : 0;
    const auto order = compare(*x, *y);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

template <std::string (*Normal)(std::string_view)>
int compare_text(void*, int size_a, const void* a, int size_b, const void* b) {
    return Normal({static_cast<const char*>(a), static_cast<std::size_t>(size_a)})
        .compare(Normal({static_cast<const char*>(b), static_cast<std::size_t>(size_b)}));
}
std::string without_padding(std::string_view text) { return std::string(trim_right(text)); }
std::string folded(std::string_view text) { return fold_case(trim_right(text)); }

int progress(void* bridge) {
    auto& self = *static_cast<SqliteBridge*>(bridge);
    try {
        if (self.running().pause) (*self.running().pause)();
        return 0;
    } catch (...) {
        self.fail();
        return 1;
    }
}

}  // namespace

SqliteBridge::SqliteBridge(Catalog& catalog, Environment& environment)
    : catalog_(catalog), environment_(environment) {
    constexpr int kFlags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(":memory:", &db_, kFlags, nullptr) != SQLITE_OK)
        throw cas_failure(cas_error::kNoMoreMemory);
    sqlite3_create_collation(db_, "mc_numeric", SQLITE_UTF8, nullptr, compare_numeric);
    sqlite3_create_collation(db_, "mc_pad", SQLITE_UTF8, nullptr, compare_text<without_padding>);
    sqlite3_create_collation(db_, "mc_ci", SQLITE_UTF8, nullptr, compare_text<folded>);
    register_virtual_tables(db_, this);
    register_element_table(db_);
    register_functions(db_, this);
    register_aggregates(db_, this);
    sqlite3_progress_handler(db_, kPauseEvery, progress, this);
}

SqliteBridge::~SqliteBridge() { sqlite3_close_v2(db_); }

void SqliteBridge::attach(const TablePtr& table) {
    if (attached_.contains(table->id)) return;
    if (attached_.size() >= kMaxAttached) {
        for (const auto& [id, name] : attached_)
            sqlite3_exec(db_, ("DROP TABLE temp." + name).c_str(), nullptr, nullptr, nullptr);
        attached_.clear();
    }
    const std::string name = "m" + std::to_string(table->id);
    const std::string sql =
        "CREATE VIRTUAL TABLE temp." + name + " USING minicas(" + std::to_string(table->id) + ")";
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) sqlite_failure(db_);
    attached_[table->id] = name;
}

SqliteStatement SqliteBridge::prepare(const Program& program) {
    for (const auto& table : program.tables)
        if (!table->schema.is_view()) attach(table);
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db_, program.sql.c_str(), static_cast<int>(program.sql.size()),
                           &statement, nullptr) != SQLITE_OK)
        sqlite_failure(db_);
    return SqliteStatement(statement);
}

void SqliteBridge::run(sqlite3_stmt* statement, const Program& program,
                       const std::vector<TypedValue>& parameters, const Snapshot& snapshot,
                       const std::function<void()>& pause,
                       const std::function<void(Row&, SlotId)>& row) {
    struct Reset {
        SqliteBridge& bridge;
        sqlite3_stmt* statement;
        ~Reset() {
            sqlite3_reset(statement);
            bridge.running_ = {};
        }
    } reset{*this, statement};
    running_ = {&program, snapshot, &pause, {}};
    failure_ = nullptr;
    sqlite3_reset(statement);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        bind_value(statement, static_cast<int>(i + 1), parameters[i].value);
    const auto width = program.outputs.size();
    const bool slots = static_cast<std::size_t>(sqlite3_column_count(statement)) > width;
    Row out(width);
    while (true) {
        const int code = sqlite3_step(statement);
        if (code == SQLITE_DONE) return;
        if (code != SQLITE_ROW) {
            if (failure_) std::rethrow_exception(failure_);
            sqlite_failure(db_);
        }
        for (std::size_t i = 0; i < width; ++i)
            out[i] =
                value_of(sqlite3_column_value(statement, static_cast<int>(i)), program.outputs[i]);
        const auto slot = slots ? sqlite3_column_int64(statement, static_cast<int>(width)) : 0;
        row(out, static_cast<SlotId>(slot));
    }
}

}  // namespace minicas
