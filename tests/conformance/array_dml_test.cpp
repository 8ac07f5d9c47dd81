#include "array_fixture.h"

namespace conformance {
namespace {

class ArrayDml : public Conformance {
 protected:
    std::string table_ = create_table("id INT PRIMARY KEY, g INT, v INT");
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
    SQLINTEGER groups_[3] = {1, 2, 3};
    SQLUSMALLINT statuses_[3] = {};
    SQLULEN processed_ = 0;

    // Two rows of group 1, none of 2, five of 3.
    void SetUp() override {
        stmt_.run("INSERT INTO " + table_ +
                  " VALUES (1,1,0), (2,1,0), (3,3,0), (4,3,0), (5,3,0), (6,3,0), (7,3,0)");
        stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
        stmt_.set(SQL_ATTR_PARAM_STATUS_PTR, statuses_);
        stmt_.set(SQL_ATTR_PARAMS_PROCESSED_PTR, &processed_);
        bind_int(stmt_, 1, groups_);
    }
};

TEST_F(ArrayDml, UpdateCountsTheSumOverItsSets) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("UPDATE " + table_ + " SET v = v + 1 WHERE g = ?")));
    EXPECT_EQ(stmt_.row_count(), 7);
    EXPECT_THAT(statuses_, Each(kGood));
    EXPECT_EQ(processed_, 3U);
    EXPECT_EQ(Stmt(dbc_).number("SELECT SUM(v) FROM " + table_), 7);
}

TEST_F(ArrayDml, DeleteCountsTheSumOverItsSets) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("DELETE FROM " + table_ + " WHERE g = ?")));
    EXPECT_EQ(stmt_.row_count(), 7);
    EXPECT_EQ(Stmt(dbc_).number("SELECT COUNT(*) FROM " + table_), 0);
}

TEST_F(ArrayDml, SetsThatHitNothingAreNotNoData) {
    groups_[0] = 77;
    groups_[1] = 78;
    groups_[2] = 79;
    const SQLRETURN code = stmt_.exec("DELETE FROM " + table_ + " WHERE g = ?");
    EXPECT_TRUE(code == SQL_NO_DATA || code == SQL_SUCCESS) << code;
    EXPECT_EQ(stmt_.row_count(), 0);
    EXPECT_THAT(statuses_, Each(kGood));
    groups_[2] = 3;
    EXPECT_TRUE(succeeds(stmt_, stmt_.exec("DELETE FROM " + table_ + " WHERE g = ?")));
    EXPECT_EQ(stmt_.row_count(), 5);
}

TEST_F(ArrayDml, RowCountOfAFailedExecutionIsNotThatOfTheLast) {
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("UPDATE " + table_ + " SET v = v + 1 WHERE g = ?")));
    EXPECT_EQ(stmt_.row_count(), 7);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("UPDATE no_such_table SET v = 1 WHERE g = ?"), "42S02"));
    SQLLEN count = -7;
    if (SQLRowCount(stmt_, &count) == SQL_SUCCESS) {
        EXPECT_EQ(count, -1);
    }
}

TEST_F(ArrayDml, UpdateThatViolatesAKeyFailsItsSetOnly) {
    SQLINTEGER news[3] = {101, 2, 103};
    SQLINTEGER olds[3] = {1, 3, 7};
    bind_int(stmt_, 1, news);
    bind_int(stmt_, 2, olds);
    EXPECT_TRUE(warns(stmt_, stmt_.exec("UPDATE " + table_ + " SET id = ? WHERE id = ?"), "23000"));
    EXPECT_EQ(stmt_.diagnostics().at(0).row, 2);
    EXPECT_THAT(statuses_, ElementsAre(kGood, kBad, kGood));
    EXPECT_EQ(stmt_.row_count(), 2);
    EXPECT_EQ(Stmt(dbc_).number("SELECT COUNT(*) FROM " + table_ + " WHERE id IN (101, 3, 103)"),
              3);
}

TEST_F(ArrayDml, SelectRunsSetBySet) {
    ASSERT_TRUE(
        succeeds(stmt_, stmt_.exec("SELECT id FROM " + table_ + " WHERE g = ? ORDER BY id")));
    std::vector<std::vector<std::string>> results;
    SQLRETURN code = SQL_SUCCESS;
    do {
        results.emplace_back();
        while (SQL_SUCCEEDED(SQLFetch(stmt_))) results.back().push_back(*stmt_.text(1));
        code = SQLMoreResults(stmt_);
    } while (SQL_SUCCEEDED(code));
    EXPECT_EQ(code, SQL_NO_DATA);
    EXPECT_THAT(results, ElementsAre(ElementsAre("1", "2"), IsEmpty(),
                                     ElementsAre("3", "4", "5", "6", "7")));
    EXPECT_TRUE(succeeds(stmt_, stmt_.exec("DELETE FROM " + table_ + " WHERE g = ?")))
        << "the statement is free again";
}

TEST_F(ArrayDml, SelectOfSetsMayBeClosedHalfWay) {
    ASSERT_TRUE(
        succeeds(stmt_, stmt_.exec("SELECT id FROM " + table_ + " WHERE g = ? ORDER BY id")));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    ASSERT_TRUE(succeeds(stmt_, SQLCloseCursor(stmt_)));
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 1);
    EXPECT_THAT(stmt_.query("SELECT id FROM " + table_ + " WHERE g = ? ORDER BY id"), SizeIs(2));
}

TEST_F(ArrayDml, StatementWithoutMarkersRunsOncePerSet) {
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("UPDATE " + table_ + " SET v = v + 1 WHERE g = 1")));
    EXPECT_EQ(Stmt(dbc_).number("SELECT SUM(v) FROM " + table_), 6)
        << "two rows, once for each of three sets";
    EXPECT_THAT(statuses_, Each(kGood));
    EXPECT_EQ(processed_, 3U);
    EXPECT_EQ(stmt_.row_count(), 6);
}

TEST_F(ArrayDml, OneSetOfThreeLeftIsStillAnArray) {
    SQLUSMALLINT operations[3] = {SQL_PARAM_IGNORE, SQL_PARAM_IGNORE, SQL_PARAM_PROCEED};
    stmt_.set(SQL_ATTR_PARAM_OPERATION_PTR, operations);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("DELETE FROM " + table_ + " WHERE g = ?")));
    EXPECT_EQ(stmt_.row_count(), 5);
    EXPECT_THAT(statuses_, ElementsAre(kUnused, kUnused, kGood));
}

}  // namespace
}  // namespace conformance
