#include "handles/set_report.h"

#include <gmock/gmock.h>

#include <array>

namespace cubrid::odbc::handles {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

base::Diag duplicate() { return {{"23000"}, "duplicate", -670, base::Origin::dbms}; }

class SetReportTest : public testing::Test {
 protected:
    SetReport report(std::size_t max_diags = 1000, bool with_statuses = true) {
        ipd.array_status_ptr = with_statuses ? statuses.data() : nullptr;
        ipd.rows_processed_ptr = &processed;
        return SetReport{ipd, statuses.size(), diags, max_diags};
    }

    Desc ipd{DescKind::ipd};
    std::array<SQLUSMALLINT, 4> statuses{99, 99, 99, 99};
    SQLULEN processed = 99;
    DiagList diags;
};

TEST_F(SetReportTest, KnowsNothingAtFirst) {
    report();
    EXPECT_THAT(statuses, Each(SQL_PARAM_UNUSED));
    EXPECT_EQ(processed, 0U);
}

TEST_F(SetReportTest, AllGoodIsSuccessWithTheSumOfTheRows) {
    auto sets = report();
    for (std::size_t set = 0; set < 4; ++set) sets.succeeded(set, 2);
    EXPECT_EQ(sets.finish(), SQL_SUCCESS);
    EXPECT_EQ(sets.row_count(), 8);
    EXPECT_EQ(processed, 4U);
    EXPECT_THAT(statuses, Each(SQL_PARAM_SUCCESS));
}

TEST_F(SetReportTest, SomeFailedIsSuccessWithInfoWhereTheStatusesTellWhich) {
    auto sets = report();
    sets.succeeded(0, 1);
    sets.failed(1, duplicate());
    sets.succeeded(2, 1);
    EXPECT_EQ(sets.finish(), SQL_SUCCESS_WITH_INFO);
    EXPECT_THAT(statuses, ElementsAre(SQL_PARAM_SUCCESS, SQL_PARAM_ERROR, SQL_PARAM_SUCCESS,
                                      SQL_PARAM_UNUSED));
    ASSERT_THAT(diags, SizeIs(1));
    EXPECT_EQ(diags.record(1)->row, 2);
    EXPECT_EQ(processed, 4U) << "the ignored set has been passed over too";
}

TEST_F(SetReportTest, TheProcessedCountEndsBehindTheLastSetThatWasReached) {
    auto sets = report();
    sets.failed(1, duplicate());
    sets.succeeded(0, 1);
    EXPECT_EQ(processed, 2U);
    sets.stopped(duplicate());
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_EQ(processed, 2U) << "sets 3 and 4 were never tried";
}

TEST_F(SetReportTest, SomeFailedIsAnErrorWhereNoStatusArrayTellsWhich) {
    auto sets = report(1000, false);
    sets.succeeded(0, 1);
    sets.failed(1, duplicate());
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_EQ(sets.row_count(), 1);
}

TEST_F(SetReportTest, AllFailedIsAnError) {
    auto sets = report();
    for (std::size_t set = 0; set < 4; ++set) sets.failed(set, duplicate());
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_THAT(diags, SizeIs(4));
}

TEST_F(SetReportTest, MaxDiagRecordsBoundsTheRecordsAndOneTellsTheRest) {
    auto sets = report(2);
    for (std::size_t set = 0; set < 4; ++set) sets.failed(set, duplicate());
    sets.finish();
    ASSERT_THAT(diags, SizeIs(3));
    EXPECT_EQ(diags.record(1)->state, base::SqlState{"23000"}) << "what failed comes first";
    EXPECT_THAT(diags.record(3)->message, testing::StartsWith("2 more"));
    EXPECT_EQ(processed, 4U);
}

TEST_F(SetReportTest, NoRecordsAtAllStillTellThatSetsFailed) {
    auto sets = report(0);
    sets.failed(0, duplicate());
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_THAT(diags, SizeIs(1));
}

TEST_F(SetReportTest, AStopLeavesTheRestUnusedAndIsAnError) {
    auto sets = report();
    sets.succeeded(0, 1);
    sets.stopped({{"HYT00"}, "time is up"});
    EXPECT_TRUE(sets.is_stopped());
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_EQ(statuses[1], SQL_PARAM_UNUSED);
    EXPECT_EQ(sets.row_count(), 1) << "what was stored stays";
}

TEST_F(SetReportTest, WithTheTransactionStoredRowsAreLost) {
    auto sets = report();
    sets.succeeded(0, 1);
    sets.succeeded(1, 1);
    sets.lost_all();
    sets.failed(2, duplicate());
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_THAT(statuses,
                ElementsAre(SQL_PARAM_ERROR, SQL_PARAM_ERROR, SQL_PARAM_ERROR, SQL_PARAM_UNUSED));
    EXPECT_EQ(sets.row_count(), 0);
}

TEST_F(SetReportTest, WithTheAnswerToTheCommitTheirFateIsUnknown) {
    auto sets = report();
    sets.succeeded(0, 1);
    sets.failed(1, duplicate());
    sets.unknown_all();
    sets.stopped({{"08007"}, "unknown"});
    EXPECT_EQ(sets.finish(), SQL_ERROR);
    EXPECT_THAT(statuses, ElementsAre(SQL_PARAM_DIAG_UNAVAILABLE, SQL_PARAM_ERROR, SQL_PARAM_UNUSED,
                                      SQL_PARAM_UNUSED));
    EXPECT_EQ(sets.row_count(), -1);
    EXPECT_EQ(diags.record(1)->state, base::SqlState{"08007"});
}

TEST_F(SetReportTest, WhatWasCommittedRowByRowStaysWhenTheFateOfTheOthersIsUnknown) {
    auto sets = report();
    sets.succeeded(0, 1);
    sets.unknown(1);
    sets.stopped({{"08S01"}, "lost"});
    sets.finish();
    EXPECT_THAT(statuses, ElementsAre(SQL_PARAM_SUCCESS, SQL_PARAM_DIAG_UNAVAILABLE,
                                      SQL_PARAM_UNUSED, SQL_PARAM_UNUSED));
    EXPECT_EQ(sets.row_count(), 1);
}

TEST_F(SetReportTest, WorksWithoutAnyOfTheApplicationsPointers) {
    const Desc bare{DescKind::ipd};
    SetReport sets{bare, 4, diags, 1000};
    sets.succeeded(0, 1);
    sets.failed(1, duplicate());
    sets.lost_all();
    EXPECT_EQ(sets.finish(), SQL_ERROR);
}

}  // namespace
}  // namespace cubrid::odbc::handles
