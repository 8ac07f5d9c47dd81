#include "net/socket_stream.h"

#include <sys/time.h>

#include <csignal>
#include <future>

#include "peer.h"

namespace cubrid::odbc::net {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::Ge;
using testing::Le;

std::string many_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<char>((i * 2654435761U) >> 24U);
    return bytes;
}

TEST(SocketStream, CarriesBytesBothWays) {
    const Peer peer{[](Line& line) { line.send(line.receive(5) + " to you"); }};
    const auto stream = peer.connected();
    EXPECT_THAT(stream->write_all(base::as_bytes("hello"), soon()), Worked());
    EXPECT_EQ(read(*stream, 12).value(), "hello to you");
}

TEST(SocketStream, PutsTogetherWhatComesInPieces) {
    const Peer peer{[](Line& line) {
        for (const char c : std::string{"12345678abcdefgh"}) {
            line.send({&c, 1});
            std::this_thread::sleep_for(1ms);
        }
    }};
    const auto stream = peer.connected();
    EXPECT_EQ(read(*stream, 8).value(), "12345678");
    EXPECT_EQ(read(*stream, 8).value(), "abcdefgh");
}

TEST(SocketStream, TakesApartWhatComesTogether) {
    const Peer peer{[](Line& line) { line.send("aabbbcccc"); }};
    const auto stream = peer.connected();
    EXPECT_EQ(read(*stream, 2).value(), "aa");
    EXPECT_EQ(read(*stream, 3).value(), "bbb");
    EXPECT_EQ(read(*stream, 0).value(), "");
    EXPECT_EQ(read(*stream, 4).value(), "cccc");
}

class Sizes : public testing::TestWithParam<std::size_t> {};

TEST_P(Sizes, ArriveWhole) {
    const std::string sent = many_bytes(GetParam());
    const Peer peer{[&](Line& line) { line.send("header.." + sent + "tail"); }};
    const auto stream = peer.connected();
    EXPECT_EQ(read(*stream, 8).value(), "header..");
    EXPECT_TRUE(read(*stream, sent.size()).value() == sent);
    EXPECT_EQ(read(*stream, 4).value(), "tail");
}

INSTANTIATE_TEST_SUITE_P(SocketStream, Sizes,
                         testing::Values(1, 16384, 65527, 65528, 65536, 65537, 131072, 5'000'000));

TEST(SocketStream, SendsMoreThanTheKernelHolds) {
    const std::string sent = many_bytes(20'000'000);
    std::string received;
    {
        const Peer peer{[&](Line& line) { received = line.receive(sent.size()); }};
        EXPECT_THAT(peer.connected()->write_all(base::as_bytes(sent), soon()), Worked());
    }
    EXPECT_TRUE(received == sent);
}

TEST(SocketStream, StopsReadingAtTheDeadline) {
    const Peer peer{[](Line& line) {
        line.send("half");
        line.wait_for_close();
    }};
    const auto stream = peer.connected();
    const auto took =
        duration([&] { EXPECT_THAT(read(*stream, 8, in(60ms)), FailedWith("HYT01")); });
    EXPECT_THAT(took, AllOf(Ge(60ms), Le(5s)));
    EXPECT_TRUE(stream->is_dead());
}

TEST(SocketStream, StopsWritingAtTheDeadline) {
    std::promise<void> written;
    const Peer peer{[&](Line& line) {
        written.get_future().wait();  // reads nothing
        line.reset();
    }};
    const auto stream = peer.connected();
    const std::string endless(std::size_t{64} << 20U, 'x');
    const auto took = duration([&] {
        EXPECT_THAT(stream->write_all(base::as_bytes(endless), in(60ms)), FailedWith("HYT01"));
    });
    written.set_value();
    EXPECT_THAT(took, AllOf(Ge(60ms), Le(5s)));
}

TEST(SocketStream, ReadsWhatHasArrivedAlthoughTheDeadlineHasPassed) {
    const Peer peer{[](Line& line) {
        line.send("there");
        line.wait_for_close();
    }};
    const auto stream = peer.connected();
    ASSERT_TRUE(
        eventually([&] { return stream->is_dead(); }));  // what has arrived was not asked for
    EXPECT_EQ(read(*stream, 5, in(0ms)).value(), "there");
}

TEST(SocketStream, SaysWhoClosedInTheMiddleOfAReply) {
    const Peer peer{[](Line& line) {
        line.send("abc");
        line.stop_sending();
        line.wait_for_close();
    }};
    const auto stream = peer.connected();
    const auto got = read(*stream, 8);
    EXPECT_THAT(got, FailedWith("08S01"));
    EXPECT_THAT(got, FailedSaying("127.0.0.1:" + std::to_string(peer.endpoint().port) +
                                  " closed the connection"));
    EXPECT_TRUE(stream->is_dead());
}

TEST(SocketStream, SurvivesAReset) {
    const Peer peer{[](Line& line) {
        EXPECT_EQ(line.receive(1), "?");
        line.reset();
    }};
    const auto stream = peer.connected();
    EXPECT_THAT(stream->write_all(base::as_bytes("?"), soon()), Worked());
    EXPECT_THAT(read(*stream, 1), FailedWith("08S01"));
    // No SIGPIPE either.
    EXPECT_THAT(stream->write_all(base::as_bytes("?"), soon()), FailedWith("08S01"));
}

TEST(SocketStream, IsWokenByAnotherThread) {
    const Peer peer{[](Line& line) { line.wait_for_close(); }};
    const auto stream = peer.connected();
    std::thread waker{[&] {
        std::this_thread::sleep_for(30ms);
        stream->wake();
    }};
    EXPECT_THAT(read(*stream, 1, base::Deadline::never()), FailedWith("HY008"));
    waker.join();
}

TEST(SocketStream, IsWokenBeforeItWaits) {
    const Peer peer{[](Line& line) { line.wait_for_close(); }};
    const auto stream = peer.connected();
    stream->wake();
    EXPECT_THAT(read(*stream, 1, base::Deadline::never()), FailedWith("HY008"));
}

TEST(SocketStream, WaitsOnWhenASignalInterrupts) {
    struct sigaction ignoring {};
    ignoring.sa_handler = [](int) {};  // without SA_RESTART: poll() ends with EINTR
    struct sigaction before {};
    sigaction(SIGALRM, &ignoring, &before);
    const itimerval every{{0, 10'000}, {0, 10'000}};
    setitimer(ITIMER_REAL, &every, nullptr);
    {
        const Peer peer{[](Line& line) {
            std::this_thread::sleep_for(100ms);
            line.send("late");
            line.wait_for_close();
        }};
        const auto stream = peer.connected();
        EXPECT_EQ(read(*stream, 4).value(), "late");
        EXPECT_GE(duration([&] { EXPECT_THAT(read(*stream, 1, in(60ms)), FailedWith("HYT01")); }),
                  60ms);
    }
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before, nullptr);
}

TEST(SocketStream, IsAliveWhileNothingHappens) {
    const Peer peer{[](Line& line) { line.wait_for_close(); }};
    const auto stream = peer.connected();
    EXPECT_FALSE(stream->is_dead());
    stream->close();
    EXPECT_TRUE(stream->is_dead());
}

TEST(SocketStream, IsDeadWhenThePeerHasClosed) {
    const Peer peer{[](Line& line) { line.close(); }};
    const auto stream = peer.connected();
    EXPECT_TRUE(eventually([&] { return stream->is_dead(); }));
}

TEST(SocketStream, IsDeadWhenThePeerSpeaksUnasked) {
    const Peer peer{[](Line& line) {
        line.send("ok and more");
        line.wait_for_close();
    }};
    const auto stream = peer.connected();
    EXPECT_EQ(read(*stream, 2).value(), "ok");
    EXPECT_TRUE(stream->is_dead());
}

TEST(SocketStream, IsOfNoUseOnceClosed) {
    const Peer peer{[](Line& line) { line.wait_for_close(); }};
    const auto stream = peer.connected();
    stream->close();
    EXPECT_THAT(read(*stream, 1), FailedWith("08S01"));
    EXPECT_THAT(stream->write_all(base::as_bytes("x"), soon()), FailedWith("08S01"));
}

}  // namespace
}  // namespace cubrid::odbc::net
