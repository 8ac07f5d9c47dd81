#include "options/values.h"

#include <gtest/gtest.h>

namespace cubrid::odbc::options {
namespace {

TEST(Boolean, HasEightSpellingsInAnyCase) {
    for (const char* text : {"yes", "On", "TRUE", "1", " yes "})
        EXPECT_EQ(parse_boolean(text), true) << text;
    for (const char* text : {"no", "Off", "FALSE", "0"})
        EXPECT_EQ(parse_boolean(text), false) << text;
    for (const char* text : {"", "y", "2", "yesno", "-1"})
        EXPECT_EQ(parse_boolean(text), std::nullopt) << text;
}

TEST(Number, IsWholeAndHasNoUnit) {
    EXPECT_EQ(parse_number("0"), 0);
    EXPECT_EQ(parse_number(" -12 "), -12);
    for (const char* text : {"", "x", "1.5", "1s", "+1", "99999999999999999999", "0x10", "1 2"}) {
        EXPECT_EQ(parse_number(text), std::nullopt) << text;
    }
}

TEST(Size, TakesPowersOf1024) {
    EXPECT_EQ(parse_size("4096"), 4096);
    EXPECT_EQ(parse_size("100 B"), 100);
    EXPECT_EQ(parse_size("64K"), 65536);
    EXPECT_EQ(parse_size("64k"), 65536);
    EXPECT_EQ(parse_size("64KB"), 65536);
    EXPECT_EQ(parse_size("64 MiB"), 64 << 20);
    EXPECT_EQ(parse_size("1 GiB"), 1 << 30);
    EXPECT_EQ(parse_size("2gib"), std::int64_t{2} << 30);
    EXPECT_EQ(parse_size("1T"), std::int64_t{1} << 40);
    for (const char* text : {"", "K", "1X", "1iB", "1.5G", "9999999999G"}) {
        EXPECT_EQ(parse_size(text), std::nullopt) << text;
    }
}

TEST(Milliseconds, TakeASuffix) {
    EXPECT_EQ(parse_milliseconds("500"), 500);
    EXPECT_EQ(parse_milliseconds("500ms"), 500);
    EXPECT_EQ(parse_milliseconds("30s"), 30'000);
    EXPECT_EQ(parse_milliseconds("30 S"), 30'000);
    EXPECT_EQ(parse_milliseconds("5min"), 300'000);
    EXPECT_EQ(parse_milliseconds("5m"), 300'000);
    EXPECT_EQ(parse_milliseconds("2h"), 7'200'000);
    EXPECT_EQ(parse_milliseconds("-1"), -1);
    for (const char* text : {"", "s", "1 sec", "9223372036854775807s"}) {
        EXPECT_EQ(parse_milliseconds(text), std::nullopt) << text;
    }
}

TEST(Seconds, TakeASuffixAndNoPartOfASecond) {
    EXPECT_EQ(parse_seconds("30"), 30);
    EXPECT_EQ(parse_seconds("30s"), 30);
    EXPECT_EQ(parse_seconds("5m"), 300);
    EXPECT_EQ(parse_seconds("2000ms"), 2);
    EXPECT_EQ(parse_seconds("1500ms"), std::nullopt);
    EXPECT_EQ(parse_seconds("x"), std::nullopt);
}

TEST(Range, HasBothItsEnds) {
    EXPECT_TRUE(in_range(1, "1..65535"));
    EXPECT_TRUE(in_range(65535, "1..65535"));
    EXPECT_FALSE(in_range(0, "1..65535"));
    EXPECT_FALSE(in_range(65536, "1..65535"));
    EXPECT_TRUE(in_range(-1, "-1..10"));
}

}  // namespace
}  // namespace cubrid::odbc::options
