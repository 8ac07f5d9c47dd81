#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>

#include "fixture.h"

namespace conformance {
namespace {

using LoginErrors = Conformance;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// A port of this machine on which connections are taken by the kernel and nobody answers; closed
// again at the end.
class MutePort {
 public:
    MutePort() : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(fd_, reinterpret_cast<sockaddr*>(&address), size);
        ::listen(fd_, 8);
        ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
    }
    MutePort(const MutePort&) = delete;
    MutePort& operator=(const MutePort&) = delete;
    ~MutePort() { close(); }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }
    std::string keyword() const { return "Port=" + std::to_string(port_) + ";"; }

 private:
    int fd_;
    std::uint16_t port_ = 0;
};

TEST_F(LoginErrors, WrongPasswordIs28000) {
    Dbc dbc(env_);
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string("PWD=certainly wrong;")), "28000"));
    EXPECT_LT(dbc.diagnostics().at(0).native, 0);
    Dbc wide(env_);
    EXPECT_TRUE(fails(wide, wide.connect_wide(connection_string("PWD=certainly wrong;")), "28000"));
    EXPECT_EQ(wide.diagnostics().at(0).native, dbc.diagnostics().at(0).native);
}

TEST_F(LoginErrors, UnknownUserIs28000) {
    Dbc dbc(env_);
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string("UID=no_such_user;")), "28000"));
}

TEST_F(LoginErrors, ClosedPortIs08001) {
    MutePort port;
    port.close();
    Dbc dbc(env_);
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string(port.keyword())), "08001"));
    Dbc wide(env_);
    EXPECT_TRUE(fails(wide, wide.connect_wide(connection_string(port.keyword())), "08001"));
}

TEST_F(LoginErrors, UnknownDatabaseIs08001Or08004) {
    Dbc dbc(env_);
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string("Database=no_such_db;")), "08001|08004"));
    EXPECT_THAT(dbc.diagnostics().at(0).text, HasSubstr("no_such_db"));
}

TEST_F(LoginErrors, UnknownHostIs08001) {
    Dbc dbc(env_);
    EXPECT_TRUE(
        fails(dbc, dbc.connect(connection_string("Server=no.such.host.invalid;")), "08001"));
    Dbc longer(env_);
    EXPECT_TRUE(fails(longer,
                      longer.connect(connection_string("Server=" + std::string(300, 'x') + ";")),
                      "08001|HY090"));
}

TEST_F(LoginErrors, MissingDatabaseIsAnError) {
    Dbc dbc(env_);
    EXPECT_EQ(dbc.connect("Driver={" + std::string(kDriverName) + "};Server=" + server_.host() +
                          ";Port=" + std::to_string(server_.port())),
              SQL_ERROR);
    EXPECT_THAT(dbc.diagnostics(), SizeIs(testing::Ge(1U)));
}

TEST_F(LoginErrors, TooLongNamesAreRefusedAndNeverSentCut) {
    for (const char* keyword : {"UID", "PWD", "Database"}) {
        for (std::size_t length : {32U, 33U, 200U}) {
            Dbc dbc(env_);
            const std::string extra = std::string(keyword) + "=" + std::string(length, 'n') + ";";
            EXPECT_TRUE(fails(dbc, dbc.connect(tapped_connection_string(extra)),
                              "28000|HY090|08001|08004|HY000"))
                << keyword << ' ' << length;
        }
    }
    for (const std::string& open : tap().opens()) {
        EXPECT_EQ(open.find(std::string(31, 'n')), std::string::npos);
    }
}

TEST_F(LoginErrors, LongestPasswordIsSentWhole) {
    Dbc dbc(env_);
    EXPECT_TRUE(fails(
        dbc, dbc.connect(tapped_connection_string("PWD=" + std::string(31, 'n') + ";")), "28000"));
    ASSERT_THAT(tap().opens(), SizeIs(1));
    EXPECT_EQ(tap().opens()[0].substr(64, 32), std::string(31, 'n') + '\0');
}

TEST_F(LoginErrors, LoginTimeoutHoldsOnAMuteServer) {
    MutePort port;
    Dbc dbc(env_);
    dbc.set(SQL_ATTR_LOGIN_TIMEOUT, 1);
    const auto start = Clock::now();
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string(port.keyword())), "HYT00"));
    EXPECT_GT(seconds_since(start), 0.8);
    EXPECT_LT(seconds_since(start), 3.0);
}

TEST_F(LoginErrors, LoginTimeoutKeywordIsInMilliseconds) {
    MutePort port;
    for (const char* value : {"300", "300ms", "1s"}) {
        Dbc dbc(env_);
        const auto start = Clock::now();
        EXPECT_TRUE(fails(dbc,
                          dbc.connect(connection_string("LoginTimeout=" + std::string(value) + ";" +
                                                        port.keyword())),
                          "HYT00"));
        EXPECT_GT(seconds_since(start), 0.25) << value;
        EXPECT_LT(seconds_since(start), 2.5) << value;
    }
}

TEST_F(LoginErrors, LoginTimeoutCoversTheOpenReply) {
    NEEDS_MINICAS(kNeedsServerFault);
    minicas::Faults faults;
    faults.split_writes = 1;
    faults.write_delay = std::chrono::milliseconds(200);
    minicas().set_faults(faults);
    Dbc dbc(env_);
    dbc.set(SQL_ATTR_LOGIN_TIMEOUT, 1);
    const auto start = Clock::now();
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string()), "HYT00"));
    EXPECT_LT(seconds_since(start), 3.0);
    minicas().set_faults({});
}

TEST_F(LoginErrors, BrokerThatRefusesIs08004) {
    NEEDS_MINICAS(kNeedsServerFault);
    minicas::Faults faults;
    faults.hello_answer = -10017;
    minicas().set_faults(faults);
    Dbc dbc(env_);
    EXPECT_TRUE(fails(dbc, dbc.connect(connection_string()), "08004"));
    EXPECT_EQ(dbc.diagnostics().at(0).native, -10017);
    EXPECT_TRUE(succeeds(dbc, dbc.connect(connection_string()))) << "the handle stays usable";
}

TEST_F(LoginErrors, BrokerInTheOtherTlsModeIsFinal) {
    NEEDS_MINICAS(kNeedsServerFault);
    minicas::Faults faults;
    faults.hello_answer = -10103;
    minicas().set_faults(faults);
    Dbc dbc(env_);
    const auto start = Clock::now();
    EXPECT_TRUE(fails(dbc, dbc.connect(tapped_connection_string()), "08001|08004"));
    EXPECT_LT(seconds_since(start), 2.0);
    EXPECT_EQ(dbc.diagnostics().at(0).native, -10103);
    EXPECT_THAT(dbc.diagnostics().at(0).text, HasSubstr("SSL"));
    EXPECT_EQ(tap().connections(), 1);
    EXPECT_THAT(tap().opens(), IsEmpty());
}

TEST_F(LoginErrors, PasswordIsInNoDiagnostic) {
    Dbc dbc(env_);
    EXPECT_EQ(dbc.connect(connection_string("PWD=Geheim123;Foo=bar;")), SQL_ERROR);
    for (const Diagnostic& d : dbc.diagnostics()) {
        EXPECT_EQ(d.text.find("Geheim123"), std::string::npos) << d.text;
    }
}

}  // namespace
}  // namespace conformance
