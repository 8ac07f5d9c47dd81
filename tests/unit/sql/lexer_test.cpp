#include "sql/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace cubrid::odbc::sql {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Tokens = std::vector<std::pair<Token, std::string>>;

constexpr LexerOptions kBackslashes{.backslash_escapes = true, .ansi_quotes = true};
constexpr LexerOptions kQuotedStrings{.backslash_escapes = false, .ansi_quotes = false};

// Without blanks.
Tokens tokens(std::string_view sql, LexerOptions options = {}) {
    Tokens found;
    Lexer lexer{sql, options};
    for (auto lexeme = lexer.next(); lexeme.token != Token::end; lexeme = lexer.next()) {
        if (lexeme.token != Token::blank) found.emplace_back(lexeme.token, lexeme.text);
    }
    return found;
}

// The text is one lexeme from end to end.
struct Whole {
    Token token;
    std::string_view text;
    LexerOptions options{};
};

class OneLexeme : public testing::TestWithParam<Whole> {};

TEST_P(OneLexeme, IsFoundWhole) {
    const auto& [token, text, options] = GetParam();
    EXPECT_THAT(tokens(text, options), ElementsAre(Pair(token, std::string{text})));
}

INSTANTIATE_TEST_SUITE_P(
    Strings, OneLexeme,
    testing::Values(Whole{Token::string, "''"}, Whole{Token::string, "'a?b'"},
                    Whole{Token::string, "'it''s'"}, Whole{Token::string, "''''"},
                    Whole{Token::string, "'a\nb'"}, Whole{Token::string, "'-- /* [ \" `'"},
                    Whole{Token::string, "'c:\\'"}, Whole{Token::string, "'\\'''"},
                    Whole{Token::string, "'\\''", kBackslashes},
                    Whole{Token::string, "'\\\\'", kBackslashes},
                    Whole{Token::string, "'\\n''\\''", kBackslashes},
                    Whole{Token::string, "\"it's\"", kQuotedStrings},
                    Whole{Token::string, "\"a\"\"b\"", kQuotedStrings}));

INSTANTIATE_TEST_SUITE_P(
    Names, OneLexeme,
    testing::Values(Whole{Token::quoted_name, "\"a?b\""}, Whole{Token::quoted_name, "\"a\"\"b\""},
                    Whole{Token::quoted_name, "\"back\\\"", kBackslashes},
                    Whole{Token::quoted_name, "[a?b]"}, Whole{Token::quoted_name, "[a[b]"},
                    Whole{Token::quoted_name, "`a?b`"}, Whole{Token::quoted_name, "`a``b`"},
                    Whole{Token::word, "select"}, Whole{Token::word, "_a#1"},
                    Whole{Token::word, "\xED\x95\x9C\xEA\xB8\x80"}));

INSTANTIATE_TEST_SUITE_P(
    Comments, OneLexeme,
    testing::Values(Whole{Token::comment, "-- a ? 'b"}, Whole{Token::comment, "//a"},
                    Whole{Token::comment, "/**/"}, Whole{Token::comment, "/*+ ORDERED ? */"},
                    Whole{Token::comment, "--+ RECOMPILE"}, Whole{Token::comment, "/* /* -- ' */"},
                    Whole{Token::comment, "/***/"}));

INSTANTIATE_TEST_SUITE_P(Numbers, OneLexeme,
                         testing::Values(Whole{Token::number, "0"}, Whole{Token::number, "12.50"},
                                         Whole{Token::number, "12."}, Whole{Token::number, ".5"},
                                         Whole{Token::number, "1e10"},
                                         Whole{Token::number, "1.5E-3"},
                                         Whole{Token::number, "0xFF"},
                                         Whole{Token::number, "0b101"}));

INSTANTIATE_TEST_SUITE_P(Characters, OneLexeme,
                         testing::Values(Whole{Token::marker, "?"}, Whole{Token::open_brace, "{"},
                                         Whole{Token::close_brace, "}"},
                                         Whole{Token::semicolon, ";"}, Whole{Token::other, "("},
                                         Whole{Token::other, "-"}, Whole{Token::other, "/"},
                                         Whole{Token::other, "."}, Whole{Token::other, "\\"},
                                         Whole{Token::other, std::string_view{"\0", 1}}));

TEST(Lexer, EndsALineCommentWithTheLine) {
    EXPECT_THAT(tokens("--a\n?"),
                ElementsAre(Pair(Token::comment, "--a"), Pair(Token::marker, "?")));
    EXPECT_THAT(tokens("//a\r\n?"),
                ElementsAre(Pair(Token::comment, "//a"), Pair(Token::marker, "?")));
}

TEST(Lexer, DoesNotNestComments) {
    EXPECT_THAT(tokens("/* /* */ ? */"),
                ElementsAre(Pair(Token::comment, "/* /* */"), Pair(Token::marker, "?"),
                            Pair(Token::other, "*"), Pair(Token::other, "/")));
}

TEST(Lexer, NeedsBothCharactersOfACommentsEnd) {
    EXPECT_THAT(tokens("/*/ ? */?"),
                ElementsAre(Pair(Token::comment, "/*/ ? */"), Pair(Token::marker, "?")));
}

TEST(Lexer, TakesABackslashAsItIsUnlessToldOtherwise) {
    EXPECT_THAT(tokens("'\\' ? '"),
                ElementsAre(Pair(Token::string, "'\\'"), Pair(Token::marker, "?"),
                            Pair(Token::string, "'")));
    EXPECT_THAT(tokens("'\\' ? '", kBackslashes), ElementsAre(Pair(Token::string, "'\\' ? '")));
}

TEST(Lexer, SeparatesAPrefixFromItsString) {
    EXPECT_THAT(tokens("N'a'_utf8'b'"),
                ElementsAre(Pair(Token::word, "N"), Pair(Token::string, "'a'"),
                            Pair(Token::word, "_utf8"), Pair(Token::string, "'b'")));
}

TEST(Lexer, SeparatesOperatorsFromWhatTheyStandBetween) {
    EXPECT_THAT(
        tokens("a-1/b.c=?"),
        ElementsAre(Pair(Token::word, "a"), Pair(Token::other, "-"), Pair(Token::number, "1"),
                    Pair(Token::other, "/"), Pair(Token::word, "b"), Pair(Token::other, "."),
                    Pair(Token::word, "c"), Pair(Token::other, "="), Pair(Token::marker, "?")));
}

TEST(Lexer, StopsAtTheEndOfANumber) {
    EXPECT_THAT(tokens("1e"), ElementsAre(Pair(Token::number, "1"), Pair(Token::word, "e")));
    EXPECT_THAT(tokens("1e+"), ElementsAre(Pair(Token::number, "1"), Pair(Token::word, "e"),
                                           Pair(Token::other, "+")));
}

TEST(Lexer, SaysWhatRunsToTheEndOfTheText) {
    for (const char* open : {"'a", "'a''", "\"a", "[a", "`a", "/* a", "/*/", "'"}) {
        const Lexeme lexeme = Lexer{open}.next();
        EXPECT_EQ(lexeme.text, open);
        EXPECT_FALSE(lexeme.closed) << open;
    }
    EXPECT_FALSE((Lexer{"'a\\", kBackslashes}.next().closed));
    EXPECT_FALSE((Lexer{"'a\\'", kBackslashes}.next().closed));
    EXPECT_TRUE(Lexer{"-- a"}.next().closed);
}

TEST(Lexer, EndsAgainAndAgain) {
    Lexer lexer{"a"};
    EXPECT_EQ(lexer.next().token, Token::word);
    EXPECT_EQ(lexer.next().token, Token::end);
    EXPECT_EQ(lexer.next().token, Token::end);
}

}  // namespace
}  // namespace cubrid::odbc::sql
