#include "cas/wire_reader.h"

#include <limits>

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::Message;

TEST(WireReader, ReadsBigEndianNumbers) {
    const Message message = Message{}.u8(0xFE).i16(-2).i32(-3).i32(0).i32(5);
    WireReader in{message.bytes()};
    EXPECT_EQ(in.u8(), 0xFE);
    EXPECT_EQ(in.i16(), -2);
    EXPECT_EQ(in.i32(), -3);
    EXPECT_EQ(in.i64(), 5);
    EXPECT_TRUE(in.ok());
    EXPECT_EQ(in.remaining(), 0U);
}

TEST(WireReader, AReadThatDoesNotFitFailsForGood) {
    const Message message = Message{}.i32(1).u8(9);
    WireReader in{message.bytes()};
    in.i32();
    EXPECT_EQ(in.i32(), 0);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.u8(), 0) << "although one byte is left";
    EXPECT_TRUE(in.bytes(1).empty());
}

TEST(WireReader, TextLosesTheNulThatItsLengthCounts) {
    const Message message = Message{}.text("ab").text("").i32(0);
    WireReader in{message.bytes()};
    EXPECT_EQ(in.text(), "ab");
    EXPECT_EQ(in.text(), "");
    EXPECT_EQ(in.text(), "");
    EXPECT_TRUE(in.ok());
}

TEST(WireReader, ATextLengthThatLeadsOutFails) {
    for (const std::int32_t length : {-1, 3, std::numeric_limits<std::int32_t>::max(),
                                      std::numeric_limits<std::int32_t>::min()}) {
        const Message message = Message{}.i32(length).zeros(2);
        WireReader in{message.bytes()};
        EXPECT_EQ(in.text(), "");
        EXPECT_FALSE(in.ok()) << length;
    }
}

TEST(WireReader, ACountIsBoundedByWhatIsLeft) {
    const auto count = [](std::int32_t value) {
        const Message message = Message{}.i32(value).zeros(24);
        WireReader in{message.bytes()};
        const std::int32_t read = in.count(12);
        return std::pair{read, in.ok()};
    };
    EXPECT_EQ(count(2), std::pair(2, true));
    EXPECT_EQ(count(0), std::pair(0, true));
    EXPECT_EQ(count(3), std::pair(0, false));
    EXPECT_EQ(count(-1), std::pair(0, false));
    EXPECT_EQ(count(std::numeric_limits<std::int32_t>::max()), std::pair(0, false));
}

}  // namespace
}  // namespace cubrid::odbc::cas
