#include "session/page_source.h"

#include "results.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;
using testing::Eq;
using testing::IsEmpty;
using testing::SizeIs;

Step first_page(int count, const Rows& rows, Status status = Status::active) {
    return on(Function::execute, executed(count, rows), status);
}
Step next_page(const Rows& rows, Status status = Status::active) {
    return on(Function::fetch, page(rows), status);
}
Step version(Status status = Status::active) {
    return on(Function::get_db_version, Message{}.i32(0).raw("11.4").zeros(1), status);
}

TEST(PageSource, GivesTheRowsOfAllPagesInOrder) {
    const FakeCas cas{
        {first_page(6, {1, 2}), next_page({3, 3}), next_page({6, 1, true}, Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(rest_of(*pages), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(values(*pages->next({})), Eq(std::nullopt)) << "and stays at the end";
}

TEST(PageSource, AsksForEachPageFromTheRowBehindTheLast) {
    const FakeCas cas{
        {first_page(9, {1, 2}), next_page({3, 4}), next_page({7, 3, true}, Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    rest_of(*pages);
    const auto requests = cas.requests();
    ASSERT_THAT(requests, SizeIs(3));
    EXPECT_EQ(requests[1].number(1), 3);
    EXPECT_EQ(requests[2].number(1), 7);
}

TEST(PageSource, AsksForTheNextPageBeforeItHandsOneOut) {
    const FakeCas cas{{first_page(4, {1, 2}), next_page({3, 2, true}, Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(cas.functions(), ElementsAre(Function::execute))
        << "an execution alone pays nothing";
    EXPECT_THAT(next_values(*pages), ElementsAre(1, 2));
    EXPECT_TRUE(cas.has_come(2));
    EXPECT_THAT(rest_of(*pages), ElementsAre(3, 4));
}

TEST(PageSource, AsksOnlyWhenThePageIsNeededWithoutPrefetch) {
    const FakeCas cas{{first_page(4, {1, 2}), version(), next_page({3, 2, true}, Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session, 1, false);
    EXPECT_THAT(next_values(*pages), ElementsAre(1, 2));
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(rest_of(*pages), ElementsAre(3, 4));
}

TEST(PageSource, EndsWhereTheFlagSaysSoWhenTheCountIsNotKnown) {
    const FakeCas cas{{next_page({1, 2}), next_page({3, 1, true}, Status::idle)}};
    const auto session = cas.connected();
    PageSource::Start start;
    start.handle = 1;
    start.columns = 1;
    const auto pages = [&] {
        auto turn = session->begin();
        return std::make_unique<PageSource>(session, *turn, std::move(start));
    }();
    EXPECT_THAT(rest_of(*pages), ElementsAre(1, 2, 3));
}

TEST(PageSource, EndsAtTheCountWhenTheServerNeverSetsTheFlag) {
    const FakeCas cas{{first_page(3, {1, 2}), next_page({3, 1}),
                       on(Function::cursor_close, Message{}, Status::active)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    EXPECT_THAT(rest_of(*pages), ElementsAre(1, 2, 3));
}

TEST(PageSource, StopsAtMaxRowWhichTheServerDoesNotFlag) {
    const FakeCas cas{{first_page(2, {1, 2, false}, Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(rest_of(*pages), ElementsAre(1, 2));
    EXPECT_THAT(cas.functions(), ElementsAre(Function::execute));
}

TEST(PageSource, GoesOnBehindAPageWithoutRows) {
    const FakeCas cas{{first_page(3, {1, 1}), next_page({}), next_page({}),
                       next_page({2, 2, true}, Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(rest_of(*pages), ElementsAre(1, 2, 3));
}

TEST(PageSource, GivesUpAServerThatSendsNothingButPagesWithoutRows) {
    const FakeCas cas{
        {first_page(3, {1, 1}), next_page({}), next_page({}), next_page({}), next_page({})}};
    const auto session = cas.connected();
    const auto pages = open_result(session, 1, false);
    EXPECT_THAT(next_values(*pages), ElementsAre(1));
    for (int i = 0; i < 3; ++i) EXPECT_THAT(next_values(*pages), IsEmpty());
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST(PageSource, APageThatComesTwiceIsNotHandedOutTwice) {
    for (const bool prefetch : {false, true}) {
        const FakeCas cas{{first_page(6, {1, 2}), next_page({3, 2}), next_page({3, 2})}};
        const auto session = cas.connected();
        const auto pages = open_result(session, 1, prefetch);
        EXPECT_THAT(next_values(*pages), ElementsAre(1, 2));
        EXPECT_THAT(next_values(*pages), ElementsAre(3, 4));
        EXPECT_THAT(pages->next({}), FailsWith("08S01"));
        EXPECT_TRUE(session->is_dead());
    }
}

TEST(PageSource, APageThatLeavesRowsOutIsAnError) {
    const FakeCas cas{{first_page(6, {1, 2}), next_page({5, 2, true})}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(next_values(*pages), ElementsAre(1, 2));
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
}

TEST(PageSource, ClosesNothingOfAResultThatTheServerHasEnded) {
    const FakeCas cas{{first_page(2, {1, 2, true}, Status::idle)}};
    const auto session = cas.connected();
    open_result(session)->close();
    session->close();
    EXPECT_THAT(cas.functions(), ElementsAre(Function::execute));
}

TEST(PageSource, ClosesAHalfReadResultAndEndsItsTransaction) {
    const FakeCas cas{{first_page(9, {1, 2}), on(Function::cursor_close, Message{}, Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    auto pages = open_result(session);
    pages->close();
    pages.reset();
    EXPECT_FALSE(session->in_transaction());
    EXPECT_THAT(cas.functions(),
                ElementsAre(Function::execute, Function::cursor_close, Function::end_tran));
}

TEST(PageSource, ReceivesThePageThatIsOnItsWayBeforeItCloses) {
    const FakeCas cas{{first_page(9, {1, 2}), next_page({3, 2}),
                       on(Function::cursor_close, Message{}, Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    next_values(*pages);
    pages->close();
    EXPECT_FALSE(session->in_transaction());
}

TEST(PageSource, ClosesInManualCommitModeWithoutWaiting) {
    const FakeCas cas{{first_page(9, {1, 2}), on(Function::cursor_close, Message{}, Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    open_result(session)->close();
    EXPECT_TRUE(session->in_transaction());
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), Works());
}

TEST(PageSource, LosesAnUncommittedTransactionWithTheAnswerToACursorClose) {
    const FakeCas cas{{first_page(9, {1, 2}), closes_at(Function::cursor_close)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    open_result(session)->close();
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), FailsWith("08S01"))
        << "what the application has written is gone and must not seem committed";
    EXPECT_THAT(session->begin(), FailsWith("08S01"));
}

TEST(PageSource, AnotherStatementsExchangeReceivesThePageFirst) {
    const FakeCas cas{
        {first_page(4, {1, 2}), next_page({3, 2, true}, Status::idle), version(Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(next_values(*pages), ElementsAre(1, 2));
    EXPECT_THAT(session->server_version(), Works());
    EXPECT_THAT(next_values(*pages), ElementsAre(3, 4));
    EXPECT_FALSE(session->in_transaction());
}

TEST(PageSource, TwoResultsGiveTheirPagesInTurn) {
    const FakeCas cas{{first_page(4, {1, 2}), first_page(4, {1, 2}), next_page({3, 2, true}),
                       next_page({3, 2, true}, Status::idle)}};
    const auto session = cas.connected();
    const auto left = open_result(session, 1);
    const auto right = open_result(session, 2);
    EXPECT_THAT(next_values(*left), ElementsAre(1, 2));
    EXPECT_THAT(next_values(*right), ElementsAre(1, 2));
    EXPECT_THAT(rest_of(*left), ElementsAre(3, 4));
    EXPECT_THAT(rest_of(*right), ElementsAre(3, 4));
    const auto requests = cas.requests();
    EXPECT_EQ(requests[2].number(0), 1);
    EXPECT_EQ(requests[3].number(0), 2);
}

TEST(PageSource, ARollbackClosesIt) {
    const FakeCas cas{{first_page(9, {1, 2}), on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    EXPECT_THAT(session->end_transaction(cas::EndTran::rollback), Works());
    EXPECT_THAT(pages->check(), FailsWith("24000"));
    EXPECT_THAT(pages->next({}), FailsWith("24000"));
    pages->close();
    session->close();
    EXPECT_THAT(cas.functions(), SizeIs(2)) << "the server has closed it";
}

TEST(PageSource, ARollbackOutsideATransactionEndsAHoldableResultOnTheServerToo) {
    const FakeCas cas{{first_page(9, {1, 2}), on(Function::end_tran, success(), Status::idle),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), Works());
    EXPECT_THAT(pages->check(), Works()) << "it survives the commit";
    EXPECT_THAT(session->end_transaction(cas::EndTran::rollback), Works());
    EXPECT_THAT(pages->check(), FailsWith("24000"));
    session->close();
    EXPECT_THAT(cas.functions(), SizeIs(3));
}

TEST(PageSource, ALostConnectionIsNoEndOfTheResult) {
    const FakeCas cas{{first_page(9, {1, 2}), closes_at(Function::fetch)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(next_values(*pages), ElementsAre(1, 2));
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
    EXPECT_THAT(pages->next({}), FailsWith("08S01")) << "and does not become one";
    EXPECT_THAT(pages->check(), FailsWith("08S01"));
    pages->close();
}

TEST(PageSource, APageLostInAnotherStatementsExchangeIsNoEndEither) {
    const FakeCas cas{{first_page(9, {1, 2}), closes_at(Function::fetch)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    next_values(*pages);
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
}

TEST(PageSource, AServersErrorInsteadOfAPageIsTold) {
    const FakeCas cas{{first_page(9, {1, 2}),
                       on(Function::fetch, error(-447, "closed already"), Status::active),
                       on(Function::cursor_close, Message{}, Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    next_values(*pages);
    EXPECT_THAT(pages->next({}), FailsWith("24000"));
    pages->close();
    EXPECT_FALSE(session->in_transaction());
}

TEST(PageSource, AMalformedPageThatAnotherStatementReceivesKillsTheSessionAtOnce) {
    const FakeCas cas{{first_page(9, {1, 2}),
                       on(Function::fetch, Message{}.i32(0).i32(7).u8(0), Status::active)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    next_values(*pages);
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
    EXPECT_THAT(cas.functions(), ElementsAre(Function::execute, Function::fetch));
}

TEST(PageSource, ClosingOnALostConnectionNeitherWaitsNorConnectsAgain) {
    const FakeCas cas{
        {first_page(9, {1, 2}), closing(on(Function::end_tran, success(), Status::idle))}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    const auto pages = open_result(session);
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), Works());
    while (!session->is_dead()) std::this_thread::yield();
    pages->close();
    EXPECT_EQ(cas.connections(), 1);
    EXPECT_THAT(pages->check(), Works()) << "nobody has asked for a row";
}

TEST(PageSource, OutlivesItsSessionsEnd) {
    const FakeCas cas{{first_page(9, {1, 2}), next_page({3, 2})}};
    auto session = cas.connected();
    const auto pages = open_result(session);
    next_values(*pages);
    session->close();
    session.reset();
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
    pages->close();
}

}  // namespace
}  // namespace cubrid::odbc::session
