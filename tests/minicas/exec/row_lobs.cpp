// What happens to large objects when the rows that keep them change.
#include "exec/row_writer.h"

namespace minicas {

namespace {

bool same_lob(const Value& a, const Row* other, std::size_t column) {
    if (!other || (*other)[column].is_null() || a.is_null()) return false;
    return a.lob().locator == (*other)[column].lob().locator;
}

}  // namespace

void RowWriter::keep_lobs(Row& row, const Row* before) {
    auto& engine = session_.engine();
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (!is_lob(table_->schema.columns[i].domain.type) || row[i].is_null() ||
            same_lob(row[i], before, i))
            continue;
        const TransactionId writer = session_.transaction().id();
        const Lob kept = engine.lobs->keep(writer, row[i].lob(), table_->schema.qualified());
        row[i] = Value(kept);
        engine.transactions.add_effect(
            session_.transaction(),
            [&engine, writer, kept] { engine.lobs->unkeep(writer, kept.locator); }, [] {});
    }
}

// Their files go when the transaction commits, whoever may still read an older version of the row.
void RowWriter::drop_lobs(const Row& before, const Row* after) {
    auto& engine = session_.engine();
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (!is_lob(table_->schema.columns[i].domain.type) || before[i].is_null() ||
            same_lob(before[i], after, i))
            continue;
        engine.transactions.add_effect(
            session_.transaction(), [] {},
            [&engine, locator = before[i].lob().locator] { engine.lobs->remove(locator); });
    }
}

}  // namespace minicas
