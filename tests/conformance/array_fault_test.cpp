#include "array_fixture.h"

namespace conformance {
namespace {

using ArrayFault = ArrayCase;

TEST_F(ArrayFault, InterruptedArrayLeavesTheRestUnused) {
    NEEDS_MINICAS(kNeedsServerFault);
    ParameterSets sets(6);
    sets.attach(stmt_);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare(insert_)));
    minicas::Faults faults;
    faults.interrupt_array_after = 2;
    minicas().set_faults(faults);
    const SQLRETURN code = SQLExecute(stmt_);
    minicas().set_faults({});
    ASSERT_THAT(stmt_.diagnostics(), SizeIs(testing::Ge(1U)));
    EXPECT_THAT(stmt_.diagnostics().at(0).state, testing::AnyOf("HY008", "HYT00"));
    EXPECT_TRUE(code == SQL_ERROR || code == SQL_SUCCESS_WITH_INFO);
    EXPECT_THAT(sets.statuses(), ElementsAre(kGood, kGood, kBad, kUnused, kUnused, kUnused));
    EXPECT_EQ(sets.processed(), 3U);
    EXPECT_THAT(stored(), ElementsAre(1, 2));
}

TEST_F(ArrayFault, ErrorForTheWholeRequestMarksNoSetAsStored) {
    Dbc dbc = connect_tapped();
    dbc.autocommit(false);
    Stmt stmt(dbc);
    ParameterSets sets(4);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    WireFault fault;
    fault.function = kExecuteArray;
    fault.edit_reply = [](const std::string& reply) {
        const std::string body = big_endian(-2) + big_endian(-72) + "aborted (deadlock)" + '\0';
        return big_endian(static_cast<std::int32_t>(body.size())) + reply.substr(4, 4) + body;
    };
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "40001"));
    EXPECT_EQ(stmt.diagnostics().at(0).native, -72);
    EXPECT_THAT(sets.statuses(), Each(testing::AnyOf(kBad, kUnused)));
    EXPECT_LE(stmt.row_count(), 0);
    EXPECT_EQ(tap().last_status(), 0) << "the driver has sent the rollback";
    EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(ArrayFault, DeadlockInALaterChunkTakesBackTheEarlierOnes) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ParameterSets sets(20000);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    WireFault fault;
    fault.function = kExecuteArray;
    fault.skip = 2;
    fault.edit_reply = [](const std::string& reply) {
        const std::string body = big_endian(-2) + big_endian(-72) + "aborted (deadlock)" + '\0';
        return big_endian(static_cast<std::int32_t>(body.size())) + reply.substr(4, 4) + body;
    };
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "40001"));
    EXPECT_THAT(sets.statuses(), Each(testing::AnyOf(kBad, kUnused)));
    EXPECT_THAT(stored(), IsEmpty());
    EXPECT_EQ(Stmt(dbc).number("SELECT COUNT(*) FROM " + table_), 0);
}

TEST_F(ArrayFault, LostConnectionInTheMiddleIsToldTruthfully) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ParameterSets sets(20000);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    WireFault fault;
    fault.function = kExecuteArray;
    fault.skip = 2;
    fault.close_after_bytes = 100;
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "08S01"));
    for (const SQLUSMALLINT status : sets.statuses()) ASSERT_NE(status, kGood);
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
    EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(ArrayFault, LostAnswerToTheCommitIsUnknown) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ParameterSets sets(5);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    WireFault fault;
    fault.function = kEndTran;
    fault.skip = cuts_long_text(dbc) ? 1 : 0;  // the end of kLengthQuestions
    fault.close_after_bytes = 3;
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "08007"));
    EXPECT_THAT(sets.statuses(), Each(SQL_PARAM_DIAG_UNAVAILABLE));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
}

TEST_F(ArrayFault, ReplyWithMoreOutcomesThanSetsIsMalformed) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ParameterSets sets(3);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    WireFault fault;
    fault.function = kExecuteArray;
    fault.edit_reply = [](std::string reply) {
        reply.replace(12, 4, big_endian(1000000000));
        return reply;
    };
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "08S01"));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
}

TEST_F(ArrayFault, ChunksAreBoundedAndCommittedOnce) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ParameterSets sets(10000);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    tap().take();
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    std::size_t bytes = 0;
    std::size_t arrays = 0;
    std::size_t commits = 0;
    for (const WireRequest& request : tap().take()) {
        if (arrays == 0 && request.function != kExecuteArray) continue;  // kLengthQuestions
        EXPECT_LE(request.body.size(), 300U * 1024);
        bytes += request.body.size();
        arrays += request.function == kExecuteArray ? 1 : 0;
        commits += request.function == kEndTran ? 1 : 0;
    }
    EXPECT_LE(arrays, bytes / (200U * 1024) + 1);
    EXPECT_EQ(commits, 1U);
    EXPECT_EQ(stmt.row_count(), 10000);
}

}  // namespace
}  // namespace conformance
