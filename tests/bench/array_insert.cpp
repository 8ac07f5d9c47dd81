#include "benchmarks.h"
#include "insert_rows.h"
#include "recording.h"
#include "rounds.h"

namespace bench {

void array_insert(const Arguments& arguments) {
    Session housekeeping{arguments.direct()};
    make_insert_table(*housekeeping.stmt);
    const auto empty = [&] {
        const std::string table = kInsertTable;
        if (!SQL_SUCCEEDED(housekeeping.stmt->exec("TRUNCATE TABLE " + table))) {
            housekeeping.stmt->run("DELETE FROM " + table);
        }
    };

    const auto count = static_cast<std::size_t>(arguments.insert_rows);
    InsertRows rows{arguments.insert_rows};
    Recorder recorder{arguments};
    {
        Session recorded{recorder.connection_string()};
        rows.bind(*recorded.stmt, count);
        rows.execute(*recorded.stmt, count);
        recorder.begin();
        rows.execute(*recorded.stmt, count);
        recorder.end();
    }
    empty();
    Replay replay{recorder};

    Session session{arguments.direct()};
    rows.bind(*session.stmt, count);
    compete({.title = "array insert, " + std::to_string(count) +
                      " rows of (INT, BIGINT, DOUBLE, VARCHAR(40), DATETIME): " + replay.contents(),
             .rounds = arguments.rounds,
             .before = empty},
            {{"driver", [&] { rows.execute(*session.stmt, count); }},
             {"frames", [&] { replay.run(); }}});
    session.stmt.reset();
    empty();
}

}  // namespace bench
