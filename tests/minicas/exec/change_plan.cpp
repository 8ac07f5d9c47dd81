// UPDATE, DELETE and MERGE: SQLite finds the rows and computes the new values, the writer changes
// them.
#include "exec/insert_shape.h"
#include "exec/row_writer.h"
#include "query/evaluate.h"
#include "types/error.h"

namespace minicas {

namespace {

class ChangePlan : public Plan {
 protected:
    void prepare(Session& session, const Analysis& analysis, const Select& select, int source) {
        tables = analysis.tables();
        program_ = emit_select(select, source);
        for (const auto& item : select.items) program_.outputs.push_back(item.expr->domain);
        program_.tables = tables;
        statement_ = session.sqlite().prepare(program_);
    }

    Program program_;
    SqliteStatement statement_;
};

class UpdatePlan final : public ChangePlan {
 public:
    UpdatePlan(Session& session, Update update, const Binds& binds) {
        Analysis analysis(session, session, &binds);
        shape_ = analyze_update(session, update, analysis);
        prepare(session, analysis, *shape_.select, shape_.source);
    }

    Outcome run(Session& session, const Binds& binds, const RowSink&) override {
        RowWriter writer(session, shape_.table);
        Outcome outcome;
        for (auto& found :
             find_and_lock(session, shape_.table, statement_.get(), program_, binds)) {
            Row row = writer.current(found.slot);
            for (std::size_t i = 0; i < shape_.columns.size(); ++i)
                row[shape_.columns[i]] = found.outputs[i];
            writer.update(found.slot, row);
            ++outcome.count;
        }
        return outcome;
    }

 private:
    UpdateShape shape_;
};

class DeletePlan final : public ChangePlan {
 public:
    DeletePlan(Session& session, Delete statement, const Binds& binds) {
        Analysis analysis(session, session, &binds);
        shape_ = analyze_delete(session, statement, analysis);
        prepare(session, analysis, *shape_.select, shape_.source);
    }

    Outcome run(Session& session, const Binds& binds, const RowSink&) override {
        RowWriter writer(session, shape_.table);
        Outcome outcome;
        for (const auto& found :
             find_and_lock(session, shape_.table, statement_.get(), program_, binds)) {
            if (shape_.table->slot(found.slot).newest->deleted_by == 0)
                writer.remove(found.slot);  // else by a cascade
            ++outcome.count;
        }
        return outcome;
    }

 private:
    UpdateShape shape_;
};

class MergePlan final : public ChangePlan {
 public:
    MergePlan(Session& session, Merge merge, const Binds& binds) {
        Analysis analysis(session, session, &binds);
        shape_ = analyze_merge(session, merge, analysis);
        prepare(session, analysis, *shape_.select, shape_.source);
    }

    Outcome run(Session& session, const Binds& binds, const RowSink&) override {
        RowWriter writer(session, shape_.table);
        Evaluator evaluator(session, &binds);
        Outcome outcome;
        const std::size_t updates = shape_.update_columns.size(),
                          inserts = shape_.insert_columns.size();
        const auto holds = [](const Value& v) { return !v.is_null() && v.integer() != 0; };
        for (auto& found :
             find_and_lock(session, shape_.table, statement_.get(), program_, binds)) {
            const Row& out = found.outputs;
            if (found.slot != kNoSlot) {
                if (!shape_.has_update || !holds(out[updates])) continue;
                Row row = writer.current(found.slot);
                for (std::size_t i = 0; i < updates; ++i) row[shape_.update_columns[i]] = out[i];
                writer.update(found.slot, row);
                if (shape_.deletes && holds(out[updates + 1])) writer.remove(found.slot);
                ++outcome.count;
            } else if (shape_.has_insert && holds(out[updates + 2 + inserts])) {
                Row row(shape_.table->schema.columns.size());
                for (std::size_t i = 0; i < row.size(); ++i)
                    if (shape_.defaults[i]) row[i] = evaluator.value(*shape_.defaults[i]);
                for (std::size_t i = 0; i < inserts; ++i)
                    row[shape_.insert_columns[i]] = out[updates + 2 + i];
                writer.insert(row);
                ++outcome.count;
            }
        }
        return outcome;
    }

 private:
    MergeShape shape_;
};

}  // namespace

PlanPtr plan_update(Session& session, Update update, const Binds& binds) {
    return std::make_unique<UpdatePlan>(session, std::move(update), binds);
}
PlanPtr plan_delete(Session& session, Delete statement, const Binds& binds) {
    return std::make_unique<DeletePlan>(session, std::move(statement), binds);
}
PlanPtr plan_merge(Session& session, Merge merge, const Binds& binds) {
    return std::make_unique<MergePlan>(session, std::move(merge), binds);
}

}  // namespace minicas
