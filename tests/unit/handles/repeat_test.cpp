// What is sent again when the CAS had gone before it answered, and what never is.
#include "stmt_fixture.h"

namespace cubrid::odbc::handles {
namespace {

using namespace session::fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;

class RepeatTest : public StmtTest {
 protected:
    void bind(SQLINTEGER* values) {
        EXPECT_THAT(stmt->bind_parameter(
                        {1, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 10, 0, values, 0, nullptr}),
                    Works());
    }
    void manual_commit() {
        EXPECT_THAT(dbc->set_attribute(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF), Works());
    }
};

Step insert_prepared(int handle) {
    return on(Function::prepare,
              prepared({.handle = handle, .type = 20, .markers = 1, .columns = 0}), Status::idle);
}
Step two_stored(Status status = Status::active) {
    return on(Function::execute_array,
              Message{}.i32(0).i32(2).i32(1).zeros(8).i32(1).zeros(8).i32(-2), status);
}
Step commit() { return on(Function::end_tran, success(), Status::idle); }

TEST_F(RepeatTest, APreparedSelectIsExecutedOnTheNewCas) {
    connect({Conversation{{on(Function::prepare, prepared({.handle = 5}), Status::idle),
                           closes_at(Function::execute)}},
             Conversation{{on(Function::prepare, prepared({.handle = 9}), Status::idle),
                           on(Function::execute, executed(1, {1, 1, true}), Status::idle)}}});
    EXPECT_THAT(stmt->prepare("SELECT a FROM t"), Works());
    EXPECT_THAT(stmt->execute(), Works());
    EXPECT_EQ(*stmt->fetch(), SQL_SUCCESS);
    EXPECT_EQ(cas->requests().back().number(0), 9);
}

TEST_F(RepeatTest, ADirectSelectIsExecutedOnTheNewCas) {
    connect(
        {Conversation{{closes_at(Function::prepare_and_execute)}},
         Conversation{{on(Function::prepare_and_execute,
                          prepared_and_executed({}, executed(1, {1, 1, true})), Status::idle)}}});
    EXPECT_THAT(stmt->execute_direct("/* one */ select a FROM t"), Works());
    EXPECT_EQ(*stmt->fetch(), SQL_SUCCESS);
}

TEST_F(RepeatTest, ASelectIsSentAgainOnlyOnce) {
    connect(
        {Conversation{{closes_at(Function::prepare_and_execute)}},
         Conversation{{closes_at(Function::prepare_and_execute)}},
         Conversation{{on(Function::prepare_and_execute,
                          prepared_and_executed({}, executed(1, {1, 1, true})), Status::idle)}}});
    EXPECT_THAT(stmt->execute_direct("SELECT a FROM t"), FailsWith("08S01"));
    EXPECT_THAT(stmt->execute_direct("SELECT a FROM t"), Works()) << "and the next call connects";
}

TEST_F(RepeatTest, AnInsertThatCommitsItselfIsNeverSentAgain) {
    connect({Conversation{{insert_prepared(5), closes_at(Function::execute)}},
             Conversation{{insert_prepared(6), on(Function::execute, affected(1), Status::idle)}}});
    SQLINTEGER value = 1;
    bind(&value);
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    EXPECT_THAT(stmt->execute(), FailsWith("08S01"));
    EXPECT_TRUE(dbc->connection()->session->is_dead());
    EXPECT_THAT(cas->functions(), ElementsAre(Function::prepare, Function::execute));
    EXPECT_THAT(stmt->execute(), Works()) << "on a new connection";
    EXPECT_EQ(stmt->row_count(), 1);
}

TEST_F(RepeatTest, ADirectInsertThatCommitsItselfIsNeverSentAgain) {
    for (const char* sql : {"INSERT INTO t VALUES (1)", "SELECTED", "(SELECT 1)", "CALL p()"}) {
        connect({closes_at(Function::prepare_and_execute)});
        EXPECT_THAT(stmt->execute_direct(sql), FailsWith("08S01")) << sql;
        EXPECT_EQ(cas->connections(), 1) << sql;
        EXPECT_THAT(dbc->disconnect(), Works());
    }
}

TEST_F(RepeatTest, TheFirstInsertOfATransactionIsSentAgain) {
    connect({Conversation{{insert_prepared(5), closes_at(Function::execute)}},
             Conversation{{insert_prepared(6), on(Function::execute, affected(1), Status::active),
                           commit()}}});
    manual_commit();
    SQLINTEGER value = 1;
    bind(&value);
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    EXPECT_THAT(stmt->execute(), Works());
    EXPECT_THAT(dbc->end_transaction(SQL_COMMIT), Works());
}

TEST_F(RepeatTest, TheSecondInsertOfATransactionIsNot) {
    connect({insert_prepared(5), on(Function::execute, affected(1), Status::active),
             closes_at(Function::execute)});
    manual_commit();
    SQLINTEGER value = 1;
    bind(&value);
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    EXPECT_THAT(stmt->execute(), Works());
    EXPECT_THAT(stmt->execute(), FailsWith("08S01"));
    EXPECT_THAT(stmt->execute(), FailsWith("08S01")) << "the transaction is gone, the session too";
    EXPECT_EQ(cas->connections(), 1);
}

TEST_F(RepeatTest, TheFirstRequestOfAnArrayIsSentAgainWithTheSetsThatItHeld) {
    connect({Conversation{{insert_prepared(5), closes_at(Function::execute_array)}},
             Conversation{{insert_prepared(6), two_stored(), commit()}}});
    SQLINTEGER values[3] = {1, 2, 3};
    SQLUSMALLINT operations[3] = {SQL_PARAM_PROCEED, SQL_PARAM_IGNORE, SQL_PARAM_PROCEED};
    SQLUSMALLINT statuses[3] = {99, 99, 99};
    SQLULEN processed = 99;
    EXPECT_THAT(set(SQL_ATTR_PARAMSET_SIZE, 3), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAM_STATUS_PTR, reinterpret_cast<SQLULEN>(statuses)), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAM_OPERATION_PTR, reinterpret_cast<SQLULEN>(operations)), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAMS_PROCESSED_PTR, reinterpret_cast<SQLULEN>(&processed)), Works());
    bind(values);
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    EXPECT_EQ(*stmt->execute(), SQL_SUCCESS);
    EXPECT_THAT(statuses, ElementsAre(SQL_PARAM_SUCCESS, SQL_PARAM_UNUSED, SQL_PARAM_SUCCESS));
    EXPECT_EQ(processed, 3U);
    const auto requests = cas->requests();
    EXPECT_EQ(requests[1].args.size(), requests[3].args.size());
    EXPECT_EQ(requests[3].number(0), 6) << "the new CAS's handle";
}

TEST_F(RepeatTest, AnArrayThatCommitsRowByRowIsNeverSentAgain) {
    connect({Conversation{{insert_prepared(5), closes_at(Function::execute_array)}}},
            "ArrayCommit=row");
    SQLINTEGER values[2] = {1, 2};
    SQLUSMALLINT statuses[2] = {99, 99};
    EXPECT_THAT(set(SQL_ATTR_PARAMSET_SIZE, 2), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAM_STATUS_PTR, reinterpret_cast<SQLULEN>(statuses)), Works());
    bind(values);
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    EXPECT_EQ(*stmt->execute(), SQL_ERROR);
    EXPECT_THAT(statuses, testing::Each(SQL_PARAM_DIAG_UNAVAILABLE));
    EXPECT_EQ(cas->connections(), 1);
}

}  // namespace
}  // namespace cubrid::odbc::handles
