#include "benchmarks.h"
#include "recording.h"
#include "rounds.h"

namespace bench {
namespace {

class PreparedSelect {
 public:
    explicit PreparedSelect(test_support::Stmt& stmt) {
        must(stmt, stmt.prepare(std::string{"SELECT n FROM "} + kFetchTable + " WHERE id = ?"));
        must(stmt, SQLBindParameter(stmt, 1, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 0, 0, &id_,
                                    0, nullptr));
        must(stmt, SQLBindCol(stmt, 1, SQL_C_SLONG, &n_, 0, &length_));
    }

    void run(test_support::Stmt& stmt, int times) {
        for (int i = 0; i < times; ++i) {
            id_ = i % 1000 + 1;
            must(stmt, SQLExecute(stmt));
            must(stmt, SQLFetch(stmt));
            must(stmt, stmt.close());
        }
    }

 private:
    SQLINTEGER id_ = 0;
    SQLINTEGER n_ = 0;
    SQLLEN length_ = 0;
};

}  // namespace

void prepared_select(const Arguments& arguments) {
    Session session{arguments.direct()};
    if (!SQL_SUCCEEDED(
            session.stmt->exec(std::string{"SELECT 1 FROM "} + kFetchTable + " WHERE id = 1000"))) {
        fill_fetch_table(*session.stmt, 1000);
    }
    session.stmt->close();

    Recorder recorder{arguments};
    {
        Session recorded{recorder.connection_string()};
        PreparedSelect select{*recorded.stmt};
        select.run(*recorded.stmt, 10);
        recorder.begin();
        select.run(*recorded.stmt, arguments.selects);
        recorder.end();
    }
    Replay replay{recorder};

    PreparedSelect select{*session.stmt};
    compete({.title = "prepared SELECT by key, executed " + std::to_string(arguments.selects) +
                      " times, one row: " + replay.contents(),
             .rounds = arguments.rounds,
             .operations = static_cast<double>(arguments.selects),
             .unit = "us",
             .before = {}},
            {{"driver", [&] { select.run(*session.stmt, arguments.selects); }},
             {"frames", [&] { replay.run(); }}});
}

}  // namespace bench
