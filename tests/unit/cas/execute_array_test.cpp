#include "cas/execute_array.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::body_hex;
using wire::HasState;
using wire::IsMalformed;
using wire::Message;

void stored(Message& out, int count) { out.i32(count).zeros(8); }
void failed(Message& out, int code, std::string_view text) { out.i32(-2).i32(code).text(text); }

Message reply() {
    Message out;
    out.i32(0).i32(3);
    stored(out, 1);
    failed(out, -670, "unique");
    stored(out, 2);
    return out.i32(-2);
}

auto decode = [](const base::Buffer& body) { return ArrayOutcomes::read(body.view()); };

TEST(ArrayRequest, OpensTheFrameForTheBinds) {
    WireWriter out;
    begin_execute_array(out, 1, 300, true);
    out.bind_null();
    EXPECT_EQ(body_hex(out),
              "15"
              "0000000400000001"
              "000000040000012c"
              "0000000101"
              "0000000100"
              "00000000");
}

TEST(ArrayReply, TellsWhatBecameOfEachRow) {
    const Message body = reply();
    auto outcomes = ArrayOutcomes::read(body.bytes());
    ASSERT_TRUE(outcomes);
    EXPECT_EQ(outcomes->size(), 3);

    RowOutcome row;
    ASSERT_TRUE(outcomes->next(row));
    EXPECT_FALSE(row.failed());
    EXPECT_EQ(row.count, 1);
    ASSERT_TRUE(outcomes->next(row));
    EXPECT_TRUE(row.failed());
    EXPECT_EQ(row.code, -670);
    EXPECT_EQ(row.message, "unique");
    ASSERT_TRUE(outcomes->next(row));
    EXPECT_EQ(row.count, 2);
    EXPECT_EQ(row.code, 0);
    EXPECT_TRUE(row.message.empty());
    EXPECT_FALSE(outcomes->next(row));
}

TEST(ArrayReply, AnInterruptedArrayEndsWithTheInterruptedRow) {
    Message body = Message{}.i32(0).i32(2);
    stored(body, 1);
    failed(body, kDbmsInterrupted, "Has been interrupted.");
    body.i32(-2);
    auto outcomes = ArrayOutcomes::read(body.bytes());
    ASSERT_TRUE(outcomes);
    RowOutcome row;
    outcomes->next(row);
    ASSERT_TRUE(outcomes->next(row));
    EXPECT_EQ(row.code, kDbmsInterrupted);
    EXPECT_FALSE(outcomes->next(row));
}

TEST(ArrayReply, AStatementWithoutMarkersRunsNothing) {
    EXPECT_EQ(ArrayOutcomes::read(Message{}.i32(0).i32(0).i32(-2).bytes())->size(), 0);
}

TEST(ArrayReply, ADeadlockFailsTheWholeRequest) {
    EXPECT_THAT(ArrayOutcomes::read(Message{}.i32(-2).i32(-72).zeros(1).bytes()).error(),
                HasState("40001"));
}

TEST(ArrayReply, WrongArgumentsAnswerInFourBytes) {
    EXPECT_EQ(ArrayOutcomes::read(Message{}.i32(-10004).bytes()).error().native, -10004);
}

TEST(ArrayReply, ATextWithoutANulOrOfNoBytesIsTaken) {
    const Message body =
        Message{}.i32(0).i32(2).i32(-2).i32(-1).i32(1).raw("x").i32(-1).i32(-2).i32(0).i32(-2);
    auto outcomes = ArrayOutcomes::read(body.bytes());
    ASSERT_TRUE(outcomes);
    RowOutcome row;
    outcomes->next(row);
    EXPECT_EQ(row.message, "x");
    outcomes->next(row);
    EXPECT_EQ(row.message, "");
    EXPECT_EQ(row.count, -1);
}

TEST(ArrayReply, ACountThatTheReplyCannotHoldIsRefused) {
    constexpr std::size_t kRows = 4;
    for (const std::int32_t rows : {0x7FFFFFFF, 4, 2, -1}) {
        EXPECT_THAT(ArrayOutcomes::read(reply().with_i32(kRows, rows).bytes()).error(),
                    IsMalformed())
            << rows;
    }
}

TEST(ArrayReply, ANegativeTextLengthIsRefused) {
    constexpr std::size_t kLength = 8 + 12 + 8;
    EXPECT_THAT(ArrayOutcomes::read(reply().with_i32(kLength, -1).bytes()).error(), IsMalformed());
    EXPECT_THAT(ArrayOutcomes::read(reply().with_i32(kLength, 0x7FFFFFFF).bytes()).error(),
                IsMalformed());
}

TEST(ArrayReply, EveryPrefixIsRefused) { wire::expect_every_prefix_refused(reply(), decode, 1); }

TEST(ArrayReply, SurvivesHostileNumbers) { wire::try_hostile_ints(reply(), decode); }

}  // namespace
}  // namespace cubrid::odbc::cas
