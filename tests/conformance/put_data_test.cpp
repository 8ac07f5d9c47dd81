// Data at execution: SQLParamData and SQLPutData (ODBC, "Sending Long Data").
#include <array>

#include "fixture.h"

namespace conformance {
namespace {

SQLPOINTER token(std::uintptr_t value) { return reinterpret_cast<SQLPOINTER>(value); }

class PutData : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
    std::string table_ = create_table("id INT PRIMARY KEY, s VARCHAR(200000), b BIT VARYING(800)");
    SQLLEN at_execution_ = SQL_DATA_AT_EXEC;

    void bind_long(SQLUSMALLINT number, SQLSMALLINT c_type, SQLSMALLINT sql_type,
                   SQLPOINTER name = nullptr) {
        ASSERT_TRUE(
            succeeds(stmt_, SQLBindParameter(stmt_, number, SQL_PARAM_INPUT, c_type, sql_type,
                                             200000, 0, name, 0, &at_execution_)));
    }
    SQLRETURN put(const std::string& piece) {
        return SQLPutData(stmt_, const_cast<char*>(piece.data()),
                          static_cast<SQLLEN>(piece.size()));
    }
    void expect_wanted(SQLPOINTER name) {
        SQLPOINTER wanted = nullptr;
        EXPECT_EQ(SQLParamData(stmt_, &wanted), SQL_NEED_DATA);
        EXPECT_EQ(wanted, name);
    }
    SQLRETURN finish() {
        SQLPOINTER unused = nullptr;
        return SQLParamData(stmt_, &unused);
    }
    std::vector<Row> rows(const std::string& what) {
        Stmt select(dbc_);
        select.run("SELECT " + what + " FROM " + table_ + " ORDER BY id");
        return select.rest();
    }
};

TEST_F(PutData, PiecesMakeOneValue) {
    SQLINTEGER id = 1;
    bind_int(stmt_, 1, &id);
    bind_long(2, SQL_C_CHAR, SQL_LONGVARCHAR, token(7));
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (?, ?)"), SQL_NEED_DATA);
    expect_wanted(token(7));
    EXPECT_TRUE(succeeds(stmt_, put("one ")));
    EXPECT_TRUE(succeeds(stmt_, put("")));
    EXPECT_TRUE(succeeds(stmt_, SQLPutData(stmt_, const_cast<char*>("two"), SQL_NTS)));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_EQ(stmt_.row_count(), 1);
    EXPECT_THAT(rows("s"), ElementsAre(Row{"one two"}));
}

TEST_F(PutData, NothingIsSentBeforeAllHasCome) {
    Dbc tapped = connect_tapped();
    Stmt insert(tapped);
    bind(insert, 1, {.c_type = SQL_C_SLONG, .sql_type = SQL_INTEGER, .indicator = &at_execution_});
    ASSERT_TRUE(succeeds(insert, insert.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    settle(tapped);
    tap().take();
    ASSERT_EQ(SQLExecute(insert), SQL_NEED_DATA);
    SQLPOINTER wanted = &wanted;
    EXPECT_EQ(SQLParamData(insert, &wanted), SQL_NEED_DATA);
    EXPECT_EQ(wanted, nullptr);
    SQLINTEGER id = 5;
    EXPECT_TRUE(succeeds(insert, SQLPutData(insert, &id, 0)));
    EXPECT_THAT(tap().take(), IsEmpty());
    EXPECT_TRUE(succeeds(insert, SQLParamData(insert, &wanted)));
    EXPECT_THAT(tap().take(), SizeIs(1));
    EXPECT_THAT(rows("id"), ElementsAre(Row{"5"}));
}

TEST_F(PutData, AnotherStatementOfTheConnectionWorksMeanwhile) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("late")));
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id, s) VALUES (2, 'early')");
    Dbc other = connect();
    Stmt seen(other);
    seen.run("SELECT COUNT(*) FROM " + table_);
    EXPECT_THAT(seen.rest(), ElementsAre(Row{"1"})) << "the other statement is committed";
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s"), ElementsAre(Row{"late"}, Row{"early"}));
}

TEST_F(PutData, CodePointsMayBeSplitBetweenPieces) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    const std::string text = "\xEA\xB0\x80\xF0\x9F\x98\x80";
    for (const char byte : text) EXPECT_TRUE(succeeds(stmt_, put(std::string(1, byte))));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s"), ElementsAre(Row{text}));
}

TEST_F(PutData, WideTextMayBeSplitAtAnyByte) {
    bind_long(1, SQL_C_WCHAR, SQL_WVARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    const std::u16string text = u"\uAC00\U0001F600z";
    const std::string bytes(reinterpret_cast<const char*>(text.data()), text.size() * 2);
    for (const char byte : bytes) EXPECT_TRUE(succeeds(stmt_, put(std::string(1, byte))));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s"), ElementsAre(Row{"\xEA\xB0\x80\xF0\x9F\x98\x80z"}));
}

TEST_F(PutData, HalfACharacterAtTheEndIs22018AndNothingIsStored) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)")));
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("ab\xEA\xB0")));
    EXPECT_TRUE(fails(stmt_, finish(), "22018"));
    EXPECT_THAT(rows("id"), IsEmpty());
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA) << "the statement can be executed again";
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("ab")));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s"), ElementsAre(Row{"ab"}));
}

TEST_F(PutData, NullAndEmptyAreKeptApart) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR, token(1));
    bind_long(2, SQL_C_BINARY, SQL_VARBINARY, token(2));
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " VALUES (1, ?, ?)"), SQL_NEED_DATA);
    expect_wanted(token(1));
    EXPECT_TRUE(succeeds(stmt_, put("")));
    expect_wanted(token(2));
    EXPECT_TRUE(succeeds(stmt_, SQLPutData(stmt_, nullptr, SQL_NULL_DATA)));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s, b"), ElementsAre(Row({"", std::nullopt})));
}

TEST_F(PutData, AValueOf100000CharactersInManyPieces) {
    bind_long(1, SQL_C_CHAR, SQL_LONGVARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    const std::string piece(1000, 'x');
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(succeeds(stmt_, put(piece)));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("CHAR_LENGTH(s)"), ElementsAre(Row{"100000"}));
}

TEST_F(PutData, SetsOfAnArrayAreAskedForOneByOne) {
    SQLINTEGER ids[3] = {1, 2, 3};
    char texts[3][8] = {"first", "", "third"};
    SQLLEN lengths[3] = {SQL_LEN_DATA_AT_EXEC(10), SQL_NTS, SQL_DATA_AT_EXEC};
    texts[1][0] = 'b';
    SQLUSMALLINT statuses[3] = {99, 99, 99};
    SQLULEN processed = 99;
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    stmt_.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    stmt_.set(SQL_ATTR_PARAMS_PROCESSED_PTR, &processed);
    bind_int(stmt_, 1, ids);
    bind_text(stmt_, 2, texts[0], sizeof texts[0], lengths);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (?, ?)"), SQL_NEED_DATA);
    expect_wanted(texts[0]);
    EXPECT_EQ(processed, 1U) << "the set that is wanted";
    EXPECT_TRUE(succeeds(stmt_, put("a")));
    expect_wanted(texts);
    EXPECT_EQ(processed, 3U);
    EXPECT_TRUE(succeeds(stmt_, put("c")));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_EQ(processed, 3U);
    EXPECT_THAT(statuses, Each(SQL_PARAM_SUCCESS));
    EXPECT_THAT(rows("s"), ElementsAre(Row{"a"}, Row{"b"}, Row{"c"}));
}

TEST_F(PutData, IgnoredSetsAreNotAskedFor) {
    SQLINTEGER ids[2] = {1, 2};
    char texts[2][8] = {};
    SQLLEN lengths[2] = {SQL_DATA_AT_EXEC, SQL_DATA_AT_EXEC};
    SQLUSMALLINT operations[2] = {SQL_PARAM_IGNORE, SQL_PARAM_PROCEED};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 2);
    stmt_.set(SQL_ATTR_PARAM_OPERATION_PTR, operations);
    bind_int(stmt_, 1, ids);
    bind_text(stmt_, 2, texts[0], sizeof texts[0], lengths);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (?, ?)"), SQL_NEED_DATA);
    expect_wanted(texts);
    EXPECT_TRUE(succeeds(stmt_, put("b")));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("id, s"), ElementsAre(Row({"2", "b"})));
}

// What was bound, whatever the row and the offset; the count of processed sets tells the row (ODBC,
// "Using Arrays of Parameters", "Data-at-Execution Parameters").
TEST_F(PutData, TokenIsWhatWasBoundAndTheProcessedCountTellsTheRow) {
    struct Element {
        SQLINTEGER id;
        char text[5];
        SQLLEN length;
    };
    std::array<Element, 2> elements{{{1, "", SQL_DATA_AT_EXEC}, {2, "", SQL_DATA_AT_EXEC}}};
    Guarded<SQLULEN> processed(1);
    stmt_.set(SQL_ATTR_PARAM_BIND_TYPE, sizeof(Element));
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 2);
    stmt_.set(SQL_ATTR_PARAMS_PROCESSED_PTR, processed.data());
    bind_int(stmt_, 1, &elements[0].id);
    bind_text(stmt_, 2, elements[0].text, sizeof elements[0].text, &elements[0].length);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (?, ?)"), SQL_NEED_DATA);
    for (Element& element : elements) {
        expect_wanted(elements[0].text);
        EXPECT_EQ(processed[0], static_cast<SQLULEN>(element.id));
        EXPECT_TRUE(succeeds(stmt_, put("row " + std::to_string(element.id))));
    }
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s"), ElementsAre(Row{"row 1"}, Row{"row 2"}));
}

TEST_F(PutData, TokenIsNotMovedByTheBindOffset) {
    SQLULEN offset = 0;
    stmt_.set(SQL_ATTR_PARAM_BIND_OFFSET_PTR, &offset);
    std::array<SQLLEN, 3> indicators{0, SQL_DATA_AT_EXEC, 0};
    SQLBindParameter(stmt_, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_VARCHAR, 10, 0, token(7), 0,
                     indicators.data());
    offset = sizeof(SQLLEN);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(token(7));
    EXPECT_TRUE(succeeds(stmt_, put("b")));
    EXPECT_TRUE(succeeds(stmt_, finish()));
}

TEST_F(PutData, ASelectTakesItsParameterSoToo) {
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id, s) VALUES (1, 'a'), (2, 'b')");
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("SELECT id FROM " + table_ + " WHERE s = ?"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("b")));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(stmt_.rest(), ElementsAre(Row{"2"}));
}

TEST_F(PutData, AnUpdateOfNoRowIsNoData) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("UPDATE " + table_ + " SET s = ? WHERE id = 99"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("b")));
    EXPECT_EQ(finish(), SQL_NO_DATA);
}

TEST_F(PutData, AServerErrorComesFromTheLastSQLParamData) {
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES (1)");
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("b")));
    EXPECT_TRUE(fails(stmt_, finish(), "23000"));
    EXPECT_TRUE(succeeds(stmt_, stmt_.exec("SELECT 1")));
}

TEST_F(PutData, CancelEndsItAndTheStatementWorksAgain) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)")));
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    EXPECT_TRUE(succeeds(stmt_, SQLCancel(stmt_))) << "before the first SQLParamData";
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, SQLCancel(stmt_))) << "before the first piece";
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("half")));
    EXPECT_TRUE(succeeds(stmt_, SQLCancel(stmt_))) << "in the middle";
    EXPECT_TRUE(fails(stmt_, put("more"), "HY010"));
    EXPECT_THAT(rows("id"), IsEmpty());
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("whole")));
    EXPECT_TRUE(succeeds(stmt_, finish()));
    EXPECT_THAT(rows("s"), ElementsAre(Row{"whole"}));
}

TEST_F(PutData, APieceBehindNullIsHY020AndEndsIt) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)")));
    ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, SQLPutData(stmt_, nullptr, SQL_NULL_DATA)));
    EXPECT_TRUE(fails(stmt_, put("a"), "HY020"));
    EXPECT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
    EXPECT_TRUE(succeeds(stmt_, SQLCancel(stmt_)));
    EXPECT_THAT(rows("id"), IsEmpty());
}

TEST_F(PutData, NullBehindAPieceIsRefused) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("a")));
    // unixODBC answers HY011 itself.
    EXPECT_TRUE(fails(stmt_, SQLPutData(stmt_, nullptr, SQL_NULL_DATA), "HY020|HY011"));
    SQLCancel(stmt_);
    EXPECT_THAT(rows("id"), IsEmpty());
}

TEST_F(PutData, ANumberInPiecesIsHY019) {
    bind_long(1, SQL_C_CHAR, SQL_INTEGER);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id) VALUES (?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    EXPECT_TRUE(succeeds(stmt_, put("12")));
    EXPECT_TRUE(fails(stmt_, put("34"), "HY019"));
    EXPECT_THAT(rows("id"), IsEmpty());
}

TEST_F(PutData, ANegativeLengthIsHY090) {
    bind_long(1, SQL_C_CHAR, SQL_VARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (1, ?)"), SQL_NEED_DATA);
    expect_wanted(nullptr);
    char piece[] = "x";
    EXPECT_TRUE(fails(stmt_, SQLPutData(stmt_, piece, -7), "HY090"));
    EXPECT_THAT(rows("id"), IsEmpty());
}

}  // namespace
}  // namespace conformance
