#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "../cas/wire.h"
#include "session/connect.h"

namespace cubrid::odbc::session {
namespace {

using cas::wire::Message;
using testing::Lt;

// Gives its bytes and then fails as a closed socket does; remembers what was asked for.
class Bytes final : public net::Stream {
 public:
    explicit Bytes(std::string bytes) : bytes_{std::move(bytes)} {}

    base::Result<void> write_all(base::Bytes /*bytes*/, base::Deadline /*deadline*/) override {
        return {};
    }
    base::Result<void> read_exact(std::byte* into, std::size_t count,
                                  base::Deadline /*deadline*/) override {
        largest_ = std::max(largest_, count);
        if (bytes_.size() - at_ < count) return base::Diag{{"08S01"}, "closed"};
        std::memcpy(into, bytes_.data() + at_, count);
        at_ += count;
        return {};
    }
    base::Result<void> start_tls(const net::TlsOptions& /*options*/,
                                 base::Deadline /*deadline*/) override {
        return {};
    }
    bool is_dead() override { return false; }
    void close() override {}

    [[nodiscard]] std::size_t largest() const { return largest_; }

 private:
    std::string bytes_;
    std::size_t at_ = 0;
    std::size_t largest_ = 0;
};

constexpr std::size_t kMaxFrame = std::size_t{1} << 30U;

std::string bytes_of(std::int32_t length, std::string_view body) {
    return std::string{base::as_text(Message{}.i32(length).raw("\x01\xFF\xFE\xFB").bytes())} +
           std::string{body};
}

struct Frame {
    base::Result<void> result;
    cas::CasInfo info{};
    base::Buffer body{};
};
Frame read(net::Stream& stream, std::size_t max_frame = kMaxFrame) {
    Frame frame;
    frame.result = read_frame(stream, max_frame, base::Deadline::never(), frame.info, frame.body);
    return frame;
}

TEST(ReadFrame, GivesTheBodyAndTheInfo) {
    Bytes stream{bytes_of(5, "hello")};
    const Frame frame = read(stream);
    ASSERT_TRUE(frame.result);
    EXPECT_EQ(base::as_text(frame.body.view()), "hello");
    EXPECT_TRUE(frame.info.in_transaction());
    EXPECT_EQ(frame.info.bytes[2], std::byte{0xFE});
}

TEST(ReadFrame, TakesAnEmptyBody) {
    Bytes stream{bytes_of(0, "")};
    const Frame frame = read(stream);
    ASSERT_TRUE(frame.result);
    EXPECT_EQ(frame.body.size(), 0U);
}

TEST(ReadFrame, RefusesANegativeLength) {
    for (const int length : {-1, -2, std::numeric_limits<int>::min()}) {
        Bytes stream{bytes_of(length, "hello")};
        const Frame frame = read(stream);
        ASSERT_FALSE(frame.result);
        EXPECT_EQ(frame.result.error().state.view(), "08S01");
    }
}

TEST(ReadFrame, RefusesMoreThanMaxFrame) {
    Bytes stream{bytes_of(5, "hello")};
    EXPECT_FALSE(read(stream, 4).result);
    Bytes huge{bytes_of(std::numeric_limits<int>::max(), "hello")};
    EXPECT_FALSE(read(huge).result);
}

TEST(ReadFrame, TakesMemoryOnlyForBytesThatArrive) {
    Bytes stream{bytes_of(1 << 30, "ten bytes.")};
    const Frame frame = read(stream);
    ASSERT_FALSE(frame.result);
    EXPECT_THAT(frame.body.capacity(), Lt(std::size_t{4} << 20U));
    EXPECT_THAT(stream.largest(), Lt(std::size_t{2} << 20U));
}

TEST(ReadFrame, ReadsABodyOfManySteps) {
    const std::string body(std::size_t{3} << 20U, 'x');
    Bytes stream{bytes_of(static_cast<std::int32_t>(body.size()), body)};
    const Frame frame = read(stream);
    ASSERT_TRUE(frame.result);
    EXPECT_EQ(base::as_text(frame.body.view()), body);
}

TEST(ReadFrame, FailsWhereverTheConnectionEnds) {
    const std::string whole = bytes_of(5, "hello");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        Bytes stream{whole.substr(0, size)};
        EXPECT_FALSE(read(stream).result) << size;
    }
}

}  // namespace
}  // namespace cubrid::odbc::session
