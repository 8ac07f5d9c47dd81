#include "cas/fetch.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::body_hex;
using wire::HasState;
using wire::Message;

Message reply() { return Message{}.i32(0).i32(1).i32(61).zeros(8).i32(4).i32(42).u8(1); }

auto decode = [](base::Buffer body) { return read_fetch(std::move(body), 1); };

TEST(FetchRequest, AsksFromARow) {
    WireWriter out;
    write_fetch(out, {.handle = 1, .first_row = 61});
    EXPECT_EQ(body_hex(out),
              "08"
              "0000000400000001"
              "000000040000003d"
              "0000000400000064"
              "0000000100"
              "0000000400000000");
}

TEST(FetchReply, IsAPage) {
    const auto page = decode(reply().buffer());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->rows(), 1);
    EXPECT_EQ(page->first_row_number(), 61);
    EXPECT_TRUE(page->is_last());
}

TEST(FetchReply, AClosedResultIs24000) {
    EXPECT_THAT(decode(Message{}.i32(-1).i32(kCasNoMoreData).zeros(1).buffer()).error(),
                HasState("24000"));
    EXPECT_THAT(decode(Message{}.i32(-2).i32(-447).zeros(1).buffer()).error(), HasState("24000"));
}

TEST(FetchReply, EveryPrefixIsRefused) { wire::expect_every_prefix_refused(reply(), decode); }

TEST(FetchReply, SurvivesHostileNumbers) { wire::try_hostile_ints(reply(), decode); }

TEST(CursorClose, NamesTheHandle) {
    WireWriter out;
    write_cursor_close(out, 5);
    EXPECT_EQ(body_hex(out),
              "2a"
              "0000000400000005");
}

}  // namespace
}  // namespace cubrid::odbc::cas
