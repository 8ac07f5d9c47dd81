// A CAS that goes between transactions is replaced in silence; one that goes inside a transaction
// takes it along.
#include "results.h"
#include "session/server_statement.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;
using testing::StartsWith;

Step version(Status status = Status::idle) {
    return on(Function::get_db_version, Message{}.i32(0).raw("11.4").zeros(1), status);
}
Step set_parameter() { return on(Function::set_db_parameter, success(), Status::idle); }
void wait_for_the_end_of(Session& session) {
    while (!session.is_dead()) std::this_thread::yield();
}

TEST(Reconnect, ACasThatGoesBetweenTransactionsIsReplacedUnderItsSessionId) {
    const FakeCas cas{{Conversation{{closing(version())}}, Conversation{{version()}}}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), Works());
    wait_for_the_end_of(*session);
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_FALSE(session->is_dead());
    EXPECT_THAT(cas.opened_with(1).substr(608), StartsWith("the session's id"));
}

TEST(Reconnect, IsolationAndLockTimeoutAreSetAgain) {
    const FakeCas cas{{Conversation{{set_parameter(), closing(set_parameter())}},
                       Conversation{{set_parameter(), set_parameter(), version()}}}};
    const auto session = cas.connected();
    EXPECT_THAT(session->set_db_parameter(cas::DbParameter::lock_timeout, 500), Works());
    EXPECT_THAT(session->set_db_parameter(cas::DbParameter::isolation_level, 6), Works());
    wait_for_the_end_of(*session);
    EXPECT_THAT(session->server_version(), Works());
    const auto requests = cas.requests();
    EXPECT_EQ(requests[2].number(0), 1);
    EXPECT_EQ(requests[2].number(1), 6);
    EXPECT_EQ(requests[3].number(0), 2);
    EXPECT_EQ(requests[3].number(1), 500);
}

TEST(Reconnect, AStatementIsPreparedAgainAndItsOldHandleIsForgotten) {
    const FakeCas cas{
        {Conversation{{on(Function::prepare, prepared({.handle = 5}), Status::idle),
                       closing(on(Function::prepare, prepared({.handle = 6}), Status::idle))}},
         Conversation{{on(Function::prepare, prepared({.handle = 9}), Status::idle)}}}};
    const auto session = cas.connected();
    ServerStatement kept{session, "SELECT 1"};
    {
        ServerStatement other{session, "SELECT 2"};
        auto turn = session->begin();
        EXPECT_THAT(kept.prepare(*turn), Works());
        EXPECT_THAT(other.prepare(*turn), Works());
        turn = base::Result<Turn>{base::Diag{}};
        wait_for_the_end_of(*session);
    }
    auto turn = session->begin();
    EXPECT_THAT(kept.ensure_prepared(*turn), Works());
    EXPECT_EQ(kept.prepared().handle, 9);
    EXPECT_THAT(kept.ensure_prepared(*turn), Works()) << "once";
    const auto requests = cas.requests();
    EXPECT_EQ(requests[0].number(3), 1) << "the probe's handle rides on the first PREPARE";
    ASSERT_EQ(requests[2].args.size(), 4U) << "only the new CAS's own probe is closed on it";
    EXPECT_EQ(requests[2].number(3), 1);
}

TEST(Reconnect, AStatementWithOtherMarkersThanBeforeIs07002) {
    const FakeCas cas{
        {Conversation{{closing(on(Function::prepare, prepared({.markers = 1}), Status::idle))}},
         Conversation{{on(Function::prepare, prepared({.markers = 2}), Status::idle)}}}};
    const auto session = cas.connected();
    ServerStatement statement{session, "SELECT ?"};
    {
        auto turn = session->begin();
        EXPECT_THAT(statement.prepare(*turn), Works());
    }
    wait_for_the_end_of(*session);
    auto turn = session->begin();
    EXPECT_THAT(statement.ensure_prepared(*turn), FailsWith("07002"));
}

TEST(Reconnect, InsideATransactionTheSessionIsLostForGood) {
    const FakeCas cas{{closing(version(Status::active))}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
    EXPECT_EQ(cas.connections(), 1);
}

TEST(Reconnect, AServerThatIsGoneForGoodIs08S01) {
    const FakeCas cas{{closing(version())}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), Works());
    wait_for_the_end_of(*session);
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
}

TEST(Reconnect, ABrokerThatComesBackIsFoundByTheNextCall) {
    const FakeCas cas{{Conversation{{closing(version())}},
                       Conversation{.steps = {}, .hello_answer = -1001},
                       Conversation{{version()}}}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), Works());
    wait_for_the_end_of(*session);
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_FALSE(session->is_dead());
}

TEST(Reconnect, ARequestThatCrossesTheClosingIsSentAgainWhenItChangesNothing) {
    const FakeCas cas{
        {Conversation{{closes_at(Function::get_db_version)}},
         Conversation{{version(), closes_at(Function::prepare)}},
         Conversation{{on(Function::prepare, prepared({.handle = 6}), Status::idle)}}}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), Works());
    ServerStatement statement{session, "SELECT 1"};
    auto turn = session->begin();
    EXPECT_THAT(statement.prepare(*turn), Works());
    EXPECT_EQ(statement.prepared().handle, 6);
    EXPECT_FALSE(session->is_dead());
    EXPECT_EQ(cas.connections(), 3);
}

TEST(Reconnect, ARequestOfATransactionIsNotSentAgain) {
    const FakeCas cas{{version(Status::active), closes_at(Function::get_db_version)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_EQ(cas.connections(), 1);
}

TEST(Reconnect, HalfAnAnswerIsNoReasonToAskAgain) {
    std::string half = frame(Message{}.i32(0).raw("11.4").zeros(1), Status::idle);
    half.resize(half.size() - 3);
    const FakeCas cas{{closing(on(Function::get_db_version, half))}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_EQ(cas.connections(), 1);
}

TEST(Reconnect, ADatabaseServerThatIsGoneOutsideATransactionCostsOnlyTheCas) {
    for (const int code : {-111, -199, -224, -677}) {
        const FakeCas cas{{Conversation{{closing(
                               on(Function::get_db_version, error(code, "gone"), Status::idle))}},
                           Conversation{{version()}}}};
        const auto session = cas.connected();
        EXPECT_THAT(session->server_version(), FailsWith("08S01")) << code;
        EXPECT_THAT(session->server_version(), Works()) << code;
    }
}

TEST(Reconnect, ADatabaseServerThatIsGoneInsideATransactionLosesTheSession) {
    const FakeCas cas{{version(Status::active),
                       on(Function::get_db_version, error(-111, "gone"), Status::active)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_EQ(cas.connections(), 1);
}

TEST(Reconnect, ACasThatGivesUpARequestInsideATransactionLosesTheSession) {
    const FakeCas cas{{version(Status::active),
                       closing(on(Function::get_db_version, cas_error(-10003), Status::idle))}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), FailsWith("08S01"))
        << "the status byte of the answer says that there is no transaction any more";
}

TEST(Reconnect, AnOpenResultTellsThatItsConnectionWasLost) {
    const FakeCas cas{{Conversation{{on(Function::execute, executed(9, {1, 2}), Status::active),
                                     closing(on(Function::end_tran, success(), Status::idle))}},
                       Conversation{{version()}}}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), Works());
    wait_for_the_end_of(*session);
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
    pages->close();
}

TEST(Reconnect, ALostPlanIsPreparedAgainWithThePlanPinned) {
    const FakeCas cas{{on(Function::prepare, prepared({.handle = 5}), Status::idle),
                       on(Function::prepare, prepared({.handle = 6}), Status::idle)}};
    const auto session = cas.connected();
    ServerStatement statement{session, "SELECT 1"};
    auto turn = session->begin();
    EXPECT_THAT(statement.prepare(*turn), Works());
    EXPECT_THAT(statement.prepare_again(*turn), Works());
    EXPECT_EQ(statement.prepared().handle, 6);
    const auto requests = cas.requests();
    EXPECT_EQ(requests[1].number(1), cas::kPrepareHoldable | cas::kPrepareXaslCachePinned);
    EXPECT_EQ(requests[1].number(3), 5) << "the old handle is closed with it";
}

TEST(Reconnect, AHandleThatIsFreedRidesOnTheNextPrepareOnly) {
    const FakeCas cas{{on(Function::prepare, prepared({.handle = 5}), Status::idle), version(),
                       on(Function::prepare, prepared({.handle = 6}), Status::idle)}};
    const auto session = cas.connected();
    {
        ServerStatement statement{session, "SELECT 1"};
        auto turn = session->begin();
        EXPECT_THAT(statement.prepare(*turn), Works());
    }
    EXPECT_THAT(session->server_version(), Works());
    ServerStatement next{session, "SELECT 2"};
    auto turn = session->begin();
    EXPECT_THAT(next.prepare(*turn), Works());
    EXPECT_EQ(cas.requests()[2].number(3), 5);
}

}  // namespace
}  // namespace cubrid::odbc::session
