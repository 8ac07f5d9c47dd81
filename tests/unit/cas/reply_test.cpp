#include "cas/reply.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using base::Origin;
using testing::Eq;
using testing::HasSubstr;
using wire::HasState;
using wire::IsMalformed;
using wire::Message;

TEST(Reply, AnEmptyBodyIsSuccess) {
    const auto opened = open_reply({});
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->result, 0);
    EXPECT_EQ(opened->rest.remaining(), 0U);
}

TEST(Reply, TheFirstIntIsTheResultAndTheRestFollows) {
    const Message body = Message{}.i32(7).raw("rest");
    auto opened = open_reply(body.bytes());
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->result, 7);
    EXPECT_EQ(opened->rest.position(), 4U);
    EXPECT_EQ(base::as_text(opened->rest.rest()), "rest");
}

TEST(Reply, ADatabaseErrorKeepsCodeAndText) {
    const Message body = Message{}.i32(-2).i32(-171).raw("Incorrect or missing password.").zeros(1);
    const auto opened = open_reply(body.bytes());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().origin, Origin::dbms);
    EXPECT_EQ(opened.error().native, -171);
    EXPECT_EQ(opened.error().message, "Incorrect or missing password.");
    EXPECT_THAT(opened.error(), HasState("28000"));
}

TEST(Reply, ACasErrorWithoutATextGetsTheDriversOwn) {
    for (const Message& body :
         {Message{}.i32(-1).i32(-10007), Message{}.i32(-1).i32(-10007).zeros(1)}) {
        const auto opened = open_reply(body.bytes());
        ASSERT_FALSE(opened);
        EXPECT_EQ(opened.error().origin, Origin::cas);
        EXPECT_EQ(opened.error().native, -10007);
        EXPECT_THAT(opened.error().message, HasSubstr("markers"));
        EXPECT_THAT(opened.error(), HasState("07002"));
    }
}

TEST(Reply, ACasErrorWithATextKeepsIt) {
    const Message body =
        Message{}.i32(-1).i32(kCasStatementPooling).raw("Invalid XASL tree node content.").zeros(1);
    EXPECT_EQ(open_reply(body.bytes()).error().message, "Invalid XASL tree node content.");
}

TEST(Reply, FourNegativeBytesAreACasCode) {
    const auto opened = open_reply(Message{}.i32(-10004).bytes());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().native, -10004);
    EXPECT_EQ(opened.error().origin, Origin::cas);
}

TEST(Reply, TheBlankThatEndsCompilerTextsIsDropped) {
    const Message body = Message{}.i32(-2).i32(-494).raw("Semantic: x. ").zeros(1);
    EXPECT_EQ(open_reply(body.bytes()).error().message, "Semantic: x.");
}

TEST(Reply, ATextMayLackItsNul) {
    EXPECT_EQ(
        open_reply(Message{}.i32(-2).i32(-4).raw("Has been interrupted.").bytes()).error().message,
        "Has been interrupted.");
}

TEST(Reply, ABodyShorterThanAnIntIsMalformed) {
    for (std::size_t size = 1; size < 4; ++size) {
        EXPECT_THAT(open_reply(Message{}.zeros(size).bytes()).error(), IsMalformed());
    }
}

TEST(Reply, AnIndicatorWithHalfACodeIsMalformed) {
    for (std::size_t size = 5; size < 8; ++size) {
        EXPECT_THAT(open_reply(Message{}.i32(-2).i32(-493).bytes().first(size)).error(),
                    IsMalformed());
    }
}

TEST(Reply, AnUnknownIndicatorIsMalformed) {
    EXPECT_THAT(open_reply(Message{}.i32(-3).i32(-493).bytes()).error(), IsMalformed());
}

TEST(Reply, BytesOfANewerServerBehindASuccessAreTolerated) {
    EXPECT_TRUE(check_reply(Message{}.i32(0).bytes()));
    EXPECT_THAT(check_reply({}).error(), IsMalformed()) << "no success without the word";
    EXPECT_TRUE(check_reply(Message{}.i32(0).u8(0).bytes()));
    EXPECT_THAT(check_reply(Message{}.i32(-2).i32(-72).bytes()).error(), HasState("40001"));
}

}  // namespace
}  // namespace cubrid::odbc::cas
