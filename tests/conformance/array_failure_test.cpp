#include <algorithm>

#include "array_fixture.h"

namespace conformance {
namespace {

class ArrayFailure : public ArrayCase {
 protected:
    // Inserts ids 1..5 into a table that holds some of them already.
    SQLRETURN insert_over(ParameterSets& sets, const std::string& held) {
        Stmt(dbc_).run("DELETE FROM " + table_);
        Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES " + held);
        sets.attach(stmt_);
        sets.poison();
        return stmt_.exec(insert_);
    }
};

TEST_F(ArrayFailure, OneDuplicateDoesNotStopTheOthers) {
    ParameterSets sets(5);
    EXPECT_TRUE(warns(stmt_, insert_over(sets, "(3)"), "23000"));
    const auto records = stmt_.diagnostics();
    EXPECT_THAT(sets.statuses(), ElementsAre(kGood, kGood, kBad, kGood, kGood));
    EXPECT_EQ(sets.processed(), 5U);
    EXPECT_EQ(stmt_.row_count(), 4);
    ASSERT_THAT(records, SizeIs(1));
    EXPECT_EQ(records[0].state, "23000");
    EXPECT_EQ(records[0].native, -670);
    EXPECT_EQ(records[0].row, 3);
    EXPECT_THAT(records[0].text, HasSubstr("unique"));
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(ArrayFailure, FirstAndLastMayFailToo) {
    ParameterSets sets(5);
    EXPECT_TRUE(warns(stmt_, insert_over(sets, "(1), (5)"), "23000"));
    const auto records = stmt_.diagnostics();
    EXPECT_THAT(sets.statuses(), ElementsAre(kBad, kGood, kGood, kGood, kBad));
    EXPECT_EQ(stmt_.row_count(), 3);
    ASSERT_THAT(records, SizeIs(2));
    EXPECT_EQ(records[0].row, 1);
    EXPECT_EQ(records[1].row, 5);
}

TEST_F(ArrayFailure, OfEverySetIsAnError) {
    ParameterSets sets(3);
    EXPECT_TRUE(fails(stmt_, insert_over(sets, "(1), (2), (3)"), "23000"));
    EXPECT_THAT(sets.statuses(), Each(kBad));
    EXPECT_EQ(sets.processed(), 3U);
    EXPECT_THAT(stmt_.diagnostics(), SizeIs(3));
}

TEST_F(ArrayFailure, WithoutAStatusArrayIsAnError) {
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES (2)");
    SQLINTEGER ids[3] = {1, 2, 3};
    SQLULEN processed = 0;
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    stmt_.set(SQL_ATTR_PARAMS_PROCESSED_PTR, &processed);
    bind_int(stmt_, 1, ids);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id) VALUES (?)"), "23000"));
    EXPECT_EQ(processed, 3U);
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3));
}

TEST_F(ArrayFailure, UnconvertibleSetIsReportedAndNotSent) {
    Dbc tapped = connect_tapped();
    Stmt stmt(tapped);
    char ids[3][4] = {"1", "x", "3"};
    SQLLEN lengths[3] = {SQL_NTS, SQL_NTS, SQL_NTS};
    SQLUSMALLINT statuses[3] = {};
    SQLULEN processed = 0;
    stmt.set(SQL_ATTR_PARAMSET_SIZE, 3);
    stmt.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    stmt.set(SQL_ATTR_PARAMS_PROCESSED_PTR, &processed);
    bind(stmt, 1, {.sql_type = SQL_INTEGER, .data = ids, .indicator = lengths, .stride = 4});
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    tap().take();
    EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "22018"));
    EXPECT_THAT(statuses, ElementsAre(kGood, kBad, kGood));
    EXPECT_EQ(processed, 3U);
    const auto records = stmt.diagnostics();
    ASSERT_THAT(records, SizeIs(1));
    EXPECT_EQ(records[0].row, 2);
    EXPECT_EQ(records[0].column, 1);
    EXPECT_THAT(stored(), ElementsAre(1, 3));
    for (const WireRequest& request : tap().take()) {
        EXPECT_EQ(request.body.find('x'), std::string::npos);
    }
}

TEST_F(ArrayFailure, EveryUnconvertibleSetSendsNothing) {
    Dbc tapped = connect_tapped();
    Stmt stmt(tapped);
    char ids[2][4] = {"a", "b"};
    SQLLEN lengths[2] = {SQL_NTS, SQL_NTS};
    SQLUSMALLINT statuses[2] = {};
    stmt.set(SQL_ATTR_PARAMSET_SIZE, 2);
    stmt.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    bind(stmt, 1, {.sql_type = SQL_INTEGER, .data = ids, .indicator = lengths, .stride = 4});
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    tap().take();
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "22018"));
    EXPECT_THAT(statuses, ElementsAre(kBad, kBad));
    for (int function : tap().take_functions()) EXPECT_NE(function, kExecuteArray);
}

TEST_F(ArrayFailure, TextTooLongFailsItsSetAndIsNotCut) {
    const std::string table = create_table("s VARCHAR(5)");
    char texts[2][8] = {"abc", "abcdef"};
    SQLLEN lengths[2] = {3, 6};
    SQLUSMALLINT statuses[2] = {};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 2);
    stmt_.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    bind_text(stmt_, 1, texts[0], 8, lengths);
    EXPECT_TRUE(warns(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?)"), "22001"));
    EXPECT_THAT(statuses, ElementsAre(kGood, kBad));
    EXPECT_EQ(stmt_.diagnostics().at(0).row, 2);
    EXPECT_THAT(Stmt(dbc_).query("SELECT s FROM " + table), ElementsAre(Row{"abc"}));
}

// Each set would get the first one's text.
TEST_F(ArrayFailure, ColumnWiseTextsWithoutABufferLengthAreHY090) {
    char texts[3][8] = {"one", "two", ""};
    SQLLEN lengths[3] = {SQL_NTS, SQL_NTS, 0};
    SQLINTEGER ids[3] = {1, 2, 3};
    SQLUSMALLINT statuses[3] = {};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    stmt_.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    bind_int(stmt_, 1, ids);
    bind_text(stmt_, 2, texts[0], 0, lengths);
    EXPECT_TRUE(
        warns(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, s) VALUES (?, ?)"), "HY090"));
    EXPECT_THAT(statuses, ElementsAre(kBad, kBad, kGood)) << "an empty one is what it is";
}

TEST_F(ArrayFailure, NullAndForeignKeyViolationsAreToldApart) {
    const std::string parent = create_table("id INT PRIMARY KEY");
    Stmt(dbc_).run("INSERT INTO " + parent + " VALUES (1)");
    const std::string child =
        create_table("id INT NOT NULL, p INT, FOREIGN KEY (p) REFERENCES " + parent + " (id)");
    SQLINTEGER ids[3] = {1, 2, 3};
    SQLINTEGER parents[3] = {1, 99, 1};
    SQLLEN lengths[3] = {0, 0, SQL_NULL_DATA};
    SQLUSMALLINT statuses[3] = {};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    stmt_.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    bind_int(stmt_, 1, ids, lengths);
    bind_int(stmt_, 2, parents);
    EXPECT_TRUE(warns(stmt_, stmt_.exec("INSERT INTO " + child + " VALUES (?, ?)"), "23000"));
    EXPECT_THAT(statuses, ElementsAre(kGood, kBad, kBad));
    const auto records = stmt_.diagnostics();
    ASSERT_THAT(records, SizeIs(2));
    EXPECT_EQ(records[0].native, -922);
    EXPECT_EQ(records[1].native, -631);
}

TEST_F(ArrayFailure, LeavesWhatTheStatusesSayInBothModes) {
    SQLINTEGER ids[4] = {1, 2, 2, 4};
    SQLUSMALLINT statuses[4] = {};
    for (const bool autocommit : {true, false}) {
        Dbc dbc = connect();
        dbc.autocommit(autocommit);
        Stmt stmt(dbc);
        stmt.run("DELETE FROM " + table_);
        if (!autocommit) dbc.commit();
        stmt.set(SQL_ATTR_PARAMSET_SIZE, 4);
        stmt.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
        bind_int(stmt, 1, ids);
        ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
        EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "23000"));
        EXPECT_THAT(statuses, ElementsAre(kGood, kGood, kBad, kGood));
        if (autocommit) {
            EXPECT_THAT(stored(), ElementsAre(1, 2, 4));
            continue;
        }
        EXPECT_THAT(stored(), IsEmpty());
        ASSERT_TRUE(succeeds(dbc, dbc.rollback()));
        EXPECT_THAT(stored(), IsEmpty());
        EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "23000"));
        ASSERT_TRUE(succeeds(dbc, dbc.commit()));
        EXPECT_THAT(stored(), ElementsAre(1, 2, 4));
    }
}

TEST_F(ArrayFailure, DiagnosticsAreBoundedAndTheRestIsCounted) {
    Dbc dbc = connect("MaxDiagRecords=10;");
    Stmt stmt(dbc);
    std::string held = "(0)";
    for (int id = 1; id <= 50; ++id) held += ", (" + std::to_string(id) + ")";
    stmt.run("INSERT INTO " + table_ + " (id) VALUES " + held);
    ParameterSets sets(60);
    sets.attach(stmt);
    EXPECT_TRUE(warns(stmt, stmt.exec(insert_), "23000"));
    const auto records = stmt.diagnostics();
    EXPECT_EQ(stmt.row_count(), 10);
    ASSERT_THAT(records, SizeIs(11));
    EXPECT_EQ(records[9].row, 10);
    EXPECT_THAT(records[10].text, HasSubstr("40"));
}

TEST_F(ArrayFailure, ThousandDiagnosticsAreTheDefault) {
    Stmt stmt(dbc_);
    ParameterSets sets(1500);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "23000"));
    EXPECT_THAT(sets.statuses(), Each(kBad));
    SQLINTEGER number = 0;
    SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_NUMBER, &number, SQL_IS_INTEGER, nullptr);
    EXPECT_EQ(number, 1001);
}

TEST_F(ArrayFailure, OfTheWholeStatementIsItsOwnError) {
    ParameterSets sets(3);
    sets.attach(stmt_);
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO no_such_table VALUES (?, ?)"), "42S02"));
    EXPECT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, nocol) VALUES (?, ?)"), SQL_ERROR);
    EXPECT_EQ(stmt_.diagnostics().at(0).state, "42S22");
    EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(ArrayFailure, RowCommitModeKeepsTheGoodOnes) {
    Dbc dbc = connect_tapped("ArrayCommit=row;");
    Stmt stmt(dbc);
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES (2)");
    ParameterSets sets(4);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    tap().take();
    EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "23000"));
    EXPECT_THAT(sets.statuses(), ElementsAre(kGood, kBad, kGood, kGood));
    for (const WireRequest& request : tap().take()) {
        if (request.function != kExecuteArray) continue;
        EXPECT_EQ(request.arguments().at(2), "\x01");
    }
    EXPECT_EQ(tap().last_status(), 0);
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3, 4));
}

TEST_F(ArrayFailure, BatchCommitModeSendsOneCommitForTheArray) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    ParameterSets sets(4);
    sets.attach(stmt);
    ASSERT_TRUE(succeeds(stmt, stmt.prepare(insert_)));
    settle(dbc);
    tap().take();
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    // The first execution may ask for the columns' lengths before (fixture.h, kLengthQuestions).
    const auto is_array = [](const WireRequest& one) { return one.function == kExecuteArray; };
    auto requests = tap().take();
    requests.erase(requests.begin(), std::find_if(requests.begin(), requests.end(), is_array));
    ASSERT_THAT(requests, SizeIs(2));
    EXPECT_EQ(requests[0].arguments().at(2), std::string(1, '\0'));
    EXPECT_EQ(requests[1].function, kEndTran);
    EXPECT_EQ(requests[1].status_after, 0);
}

}  // namespace
}  // namespace conformance
