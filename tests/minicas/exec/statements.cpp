#include "exec/statements.h"

#include "query/evaluate.h"
#include "sql/parser.h"
#include "sql/statement_type.h"
#include "types/cast.h"
#include "types/error.h"
#include "types/text.h"
#include "types/time_zone.h"

namespace minicas {

namespace {

namespace st = statement_type;

struct Runner {
    Session& session;
    int type;
    const Binds& binds;

    Outcome operator()(Nothing& nothing) const {
        Outcome outcome;
        outcome.count = nothing.count;
        return outcome;
    }
    Outcome operator()(CreateTable& s) const { return create_table(session, s); }
    Outcome operator()(CreateView& s) const { return create_view(session, s); }
    Outcome operator()(DropTable& s) const { return drop_tables(session, s); }
    Outcome operator()(RenameTable& s) const { return rename_table(session, s); }
    Outcome operator()(CreateIndex& s) const { return create_index(session, s); }
    Outcome operator()(DropIndex& s) const { return drop_index(session, s); }
    Outcome operator()(AlterTable& s) const { return alter_table(session, s); }
    Outcome operator()(Truncate& s) const { return truncate_table(session, s); }

    Outcome operator()(SetVariables& set) const {
        for (auto& assignment : set.assignments)
            session.set_variable(assignment.column, value(assignment.value));
        return {};
    }
    Outcome operator()(Do& statement) const {
        value(statement.expr);
        return {};
    }
    Outcome operator()(SetTransaction& set) const {
        if (set.isolation) {
            if (*set.isolation < 4 || *set.isolation > 6)
                throw db_failure(db_error::kIsolation,
                                 "Isolation level value in MVCC must be 'read committed', "
                                 "'repeatable read' or 'serializable'.");
            session.isolation = static_cast<Isolation>(*set.isolation);
        }
        if (set.lock_timeout_ms) session.lock_timeout_ms = *set.lock_timeout_ms;
        return {};
    }
    Outcome operator()(SetTimeZone& set) const {
        const auto zone = find_zone(set.zone);
        if (!zone) throw db_failure(db_error::kBadArguments, "Invalid or missing timezone.");
        session.state().time_zone = zone->name;
        return {};
    }
    Outcome operator()(SavepointStatement& savepoint) const {
        session.engine().transactions.set_savepoint(session.transaction(), savepoint.name);
        return {};
    }
    Outcome operator()(PrepareStatement& prepare) const {
        parse(prepare.text);
        session.state().prepared[prepare.name] = prepare.text;
        return {};
    }
    Outcome operator()(DeallocatePrepared& deallocate) const {
        if (session.state().prepared.erase(deallocate.name) == 0)
            throw db_failure(db_error::kUnknownPrepared,
                             "Prepared statement '" + deallocate.name + "' does not exist.");
        return {};
    }
    Outcome operator()(UserStatement& user) const {
        auto& users = session.engine().users;
        const bool known = users.contains(user.name);
        if (type == st::kCreateUser && known)
            throw db_failure(db_error::kUserExists, "User \"" + user.name + "\" already exists.");
        if (type != st::kCreateUser && !known)
            throw db_failure(db_error::kInvalidUser, "User \"" + user.name + "\" is invalid.");
        if (type == st::kDropUser) {
            users.erase(user.name);
        } else {
            users[user.name] = user.password.value_or("");
        }
        return {};
    }
    Outcome operator()(SerialStatement& serial) const {
        auto& serials = session.engine().serials;
        if (type == st::kCreateSerial) {
            if (serials.contains(serial.name))
                throw semantic_failure("Serial '" + serial.name + "' already exists. ");
            serials[serial.name] = {serial.start, serial.increment, false};
        } else if (serials.erase(serial.name) == 0) {
            throw db_failure(-773, "Serial '" + serial.name + "' not found.");
        }
        return {};
    }
    template <typename Other>
    Outcome operator()(Other&) const {
        throw cas_failure(cas_error::kNotImplemented);
    }

 private:
    // The value of an expression, by SQLite if it has a subquery.
    TypedValue value(ExprPtr& expr) const {
        Select select;
        select.items.push_back({std::move(expr), ""});
        auto plan = plan_select(session, select, binds, {});
        TypedValue out;
        const auto outcome = plan->run(
            session, binds,
            [&](const Row& row, const std::vector<Domain>&, std::int64_t) { out.value = row[0]; });
        out.domain = outcome.domains[0];
        return out;
    }
};

}  // namespace

Outcome run_statement(Session& session, Statement& statement, const Binds& binds) {
    return std::visit(Runner{session, statement.type, binds}, statement.body);
}

}  // namespace minicas
