#include "handles/diag_list.h"

#include <gmock/gmock.h>
#include <sqlext.h>

#include <string>
#include <vector>

namespace cubrid::odbc::handles {
namespace {

using testing::ElementsAre;

base::Diag of(const char (&state)[6], std::int64_t row, std::string text = {}) {
    return {{state}, std::move(text), 0, base::Origin::driver, row};
}

std::vector<std::string> states(const DiagList& diags) {
    std::vector<std::string> all;
    for (std::int64_t number = 1; diags.record(number) != nullptr; ++number) {
        all.emplace_back(diags.record(number)->state.view());
    }
    return all;
}

TEST(DiagList, RecordsWithoutARowComeFirstThenByRow) {
    DiagList diags;
    diags.add(of("22003", 7));
    diags.add(of("22001", 2));
    diags.add(of("HY008", base::kNoRow));
    diags.add(of("HY000", base::kUnknownRow));
    diags.sort();
    EXPECT_THAT(states(diags), ElementsAre("HY000", "HY008", "22001", "22003"));
}

TEST(DiagList, OfOneRowErrorsComeBeforeWarnings) {
    DiagList diags;
    diags.add(of("01004", 1));
    diags.add(of("22003", 1));
    diags.add(of("01S07", 1));
    diags.sort();
    EXPECT_THAT(states(diags), ElementsAre("22003", "01004", "01S07"));
}

TEST(DiagList, EqualRecordsKeepTheirOrder) {
    DiagList diags;
    for (const char* text : {"a", "b", "c"}) diags.add(of("22003", 1, text));
    diags.sort();
    EXPECT_EQ(diags.record(1)->message, "a");
    EXPECT_EQ(diags.record(3)->message, "c");
}

TEST(DiagList, HasNoRecordOutsideItsNumbers) {
    DiagList diags;
    diags.add(of("22003", 1));
    EXPECT_EQ(diags.record(0), nullptr);
    EXPECT_EQ(diags.record(-1), nullptr);
    EXPECT_EQ(diags.record(2), nullptr);
}

TEST(DiagList, ClearForgetsTheHeaderToo) {
    DiagList diags;
    diags.add(of("22003", 1));
    diags.row_count = 5;
    diags.return_code = SQL_ERROR;
    diags.clear();
    EXPECT_TRUE(diags.empty());
    EXPECT_EQ(diags.row_count, -1);
    EXPECT_EQ(diags.return_code, SQL_SUCCESS);
    EXPECT_STREQ(dynamic_function(diags.statement_type).name, "");
}

TEST(DiagList, TheTextNamesWhoFoundTheFault) {
    EXPECT_EQ(message_text({{"HY000"}, "text"}), "[CUBRID][ODBC CUBRID Driver]text");
    EXPECT_EQ(message_text({{"HY000"}, "text", -1, base::Origin::dbms}),
              "[CUBRID][ODBC CUBRID Driver][CUBRID]text");
    EXPECT_EQ(message_text({{"HY000"}, "text", -1, base::Origin::cas}),
              "[CUBRID][ODBC CUBRID Driver][CUBRID]text");
}

TEST(DiagList, Odbc2KnowsOtherStates) {
    EXPECT_EQ(odbc2_state("HY001"), "S1001");
    EXPECT_EQ(odbc2_state("HYT00"), "S1T00");
    EXPECT_EQ(odbc2_state("HYC00"), "S1C00");
    EXPECT_EQ(odbc2_state("42000"), "37000");
    EXPECT_EQ(odbc2_state("42S02"), "S0002");
    EXPECT_EQ(odbc2_state("07009"), "S1002");
    EXPECT_EQ(odbc2_state("22018"), "22005");
    EXPECT_EQ(odbc2_state("23000"), "23000");
    EXPECT_EQ(odbc2_state("08S01"), "08S01");
}

TEST(DiagList, StatementsHaveNamesAndCodes) {
    EXPECT_STREQ(dynamic_function(20).name, "INSERT");
    EXPECT_EQ(dynamic_function(20).code, SQL_DIAG_INSERT);
    EXPECT_STREQ(dynamic_function(21).name, "SELECT CURSOR");
    EXPECT_EQ(dynamic_function(99).code, SQL_DIAG_UNKNOWN_STATEMENT);
}

}  // namespace
}  // namespace cubrid::odbc::handles
