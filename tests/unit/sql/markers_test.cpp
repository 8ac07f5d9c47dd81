#include "sql/markers.h"

#include <gtest/gtest.h>

namespace cubrid::odbc::sql {
namespace {

TEST(Markers, AreCountedOutsideOfQuotesAndCommentsOnly) {
    EXPECT_EQ(summarize("").markers, 0);
    EXPECT_EQ(summarize("INSERT INTO t VALUES (?, ?,?)").markers, 3);
    EXPECT_EQ(summarize("SELECT '?', \"?\", [?], `?`, ? -- ?\n // ?\n /* ? */ + ?").markers, 2);
}

TEST(Markers, OfAllStatementsAreCounted) {
    EXPECT_EQ(summarize("SELECT ?; SELECT ?, ?").markers, 3);
}

TEST(Markers, EndWithAZeroByte) {
    using namespace std::string_view_literals;
    EXPECT_EQ(summarize("SELECT ?\0, ?"sv).markers, 1);
}

TEST(Markers, FollowTheServersQuotingOptions) {
    EXPECT_EQ(summarize("SELECT '\\', ?, '", {.backslash_escapes = true}).markers, 0);
    EXPECT_EQ(summarize("SELECT '\\', ?, ''", {.backslash_escapes = false}).markers, 1);
    EXPECT_EQ(
        summarize("SELECT \"a\\\" ? \"", {.backslash_escapes = true, .ansi_quotes = false}).markers,
        0);
}

TEST(SeveralStatements, NeedTextAfterTheSemicolon) {
    EXPECT_TRUE(summarize("SELECT 1; SELECT 2").several_statements);
    EXPECT_TRUE(summarize("; SELECT 1;; SELECT 2;").several_statements);
    for (const char* one : {"SELECT 1", "SELECT 1;", "SELECT 1; -- done\n ;", ";;SELECT 1",
                            "SELECT ';' ;", "SELECT 1 /* ; */ + 2", ";", ""}) {
        EXPECT_FALSE(summarize(one).several_statements) << one;
    }
}

TEST(SeveralStatements, AreNotTheStatementsOfAPlCsqlBody) {
    EXPECT_FALSE(summarize("CREATE PROCEDURE p AS BEGIN INSERT INTO t VALUES (1); COMMIT; END;")
                     .several_statements);
    EXPECT_FALSE(summarize("create or replace function f(i int) return int as begin return i; end;")
                     .several_statements);
    EXPECT_TRUE(summarize("CREATE PROCEDURE p() AS LANGUAGE JAVA NAME 'C.m()'; SELECT 1")
                    .several_statements);
    EXPECT_TRUE(summarize("CREATE TABLE t (i INT); INSERT INTO t VALUES (1)").several_statements);
    EXPECT_TRUE(summarize("REPLACE INTO t VALUES (1); SELECT 1").several_statements);
    EXPECT_TRUE(summarize("DROP PROCEDURE p; SELECT 1").several_statements);
}

TEST(FirstWord, IsThatOfTheFirstStatement) {
    EXPECT_EQ(summarize(" /* hint */ ;\n-- x\nInsert INTO t VALUES (1); SELECT 1").first_word,
              "Insert");
    EXPECT_EQ(summarize("(SELECT 1)").first_word, "");
    EXPECT_EQ(summarize("? = CALL f()").first_word, "");
    EXPECT_EQ(summarize("   ").first_word, "");
}

}  // namespace
}  // namespace cubrid::odbc::sql
