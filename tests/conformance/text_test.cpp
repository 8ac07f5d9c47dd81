#include <array>
#include <clocale>

#include "fixture.h"

namespace conformance {
namespace {

class Text : public Conformance {
 protected:
    std::string table_ = create_table("id INT PRIMARY KEY, s VARCHAR(200)");
    Dbc dbc_ = connect_wide();
    Stmt stmt_{dbc_};

    SQLRETURN insert_wide(int id, SQLWCHAR* text, SQLLEN* length) {
        stmt_.close();
        EXPECT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " VALUES (" +
                                                  std::to_string(id) + ", ?)")));
        EXPECT_TRUE(succeeds(stmt_, bind(stmt_, 1,
                                         {.c_type = SQL_C_WCHAR,
                                          .sql_type = SQL_WVARCHAR,
                                          .data = text,
                                          .indicator = length,
                                          .size = 200})));
        return SQLExecute(stmt_);
    }
    // Column s of a row as wide text, with the indicator checked.
    std::string read_wide(int id) {
        stmt_.close();
        stmt_.run("SELECT s FROM " + table_ + " WHERE id = " + std::to_string(id));
        EXPECT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        Guarded<SQLWCHAR> out(300);
        SQLLEN length = -7;
        EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_WCHAR, out.data(), 600, &length)));
        stmt_.close();
        EXPECT_EQ(out[static_cast<std::size_t>(length / 2)], 0);
        return utf8(out.data(), static_cast<std::size_t>(length / 2));
    }
};

TEST_F(Text, OfEveryKindComesBackAsItWent) {
    const std::string texts[] = {"plain",
                                 "",
                                 "한글 텍스트",
                                 "emoji 😀 and 🎉",
                                 "naïve café",
                                 "quote ' \" \\ back",
                                 "line\nbreak\ttab",
                                 "trailing  "};
    int id = 0;
    for (const std::string& text : texts) {
        Wide wide(text);
        SQLLEN length = wide.bytes();
        ASSERT_TRUE(succeeds(stmt_, insert_wide(++id, wide.data(), &length))) << text;
        EXPECT_EQ(read_wide(id), text);
        Dbc narrow = connect();
        Stmt stmt(narrow);
        EXPECT_EQ(stmt.query("SELECT s FROM " + table_ + " WHERE id = " + std::to_string(id))[0][0],
                  text);
    }
}

TEST_F(Text, NarrowTextIsUtf8WhateverTheLocaleSays) {
    const std::string text = "한글 é 😀";
    for (const char* locale : {"C", "C.UTF-8"}) {
        std::setlocale(LC_ALL, locale);
        Dbc narrow = connect();
        Stmt stmt(narrow);
        stmt.run("DELETE FROM " + table_);
        char buffer[64] = {};
        text.copy(buffer, sizeof buffer);
        SQLLEN length = static_cast<SQLLEN>(text.size());
        bind_text(stmt, 1, buffer, 64, &length);
        ASSERT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table_ + " VALUES (1, ?)")));
        EXPECT_EQ(stmt.query("SELECT s FROM " + table_)[0][0], text) << locale;
        EXPECT_EQ(read_wide(1), text) << locale;
    }
    std::setlocale(LC_ALL, "C");
}

TEST_F(Text, InTheStatementItselfIsKept) {
    Wide sql("INSERT INTO " + table_ + " VALUES (1, '한글 😀')");
    ASSERT_TRUE(succeeds(stmt_, SQLExecDirectW(stmt_, sql.data(), SQL_NTS)));
    EXPECT_EQ(read_wide(1), "한글 😀");
}

TEST_F(Text, KoreanLabelsAreCountedInCharactersAndBytes) {
    for (const char* locale : {"C", "C.UTF-8"}) {
        std::setlocale(LC_ALL, locale);
        Wide sql("SELECT 1 AS \"한글열\"");
        ASSERT_TRUE(succeeds(stmt_, SQLExecDirectW(stmt_, sql.data(), SQL_NTS)));
        Guarded<SQLWCHAR> name(32);
        SQLSMALLINT length = 0;
        ASSERT_TRUE(succeeds(stmt_, SQLDescribeColW(stmt_, 1, name.data(), 32, &length, nullptr,
                                                    nullptr, nullptr, nullptr)));
        EXPECT_EQ(utf8(name.data()), "한글열");
        EXPECT_EQ(length, 3);
        name.poison();
        ASSERT_TRUE(succeeds(
            stmt_, SQLColAttributeW(stmt_, 1, SQL_DESC_LABEL, name.data(), 64, &length, nullptr)));
        EXPECT_EQ(utf8(name.data()), "한글열");
        EXPECT_EQ(length, 6);
        stmt_.close();
    }
    std::setlocale(LC_ALL, "C");
}

TEST_F(Text, LengthIsReadAtExecutionAndNeverWritten) {
    Wide text("가나다");
    SQLLEN length = 0;
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " VALUES (?, ?)")));
    SQLINTEGER id = 1;
    bind_int(stmt_, 1, &id);
    ASSERT_TRUE(succeeds(stmt_, bind(stmt_, 2,
                                     {.c_type = SQL_C_WCHAR,
                                      .sql_type = SQL_WVARCHAR,
                                      .data = text.data(),
                                      .indicator = &length,
                                      .size = 200})));
    length = 4;
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    id = 2;
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_EQ(length, 4);
    id = 3;
    length = 3;
    EXPECT_TRUE(fails(stmt_, SQLExecute(stmt_), "HY090"));
    length = SQL_NTS;
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_EQ(length, SQL_NTS);
    EXPECT_EQ(read_wide(1), "가나");
    EXPECT_EQ(read_wide(2), "가나");
    EXPECT_EQ(read_wide(3), "가나다");
}

TEST_F(Text, NulInTheMiddleIsACharacter) {
    std::array<SQLWCHAR, 3> text = {'a', 0, 'b'};
    SQLLEN length = 6;
    ASSERT_TRUE(succeeds(stmt_, insert_wide(1, text.data(), &length)));
    EXPECT_EQ(read_wide(1), std::string("a\0b", 3));

    Dbc narrow = connect();
    Stmt stmt(narrow);
    char bytes[3] = {'c', 0, 'd'};
    length = 3;
    bind_text(stmt, 1, bytes, 3, &length);
    ASSERT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table_ + " VALUES (2, ?)")));
    EXPECT_EQ(stmt.query("SELECT s FROM " + table_ + " WHERE id = 2")[0][0],
              std::string("c\0d", 3));
}

TEST_F(Text, ByteOrderMarkIsData) {
    for (int id : {1, 2}) {
        std::array<SQLWCHAR, 2> text = {0xFEFF, 'x'};
        SQLLEN length = 4;
        ASSERT_TRUE(succeeds(stmt_, insert_wide(id, text.data(), &length)));
        EXPECT_EQ(read_wide(id), "\xEF\xBB\xBFx");
        Dbc narrow = connect();
        Stmt stmt(narrow);
        EXPECT_EQ(stmt.query("SELECT s FROM " + table_ + " WHERE id = 1")[0][0], "\xEF\xBB\xBFx");
    }
}

TEST_F(Text, LoneSurrogateIsRefusedAndNeverReplaced) {
    std::array<SQLWCHAR, 2> text = {0xD800, 'x'};
    SQLLEN length = 4;
    EXPECT_TRUE(fails(stmt_, insert_wide(1, text.data(), &length), "22018|22021"));
    EXPECT_EQ(stmt_.number("SELECT COUNT(*) FROM " + table_), 0);
}

TEST_F(Text, EmptyAndNullStayDifferent) {
    Wide empty("");
    SQLLEN length = 0;
    ASSERT_TRUE(succeeds(stmt_, insert_wide(1, empty.data(), &length)));
    length = SQL_NULL_DATA;
    ASSERT_TRUE(succeeds(stmt_, insert_wide(2, empty.data(), &length)));
    EXPECT_THAT(stmt_.query("SELECT s FROM " + table_ + " ORDER BY id"),
                ElementsAre(Row{""}, Row{std::nullopt}));
    EXPECT_EQ(stmt_.number("SELECT COUNT(*) FROM " + table_ + " WHERE s = ''"), 1);
}

TEST_F(Text, TruncationNeverSplitsACharacter) {
    Wide text("가😀나");
    SQLLEN length = text.bytes();
    ASSERT_TRUE(succeeds(stmt_, insert_wide(1, text.data(), &length)));
    Dbc narrow = connect();
    Stmt stmt(narrow);
    Guarded<char> out(6);
    SQLLEN indicator = 0;
    SQLBindCol(stmt, 1, SQL_C_CHAR, out.data(), 6, &indicator);
    stmt.run("SELECT s FROM " + table_);
    EXPECT_TRUE(warns(stmt, SQLFetch(stmt), "01004"));
    EXPECT_STREQ(out.data(), "가");
    EXPECT_EQ(indicator, 10);

    Guarded<SQLWCHAR> wide(3);
    SQLBindCol(stmt_, 1, SQL_C_WCHAR, wide.data(), 6, &indicator);
    stmt_.run("SELECT s FROM " + table_);
    EXPECT_TRUE(warns(stmt_, SQLFetch(stmt_), "01004"));
    EXPECT_EQ(utf8(wide.data()), "가");
    EXPECT_EQ(indicator, 8);
    SQLFreeStmt(stmt_, SQL_UNBIND);
}

TEST_F(Text, FixedLengthCharactersArePadded) {
    const std::string table = create_table("c CHAR(5)");
    stmt_.run("INSERT INTO " + table + " VALUES ('ab')");
    EXPECT_THAT(stmt_.query("SELECT c FROM " + table), ElementsAre(Row{"ab   "}));
}

TEST_F(Text, TooLongForTheColumnIs22001AndNotStored) {
    const std::string table = create_table("s VARCHAR(5)");
    char text[] = "abcdef";
    SQLLEN length = 6;
    bind_text(stmt_, 1, text, 7, &length);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?)"), "22001"));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    EXPECT_EQ(stmt_.number("SELECT COUNT(*) FROM " + table), 0);
}

TEST_F(Text, DriverSpeaksTheSameThroughBothCharacterWidths) {
    Wide sql("SELECT 'x' FROM no_such_table_한글");
    EXPECT_TRUE(fails(stmt_, SQLExecDirectW(stmt_, sql.data(), SQL_NTS), "42S02"));
    Guarded<SQLWCHAR> message(2000);
    std::array<SQLWCHAR, 6> state{};
    SQLINTEGER native = 0;
    SQLSMALLINT length = 0;
    ASSERT_EQ(SQLGetDiagRecW(SQL_HANDLE_STMT, stmt_, 1, state.data(), &native, message.data(), 2000,
                             &length),
              SQL_SUCCESS);
    EXPECT_THAT(utf8(message.data()), HasSubstr("no_such_table_한글"));
}

}  // namespace
}  // namespace conformance
