#include "net/tls.h"

#include "certificates.h"

namespace cubrid::odbc::net {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

class TlsTest : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        // A peer that gives up while it still writes must not end the test program.
        std::signal(SIGPIPE, SIG_IGN);
    }

    static base::Result<void> start(const Identity& identity, TlsOptions options) {
        const Peer peer{tls_echo(identity)};
        return peer.connected()->start_tls(options, soon());
    }
};

TEST_F(TlsTest, CarriesBytesBothWays) {
    const Identity server = self_signed();
    const PemFolder trusted{*server.certificate};
    const Peer peer{tls_echo(server)};
    const auto stream = peer.connected();
    ASSERT_THAT(stream->start_tls({.host_name = "localhost", .ca = trusted.file()}, soon()),
                Worked());
    std::string sent(1'000'000, 'x');
    for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>(i * 31 % 251);
    // Piece by piece: the peer echoes at once, and two full directions would stop each other.
    for (std::size_t at = 0; at < sent.size(); at += 50'000) {
        const auto piece = std::string_view{sent}.substr(at, 50'000);
        ASSERT_THAT(stream->write_all(base::as_bytes(piece), soon()), Worked());
        ASSERT_TRUE(read(*stream, piece.size()).value() == piece);
    }
}

TEST_F(TlsTest, TrustsByChainAndName) {
    const Identity server = self_signed();
    const PemFolder trusted{*server.certificate};
    EXPECT_THAT(start(server, {.host_name = "localhost", .ca = trusted.file()}), Worked());
    EXPECT_THAT(start(server, {.host_name = "LOCALHOST.", .ca = trusted.file()}), Worked());
    EXPECT_THAT(start(server, {.host_name = "127.0.0.1", .ca = trusted.file()}), Worked());
    // Without a name: that of the endpoint, which is 127.0.0.1 here.
    EXPECT_THAT(start(server, {.host_name = "", .ca = trusted.file()}), Worked());
}

TEST_F(TlsTest, TrustsTheCertificatesOfAFolder) {
    const Identity server = self_signed();
    const PemFolder trusted{*server.certificate};
    EXPECT_THAT(start(server, {.host_name = "localhost", .ca = trusted.folder()}), Worked());
}

TEST_F(TlsTest, RefusesAStrangerAndSaysHowToTrustIt) {
    const Identity server = self_signed();
    const auto refused = start(server, {.host_name = "localhost"});
    ASSERT_THAT(refused, FailedWith("08001"));
    EXPECT_THAT(
        refused.error().message,
        AllOf(HasSubstr("127.0.0.1:"), HasSubstr("SSLCA"), HasSubstr("SSLFingerprint"),
              HasSubstr("localhost, 127.0.0.1"), HasSubstr(fingerprint_of(*server.certificate))));
}

TEST_F(TlsTest, RefusesAnotherNameAndSaysWhichWouldDo) {
    const Identity server = self_signed({.names = "DNS:db.example.com"});
    const PemFolder trusted{*server.certificate};
    for (const char* name : {"localhost", "127.0.0.1", "example.com", "www.cubrid.org"}) {
        const auto refused = start(server, {.host_name = name, .ca = trusted.file()});
        ASSERT_THAT(refused, FailedWith("08001"));
        EXPECT_THAT(refused.error().message,
                    AllOf(HasSubstr("db.example.com"), HasSubstr("connect by a name")));
    }
}

TEST_F(TlsTest, TakesTheCommonNameWhereThereIsNoOther) {
    const Identity server = self_signed({.common_name = "db.example.com", .names = ""});
    const PemFolder trusted{*server.certificate};
    EXPECT_THAT(start(server, {.host_name = "db.example.com", .ca = trusted.file()}), Worked());
    EXPECT_THAT(start(server, {.host_name = "localhost", .ca = trusted.file()}),
                FailedSaying("it is for db.example.com"));
}

TEST_F(TlsTest, RefusesCertificatesOutOfTheirTime) {
    for (const auto& wish : {Wish{.valid_from = -7200, .valid_to = -3600},
                             Wish{.valid_from = 3600, .valid_to = 7200}}) {
        const Identity server = self_signed(wish);
        const PemFolder trusted{*server.certificate};
        const auto refused = start(server, {.host_name = "localhost", .ca = trusted.file()});
        EXPECT_THAT(refused, FailedWith("08001"));
        EXPECT_THAT(refused, FailedSaying("renew the server's certificate"));
    }
}

TEST_F(TlsTest, TrustsThePinnedCertificateWhateverItsName) {
    const Identity server = self_signed({.names = "DNS:db.example.com"});
    const std::string pin = fingerprint_of(*server.certificate);
    EXPECT_THAT(start(server, {.host_name = "localhost", .fingerprint = pin}), Worked());
    std::string bare;
    for (const char c : pin) {
        if (c != ':') bare += static_cast<char>(std::tolower(c));
    }
    EXPECT_THAT(start(server, {.host_name = "localhost", .fingerprint = bare}), Worked());
}

TEST_F(TlsTest, RefusesAnotherCertificateThanThePinnedOne) {
    const Identity server = self_signed();
    const std::string other = fingerprint_of(*self_signed().certificate);
    const PemFolder trusted{*server.certificate};
    // Neither a good chain nor verify = false makes up for it.
    for (const bool verify : {true, false}) {
        const auto refused = start(server, {.verify = verify,
                                            .host_name = "localhost",
                                            .ca = trusted.file(),
                                            .fingerprint = other});
        EXPECT_THAT(refused, FailedWith("08001"));
        EXPECT_THAT(refused, FailedSaying(fingerprint_of(*server.certificate)));
    }
}

TEST_F(TlsTest, SaysWhatAFingerprintIs) {
    const Identity server = self_signed();
    const auto refused = start(server, {.host_name = "localhost", .fingerprint = "12:34"});
    EXPECT_THAT(refused, FailedWith("08001"));
    EXPECT_THAT(refused, FailedSaying("SSLFingerprint=12:34: not a SHA-256 fingerprint"));
}

TEST_F(TlsTest, SaysWhenTheCaFileIsMissing) {
    const Identity server = self_signed();
    const auto refused = start(server, {.host_name = "localhost", .ca = "/nowhere/ca.pem"});
    EXPECT_THAT(refused, FailedWith("08001"));
    EXPECT_THAT(refused, FailedSaying("SSLCA=/nowhere/ca.pem: "));
}

TEST_F(TlsTest, TrustsAnybodyOnlyWhenToldTo) {
    const Identity server = self_signed({.names = "DNS:db.example.com", .valid_to = -1800});
    EXPECT_THAT(start(server, {.verify = false, .host_name = "localhost"}), Worked());
}

TEST_F(TlsTest, SpeaksTls12AndNothingOlder) {
    const Identity server = self_signed();
    const TlsOptions anybody{.verify = false, .host_name = "localhost"};
    {
        const Peer peer{tls_echo(server, TLS1_2_VERSION)};
        EXPECT_THAT(peer.connected()->start_tls(anybody, soon()), Worked());
    }
    const Peer peer{tls_echo(server, TLS1_1_VERSION)};
    EXPECT_THAT(peer.connected()->start_tls(anybody, soon()), FailedWith("08001"));
}

TEST_F(TlsTest, GivesUpOnAMutePeerAtTheDeadline) {
    const Peer peer{[](Line& line) { line.wait_for_close(); }};
    const auto stream = peer.connected();
    const auto took = duration([&] {
        EXPECT_THAT(stream->start_tls({.host_name = "localhost"}, in(60ms)), FailedWith("HYT01"));
    });
    EXPECT_THAT(took, AllOf(Ge(60ms), Le(5s)));
}

// A broker whose certificate has expired answers in clear: a frame with a CAS error.
TEST_F(TlsTest, SaysThatThePeerDoesNotSpeakTls) {
    const Peer peer{[](Line& line) {
        EXPECT_FALSE(line.receive(1).empty());
        line.send({"\0\0\0\x08\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xd8\xed", 16});
        line.wait_for_close();
    }};
    const auto refused = peer.connected()->start_tls({.host_name = "localhost"}, soon());
    EXPECT_THAT(refused, FailedWith("08001"));
    EXPECT_THAT(refused, FailedSaying("SSL=ON"));
}

TEST_F(TlsTest, RefusesBytesFromBeforeTheHandshake) {
    const Identity server = self_signed();
    const Peer peer{[](Line& line) {
        line.send("hello, and more");
        line.wait_for_close();
    }};
    const auto stream = peer.connected();
    ASSERT_EQ(read(*stream, 5).value(), "hello");
    EXPECT_THAT(stream->start_tls({.verify = false, .host_name = "localhost"}, soon()),
                FailedWith("08S01"));
}

TEST_F(TlsTest, StopsReadingAtTheDeadline) {
    const Identity server = self_signed();
    const Peer peer{tls_echo(server)};
    const auto stream = peer.connected();
    ASSERT_THAT(stream->start_tls({.verify = false, .host_name = "localhost"}, soon()), Worked());
    const auto took =
        duration([&] { EXPECT_THAT(read(*stream, 1, in(60ms)), FailedWith("HYT01")); });
    EXPECT_THAT(took, AllOf(Ge(60ms), Le(5s)));
}

// TLS 1.3 sends session tickets after the handshake: bytes that nobody asked for, and no sign of
// death.
TEST_F(TlsTest, IsAliveAlthoughTicketsCome) {
    const Identity server = self_signed();
    const Peer peer{tls_echo(server)};
    const auto stream = peer.connected();
    ASSERT_THAT(stream->start_tls({.verify = false, .host_name = "localhost"}, soon()), Worked());
    for (int i = 0; i < 20; ++i) {
        EXPECT_FALSE(stream->is_dead());
        std::this_thread::sleep_for(2ms);
    }
    ASSERT_THAT(stream->write_all(base::as_bytes("still"), soon()), Worked());
    EXPECT_EQ(read(*stream, 5).value(), "still");
    EXPECT_FALSE(stream->is_dead());
    ASSERT_THAT(stream->write_all(base::as_bytes("bye"), soon()), Worked());
    EXPECT_TRUE(eventually([&] { return stream->is_dead(); }));
}

TEST_F(TlsTest, SaysThatThePeerClosed) {
    const Identity server = self_signed();
    const Peer peer{tls_echo(server)};
    const auto stream = peer.connected();
    ASSERT_THAT(stream->start_tls({.verify = false, .host_name = "localhost"}, soon()), Worked());
    ASSERT_THAT(stream->write_all(base::as_bytes("bye"), soon()), Worked());
    const auto got = read(*stream, 1);
    EXPECT_THAT(got, FailedWith("08S01"));
    EXPECT_THAT(got, FailedSaying("closed the connection"));
}

}  // namespace
}  // namespace cubrid::odbc::net
