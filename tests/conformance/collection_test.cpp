// Collections travel as text: {1, 2}.
#include "fixture.h"

namespace conformance {
namespace {

class Collections : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
    std::string table_ =
        create_table("id INT PRIMARY KEY, s SET(INT), m MULTISET(VARCHAR(20)), l LIST(INT)");

    std::vector<Row> rows(const std::string& columns) {
        Stmt select(dbc_);
        select.run("SELECT " + columns + " FROM " + table_ + " ORDER BY id");
        return select.rest();
    }
};

TEST_F(Collections, LiteralsComeOutAsText) {
    stmt_.run("INSERT INTO " + table_ + " VALUES (1, {3, 1, 2}, {'b', 'a', 'b'}, {2, 1, 2})");
    EXPECT_THAT(rows("s, m, l"), ElementsAre(Row({"{1, 2, 3}", "{a, b, b}", "{2, 1, 2}"})));
}

TEST_F(Collections, TextGoesIn) {
    char set[] = "{3, 1, 2}";
    char multiset[] = "{'b', 'a', 'b'}";
    char list[] = "{2, 1, 2}";
    SQLLEN length = SQL_NTS;
    bind_text(stmt_, 1, set, sizeof set, &length);
    bind_text(stmt_, 2, multiset, sizeof multiset, &length);
    bind_text(stmt_, 3, list, sizeof list, &length);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (1, ?, ?, ?)")));
    EXPECT_THAT(rows("s, m, l"), ElementsAre(Row({"{1, 2, 3}", "{a, b, b}", "{2, 1, 2}"})));
}

TEST_F(Collections, NullEmptyAndFullOnesGoInByArrays) {
    SQLINTEGER ids[3] = {1, 2, 3};
    char lists[3][16] = {"", "{}", "{7, 8}"};
    SQLLEN lengths[3] = {SQL_NULL_DATA, SQL_NTS, SQL_NTS};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    bind_int(stmt_, 1, ids);
    bind_text(stmt_, 2, lists[0], sizeof lists[0], lengths);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, l) VALUES (?, ?)")));
    EXPECT_THAT(rows("l"), ElementsAre(Row{std::nullopt}, Row{"{}"}, Row{"{7, 8}"}));
}

TEST_F(Collections, ATextInBracesThatIsNoneStaysText) {
    const std::string texts = create_table("id INT PRIMARY KEY, s VARCHAR(30)");
    char text[] = "{not, a, \"set\"}";
    SQLLEN length = SQL_NTS;
    bind_text(stmt_, 1, text, sizeof text, &length);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + texts + " VALUES (1, ?)")));
    Stmt select(dbc_);
    select.run("SELECT s FROM " + texts);
    EXPECT_THAT(select.rest(), ElementsAre(Row{text}));
}

TEST_F(Collections, DataAtExecutionMayBeOneToo) {
    SQLLEN at_execution = SQL_DATA_AT_EXEC;
    bind_text(stmt_, 1, nullptr, 0, &at_execution);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, l) VALUES (1, ?)"), SQL_NEED_DATA);
    SQLPOINTER wanted = nullptr;
    ASSERT_EQ(SQLParamData(stmt_, &wanted), SQL_NEED_DATA);
    for (const char* piece : {"{1", "0, 2}"}) {
        EXPECT_TRUE(succeeds(stmt_, SQLPutData(stmt_, const_cast<char*>(piece), SQL_NTS)));
    }
    ASSERT_TRUE(succeeds(stmt_, SQLParamData(stmt_, &wanted)));
    EXPECT_THAT(rows("l"), ElementsAre(Row{"{10, 2}"}));
}

}  // namespace
}  // namespace conformance
