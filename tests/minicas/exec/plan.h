// A statement that is ready to run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "query/analysis.h"

namespace minicas {

class Session;

// Where the rows of a query go, with the domains of their values and the object identifier (0:
// none).
using RowSink = std::function<void(const Row&, const std::vector<Domain>&, std::int64_t)>;

struct Outcome {
    std::int64_t count = 0;
    std::vector<Domain> domains;  // of the rows
    // AUTO_INCREMENT values of an INSERT, one row each, in the columns `key_columns`.
    std::vector<ColumnInfo> key_columns;
    std::vector<Row> keys;
};

class Plan {
 public:
    virtual ~Plan() = default;
    virtual Outcome run(Session& session, const Binds& binds, const RowSink& sink) = 0;

    // A definition that it was made with has changed.
    bool outdated() const {
        for (const auto& table : tables)
            if (table->altered) return true;
        return false;
    }

    std::vector<TablePtr> tables;
    bool reusable = true;  // false: it holds what it found when it was made
};

using PlanPtr = std::unique_ptr<Plan>;

// `reported` are the columns that PREPARE has announced; `with_oids`: the client wants the rows'
// identifiers.
PlanPtr plan_select(Session& session, Select& select, const Binds& binds,
                    const std::vector<ColumnInfo>& reported, bool with_oids = false);
PlanPtr plan_insert(Session& session, Insert insert, const Binds& binds);
PlanPtr plan_update(Session& session, Update update, const Binds& binds);
PlanPtr plan_delete(Session& session, Delete statement, const Binds& binds);
PlanPtr plan_merge(Session& session, Merge merge, const Binds& binds);

}  // namespace minicas
