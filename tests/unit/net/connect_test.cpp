#include "net/connect.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

#include "net/faults.h"
#include "net/poll_socket.h"
#include "peer.h"

namespace cubrid::odbc::net {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::Ge;
using testing::Le;

std::uint16_t closed_port() {
    std::uint16_t port = 0;
    ::close(listen_on("127.0.0.1", 1, port));
    return port;
}

TEST(Connect, FindsANameThatHasOnlyAnIPv4Listener) {
    const Peer peer{[](Line& line) { line.send("x"); }};
    const auto stream = connect({"localhost", peer.endpoint().port}, 30, soon());
    ASSERT_THAT(stream, Worked());
    EXPECT_EQ(read(**stream, 1).value(), "x");
}

TEST(Connect, TakesIPv6InBracketsAndWithout) {
    std::uint16_t port = 0;
    ::close(listen_on("::1", 1, port));
    if (port == 0) GTEST_SKIP() << "no IPv6 here";
    for (const char* host : {"::1", "[::1]"}) {
        const Peer peer{[](Line& line) { line.wait_for_close(); }, "::1"};
        EXPECT_THAT(connect({host, peer.endpoint().port}, 30, soon()), Worked());
    }
}

TEST(Connect, SaysWhereNobodyListens) {
    const std::uint16_t port = closed_port();
    const auto stream = connect({"127.0.0.1", port}, 30, soon());
    EXPECT_THAT(stream, FailedWith("08001"));
    EXPECT_THAT(stream, FailedSaying("127.0.0.1:" + std::to_string(port)));
    EXPECT_THAT(stream, FailedSaying(ErrorCode{asio::error::connection_refused}.message()));
}

TEST(Connect, NamesEveryAddressThatItTried) {
    const auto stream = connect({"localhost", closed_port()}, 30, soon());
    EXPECT_THAT(stream, FailedSaying("127.0.0.1: "));
}

TEST(Connect, SaysWhichNameIsUnknown) {
    const std::string name(300, 'x');
    const auto stream = connect({name, 33000}, 30, soon());
    EXPECT_THAT(stream, FailedWith("08001"));
    EXPECT_THAT(stream, FailedSaying("cannot find the host of " + name + ":33000"));
}

// A listener whose queue is full drops what comes, as a firewall does.
TEST(Connect, GivesUpAtTheDeadline) {
    std::uint16_t port = 0;
    const int listener = listen_on("127.0.0.1", 0, port);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::vector<int> queued;
    for (int i = 0; i < 4; ++i) {
        queued.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
        (void)::connect(queued.back(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    }
    const auto took = duration([&] {
        EXPECT_THAT(connect({"127.0.0.1", port}, 30, in(80ms)), FailedWith("HYT00"));
    });
    EXPECT_THAT(took, AllOf(Ge(80ms), Le(5s)));
    for (const int socket : queued) ::close(socket);
    ::close(listener);
}

TEST(Connect, TriesNothingAfterTheDeadline) {
    const Peer peer{[](Line&) {}};
    EXPECT_THAT(connect(peer.endpoint(), 30, in(0ms)), FailedWith("HYT00"));
}

TEST(PollSocket, SetsKeepAliveAndNoDelay) {
    const Peer peer{[](Line& line) { line.wait_for_close(); }};
    PollSocket socket;
    ErrorCode error;
    socket.connect({asio::ip::make_address("127.0.0.1"), peer.endpoint().port}, error);
    ASSERT_FALSE(error) << error.message();
    socket.keep_alive(12);
    const auto option = [&](int level, int name) {
        int value = -1;
        socklen_t length = sizeof value;
        ::getsockopt(socket.descriptor(), level, name, &value, &length);
        return value;
    };
    EXPECT_EQ(option(IPPROTO_TCP, TCP_NODELAY), 1);
    EXPECT_EQ(option(SOL_SOCKET, SO_KEEPALIVE), 1);
    EXPECT_EQ(option(IPPROTO_TCP, TCP_KEEPIDLE), 12);
    EXPECT_EQ(option(IPPROTO_TCP, TCP_KEEPINTVL), 4);
    EXPECT_EQ(option(IPPROTO_TCP, TCP_USER_TIMEOUT), 24'000);
}

// Without the check a client that keeps trying the port of a stopped broker is now and then
// connected to itself.
TEST(PollSocket, NeverConnectsToItself) {
    const std::uint16_t port = closed_port();
    const asio::ip::tcp::endpoint self{asio::ip::make_address("127.0.0.1"), port};
    asio::io_context context;
    asio::ip::tcp::socket bound{context, self};  // binds to the port that it then connects to
    ErrorCode error;
    bound.connect(self, error);
    ASSERT_FALSE(error) << "this kernel does not connect a socket to itself";
    EXPECT_TRUE(is_connected_to_itself(bound));
}

TEST(PeerName, PutsIPv6InBrackets) {
    EXPECT_EQ(peer_name("db", 33000), "db:33000");
    EXPECT_EQ(peer_name("::1", 1), "[::1]:1");
    EXPECT_EQ(peer_name("[::1]", 1), "[::1]:1");
}

}  // namespace
}  // namespace cubrid::odbc::net
