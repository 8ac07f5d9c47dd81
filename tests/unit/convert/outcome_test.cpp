#include "convert/outcome.h"

#include <gtest/gtest.h>

namespace cubrid::odbc::convert {
namespace {

TEST(Outcome, EachHasItsState) {
    const auto state = [](Outcome outcome) {
        return std::string{to_diag(outcome, 3, 2).state.view()};
    };
    EXPECT_EQ(state(Outcome::truncated), "01004");
    EXPECT_EQ(state(Outcome::fraction_lost), "01S07");
    EXPECT_EQ(state(Outcome::needs_indicator), "22002");
    EXPECT_EQ(state(Outcome::out_of_range), "22003");
    EXPECT_EQ(state(Outcome::bad_datetime), "22007");
    EXPECT_EQ(state(Outcome::datetime_overflow), "22008");
    EXPECT_EQ(state(Outcome::bad_text), "22018");
    EXPECT_EQ(state(Outcome::too_long), "22001");
    EXPECT_EQ(state(Outcome::bad_length), "HY090");
    EXPECT_EQ(state(Outcome::null_pointer), "HY090");
    EXPECT_EQ(state(Outcome::default_parameter), "07S01");
    EXPECT_EQ(state(Outcome::malformed), "08S01");
}

TEST(Outcome, TheDiagnosticNamesRowAndColumn) {
    const base::Diag diag = to_diag(Outcome::out_of_range, 3, 2);
    EXPECT_EQ(diag.row, 3);
    EXPECT_EQ(diag.column, 2);
    EXPECT_FALSE(diag.message.empty());
}

TEST(Outcome, WarningsAreNoErrors) {
    EXPECT_FALSE(is_error(Outcome::ok));
    EXPECT_FALSE(is_error(Outcome::truncated));
    EXPECT_TRUE(is_warning(Outcome::fraction_lost));
    EXPECT_TRUE(is_error(Outcome::needs_indicator));
    EXPECT_TRUE(is_error(Outcome::malformed));
}

}  // namespace
}  // namespace cubrid::odbc::convert
