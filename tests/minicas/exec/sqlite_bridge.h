// A connection's own SQLite: an empty in-memory database whose tables are the engine's and whose
// functions are CUBRID's.
#pragma once

#include <sqlite3.h>

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "query/program.h"
#include "store/catalog.h"

namespace minicas {

struct StatementCloser {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SqliteStatement = std::unique_ptr<sqlite3_stmt, StatementCloser>;

class SqliteBridge {
 public:
    SqliteBridge(Catalog& catalog, Environment& environment);
    ~SqliteBridge();
    SqliteBridge(const SqliteBridge&) = delete;
    SqliteBridge& operator=(const SqliteBridge&) = delete;

    SqliteStatement prepare(const Program& program);
    // Steps through the rows: `row` gets the outputs (and the slot behind them). `pause` is called
    // now and then; it throws to end the statement.
    void run(sqlite3_stmt* statement, const Program& program,
             const std::vector<TypedValue>& parameters, const Snapshot& snapshot,
             const std::function<void()>& pause, const std::function<void(Row&, SlotId)>& row);
    void interrupt() { sqlite3_interrupt(db_); }

    // For the callbacks of SQLite.
    struct Running {
        const Program* program = nullptr;
        Snapshot snapshot;
        const std::function<void()>* pause = nullptr;
        std::map<std::uint64_t, std::shared_ptr<const std::vector<Row>>>
            computed;  // rows of system tables
    };
    Catalog& catalog() { return catalog_; }
    Environment& environment() { return environment_; }
    Running& running() { return running_; }
    void fail() { failure_ = std::current_exception(); }  // in a catch block

 private:
    void attach(const TablePtr& table);

    Catalog& catalog_;
    Environment& environment_;
    sqlite3* db_ = nullptr;
    Running running_;
    std::exception_ptr failure_;
    std::map<std::uint64_t, std::string> attached_;
};

// Values in SQLite's five types; the domain tells how to read them back.
void give_result(sqlite3_context* context, const Value& value);
int bind_value(sqlite3_stmt* statement, int index, const Value& value);
Value value_of(sqlite3_value* value, const Domain& domain);

void register_virtual_tables(sqlite3* db, SqliteBridge* bridge);
void register_element_table(sqlite3* db);
void register_functions(sqlite3* db, SqliteBridge* bridge);
void register_aggregates(sqlite3* db, SqliteBridge* bridge);

}  // namespace minicas
