#include "cas/handshake.h"

#include <algorithm>

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using testing::HasSubstr;
using wire::HasState;
using wire::hex;
using wire::IsMalformed;
using wire::Message;

Message open_reply_of(int version_byte) {
    return Message{}
        .i32(0x53B5)
        .u8(1)
        .u8(1)
        .u8(1)
        .u8(0)
        .u8(version_byte)
        .u8(0xC0)
        .u8(1)
        .u8(0)
        .i32(4)
        .raw("12345678901234567890");
}

auto decode = [](const base::Buffer& body) { return read_open_reply(body.view()); };

std::string field(const std::array<std::byte, kOpenBytes>& open, std::size_t at, std::size_t size) {
    return std::string{base::as_text(base::Bytes{open}.subspan(at, size))};
}

TEST(Hello, NamesOdbcAndTheNewestVersion) {
    EXPECT_EQ(hex(hello(false)), "435542524b024cc00000");
    EXPECT_EQ(hex(hello(true)), "4355425253024cc00000");
}

TEST(Hello, ZeroMeansGoOnHere) { EXPECT_EQ(read_hello_answer(0, false)->port, 0); }

TEST(Hello, APortMeansGoOnThere) {
    EXPECT_EQ(read_hello_answer(33001, false)->port, 33001);
    EXPECT_EQ(read_hello_answer(65535, false)->port, 65535);
}

TEST(Hello, ANumberThatIsNoPortIsMalformed) {
    EXPECT_THAT(read_hello_answer(65536, false).error(), IsMalformed());
}

TEST(Hello, AnErrorIsMappedWithTheDriversText) {
    const auto answer = read_hello_answer(-10017, false);
    EXPECT_THAT(answer.error(), HasState("08004"));
    EXPECT_EQ(answer.error().native, -10017);
    EXPECT_THAT(answer.error().message, HasSubstr("no free server process"));
}

TEST(Hello, ACodeOfTheOldKindIsConverted) {
    EXPECT_EQ(read_hello_answer(-1018, false).error().native, -10018);
}

TEST(Hello, ATlsMismatchSaysWhatToSet) {
    EXPECT_THAT(read_hello_answer(-10103, false).error().message, HasSubstr("SSL=require"));
    EXPECT_THAT(read_hello_answer(-10103, true).error().message, HasSubstr("SSL=off"));
    EXPECT_THAT(read_hello_answer(-10103, true).error(), HasState("08001"));
}

TEST(Cancel, HoldsTheProcessId) { EXPECT_EQ(hex(cancel_message(0x1234)), "58314cc0000000001234"); }

TEST(OpenRequest, PutsEachNameIntoItsField) {
    SessionId session{};
    session[0] = std::byte{7};
    const auto open = write_open({.database = "testdb",
                                  .user = "dba",
                                  .password = "secret",
                                  .url = "cci:cubrid:h:33000:testdb:dba:********:",
                                  .driver_version = "0.1.0",
                                  .session = session});
    ASSERT_TRUE(open);
    EXPECT_EQ(field(*open, 0, 32), "testdb" + std::string(26, '\0'));
    EXPECT_EQ(field(*open, 32, 32), "dba" + std::string(29, '\0'));
    EXPECT_EQ(field(*open, 64, 32), "secret" + std::string(26, '\0'));
    EXPECT_EQ(field(*open, 96, 47),
              "cci:cubrid:h:33000:testdb:dba:********:" + std::string("\0\0050.1.0\0", 8));
    EXPECT_EQ(field(*open, 608, 2), (std::string{"\7\0", 2}));
}

TEST(OpenRequest, ANameThatFillsItsFieldPasses) {
    const std::string longest(kNameLimit, 'x');
    const auto open = write_open({.database = longest, .user = longest, .password = longest});
    ASSERT_TRUE(open);
    EXPECT_EQ(field(*open, 32, 32), longest + '\0');
}

TEST(OpenRequest, ALongerNameIsRefusedAndNotCut) {
    const std::string longer(kNameLimit + 1, 'x');
    EXPECT_THAT(write_open({.database = longer}).error(), HasState("08001"));
    EXPECT_THAT(write_open({.database = "d", .user = longer}).error(), HasState("28000"));
    const auto password = write_open({.database = "d", .user = "u", .password = longer});
    EXPECT_THAT(password.error(), HasState("28000"));
    EXPECT_THAT(password.error().message, Not(HasSubstr("xxx")));
}

TEST(OpenRequest, ANameWithANulIsRefused) {
    using namespace std::string_view_literals;
    EXPECT_THAT(write_open({.database = "d", .user = "dba\0x"sv}).error(), HasState("28000"));
}

TEST(OpenRequest, ADatabaseMustBeNamed) {
    EXPECT_THAT(write_open({.user = "dba"}).error(), HasState("08001"));
}

TEST(OpenRequest, ALongUrlIsCutAndTheVersionStillFits) {
    const std::string url(2000, 'u');
    const std::string version(40, 'v');
    const auto open = write_open({.database = "d", .url = url, .driver_version = version});
    ASSERT_TRUE(open);
    const std::string field_text = field(*open, 96, 512);
    EXPECT_EQ(field_text.substr(490), std::string("\0\x13", 2) + std::string(19, 'v') + '\0');
    EXPECT_EQ(field(*open, 608, 20), std::string(20, '\0'));
}

TEST(OpenReply, IsRead) {
    const Message body = open_reply_of(0x4C);
    const auto reply = read_open_reply(body.bytes());
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->cas_pid, 0x53B5);
    EXPECT_EQ(reply->version, Version::v12);
    EXPECT_TRUE(reply->statement_pooling);
    EXPECT_TRUE(reply->oracle_compat_number_behavior);
    EXPECT_EQ(base::as_text(reply->session), "12345678901234567890");
}

TEST(OpenReply, TheOlderSideDecidesTheVersion) {
    EXPECT_EQ(read_open_reply(open_reply_of(0x47).bytes())->version, Version::v7);
    EXPECT_EQ(read_open_reply(open_reply_of(0x54).bytes())->version, Version::v12);
}

TEST(OpenReply, TheNumberBehaviourBitCountsFromV12On) {
    EXPECT_FALSE(read_open_reply(open_reply_of(0x4B).bytes())->oracle_compat_number_behavior);
}

TEST(OpenReply, AServerThatIsTooOldIsNamedAsSuch) {
    for (const int version_byte : {0x46, 0x43, 0x40, 8}) {
        const auto reply = read_open_reply(open_reply_of(version_byte).bytes());
        EXPECT_THAT(reply.error(), HasState("08001"));
        EXPECT_THAT(reply.error().message, HasSubstr("needs version 7"));
    }
}

TEST(OpenReply, AnOldServersShorterReplyIsTooOldAndNotMalformed) {
    EXPECT_THAT(read_open_reply(open_reply_of(0x42).bytes().first(16)).error().message,
                HasSubstr("protocol version 2"));
}

TEST(OpenReply, ALostDatabaseServerIsAFailureToConnect) {
    const Message body =
        Message{}.i32(-2).i32(-677).raw("Failed to connect to database server").zeros(1);
    EXPECT_THAT(read_open_reply(body.bytes()).error(), HasState("08001"));
    EXPECT_EQ(read_open_reply(body.bytes()).error().native, -677);
}

TEST(OpenReply, AWrongPasswordIs28000) {
    EXPECT_THAT(read_open_reply(Message{}.i32(-2).i32(-171).zeros(1).bytes()).error(),
                HasState("28000"));
}

TEST(OpenReply, EveryPrefixIsRefused) {
    wire::expect_every_prefix_refused(open_reply_of(0x4C), decode);
}

TEST(OpenReply, SurvivesHostileNumbers) { wire::try_hostile_ints(open_reply_of(0x4C), decode); }

}  // namespace
}  // namespace cubrid::odbc::cas
