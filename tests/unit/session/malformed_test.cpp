// Whatever a server sends instead of a reply is an error of the connection: 08S01, and the session
// is of no use afterwards. Nothing is resynchronised.
#include "results.h"
#include "session/server_statement.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words

base::Result<void> prepare(const std::shared_ptr<Session>& session) {
    ServerStatement statement{session, "SELECT 1"};
    auto turn = session->begin();
    if (!turn) return std::move(turn).error();
    auto prepared = statement.prepare(*turn);
    if (!prepared) return turn->failed(std::move(prepared).error());
    return {};
}

void expect_the_session_to_be_lost(std::string reply, const std::string& what) {
    const FakeCas cas{{closing(on(Function::prepare, std::move(reply)))}};
    const auto session = cas.connected();
    EXPECT_THAT(prepare(session), FailsWith("08S01")) << what;
    EXPECT_TRUE(session->is_dead()) << what;
    EXPECT_THAT(session->begin(), FailsWith("08S01")) << what;
    session->close();
}

TEST(MalformedReply, ALengthThatCannotBeKillsTheSession) {
    expect_the_session_to_be_lost(frame_announcing(-1, ""), "-1");
    expect_the_session_to_be_lost(frame_announcing(-0x7FFFFFFF, ""), "a large negative one");
    expect_the_session_to_be_lost(frame_announcing(0x7FFFFFFF, "ten bytes."), "0x7fffffff");
}

TEST(MalformedReply, OneThatIsCutKillsTheSessionWhereverItEnds) {
    const std::string whole = frame(prepared({}), Status::idle);
    for (std::size_t size = 0; size < whole.size(); size += 3) {
        expect_the_session_to_be_lost(whole.substr(0, size), std::to_string(size));
    }
}

TEST(MalformedReply, OneThatIsWholeButTooShortKillsTheSession) {
    const Message whole = prepared({});
    for (std::size_t size = 5; size < whole.size(); size += 5) {
        const std::string part{base::as_text(whole.bytes().first(size))};
        expect_the_session_to_be_lost(frame_announcing(static_cast<std::int32_t>(size), part),
                                      std::to_string(size));
    }
}

TEST(MalformedReply, CountsThatTheReplyCannotHoldKillTheSession) {
    expect_the_session_to_be_lost(frame(prepared({}).with_i32(14, 0x7FFFFFFF), Status::idle),
                                  "columns");
    expect_the_session_to_be_lost(frame(prepared({.markers = -1}), Status::idle), "markers");
    expect_the_session_to_be_lost(frame(prepared({.handle = 0}), Status::idle), "no handle");
}

TEST(MalformedReply, AParameterOrVersionThatMakesNoSenseKillsTheSessionToo) {
    {
        const FakeCas cas{{on(Function::get_db_parameter, Message{}.i32(0).u8(1), Status::idle)}};
        const auto session = cas.connected();
        EXPECT_THAT(session->db_parameter(cas::DbParameter::isolation_level), FailsWith("08S01"));
        EXPECT_TRUE(session->is_dead());
    }
    const FakeCas cas{{on(Function::get_db_version, success(), Status::idle)}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST(MalformedReply, OneThatComesTwiceInATransactionIsNotTheAnswerToTheNextRequest) {
    const std::string once = frame(prepared({.handle = 5, .markers = 2}), Status::active);
    const FakeCas cas{{on(Function::prepare, once + once)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(prepare(session), Works());
    EXPECT_THAT(prepare(session), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST(MalformedReply, ACommitThatIsAnsweredByNothingIsNoSuccess) {
    const FakeCas cas{{on(Function::prepare, prepared({}), Status::active),
                       on(Function::end_tran, Message{}, Status::idle)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    EXPECT_THAT(prepare(session), Works());
    EXPECT_THAT(session->end_transaction(cas::EndTran::commit), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST(MalformedReply, AFetchWithAHugeLengthTakesNoMemoryAndIsNoEnd) {
    const FakeCas cas{{on(Function::execute, executed(9, {1, 2}), Status::active),
                       closing(on(Function::fetch, frame_announcing(1 << 30, "ten bytes.")))}};
    const auto session = cas.connected();
    const auto pages = open_result(session, 1, false);
    next_values(*pages);
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
    EXPECT_THAT(pages->next({}), FailsWith("08S01"));
}

}  // namespace
}  // namespace cubrid::odbc::session
