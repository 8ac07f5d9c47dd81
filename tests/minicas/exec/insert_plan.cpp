// INSERT and REPLACE. VALUES without subqueries never meet SQLite.
#include <algorithm>

#include "exec/insert_shape.h"
#include "exec/row_writer.h"
#include "query/evaluate.h"
#include "types/cast.h"
#include "types/error.h"

namespace minicas {

namespace {

class InsertPlan final : public Plan {
 public:
    InsertPlan(Session& session, Insert insert, const Binds& binds) : insert_(std::move(insert)) {
        Analysis analysis(session, session, &binds);
        shape_ = analyze_insert(session, insert_, analysis);
        tables = analysis.tables();
        if (insert_.query) {
            for (const auto& column : shape_.query_columns)
                query_program_.outputs.push_back(column.domain);
            prepare(session, query_program_, *insert_.query);
        }
        for (auto& row : insert_.rows) {
            const bool direct = std::all_of(row.begin(), row.end(),
                                            [](const ExprPtr& e) { return Evaluator::can(*e); });
            queried_rows_.emplace_back();
            if (direct) continue;
            Select select;
            for (auto& value : row) {
                queried_rows_.back().program.outputs.push_back(value->domain);
                select.items.push_back({std::move(value), ""});
            }
            prepare(session, queried_rows_.back().program, select);
            queried_rows_.back().statement = std::move(statement_);
        }
    }

    Outcome run(Session& session, const Binds& binds, const RowSink&) override {
        Outcome outcome;
        first_key_.reset();
        Evaluator evaluator(session, &binds);
        RowWriter writer(session, shape_.table);
        if (insert_.query) {
            // All rows are read before the first one is written: the table may be its own source.
            std::vector<Row> rows;
            session.run_program(statement_.get(), query_program_, binds,
                                [&](Row& row, SlotId) { rows.push_back(row); });
            for (auto& row : rows) {
                convert(session, row);
                write(session, evaluator, writer, row, outcome);
            }
        }
        for (std::size_t i = 0; i < insert_.rows.size(); ++i) {
            Row values;
            if (queried_rows_[i].statement) {
                session.run_program(queried_rows_[i].statement.get(), queried_rows_[i].program,
                                    binds, [&](Row& row, SlotId) { values = row; });
            } else {
                values.reserve(insert_.rows[i].size());
                for (const auto& value : insert_.rows[i]) values.push_back(evaluator.value(*value));
            }
            write(session, evaluator, writer, values, outcome);
        }
        if (first_key_) session.state().last_insert_id = Value(Decimal::from_int(*first_key_));
        return outcome;
    }

 private:
    struct QueriedRow {
        Program program;
        SqliteStatement statement;
    };

    void prepare(Session& session, Program& program, const Select& select) {
        auto outputs = std::move(program.outputs);
        program = emit_select(select);
        program.outputs = std::move(outputs);
        program.tables = tables;
        statement_ = session.sqlite().prepare(program);
    }

    void convert(Session& session, Row& row) const {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Domain& from = query_program_.outputs[i];
            const Domain& to = shape_.table->schema.columns[shape_.targets[i]].domain;
            try {
                row[i] = cast_in_session(session, row[i], from, to, CastKind::kAssign);
            } catch (const CannotCast& failure) {
                throw_run_time_cast(failure, from, to);
            }
        }
    }

    // The whole row: what the statement gives, then defaults and generated keys.
    Row complete(Evaluator& evaluator, const Row& values, Outcome& outcome) {
        Table& table = *shape_.table;
        const std::size_t width = table.schema.columns.size();
        Row row(width);
        std::vector<bool> given(width, false);
        for (std::size_t i = 0; i < values.size(); ++i) {
            row[shape_.targets[i]] = values[i];
            given[shape_.targets[i]] = true;
        }
        Row keys;
        for (std::size_t i = 0; i < width; ++i) {
            const Column& column = table.schema.columns[i];
            if (column.auto_increment && row[i].is_null()) {
                row[i] = column.domain.type == TypeCode::kNumeric
                             ? Value(Decimal::from_int(table.next_auto))
                             : Value(table.next_auto);
                if (!first_key_) first_key_ = table.next_auto;
                table.next_auto += column.auto_step;
                keys.push_back(row[i]);
                if (outcome.keys.empty()) outcome.key_columns.push_back(key_column(column));
            } else if (!given[i] && shape_.defaults[i]) {
                row[i] = evaluator.value(*shape_.defaults[i]);
            }
        }
        if (!keys.empty()) outcome.keys.push_back(std::move(keys));
        return row;
    }

    static ColumnInfo key_column(const Column& column) {
        ColumnInfo info;
        info.domain = column.domain;
        info.label = column.name;
        return info;
    }

    void write(Session&, Evaluator& evaluator, RowWriter& writer, const Row& values,
               Outcome& outcome) {
        Row row = complete(evaluator, values, outcome);
        if (insert_.replace) {
            for (SlotId other; (other = writer.collision(row)) != kNoSlot;) {
                writer.lock(other);
                writer.remove(other);
                ++outcome.count;
            }
        } else if (!shape_.on_duplicate.empty()) {
            const SlotId other = writer.collision(row);
            if (other != kNoSlot) {
                writer.lock(other);
                Row changed = writer.current(other);
                const Row before = changed;
                evaluator.set_row(shape_.source, &before);
                for (const auto& [column, assignment] : shape_.on_duplicate)
                    changed[column] = evaluator.value(*assignment.value);
                writer.update(other, changed);
                outcome.count += 2;
                return;
            }
        }
        writer.insert(row);
        ++outcome.count;
    }

    Insert insert_;
    InsertShape shape_;
    Program query_program_;
    SqliteStatement statement_;
    std::vector<QueriedRow> queried_rows_;
    std::optional<std::int64_t> first_key_;
};

}  // namespace

PlanPtr plan_insert(Session& session, Insert insert, const Binds& binds) {
    return std::make_unique<InsertPlan>(session, std::move(insert), binds);
}

}  // namespace minicas
