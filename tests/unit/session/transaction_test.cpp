// Which request ends a transaction, when its answer is waited for, and what a failure leaves
// behind.
#include "results.h"
#include "session/server_statement.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Step commit() { return on(Function::end_tran, success(), Status::idle); }
Step half_a_result(int handle_count = 9) {
    return on(Function::execute, executed(handle_count, {1, 2}), Status::active);
}

// What an execution of DML does.
base::Result<void> execute_dml(Session& session) {
    auto turn = session.begin();
    if (!turn) return std::move(turn).error();
    cas::begin_execute(turn->frame(), {.handle = 7, .autocommit = turn->commits_itself()});
    auto reply = turn->exchange();
    if (!reply) return std::move(reply).error();
    auto executed = cas::read_execute(std::move(*reply), 0, false);
    if (!executed) {
        base::Diag diag = turn->failed(std::move(executed).error());
        static_cast<void>(turn->conclude(Turn::Wrote::rows));
        return diag;
    }
    return turn->conclude(Turn::Wrote::rows);
}

base::Result<void> prepare(const std::shared_ptr<Session>& session, ServerStatement& statement) {
    auto turn = session->begin();
    if (!turn) return std::move(turn).error();
    if (auto done = statement.prepare(*turn); !done) {
        base::Diag diag = turn->failed(std::move(done).error());
        static_cast<void>(turn->conclude(Turn::Wrote::nothing));
        return diag;
    }
    return turn->conclude(Turn::Wrote::nothing);
}

TEST(Transaction, APrepareLeavesNoneBehindAndDoesNotWaitForThat) {
    std::atomic<bool> prepared_already{false};
    const FakeCas cas{{on(Function::prepare, prepared({}), Status::active),
                       when(
                           [&] {
                               while (!prepared_already) std::this_thread::yield();
                           },
                           commit()),
                       on(Function::execute, affected(1), Status::idle)}};
    const auto session = cas.connected();
    ServerStatement statement{session, "INSERT"};
    EXPECT_THAT(prepare(session, statement), Works());
    EXPECT_TRUE(cas.has_come(2)) << "END_TRAN is sent at once";
    prepared_already = true;
    EXPECT_THAT(execute_dml(*session), Works()) << "and its answer is received with the next call";
    EXPECT_FALSE(session->in_transaction());
}

TEST(Transaction, APrepareInManualCommitModeSendsNothingBehindIt) {
    const FakeCas cas{{on(Function::prepare, prepared({}), Status::active)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    ServerStatement statement{session, "INSERT"};
    EXPECT_THAT(prepare(session, statement), Works());
    EXPECT_TRUE(session->in_transaction());
    session->close();
    EXPECT_THAT(cas.functions(), ElementsAre(Function::prepare));
}

TEST(Transaction, WhereRowsWereWrittenTheCommitHasBeenAnsweredOnReturn) {
    const FakeCas cas{{on(Function::execute, affected(1), Status::active), commit()}};
    const auto session = cas.connected();
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_THAT(cas.functions(), ElementsAre(Function::execute, Function::end_tran));
}

TEST(Transaction, ALostAnswerToTheCommitOfWrittenRowsIs08007) {
    const FakeCas cas{
        {on(Function::execute, affected(1), Status::active), closes_at(Function::end_tran)}};
    const auto session = cas.connected();
    EXPECT_THAT(execute_dml(*session), FailsWith("08007"));
    EXPECT_TRUE(session->is_dead());
}

TEST(Transaction, ALostAnswerToACommitOfNothingLosesOnlyTheCas) {
    const FakeCas cas{{Conversation{{on(Function::prepare, prepared({}), Status::active),
                                     closes_at(Function::end_tran)}},
                       Conversation{{on(Function::execute, affected(1), Status::idle)}}}};
    const auto session = cas.connected();
    ServerStatement statement{session, "INSERT"};
    EXPECT_THAT(prepare(session, statement), Works());
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_EQ(cas.connections(), 2);
}

TEST(Transaction, ARefusedCommitIsTold) {
    const FakeCas cas{{on(Function::execute, affected(1), Status::active),
                       on(Function::end_tran, error(-10, "no"), Status::idle)}};
    const auto session = cas.connected();
    EXPECT_THAT(execute_dml(*session), FailsWith("HY000"));
    EXPECT_FALSE(session->is_dead());
}

TEST(Transaction, AMalformedAnswerToTheCommitKillsTheSession) {
    const FakeCas cas{{on(Function::execute, affected(1), Status::active),
                       on(Function::end_tran, Message{}.u8(0).u8(1), Status::idle)}};
    const auto session = cas.connected();
    EXPECT_THAT(execute_dml(*session), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST(Transaction, StatementsCommitThemselvesWhileNoResultIsOpen) {
    const FakeCas cas{{on(Function::execute, affected(1), Status::idle)}};
    const auto session = cas.connected();
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_EQ(cas.requests().front().number(6), 1) << "the commit byte of EXECUTE";
}

TEST(Transaction, WhileAResultIsOpenAFailureMustNotCloseIt) {
    const FakeCas cas{{half_a_result(), on(Function::execute, affected(1), Status::active),
                       commit(), on(Function::execute, error(-670, "duplicate"), Status::active),
                       commit(), on(Function::fetch, page({3, 7, true}), Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_THAT(execute_dml(*session), FailsWith("23000"));
    const auto requests = cas.requests();
    EXPECT_EQ(requests[1].number(6), 0);
    EXPECT_EQ(requests[3].number(6), 0);
    EXPECT_THAT(rest_of(*pages), SizeIs(9));
}

TEST(Transaction, APrepareWhileAResultIsOpenLeavesItsTransactionToTheResult) {
    const FakeCas cas{{half_a_result(), on(Function::prepare, prepared({}), Status::active),
                       on(Function::cursor_close, Message{}, Status::active), commit()}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    ServerStatement statement{session, "SELECT"};
    EXPECT_THAT(prepare(session, statement), Works());
    EXPECT_EQ(cas.requests()[1].number(2), 0) << "the commit byte of PREPARE";
    pages->close();
    EXPECT_FALSE(session->in_transaction());
}

TEST(Transaction, TheLastOfSeveralResultsEndsIt) {
    const FakeCas cas{{half_a_result(), half_a_result(),
                       on(Function::cursor_close, Message{}, Status::active),
                       on(Function::cursor_close, Message{}, Status::active), commit(),
                       on(Function::execute, affected(1), Status::idle)}};
    const auto session = cas.connected();
    const auto left = open_result(session, 1);
    const auto right = open_result(session, 2);
    left->close();
    left->close();
    EXPECT_TRUE(session->in_transaction());
    right->close();
    EXPECT_FALSE(session->in_transaction());
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_EQ(cas.requests().back().number(6), 1) << "no result is counted as open";
}

TEST(Transaction, ResultsThatARollbackHasClosedAreNotCountedTwice) {
    const FakeCas cas{{half_a_result(), commit(), half_a_result(),
                       on(Function::execute, affected(1), Status::active), commit(),
                       on(Function::cursor_close, Message{}, Status::idle),
                       on(Function::execute, affected(1), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto old = open_result(session);
    EXPECT_THAT(session->end_transaction(cas::EndTran::rollback), Works());
    session->set_autocommit(true);
    const auto fresh = open_result(session);
    old->close();
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_EQ(cas.requests()[3].number(6), 0) << "the fresh result is still open";
    fresh->close();
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_EQ(cas.requests().back().number(6), 1);
}

TEST(Transaction, AfterADeadlockTheDriverRollsBackAndClosesResults) {
    const FakeCas cas{{half_a_result(),
                       on(Function::execute, error(-72, "deadlock"), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    EXPECT_THAT(execute_dml(*session), FailsWith("40001"));
    EXPECT_EQ(cas.requests().back().number(0), static_cast<int>(cas::EndTran::rollback));
    EXPECT_FALSE(session->in_transaction());
    EXPECT_THAT(pages->check(), FailsWith("24000"));
}

TEST(Transaction, AnErrorThatEndsTheTransactionOnTheServerIsToldAsARollback) {
    const FakeCas cas{{half_a_result(), on(Function::execute, error(-4, "stopped"), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    const auto failed = execute_dml(*session);
    EXPECT_THAT(failed, FailsWith("40001"));
    EXPECT_EQ(failed.error().native, -4);
    EXPECT_THAT(failed.error().message, HasSubstr("rolled the transaction back"));
    EXPECT_THAT(pages->check(), FailsWith("24000"));
}

TEST(Transaction, AnErrorInsideATransactionThatGoesOnKeepsItsState) {
    const FakeCas cas{{on(Function::execute, affected(1), Status::active),
                       on(Function::execute, error(-670, "duplicate"), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(execute_dml(*session), Works());
    EXPECT_THAT(execute_dml(*session), FailsWith("23000"));
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), Works());
}

TEST(Transaction, WhatACallLeftByAnExceptionHasWrittenIsRolledBack) {
    const FakeCas cas{{on(Function::execute, affected(1), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    {
        auto turn = session->begin();
        cas::begin_execute(turn->frame(), {.handle = 7, .autocommit = false});
        EXPECT_THAT(turn->exchange(), Works());
        turn->abandon();
    }
    EXPECT_EQ(cas.requests().back().number(0), static_cast<int>(cas::EndTran::rollback));
    EXPECT_FALSE(session->in_transaction());
}

TEST(Transaction, ASessionSaysWhoseRequestItServes) {
    const FakeCas cas{std::vector<Step>{}};
    const auto session = cas.connected();
    const int one = 1;
    const int other = 2;
    { const auto turn = session->begin(&one); }
    EXPECT_TRUE(session->serves(&one));
    EXPECT_FALSE(session->serves(&other));
    { const auto turn = session->begin(&other); }
    EXPECT_FALSE(session->serves(&one));
}

TEST(Transaction, EndTranIsNotSentWhenThereIsNone) {
    const FakeCas cas{std::vector<Step>{}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), Works());
    EXPECT_THAT(session->end_transaction(cas::EndTran::rollback), Works());
    session->close();
    EXPECT_THAT(cas.functions(), ElementsAre());
}

TEST(Transaction, AnUnansweredEndTranIs08007ForACommitAnd08S01ForARollback) {
    for (const auto how : {cas::EndTran::commit, cas::EndTran::rollback}) {
        const FakeCas cas{
            {on(Function::execute, affected(1), Status::active), closes_at(Function::end_tran)}};
        const auto session = cas.connected();
        session->set_autocommit(false);
        EXPECT_THAT(execute_dml(*session), Works());
        const auto ended = session->end_transaction(how);
        EXPECT_THAT(ended, FailsWith(how == cas::EndTran::commit ? "08007" : "08S01"));
        EXPECT_THAT(session->end_transaction(how), FailsWith("08S01"));
    }
}

TEST(Transaction, AnExchangeThatTakesTooLongIsHYT01AndLosesTheSession) {
    const FakeCas cas{{on(Function::execute, std::string{})}};
    const auto session = cas.connected();
    session->set_exchange_timeout(std::chrono::milliseconds{100});
    EXPECT_THAT(execute_dml(*session), FailsWith("HYT01"));
    EXPECT_TRUE(session->is_dead());
}

}  // namespace
}  // namespace cubrid::odbc::session
