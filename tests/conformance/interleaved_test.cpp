#include "fixture.h"

namespace conformance {
namespace {

class Interleaved : public Conformance, public testing::WithParamInterface<bool> {};

// Two half-read results of 10,000 rows, and between the fetches what must not disturb them.
TEST_P(Interleaved, HalfReadResultsSurviveOtherStatements) {
    const std::string table = filled_table(10000);
    const std::string other = create_table("id INT PRIMARY KEY");
    Dbc dbc = connect();
    dbc.autocommit(GetParam());
    Stmt up(dbc);
    Stmt down(dbc);
    Stmt insert(dbc);
    Stmt bad(dbc);
    SQLINTEGER id = 0;
    bind_int(insert, 1, &id);
    ASSERT_TRUE(succeeds(insert, insert.prepare("INSERT INTO " + other + " VALUES (?)")));
    up.run("SELECT id, s FROM " + table + " ORDER BY id");
    down.run("SELECT id, s FROM " + table + " ORDER BY id DESC");
    SQLINTEGER high = 0;
    SQLINTEGER low = 0;
    SQLBindCol(up, 1, SQL_C_SLONG, &high, 0, nullptr);
    SQLBindCol(down, 1, SQL_C_SLONG, &low, 0, nullptr);
    for (int row = 1; row <= 10000; ++row) {
        ASSERT_TRUE(succeeds(up, SQLFetch(up))) << row;
        ASSERT_TRUE(succeeds(down, SQLFetch(down))) << row;
        ASSERT_EQ(high, row);
        ASSERT_EQ(low, 10001 - row);
        if (row % 500 == 100) {
            id = row;
            ASSERT_TRUE(succeeds(insert, SQLExecute(insert))) << row;
        }
        if (row % 500 == 200) {
            ASSERT_TRUE(fails(bad, bad.prepare("SELEKT nonsense"), "42000"));
        }
        if (row % 500 == 300) {
            // The id is there already.
            ASSERT_TRUE(fails(insert, SQLExecute(insert), "23000")) << row;
        }
        if (row % 500 == 400) {
            ASSERT_TRUE(fails(bad, bad.exec("INSERT INTO " + other + " VALUES (100)"), "23000"));
        }
        if (row == 5000 && !GetParam()) {
            ASSERT_TRUE(succeeds(dbc, dbc.commit()));
        }
    }
    EXPECT_EQ(SQLFetch(up), SQL_NO_DATA);
    EXPECT_EQ(SQLFetch(down), SQL_NO_DATA);
    if (!GetParam()) dbc.commit();
    Dbc reader = connect();
    EXPECT_EQ(Stmt(reader).number("SELECT COUNT(*) FROM " + other), 20);
}

INSTANTIATE_TEST_SUITE_P(Autocommit, Interleaved, testing::Bool(), [](const auto& mode) {
    return mode.param ? std::string("On") : std::string("Off");
});

using InterleavedResults = Conformance;

TEST_F(InterleavedResults, StatementsInsideAFetchLoopSeeTheirOwnRows) {
    const std::string table = filled_table(1000);
    Dbc dbc = connect();
    Stmt outer(dbc);
    Stmt inner(dbc);
    SQLINTEGER id = 0;
    bind_int(inner, 1, &id);
    ASSERT_TRUE(succeeds(inner, inner.prepare("SELECT s FROM " + table + " WHERE id = ?")));
    outer.run("SELECT id FROM " + table + " ORDER BY id");
    int seen = 0;
    while (SQL_SUCCEEDED(SQLFetch(outer))) {
        id = std::stoi(*outer.text(1));
        ASSERT_TRUE(succeeds(inner, SQLExecute(inner)));
        ASSERT_THAT(inner.rest(), ElementsAre(Row{"row " + std::to_string(id)}));
        ++seen;
    }
    EXPECT_EQ(seen, 1000);
}

TEST_F(InterleavedResults, HundredStatementsAreOpenAtOnce) {
    const std::string table = filled_table(300);
    Dbc dbc = connect();
    std::vector<Stmt> statements;
    for (int i = 0; i < 100; ++i) {
        statements.emplace_back(dbc);
        statements.back().run("SELECT id, s FROM " + table + " WHERE id > " + std::to_string(i) +
                              " ORDER BY id");
    }
    for (int i = 0; i < 100; ++i) {
        const auto rows = statements[static_cast<std::size_t>(i)].rest();
        ASSERT_THAT(rows, SizeIs(300 - i));
        EXPECT_EQ(rows[0][0], std::to_string(i + 1));
    }
}

}  // namespace
}  // namespace conformance
