#include "array_fixture.h"

namespace conformance {
namespace {

class RoundTrips : public Conformance {
 protected:
    std::string table_ = filled_table(20);
    Dbc dbc_ = connect_tapped();
    Stmt stmt_{dbc_};

    std::vector<int> sent() { return tap().take_functions(); }
    void SetUp() override { tap().take(); }
};

TEST_F(RoundTrips, SmallSelectByExecDirectIsOne) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("SELECT id, s FROM " + table_)));
    EXPECT_THAT(stmt_.rest(), SizeIs(20));
    EXPECT_THAT(sent(), ElementsAre(kPrepareAndExecute));
    EXPECT_EQ(tap().last_status(), 0);
}

TEST_F(RoundTrips, InsertByExecDirectIsOne) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (100, 'x')")));
    EXPECT_THAT(sent(), ElementsAre(kPrepareAndExecute));
    EXPECT_EQ(tap().last_status(), 0);
}

TEST_F(RoundTrips, PreparedSelectExecutedAgainIsOne) {
    SQLINTEGER id = 1;
    bind_int(stmt_, 1, &id);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT s FROM " + table_ + " WHERE id = ?")));
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_THAT(stmt_.rest(), SizeIs(1));
    sent();
    for (id = 2; id <= 4; ++id) {
        ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
        EXPECT_THAT(stmt_.rest(), SizeIs(1));
        EXPECT_THAT(sent(), ElementsAre(kExecute));
        EXPECT_EQ(tap().last_status(), 0);
    }
}

TEST_F(RoundTrips, PreparedInsertIsOne) {
    SQLINTEGER id = 0;
    bind_int(stmt_, 1, &id);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    settle(dbc_);
    sent();
    for (id = 100; id <= 102; ++id) {
        ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
        EXPECT_THAT(sent(), ElementsAre(kExecute));
        EXPECT_EQ(tap().last_status(), 0);
    }
}

TEST_F(RoundTrips, PreparedInsertWithAutocommitOffIsOne) {
    dbc_.autocommit(false);
    SQLINTEGER id = 100;
    bind_int(stmt_, 1, &id);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    sent();
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    ASSERT_TRUE(succeeds(dbc_, dbc_.commit()));
    EXPECT_THAT(sent(), ElementsAre(kExecute, kEndTran));
}

TEST_F(RoundTrips, ArrayOfTenThousandIsItsChunksPlusOne) {
    ParameterSets sets(10000);
    for (SQLINTEGER& id : sets.ids) id += 1000;
    sets.attach(stmt_);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " VALUES (?, ?)")));
    settle(dbc_);
    sent();
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    std::size_t bytes = 0;
    const auto requests = tap().take();
    for (const WireRequest& request : requests) bytes += request.body.size();
    const std::size_t questions = cuts_long_text(dbc_) ? kLengthQuestions : 0;
    EXPECT_LE(requests.size(), bytes / (256U * 1024) + 1 + 1 + questions);
    EXPECT_EQ(requests.back().function, kEndTran);
}

TEST_F(RoundTrips, ClosingAFinishedResultIsNone) {
    stmt_.run("SELECT id FROM " + table_);
    while (SQLFetch(stmt_) == SQL_SUCCESS) continue;
    sent();
    ASSERT_TRUE(succeeds(stmt_, SQLCloseCursor(stmt_)));
    EXPECT_THAT(sent(), IsEmpty());
}

TEST_F(RoundTrips, ClosingASmallUnreadResultIsNone) {
    stmt_.run("SELECT id FROM " + table_);
    sent();
    ASSERT_TRUE(succeeds(stmt_, SQLCloseCursor(stmt_)));
    EXPECT_THAT(sent(), IsEmpty());
}

TEST_F(RoundTrips, FreeingAStatementWithoutACursorIsNone) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT id FROM " + table_)));
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_THAT(stmt_.rest(), SizeIs(20));
    sent();
    stmt_.free();
    EXPECT_THAT(sent(), IsEmpty());
}

TEST_F(RoundTrips, MetadataOfAPreparedStatementIsFree) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT id, s FROM " + table_)));
    settle(dbc_);
    sent();
    EXPECT_EQ(stmt_.columns(), 2);
    SQLSMALLINT count = 0;
    SQLNumParams(stmt_, &count);
    SQLSMALLINT type = 0;
    SQLDescribeCol(stmt_, 1, nullptr, 0, nullptr, &type, nullptr, nullptr, nullptr);
    EXPECT_THAT(sent(), IsEmpty());
}

TEST_F(RoundTrips, PreparingAndExecutingCostsAtMostThree) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT id FROM " + table_)));
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_THAT(stmt_.rest(), SizeIs(20));
    EXPECT_THAT(sent(), SizeIs(testing::Le(3U)));
}

TEST_F(RoundTrips, CommitWithNothingDoneIsNone) {
    dbc_.autocommit(false);
    sent();
    ASSERT_TRUE(succeeds(dbc_, dbc_.commit()));
    EXPECT_THAT(sent(), IsEmpty());
}

TEST_F(RoundTrips, PagesAreFetchedOnceEach) {
    const std::string table = filled_table(5000);
    tap().take();
    stmt_.run("SELECT id, s FROM " + table + " ORDER BY id");
    EXPECT_THAT(stmt_.rest(), SizeIs(5000));
    int next = 0;
    for (const WireRequest& request : tap().take()) {
        if (request.function != kFetch) continue;
        const std::int32_t from = from_big_endian(request.arguments().at(1), 0);
        EXPECT_GT(from, next) << "no row is asked for twice";
        next = from;
    }
    EXPECT_GT(next, 0);
    EXPECT_EQ(tap().last_status(), 0);
}

TEST_F(RoundTrips, FailedStatementLeavesNoTransactionBehind) {
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (1, 'x')"), "23000"));
    EXPECT_EQ(tap().last_status(), 0);
    EXPECT_EQ(stmt_.exec("SELECT nocol FROM " + table_), SQL_ERROR);
    EXPECT_EQ(tap().last_status(), 0);
}

TEST_F(RoundTrips, AnotherConnectionIsNeverOpened) {
    stmt_.run("SELECT id FROM " + table_);
    stmt_.rest();
    EXPECT_EQ(tap().connections(), 1);
}

}  // namespace
}  // namespace conformance
