#include "exec/session.h"

#include <algorithm>
#include <ctime>

#include "exec/session_entry.h"
#include "exec/statements.h"
#include "sql/parser.h"
#include "sql/statement_type.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

constexpr auto kPauseAfter = std::chrono::milliseconds(2);

// With these first words a semantic error is told by EXECUTE only (CAS protocol 4.3).
bool errors_come_late(std::string_view text) {
    for (const std::string_view word : {"insert", "update", "delete", "call", "evaluate", "merge"})
        if (same_name(text.substr(0, word.size()), word)) return true;
    return false;
}

bool same_binds(const std::vector<Domain>& known, const Binds& binds) {
    if (known.size() != binds.size()) return false;
    for (std::size_t i = 0; i < binds.size(); ++i) {
        const Domain now = binds[i].value.is_null() ? Domain{} : binds[i].domain;
        if (!(known[i] == now)) return false;
    }
    return true;
}

}  // namespace

Session::Session(Engine& engine, std::string user, std::shared_ptr<SessionState> state,
                 int process_id)
    : engine_(engine),
      user_(std::move(user)),
      process_id_(process_id),
      state_(std::move(state)),
      guard_(engine.mutex, std::defer_lock),
      sqlite_(engine.catalog, *this),
      random_(std::random_device{}()) {}

Session::~Session() { rollback(); }

Transaction& Session::transaction() {
    if (!transaction_) transaction_ = engine_.transactions.begin(user_);
    return *transaction_;
}

PreparedText Session::prepare(const std::string& sql) {
    const Entry entry(guard_);
    start_statement();
    try {
        return prepare_inside(sql);
    } catch (const Error& error) {
        after_deadlock(error);
        throw;
    }
}

PreparedText Session::prepare_inside(const std::string& sql) {
    PreparedText text;
    text.sql = sql;
    auto statements = parse(sql);
    text.statements.resize(statements.size());
    text.plans.resize(statements.size());
    for (std::size_t i = 0; i < statements.size(); ++i)
        text.statements[i].type = statements[i].type;
    try {
        text.statements[0] = describe_statement(sql, statements[0]);
    } catch (const Error& error) {
        if (error.code() != db_error::kSemantic || !errors_come_late(sql)) throw;
        text.statements[0].late_error = error.code();
    }
    return text;
}

void Session::describe(PreparedText& text, std::size_t index) {
    const Entry entry(guard_);
    start_statement();
    auto statements = parse(text.sql);
    text.statements[index] = describe_statement(text.sql, statements[index]);
}

Outcome Session::execute(PreparedText& text, std::size_t index, const Binds& binds,
                         const RowSink& sink, bool strict) {
    const Entry entry(guard_);
    start_statement();
    return execute_inside(text, index, binds, sink, strict);
}

Outcome Session::execute_inside(PreparedText& text, std::size_t index, const Binds& binds,
                                const RowSink& sink, bool strict) {
    if (interrupted_) throw db_failure(db_error::kInterrupted, "Has been interrupted.");
    auto& described = text.statements[index];
    auto& cached = text.plans[index];
    if (strict)
        for (const auto& table : described.tables)
            if (table->altered)
                throw Error(kCasIndicator, cas_error::kStmtPooling,
                            "Invalid XASL tree node content.");
    if (!cached.plan || !cached.plan->reusable || cached.plan->outdated() ||
        !same_binds(cached.binds, binds)) {
        auto statements = parse(text.sql);
        Statement& statement = statements[index];
        statement_text_ = text.sql;
        auto made = plan(statement, described, binds, text.with_oids);
        if (!made) {
            const Outcome outcome = run_other(statement, binds);
            state_->row_count = outcome.count;
            return outcome;
        }
        cached.plan = std::move(made);
        cached.binds.clear();
        for (const auto& bind : binds)
            cached.binds.push_back(bind.value.is_null() ? Domain{} : bind.domain);
    }
    for (const auto& table : cached.plan->tables)
        if (!table->schema.system) lock_class(table->schema.qualified(), false);
    const auto before = engine_.transactions.position(transaction());
    try {
        Outcome outcome = cached.plan->run(*this, binds, sink);
        state_->row_count = described.type == statement_type::kSelect ? -1 : outcome.count;
        return outcome;
    } catch (const Error& error) {
        after_deadlock(error);
        // A statement is done wholly or not at all.
        if (transaction_) engine_.transactions.rollback_to(*transaction_, before);
        throw;
    }
}

PlanPtr Session::plan(Statement& statement, const Described& described, const Binds& binds,
                      bool with_oids) {
    if (auto* select = std::get_if<SelectPtr>(&statement.body))
        return plan_select(*this, **select, binds, described.columns, with_oids);
    if (auto* insert = std::get_if<Insert>(&statement.body))
        return plan_insert(*this, std::move(*insert), binds);
    if (auto* update = std::get_if<Update>(&statement.body))
        return plan_update(*this, std::move(*update), binds);
    if (auto* erase = std::get_if<Delete>(&statement.body))
        return plan_delete(*this, std::move(*erase), binds);
    if (auto* merge = std::get_if<Merge>(&statement.body))
        return plan_merge(*this, std::move(*merge), binds);
    return plan_special(*this, statement, binds);
}

Outcome Session::run_other(Statement& statement, const Binds& binds) {
    transaction();
    const auto before = engine_.transactions.position(*transaction_);
    try {
        if (statement.type == statement_type::kCommit) {
            engine_.transactions.commit(*transaction_);
            transaction_.reset();
            return {};
        }
        if (auto* rollback = std::get_if<RollbackStatement>(&statement.body)) {
            if (rollback->savepoint.empty()) {
                engine_.transactions.rollback(*transaction_);
                transaction_.reset();
            } else {
                engine_.transactions.rollback_to_savepoint(*transaction_, rollback->savepoint);
            }
            return {};
        }
        return run_statement(*this, statement, binds);
    } catch (const Error& error) {
        after_deadlock(error);
        if (transaction_) engine_.transactions.rollback_to(*transaction_, before);
        throw;
    }
}

// The victim of a deadlock has lost its transaction.
void Session::after_deadlock(const Error& error) {
    if (error.code() != db_error::kDeadlock || !transaction_) return;
    engine_.transactions.rollback(*transaction_);
    transaction_.reset();
}

void Session::start_statement() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
    now_ = moment_of_milliseconds(milliseconds_of({1970, 1, 1, 0, 0, 0, 0}) + ms);
    last_pause_ = Clock::now();
}

void Session::run_program(sqlite3_stmt* statement, const Program& program, const Binds& binds,
                          const std::function<void(Row&, SlotId)>& row) {
    std::vector<TypedValue> parameters;
    for (const auto& parameter : program.parameters) {
        switch (parameter.kind) {
            case Parameter::Kind::kMarker:
                parameters.push_back(binds[static_cast<std::size_t>(parameter.marker)]);
                break;
            case Parameter::Kind::kConstant:
                parameters.push_back(parameter.constant);
                break;
            case Parameter::Kind::kVariable:
                parameters.push_back(variable(parameter.variable));
                break;
        }
    }
    struct Held {
        Transactions& transactions;
        Snapshot snapshot;
        ~Held() { transactions.release_snapshot(snapshot); }
    } held{engine_.transactions, engine_.transactions.take_snapshot(transaction(), isolation)};
    sqlite_.run(
        statement, program, parameters, held.snapshot, [this] { pause(); }, row);
}

// A long statement lets the others work, and notices that it shall end.
void Session::pause() {
    const auto now = Clock::now();
    if (interrupted_ || (deadline_ && now >= *deadline_))
        throw db_failure(db_error::kInterrupted, "Has been interrupted.");
    if (now - last_pause_ < kPauseAfter) return;
    guard_.unlock();
    guard_.lock();
    last_pause_ = Clock::now();
}

void Session::interrupt() {
    interrupted_ = true;
    sqlite_.interrupt();
    // A waiter that has just looked at the flag must be asleep before it is woken.
    const std::lock_guard lock(engine_.mutex);
    engine_.transactions.wake();
}

void Session::commit() {
    const Entry entry(guard_);
    if (!transaction_) return;
    engine_.transactions.commit(*transaction_);
    transaction_.reset();
}

void Session::rollback() {
    const Entry entry(guard_);
    if (!transaction_) return;
    engine_.transactions.rollback(*transaction_);
    transaction_.reset();
}

void Session::set_savepoint(const std::string& name) {
    const Entry entry(guard_);
    engine_.transactions.set_savepoint(transaction(), name);
}

void Session::rollback_to_savepoint(const std::string& name) {
    const Entry entry(guard_);
    engine_.transactions.rollback_to_savepoint(transaction(), name);
}

std::size_t Session::mark() {
    const Entry entry(guard_);
    return engine_.transactions.position(transaction());
}

void Session::rollback_to_mark(std::size_t position) {
    const Entry entry(guard_);
    if (transaction_) engine_.transactions.rollback_to(*transaction_, position);
}

void Session::end_state() {
    const Entry entry(guard_);
    engine_.sessions.erase(state_->number);
}

}  // namespace minicas
