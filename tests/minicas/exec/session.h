// The database side of a connection: its transaction, its settings, and how statements are
// described and executed. Every public function takes the engine's mutex for as long as it works.
#pragma once

#include <atomic>
#include <mutex>
#include <random>

#include "exec/engine.h"
#include "exec/plan.h"
#include "exec/sqlite_bridge.h"
#include "sql/ast.h"
#include "types/error.h"

namespace minicas {

// One statement of a prepared text.
struct Described {
    int type = 0;
    std::vector<ColumnInfo> columns;
    bool has_result = false;
    std::vector<Domain> parameters;  // as far as they are known
    std::vector<TablePtr> tables;
    std::optional<int> late_error;  // it will fail with this code; EXECUTE tells
    bool has_objects = false;       // its rows are those of one table with object identifiers
};

// Of a whole text.
struct PreparedText {
    std::string sql;
    std::vector<Described> statements;
    bool with_oids = false;  // wanted by the client
    struct Cached {
        std::vector<Domain> binds;
        PlanPtr plan;
    };
    std::vector<Cached> plans;  // one for each statement
};

class Session final : public Environment, public TableFinder {
 public:
    Session(Engine& engine, std::string user, std::shared_ptr<SessionState> state, int process_id);
    ~Session() override;

    // The whole text is parsed; only the first statement is described before it runs.
    PreparedText prepare(const std::string& sql);
    // The description of a later statement, when it is its turn.
    void describe(PreparedText& text, std::size_t index);
    // `strict`: an outdated plan is -10024; otherwise it is made again.
    Outcome execute(PreparedText& text, std::size_t index, const Binds& binds, const RowSink& sink,
                    bool strict);
    // The same when the mutex is held already: a statement inside a statement.
    Outcome execute_inside(PreparedText& text, std::size_t index, const Binds& binds,
                           const RowSink& sink, bool strict);
    PreparedText prepare_inside(const std::string& sql);

    void commit();
    void rollback();
    void set_savepoint(const std::string& name);
    void rollback_to_savepoint(const std::string& name);
    std::size_t mark();  // a savepoint without a name
    void rollback_to_mark(std::size_t position);
    bool in_transaction();

    // Large objects, as the client handles them by their locators.
    Lob new_lob();
    void write_lob(const std::string& locator, std::int64_t offset, std::string_view bytes);
    std::string read_lob(const std::string& locator, std::int64_t offset, std::size_t length);

    // Objects, as the client handles them by their identifiers.
    struct Instance {
        TablePtr table;
        Row row;
    };
    std::optional<Instance> find_instance(std::int64_t object_id);
    TablePtr find_class(const std::string& name);  // -64 if there is none
    std::int64_t count_instances(const TablePtr& table);

    void set_deadline(std::optional<Clock::time_point> deadline) { deadline_ = deadline; }
    void clear_interrupt() { interrupted_ = false; }
    void interrupt();  // from another thread

    Isolation isolation = Isolation::kReadCommitted;
    int lock_timeout_ms = -1;

    SessionState& state() { return *state_; }
    Engine& engine() { return engine_; }
    void end_state();  // its variables go with the connection

    // For plans, under the mutex.
    Transaction& transaction();
    Patience patience() const { return {lock_timeout_ms, &interrupted_, deadline_}; }
    std::unique_lock<std::mutex>& guard() { return guard_; }
    SqliteBridge& sqlite() { return sqlite_; }
    void run_program(sqlite3_stmt* statement, const Program& program, const Binds& binds,
                     const std::function<void(Row&, SlotId)>& row);
    TablePtr find_table_to_write(const ObjectName& name);  // -493 if there is none
    std::string owner_of(const ObjectName& name) const {
        return name.owner.empty() ? user_ : name.owner;
    }
    const std::string& user() const { return user_; }
    const std::string& statement_text() const { return statement_text_; }
    void lock_class(const std::string& qualified, bool exclusive);

    // Environment
    const TypedValue& variable(const std::string& name) const override;
    void set_variable(const std::string& name, const TypedValue& value) override;
    Value last_insert_id() const override { return state_->last_insert_id; }
    std::int64_t row_count() const override { return state_->row_count; }
    std::string user_name() const override;
    std::string database_name() const override { return engine_.database; }
    std::string server_version() const override { return engine_.version; }
    std::int64_t connection_id() const override { return process_id_; }
    Moment now() const override { return now_; }
    void sleep(double seconds) override;
    std::int64_t random() override;
    std::int64_t serial(const std::string& name, bool next) override;
    void require_serial(const std::string& name) const override;
    const std::string& time_zone() const override { return state_->time_zone; }
    Lob make_lob(std::string_view bytes) override;
    std::string lob_bytes(const Lob& lob) const override;

    // TableFinder
    TablePtr find_table(const ObjectName& name) override;
    std::string qualified(const ObjectName& name) const override;

 private:
    Described describe_statement(const std::string& sql, Statement& statement);
    PlanPtr plan(Statement& statement, const Described& described, const Binds& binds,
                 bool with_oids);
    Outcome run_other(Statement& statement, const Binds& binds);
    void after_deadlock(const Error& error);
    void pause();
    void start_statement();

    Engine& engine_;
    const std::string user_;
    const int process_id_;
    std::shared_ptr<SessionState> state_;
    std::unique_ptr<Transaction> transaction_;
    std::unique_lock<std::mutex> guard_;  // of the engine, while a public function works
    SqliteBridge sqlite_;
    std::atomic<bool> interrupted_{false};
    std::optional<Clock::time_point> deadline_;
    Clock::time_point last_pause_{};
    Moment now_;
    std::string statement_text_;
    std::minstd_rand random_;
};

}  // namespace minicas
