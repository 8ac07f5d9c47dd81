#include "cas/lob.h"

#include <limits>

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::body_hex;
using wire::HasState;
using wire::IsMalformed;
using wire::Message;

Message handle(int type = 33, std::int64_t size = 300, std::string_view locator = "file:a/b.1") {
    return Message{}.i32(type).i32(size >> 32).i32(size & 0xFFFFFFFF).text(locator);
}
LobHandle blob() { return *LobHandle::parse(handle().bytes()); }

const char kHandleHex[] =
    "00000021"
    "000000000000012c"
    "0000000b"
    "66696c653a612f622e3100";

TEST(LobHandle, IsReadFromACell) {
    const auto lob = LobHandle::parse(handle().bytes());
    ASSERT_TRUE(lob);
    EXPECT_EQ(lob->type(), Type::blob);
    EXPECT_EQ(lob->size(), 300);
    EXPECT_EQ(wire::hex(lob->packed()), kHandleHex);
    const auto clob = LobHandle::parse(handle(34, std::int64_t{5} << 32).bytes());
    ASSERT_TRUE(clob);
    EXPECT_EQ(clob->type(), Type::clob);
    EXPECT_EQ(clob->size(), std::int64_t{5} << 32) << "more than 32 bits";
}

// CUBRID before 11.4 gives absolute paths of any length.
TEST(LobHandle, MayHaveALongPath) {
    const std::string path = "file:/" + std::string(4000, 'd') + "/ces_temp.1";
    const Message packed = handle(34, 1, path);
    const auto lob = LobHandle::parse(packed.bytes());
    ASSERT_TRUE(lob);
    EXPECT_EQ(lob->packed().size(), packed.size());
}

// One of these sent back ends the CAS.
TEST(LobHandle, ThatMakesNoSenseIsRefused) {
    for (const Message& packed :
         {Message{}, handle(23), handle(24), handle(0), handle(33, -1), handle(33, 1, ""),
          handle(33, 1, std::string_view{"a\0b", 3}), handle().zeros(1), handle().with_i32(12, 10),
          handle().with_i32(12, 12), handle().with_i32(12, -1),
          Message{}.i32(33).zeros(8).i32(3).raw("abc"), Message{}.i32(33).zeros(8).i32(0)}) {
        const auto lob = LobHandle::parse(packed.bytes());
        ASSERT_FALSE(lob) << wire::hex(packed.bytes());
        EXPECT_THAT(lob.error(), IsMalformed());
    }
    wire::expect_every_prefix_refused(
        handle(), [](const base::Buffer& packed) { return LobHandle::parse(packed.view()); });
    wire::try_hostile_ints(
        handle(), [](const base::Buffer& packed) { return LobHandle::parse(packed.view()); });
}

TEST(LobHandle, GrowsWithWhatIsWritten) {
    LobHandle lob = blob();
    lob.raise_size(200);
    EXPECT_EQ(lob.size(), 300) << "written over";
    lob.raise_size(0x1'0000'0002);
    EXPECT_EQ(lob.size(), 0x1'0000'0002);
    EXPECT_EQ(wire::hex(lob.packed().subspan(4, 8)), "0000000100000002");
}

TEST(LobNew, AsksByTheTypeOfAColumn) {
    WireWriter out;
    write_lob_new(out, Type::blob);
    EXPECT_EQ(body_hex(out), "230000000400000017");
    write_lob_new(out, Type::clob);
    EXPECT_EQ(body_hex(out), "230000000400000018");
}

TEST(LobNew, BringsAHandle) {
    const Message reply = Message{}.i32(27).raw(base::as_text(handle(34, 0).bytes()));
    const auto lob = read_lob_new(reply.bytes());
    ASSERT_TRUE(lob);
    EXPECT_EQ(lob->type(), Type::clob);
    EXPECT_EQ(lob->size(), 0);
    wire::expect_every_prefix_refused(
        reply, [](const base::Buffer& body) { return read_lob_new(body.view()); });
    wire::try_hostile_ints(reply,
                           [](const base::Buffer& body) { return read_lob_new(body.view()); });
}

TEST(LobNew, AnErrorOfFourBytesIsTheServers) {
    const auto lob = read_lob_new(Message{}.i32(-10004).bytes());
    ASSERT_FALSE(lob);
    EXPECT_EQ(lob.error().origin, base::Origin::cas);
    EXPECT_EQ(lob.error().native, -10004);
}

TEST(LobWrite, SendsHandleOffsetAndBytes) {
    WireWriter out;
    write_lob_write(out, blob(), 0x1'0000'0000, base::as_bytes("xyz"));
    EXPECT_EQ(body_hex(out),
              "24"
              "0000001b" +
                  std::string{kHandleHex} +
                  "000000080000000100000000"
                  "0000000378797a");
}

TEST(LobWrite, TellsHowMuchWasWritten) {
    const auto written = read_lob_write(Message{}.i32(1000).bytes());
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, 1000U);
    EXPECT_THAT(read_lob_write({}).error(), IsMalformed());
    EXPECT_THAT(read_lob_write(Message{}.u8(0).bytes()).error(), IsMalformed());
}

TEST(LobRead, SendsHandleOffsetAndLength) {
    WireWriter out;
    write_lob_read(out, blob(), 100, 65536);
    EXPECT_EQ(body_hex(out),
              "25"
              "0000001b" +
                  std::string{kHandleHex} +
                  "000000080000000000000064"
                  "0000000400010000");
}

TEST(LobRead, BringsBytes) {
    const Message reply = Message{}.i32(3).raw("xyz");
    const auto data = read_lob_read(reply.bytes());
    ASSERT_TRUE(data);
    EXPECT_EQ(base::as_text(*data), "xyz");
    const Message behind = Message{}.i32(0);
    const auto nothing = read_lob_read(behind.bytes());
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->empty()) << "behind the end";
    const auto decode = [](const base::Buffer& body) { return read_lob_read(body.view()); };
    wire::expect_every_prefix_refused(reply, decode);
    wire::try_hostile_ints(reply, decode);
}

TEST(LobRead, ALobThatIsGoneIsTheServersError) {
    const auto data = read_lob_read(Message{}
                                        .i32(-2)
                                        .i32(-1020)
                                        .raw("External file \"ces_1\" was not found.")
                                        .zeros(1)
                                        .bytes());
    ASSERT_FALSE(data);
    EXPECT_THAT(data.error(), HasState("HY000"));
    EXPECT_EQ(data.error().native, -1020);
    EXPECT_THAT(data.error().message, testing::HasSubstr("was not found"));
}

TEST(LobBind, IsTypeAndHandle) {
    WireWriter out;
    out.begin(Function::execute);
    bind_lob(out, blob());
    EXPECT_EQ(body_hex(out),
              "03"
              "0000000117"
              "0000001b" +
                  std::string{kHandleHex});
}

}  // namespace
}  // namespace cubrid::odbc::cas
