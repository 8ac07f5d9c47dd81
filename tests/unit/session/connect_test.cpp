#include "session/connect.h"

#include <string>

#include "fake_cas.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Lt;
using testing::StartsWith;

base::Deadline at_once() { return base::Deadline::after(std::chrono::milliseconds{200}); }

// A conversation that ends before the session says anything.
Conversation greeting(std::int32_t answer, Message open = open_reply()) {
    Conversation conversation;
    conversation.hello_answer = answer;
    conversation.open = std::move(open);
    conversation.probe = false;
    return conversation;
}

TEST(Connect, SendsDatabaseUserAndPasswordInTheirFields) {
    const FakeCas cas{{greeting(0)}};
    Login login = cas.login();
    login.password = "secret";
    login.url = "odbc:cubrid:log";
    const auto link = connect(login, {}, soon());
    ASSERT_THAT(link, Works());
    EXPECT_EQ(link->open.cas_pid, 4711);
    EXPECT_TRUE(link->info.in_transaction()) << "a CAS begins inside one";
    const std::string open = cas.opened_with(0);
    EXPECT_THAT(open, StartsWith("demodb"));
    EXPECT_THAT(open.substr(32), StartsWith("public"));
    EXPECT_THAT(open.substr(64), StartsWith("secret"));
    EXPECT_THAT(open.substr(96, 512), StartsWith("odbc:cubrid:log"));
    EXPECT_EQ(open.substr(608), std::string(20, '\0'));
}

TEST(Connect, AsksForAnEarlierSessionAgain) {
    const FakeCas cas{{greeting(0)}};
    cas::SessionId resume{};
    resume.fill(std::byte{'s'});
    ASSERT_THAT(connect(cas.login(), resume, soon()), Works());
    EXPECT_EQ(cas.opened_with(0).substr(608), std::string(20, 's'));
}

// Of the broker only the greeting is played; the CAS behind the other port gets none.
TEST(Connect, GoesOnAtThePortThatTheBrokerNamesWithoutAnotherGreeting) {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length);
    std::string first(cas::kOpenBytes, '\0');
    std::thread cas_process{[&] {
        const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        receive_all(client, first.data(), first.size());
        send_all(client, frame(open_reply(), Status::active));
        ::close(client);
    }};
    const FakeCas broker{{greeting(ntohs(address.sin_port))}};
    EXPECT_THAT(connect(broker.login(), {}, soon()), Works());
    cas_process.join();
    ::close(listener);
    EXPECT_THAT(first, StartsWith("demodb"));
}

TEST(Connect, SaysThatTheBrokersTlsModeIsTheOther) {
    const FakeCas cas{{greeting(-10103)}};
    const auto link = connect(cas.login(), {}, soon());
    EXPECT_THAT(link, FailsWith("08001"));
    EXPECT_THAT(link.error().message, HasSubstr("SSL"));
    EXPECT_EQ(link.error().native, -10103);
    EXPECT_EQ(cas.connections(), 1) << "and tries nothing else";
}

TEST(Connect, NeverFallsBackToClearText) {
    const FakeCas cas{{greeting(-10103)}};
    Login login = cas.login();
    login.tls = true;
    EXPECT_THAT(connect(login, {}, soon()), FailsWith("08001"));
    EXPECT_EQ(cas.connections(), 1);
}

TEST(Connect, RefusesAServerThatIsTooOld) {
    const FakeCas cas{{greeting(0, open_reply(6))}};
    const auto link = connect(cas.login(), {}, soon());
    EXPECT_THAT(link, FailsWith("08001"));
    EXPECT_THAT(link.error().message, HasSubstr("CUBRID 10.0"));
}

TEST(Connect, AWrongPasswordIs28000) {
    const FakeCas cas{{greeting(0, error(-171, "Incorrect or missing password."))}};
    const auto link = connect(cas.login(), {}, soon());
    EXPECT_THAT(link, FailsWith("28000"));
    EXPECT_EQ(link.error().native, -171);
}

TEST(Connect, NobodyListeningIs08001) {
    Login login = FakeCas{std::vector<Conversation>{}}.login();
    EXPECT_THAT(connect(login, {}, soon()), FailsWith("08001"));
}

TEST(Connect, ABrokerThatClosesWithoutAnAnswerIs08001) {
    const FakeCas cas{{greeting(0, Message{})}};
    EXPECT_THAT(connect(cas.login(), {}, soon()), FailsWith("08001"));
}

TEST(Connect, ANameThatIsTooLongIsNotSent) {
    const FakeCas cas{std::vector<Conversation>{}};
    Login login = cas.login();
    login.user = std::string(32, 'u');
    EXPECT_THAT(connect(login, {}, soon()), FailsWith("28000"));
    EXPECT_EQ(cas.connections(), 0);
}

TEST(Connect, AMuteBrokerIsLeftAtTheLoginTimeout) {
    // Listens, and never accepts.
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length);
    Login login;
    login.endpoint = {"127.0.0.1", ntohs(address.sin_port)};
    login.database = "demodb";
    EXPECT_THAT(connect(login, {}, at_once()), FailsWith("HYT00"));
    ::close(listener);
}

TEST(Session, AServerThatStallsBehindTheOpenReplyIsLeftAtTheLoginTimeoutToo) {
    Conversation conversation;
    conversation.probe = false;
    conversation.steps = {on(Function::prepare_and_execute, std::string{})};
    const FakeCas cas{{std::move(conversation)}};
    EXPECT_THAT(Session::open(cas.login(), at_once()), FailsWith("HYT00"));
}

TEST(Session, AConnectionThatBreaksDuringLoginWasNeverThere) {
    Conversation conversation;
    conversation.probe = false;
    conversation.steps = {closes_at(Function::prepare_and_execute)};
    const FakeCas cas{{std::move(conversation)}};
    EXPECT_THAT(Session::open(cas.login(), soon()), FailsWith("08001"));
}

TEST(Session, LearnsTheCharacterSetOfTheDatabase) {
    const std::pair<int, base::Charset> known[] = {{5, base::Charset::utf8},
                                                   {4, base::Charset::euckr},
                                                   {3, base::Charset::iso88591},
                                                   {2, base::Charset::binary}};
    for (const auto& [code, charset] : known) {
        Conversation conversation;
        conversation.charset = code;
        const FakeCas cas{{std::move(conversation)}};
        const auto session = cas.connected();
        EXPECT_EQ(session->charset(), charset);
        EXPECT_EQ(session->protocol(), cas::Version::v12);
    }
}

TEST(Session, BeginsOutsideATransaction) {
    Conversation conversation;
    conversation.probe = false;
    conversation.steps = {on(Function::prepare_and_execute,
                             prepared_and_executed({}, executed(1, {1, 1, true})), Status::active),
                          on(Function::end_tran, success(), Status::idle)};
    const FakeCas cas{{std::move(conversation)}};
    const auto session = cas.connected();
    EXPECT_FALSE(session->in_transaction());
    EXPECT_THAT(cas.functions(),
                testing::ElementsAre(Function::prepare_and_execute, Function::end_tran));
}

TEST(Session, TakesLeaveAndIsGoneThen) {
    const FakeCas cas{std::vector<Step>{}};
    const auto session = cas.connected();
    EXPECT_FALSE(session->is_dead());
    session->close();
    EXPECT_TRUE(session->is_dead());
    EXPECT_THAT(session->begin(), FailsWith("08S01"));
    session->close();
}

TEST(Session, ClosingDoesNotWaitForAMuteServerLongerThanTheConnectionTimeout) {
    const FakeCas cas{{on(Function::con_close, std::string{})}};
    const auto session = cas.connected();
    session->set_exchange_timeout(std::chrono::milliseconds{100});
    const auto start = std::chrono::steady_clock::now();
    session->close();
    EXPECT_THAT(std::chrono::steady_clock::now() - start, Lt(std::chrono::seconds{10}));
}

}  // namespace
}  // namespace cubrid::odbc::session
