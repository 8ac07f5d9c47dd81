#include "handles/long_data.h"

#include <gmock/gmock.h>

#include <string>

namespace cubrid::odbc::handles {
namespace {

LongData::Wanted text(std::size_t set, std::size_t parameter, std::size_t unit = 1) {
    return {.place = {set, parameter}, .unit = unit, .in_pieces = true};
}
LongData::Wanted number(std::size_t set, std::size_t parameter) {
    return {.place = {set, parameter}, .fixed_size = 4};
}

std::string state_of(const base::Result<void>& result) {
    return result ? std::string{} : std::string{result.error().state.view()};
}
std::string put(LongData& data, const char* piece, SQLLEN length) {
    return state_of(data.put(const_cast<char*>(piece), length));
}
std::string value(LongData& data, ParamPlace place) {
    auto* found = data.find(place);
    if (found == nullptr) return "<nothing>";
    if (found->is_null) return "<null>";
    return std::string{base::as_text(*found->bytes.whole())};
}
void ask(LongData& data) {
    const auto wanted = data.next();
    ASSERT_TRUE(wanted);
    EXPECT_NE(*wanted, nullptr);
}

TEST(LongData, AsksForEachValueAndTakesItInPieces) {
    int first = 0;
    int second = 0;
    LongData data{{{.place = {0, 1}, .token = &first, .in_pieces = true},
                   {.place = {2, 0}, .token = &second, .in_pieces = true}}};
    EXPECT_EQ((*data.next())->token, &first);
    EXPECT_EQ(put(data, "ab", 2), "");
    EXPECT_EQ(put(data, "", 0), "");
    EXPECT_EQ(put(data, "cde", 1), "");
    EXPECT_EQ((*data.next())->token, &second);
    EXPECT_EQ(put(data, "whole", SQL_NTS), "");
    EXPECT_EQ(*data.next(), nullptr);
    EXPECT_EQ(value(data, {0, 1}), "abc");
    EXPECT_EQ(value(data, {2, 0}), "whole");
    EXPECT_EQ(value(data, {0, 0}), "<nothing>");
    EXPECT_EQ(value(data, {1, 1}), "<nothing>");
}

TEST(LongData, ANulTerminatedWideTextIsCountedInItsUnits) {
    LongData data{{text(0, 0, 2)}};
    ask(data);
    const char16_t wide[] = u"a\uAC00";
    EXPECT_EQ(state_of(data.put(const_cast<char16_t*>(wide), SQL_NTS)), "");
    EXPECT_EQ(value(data, {0, 0}).size(), 4U) << "the zero byte within a unit ends nothing";
}

TEST(LongData, PuttingNothingIsHY010AndAnEmptyPieceIsAnEmptyValue) {
    LongData data{{text(0, 0)}};
    EXPECT_EQ(put(data, "x", 1), "HY010") << "before the first SQLParamData";
    ask(data);
    ASSERT_FALSE(data.next());
    EXPECT_EQ(data.next().error().state.view(), "HY010");
    EXPECT_EQ(state_of(data.put(nullptr, 0)), "");
    EXPECT_EQ(*data.next(), nullptr);
    EXPECT_EQ(value(data, {0, 0}), "");
    EXPECT_EQ(put(data, "x", 1), "HY010") << "all have come";
}

TEST(LongData, NullIsOneWholeValue) {
    {
        LongData data{{text(0, 0)}};
        ask(data);
        EXPECT_EQ(state_of(data.put(nullptr, SQL_NULL_DATA)), "");
        EXPECT_EQ(put(data, "x", 1), "HY020");
        EXPECT_EQ(value(data, {0, 0}), "<null>");
    }
    LongData data{{text(0, 0)}};
    ask(data);
    EXPECT_EQ(put(data, "x", 1), "");
    EXPECT_EQ(state_of(data.put(nullptr, SQL_NULL_DATA)), "HY020");
}

TEST(LongData, ValuesOfFixedSizeComeWhole) {
    LongData data{{number(0, 0), number(1, 0)}};
    ask(data);
    EXPECT_EQ(put(data, "1234rest", 77), "") << "the length does not count";
    EXPECT_EQ(value(data, {0, 0}), "1234");
    EXPECT_EQ(put(data, "5678", 0), "HY019");
    ask(data);
    EXPECT_EQ(put(data, nullptr, 0), "HY009");
}

TEST(LongData, BadArgumentsHaveTheirStates) {
    LongData data{{text(0, 0)}};
    ask(data);
    EXPECT_EQ(put(data, "x", -7), "HY090");
    EXPECT_EQ(put(data, nullptr, 3), "HY009");
    EXPECT_EQ(put(data, nullptr, SQL_NTS), "HY009");
    EXPECT_EQ(put(data, "x", SQL_DEFAULT_PARAM), "07S01");
}

}  // namespace
}  // namespace cubrid::odbc::handles
