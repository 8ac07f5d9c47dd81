#include "exec/plan.h"
#include "exec/row_writer.h"
#include "store/object_id.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

class SelectPlan final : public Plan {
 public:
    SelectPlan(Session& session, Select& select, const Binds& binds,
               const std::vector<ColumnInfo>& reported, bool with_oids) {
        Analysis analysis(session, session, &binds);
        const auto columns = analysis.select(select);
        tables = analysis.tables();
        int slot_of = 0;
        if (select.for_update && select.from.size() == 1 && select.from[0].table_id != 0) {
            slot_of = select.from[0].source;
            locked_ = tables.front();
        }
        if (with_oids && slot_of == 0) slot_of = analysis.object_source(select);
        if (with_oids && slot_of != 0) object_table_ = tables.front()->id;
        program_ = emit_select(select, slot_of);
        program_.tables = tables;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            program_.outputs.push_back(columns[i].domain);
            // What PREPARE has announced stays; what it did not know is known now.
            const bool open = i >= reported.size() || reported[i].domain.type == TypeCode::kNull;
            domains_.push_back(open ? columns[i].domain : reported[i].domain);
        }
        statement_ = session.sqlite().prepare(program_);
    }

    Outcome run(Session& session, const Binds& binds, const RowSink& sink) override {
        Outcome outcome;
        outcome.domains = domains_;
        const auto give = [&](Row& row, SlotId slot) {
            ++outcome.count;
            if (!sink) return;
            for (std::size_t i = 0; i < row.size(); ++i) convert(row[i], i);
            sink(row, domains_, object_table_ == 0 ? 0 : object_id(object_table_, slot));
        };
        if (locked_) {
            for (auto& found : find_and_lock(session, locked_, statement_.get(), program_, binds))
                give(found.outputs, found.slot);
        } else {
            session.run_program(statement_.get(), program_, binds,
                                [&](Row& row, SlotId slot) { give(row, slot); });
        }
        return outcome;
    }

 private:
    void convert(Value& value, std::size_t i) const {
        if (value.is_null() || program_.outputs[i].type == domains_[i].type) return;
        try {
            value = cast_value(value, program_.outputs[i], domains_[i], CastKind::kExplicit);
        } catch (const CannotCast& failure) {
            throw_run_time_cast(failure, program_.outputs[i], domains_[i]);
        }
    }

    Program program_;
    SqliteStatement statement_;
    std::vector<Domain> domains_;
    TablePtr locked_;
    std::uint64_t object_table_ = 0;  // whose rows are given with their identifiers
};

}  // namespace

PlanPtr plan_select(Session& session, Select& select, const Binds& binds,
                    const std::vector<ColumnInfo>& reported, bool with_oids) {
    return std::make_unique<SelectPlan>(session, select, binds, reported, with_oids);
}

}  // namespace minicas
