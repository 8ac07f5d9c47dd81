#include "memory.h"
#include "benchmarks.h"
#include "fetch_rows.h"
#include "insert_rows.h"

namespace bench {
void memory(const Arguments& arguments) {
    constexpr std::size_t kWarmUp = 10'000;
    const auto count = static_cast<std::size_t>(arguments.memory_rows);
    Session session{arguments.direct()};
    {
        // Made whole, and so touched, before anything is measured.
        InsertRows rows{arguments.memory_rows};
        test_support::Stmt stmt{session.dbc};
        make_insert_table(stmt);
        rows.bind(stmt, kWarmUp);
        rows.execute(stmt, kWarmUp);
        must(stmt, stmt.set(SQL_ATTR_PARAMSET_SIZE, count));
        growth("memory, array of " + std::to_string(count) + " rows",
               [&] { rows.execute(stmt, count); });
    }
    session.stmt->run(std::string{"DROP TABLE "} + kInsertTable);

    fill_fetch_table(*session.stmt, arguments.memory_rows);
    FetchRows rows{*session.stmt};
    rows.drain(*session.stmt, kWarmUp);
    growth("memory, fetch of " + std::to_string(count) + " rows", [&] {
        if (rows.drain(*session.stmt) != count)
            throw std::runtime_error{"not all rows were fetched"};
    });
}

}  // namespace bench
