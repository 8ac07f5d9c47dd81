#include "base/charset.h"

#include <gmock/gmock.h>

#include <clocale>
#include <thread>

namespace cubrid::odbc::base {
namespace {

using namespace std::string_literals;
using ::testing::Eq;
using ::testing::Optional;

TEST(Charset, EveryByteOfIso88591IsACharacter) {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    for (const Charset charset : {Charset::iso88591, Charset::binary}) {
        const auto utf8 = to_utf8(bytes, charset);
        ASSERT_TRUE(utf8);
        EXPECT_EQ(utf8->size(), 128U + 2 * 128U);
        EXPECT_EQ(utf8->substr(128, 2), "\xC2\x80");
        EXPECT_THAT(from_utf8(*utf8, charset), Optional(Eq(bytes)));
    }
}

TEST(Charset, KoreanGoesThroughEucKrAndBack) {
    EXPECT_THAT(to_utf8("\xB0\xA1 A", Charset::euckr), Optional(Eq("가 A")));
    EXPECT_THAT(from_utf8("가 A", Charset::euckr), Optional(Eq("\xB0\xA1 A")));
    EXPECT_THAT(from_utf8("", Charset::euckr), Optional(Eq("")));
}

TEST(Charset, SyllablesOfCp949AreKeptInEucKrDatabases) {
    const auto bytes = from_utf8("똠방각하 A", Charset::euckr);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->size(), 10U);
    EXPECT_THAT(to_utf8(*bytes, Charset::euckr), Optional(Eq("똠방각하 A")));
}

TEST(Charset, WhatCannotBeExpressedIsAnErrorAndNoQuestionMark) {
    EXPECT_EQ(from_utf8("a\xF0\x9F\x98\x80", Charset::euckr), std::nullopt);
    EXPECT_EQ(from_utf8("€", Charset::iso88591), std::nullopt);
    EXPECT_EQ(to_utf8("\xFF\xFF", Charset::euckr), std::nullopt);
    EXPECT_EQ(to_utf8("a\xB0", Charset::euckr), std::nullopt);
    EXPECT_EQ(to_utf8("\xE9", Charset::utf8), std::nullopt);
    EXPECT_EQ(from_utf8("\xE9", Charset::utf8), std::nullopt);
    EXPECT_EQ(from_utf8("\xE9", Charset::iso88591), std::nullopt);
}

TEST(Charset, AConverterHasForgottenTheLastTextWithAnError) {
    EXPECT_EQ(to_utf8("\xB0", Charset::euckr), std::nullopt);
    EXPECT_THAT(to_utf8("\xB0\xA1", Charset::euckr), Optional(Eq("가")));
}

TEST(Charset, ThreadsConvertIndependently) {
    std::vector<std::thread> threads;
    std::vector<int> wrong(4);
    for (int& mistakes : wrong) {
        threads.emplace_back([&mistakes] {
            for (int i = 0; i < 500; ++i) {
                if (to_utf8("\xB0\xA1\xB3\xAA", Charset::euckr) != "가나") ++mistakes;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_THAT(wrong, ::testing::Each(0));
}

TEST(Charset, NamesAreKnownInEverySpelling) {
    EXPECT_EQ(charset_by_name("UTF-8"), Charset::utf8);
    EXPECT_EQ(charset_by_name("utf8"), Charset::utf8);
    EXPECT_EQ(charset_by_name("EUC-KR"), Charset::euckr);
    EXPECT_EQ(charset_by_name("euckr"), Charset::euckr);
    EXPECT_EQ(charset_by_name("ISO-8859-1"), Charset::iso88591);
    EXPECT_EQ(charset_by_name("Iso88591"), Charset::iso88591);
    EXPECT_EQ(charset_by_name("latin9"), std::nullopt);
    EXPECT_EQ(charset_by_name(""), std::nullopt);
}

TEST(Charset, APrefixKeepsCharactersWhole) {
    EXPECT_EQ(prefix("가나", 4, Charset::utf8), "가");
    EXPECT_EQ(prefix("a\xB0\xA1\xB3\xAA", 4, Charset::euckr), "a\xB0\xA1");
    EXPECT_EQ(prefix("a\xB0\xA1\xB3\xAA", 9, Charset::euckr), "a\xB0\xA1\xB3\xAA");
    EXPECT_EQ(prefix("\xE9\xE8", 1, Charset::iso88591), "\xE9");
}

TEST(Charset, ACharacterThatNeedsMoreBytesIsLeftOut) {
    for (const std::string_view text :
         {"", "a", "a\xC3\xA9", "a\xED\x95\x9C", "\xF0\x9F\x98\x80"}) {
        EXPECT_EQ(whole_characters(text, Charset::utf8), text);
    }
    for (const std::string_view tail : {"\xC3", "\xED", "\xED\x95", "\xF0", "\xF0\x9F\x98"}) {
        EXPECT_EQ(whole_characters("a" + std::string{tail}, Charset::utf8), "a");
        EXPECT_EQ(whole_characters(tail, Charset::utf8), "");
    }
    for (const std::string_view broken : {"a\xFF", "\x80\x80\x80\x80", "\x95", "\xC0"}) {
        EXPECT_EQ(whole_characters(broken, Charset::utf8), broken) << "no byte makes it whole";
    }
    EXPECT_EQ(whole_characters("a\xB0\xA1", Charset::euckr), "a\xB0\xA1");
    EXPECT_EQ(whole_characters("a\xB0\xA1\xB0", Charset::euckr), "a\xB0\xA1");
    EXPECT_EQ(whole_characters("\xB0", Charset::euckr), "");
    EXPECT_EQ(whole_characters("\xB0\xA1z", Charset::euckr), "\xB0\xA1z");
    EXPECT_EQ(whole_characters("", Charset::euckr), "");
    EXPECT_EQ(whole_characters("\xE9", Charset::iso88591), "\xE9");
}

}  // namespace
}  // namespace cubrid::odbc::base
