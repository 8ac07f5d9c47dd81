#include "odbc/text_args.h"

#include <gmock/gmock.h>

#include <array>
#include <string>

namespace cubrid::odbc::entry {
namespace {

using base::Charset;

const SQLCHAR* narrow(const char* text) { return reinterpret_cast<const SQLCHAR*>(text); }
const SQLWCHAR* wide(const char16_t* text) { return reinterpret_cast<const SQLWCHAR*>(text); }

template <class Char>
struct Out {
    Written written{};
    std::array<Char, 16> buffer{};
    [[nodiscard]] std::basic_string<char16_t> units() const {
        std::u16string all;
        for (std::size_t i = 0; buffer[i] != 0; ++i) all += static_cast<char16_t>(buffer[i]);
        return all;
    }
};
template <class Char>
Out<Char> write(std::string_view utf8, std::size_t capacity, Charset charset = Charset::utf8) {
    Out<Char> out;
    out.buffer.fill('#');
    out.buffer.back() = 0;
    out.written = write_text(utf8, out.buffer.data(), capacity, charset);
    return out;
}

TEST(TextIn, TakesALengthOrATerminator) {
    EXPECT_EQ(*text_in(narrow("hello"), SQL_NTS, Charset::utf8), "hello");
    EXPECT_EQ(*text_in(narrow("hello"), 2, Charset::utf8), "he");
    EXPECT_EQ(*text_in(wide(u"hello"), SQL_NTS, Charset::utf8), "hello");
    EXPECT_EQ(*text_in(wide(u"hello"), 2, Charset::utf8), "he");
    EXPECT_EQ(*text_in(narrow("hello"), 0, Charset::utf8), "");
}

TEST(TextIn, ANullPointerIsAnEmptyText) {
    EXPECT_EQ(*text_in(static_cast<const SQLCHAR*>(nullptr), SQL_NTS, Charset::utf8), "");
    EXPECT_EQ(*text_in(static_cast<const SQLWCHAR*>(nullptr), 5, Charset::utf8), "");
    EXPECT_EQ(*optional_text_in(static_cast<const SQLCHAR*>(nullptr), SQL_NTS, Charset::utf8),
              std::nullopt);
}

TEST(TextIn, ANegativeLengthIsHY090) {
    const auto in = text_in(narrow("hello"), -2, Charset::utf8);
    ASSERT_FALSE(in);
    EXPECT_EQ(in.error().state.view(), "HY090");
    EXPECT_FALSE(text_in(wide(u"hello"), -1, Charset::utf8));
}

TEST(TextIn, MalformedTextIs22018AndNeverGuessed) {
    const char16_t half[] = {0xD83D, 0};
    for (const auto& in : {text_in(narrow("\xED\x95"), SQL_NTS, Charset::utf8),
                           text_in(wide(half), SQL_NTS, Charset::utf8)}) {
        ASSERT_FALSE(in);
        EXPECT_EQ(in.error().state.view(), "22018");
    }
}

TEST(TextIn, NarrowTextIsInTheConnectionsCharacterSet) {
    EXPECT_EQ(*text_in(narrow("\xE9"), SQL_NTS, Charset::iso88591), "é");
    EXPECT_EQ(*text_in(narrow("\xC7\xD1"), SQL_NTS, Charset::euckr), "한");
}

TEST(WriteText, TellsTheWholeLengthAndTerminates) {
    const auto out = write<SQLCHAR>("hello", 6);
    EXPECT_EQ(out.units(), u"hello");
    EXPECT_EQ(out.written.length, 5U);
    EXPECT_FALSE(out.written.truncated);
    const auto cut = write<SQLCHAR>("hello", 5);
    EXPECT_EQ(cut.units(), u"hell");
    EXPECT_EQ(cut.written.length, 5U);
    EXPECT_TRUE(cut.written.truncated);
}

TEST(WriteText, WritesNothingWhereThereIsNoRoom) {
    const auto out = write<SQLCHAR>("hello", 0);
    EXPECT_EQ(out.buffer[0], '#');
    EXPECT_EQ(out.written.length, 5U);
    EXPECT_TRUE(out.written.truncated);
    EXPECT_EQ(write<SQLWCHAR>("hello", 1).units(), u"");
}

TEST(WriteText, NeverCutsACharacterInTwo) {
    EXPECT_EQ(write<SQLCHAR>("ab한", 5).units(), u"ab");
    EXPECT_EQ(write<SQLWCHAR>("ab😀", 4).units(), u"ab") << "nor a surrogate pair";
    EXPECT_EQ(write<SQLWCHAR>("ab😀", 5).units(), u"ab\xD83D\xDE00");
    EXPECT_EQ(write<SQLWCHAR>("ab😀", 5).written.length, 4U) << "counted in units";
    EXPECT_EQ(write<SQLCHAR>("a한글", 3, Charset::euckr).units(), u"a") << "of two bytes";
    EXPECT_EQ(write<SQLCHAR>("a한글", 4, Charset::euckr).units(), u"a\xC7\xD1");
}

TEST(WriteText, GoesOutInTheConnectionsCharacterSet) {
    EXPECT_EQ(write<SQLCHAR>("é", 8, Charset::iso88591).units(), u"\xE9");
    EXPECT_EQ(write<SQLCHAR>("한", 8, Charset::iso88591).units(), u"\xED\x95\x9C")
        << "what it cannot say is not replaced";
}

TEST(WriteText, DamagedTextOfTheServerIsStillShown) {
    EXPECT_EQ(write<SQLWCHAR>("a\xFF", 8).units(), u"a\xFF");
}

class TextOut : public testing::Test {
 protected:
    template <class Char>
    base::Result<void> out(std::string_view text, SQLLEN capacity, Unit unit) {
        return text_out<Char>(text, buffer.data(), capacity, &length, unit, Charset::utf8, diags);
    }
    alignas(SQLWCHAR) std::array<std::byte, 64> buffer{};
    SQLSMALLINT length = -1;
    handles::DiagList diags;
};

TEST_F(TextOut, CountsInTheUnitOfTheFunction) {
    ASSERT_TRUE(out<SQLWCHAR>("hello", 64, Unit::bytes));
    EXPECT_EQ(length, 10);
    ASSERT_TRUE(out<SQLWCHAR>("hello", 32, Unit::characters));
    EXPECT_EQ(length, 5);
    EXPECT_TRUE(diags.empty());
}

TEST_F(TextOut, SaysThatItWasCut) {
    ASSERT_TRUE(out<SQLCHAR>("hello", 3, Unit::bytes));
    ASSERT_EQ(diags.size(), 1U);
    EXPECT_EQ(diags.record(1)->state.view(), "01004");
}

TEST_F(TextOut, RefusesANegativeCapacityAndAnOddOneOfWideText) {
    EXPECT_FALSE(out<SQLCHAR>("hello", -1, Unit::bytes));
    EXPECT_FALSE(out<SQLWCHAR>("hello", 7, Unit::bytes));
    EXPECT_TRUE(out<SQLWCHAR>("hello", 7, Unit::characters));
}

TEST_F(TextOut, ALengthThatDoesNotFitItsVariableIsTheLargestThatDoes) {
    ASSERT_TRUE(out<SQLCHAR>(std::string(40000, 'x'), 64, Unit::bytes));
    EXPECT_EQ(length, 32767);
}

TEST_F(TextOut, TakesNullPointersAsQuestionsForTheLength) {
    const auto asked =
        text_out<SQLCHAR>("hello", nullptr, 0, &length, Unit::bytes, Charset::utf8, diags);
    EXPECT_TRUE(asked);
    EXPECT_EQ(length, 5);
    SQLSMALLINT* const nowhere = nullptr;
    EXPECT_TRUE(text_out<SQLCHAR>("hello", nullptr, 0, nowhere, Unit::bytes, Charset::utf8, diags));
    EXPECT_TRUE(diags.empty());
}

}  // namespace
}  // namespace cubrid::odbc::entry
