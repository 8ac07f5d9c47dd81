// SQLSetPos(SQL_POSITION) and SQLGetData on any row of a rowset (SQL_GD_BLOCK).
#include "fixture.h"

namespace conformance {
namespace {

class SetPos : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    // Rows of 1 KB, so that a rowset spans pages of the protocol.
    void select(int rows, SQLULEN rowset) {
        const std::string table = filled_table(rows);
        stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, rowset);
        stmt_.run("SELECT id, RPAD(CAST(id AS VARCHAR(10)), 1000, '.') FROM " + table +
                  " ORDER BY id");
    }
    int id_at(SQLULEN row) {
        EXPECT_TRUE(succeeds(stmt_, SQLSetPos(stmt_, row, SQL_POSITION, SQL_LOCK_NO_CHANGE)));
        SQLINTEGER id = -777;
        SQLLEN length = -777;
        EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_SLONG, &id, 0, &length)));
        return id;
    }
};

TEST_F(SetPos, ReachesEveryRowOfARowsetInAnyOrder) {
    select(250, 100);
    for (const int begin : {0, 100}) {
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        for (const int row : {1, 100, 50, 2, 99, 1}) EXPECT_EQ(id_at(row), begin + row);
        EXPECT_EQ(stmt_.attribute(SQL_ATTR_ROW_NUMBER), static_cast<SQLULEN>(begin + 1));
    }
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(id_at(50), 250);
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 51, SQL_POSITION, SQL_LOCK_NO_CHANGE), "HY107"))
        << "the last rowset has 50 rows";
    EXPECT_EQ(id_at(50), 250) << "and the position is kept";
}

TEST_F(SetPos, PartsOfAValueBeginAnewOnAnotherRow) {
    select(20, 10);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<char> part(601);
    const auto read = [&](const char* state, SQLLEN expected) {
        SQLLEN length = -777;
        const SQLRETURN code = SQLGetData(stmt_, 2, SQL_C_CHAR, part.data(), 601, &length);
        if (*state != '\0') {
            EXPECT_TRUE(warns(stmt_, code, state));
        } else {
            EXPECT_TRUE(succeeds(stmt_, code));
        }
        EXPECT_EQ(length, expected);
        return std::string(part.data()).substr(0, 2);
    };
    EXPECT_EQ(id_at(7), 7);
    EXPECT_EQ(read("01004", 1000), "7.");
    EXPECT_EQ(id_at(8), 8);
    EXPECT_EQ(read("01004", 1000), "8.");
    EXPECT_EQ(read("", 400), "..");
    EXPECT_EQ(id_at(7), 7);
    EXPECT_EQ(read("01004", 1000), "7.");
}

TEST_F(SetPos, BoundColumnsMayBeReadToo) {
    select(20, 10);
    SQLINTEGER ids[10] = {};
    ASSERT_TRUE(succeeds(stmt_, SQLBindCol(stmt_, 1, SQL_C_SLONG, ids, 0, nullptr)));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(ids[9], 10);
    EXPECT_EQ(id_at(10), 10);
}

TEST_F(SetPos, WhatItCannotDoHasItsState) {
    select(20, 10);
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 1, SQL_POSITION, SQL_LOCK_NO_CHANGE), "24000|HY010"))
        << "before the first fetch";
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 0, SQL_POSITION, SQL_LOCK_NO_CHANGE), "HY107"));
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 11, SQL_POSITION, SQL_LOCK_NO_CHANGE), "HY107"));
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 1, SQL_DELETE, SQL_LOCK_NO_CHANGE), "HY092"));
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 1, SQL_REFRESH, SQL_LOCK_NO_CHANGE), "HYC00"));
    EXPECT_TRUE(fails(stmt_, SQLSetPos(stmt_, 1, SQL_POSITION, SQL_LOCK_EXCLUSIVE), "HYC00"));
    EXPECT_EQ(id_at(3), 3);
}

}  // namespace
}  // namespace conformance
