// Builds and takes apart messages in tests.
#pragma once

#include <gmock/gmock.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "cas/types.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas::wire {

inline std::string hex(base::Bytes bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
        text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
    }
    return text;
}

// The bytes of a message, written field by field as the protocol lists them.
class Message {
 public:
    Message& u8(int value) { return number(static_cast<std::uint8_t>(value)); }
    Message& i16(int value) { return number(static_cast<std::int16_t>(value)); }
    Message& i32(std::int64_t value) { return number(static_cast<std::int32_t>(value)); }
    Message& raw(std::string_view text) {
        bytes_.append(text);
        return *this;
    }
    Message& zeros(std::size_t count) { return raw(std::string(count, '\0')); }
    // With length and NUL.
    Message& text(std::string_view text) {
        return i32(static_cast<std::int64_t>(text.size()) + 1).raw(text).zeros(1);
    }

    [[nodiscard]] base::Bytes bytes() const { return base::as_bytes(bytes_); }
    [[nodiscard]] base::Buffer buffer() const { return buffer(bytes_.size()); }
    // What has arrived when the rest is cut off.
    [[nodiscard]] base::Buffer buffer(std::size_t size) const {
        base::Buffer copy;
        copy.append(bytes().first(size));
        return copy;
    }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    // The same message with the int at `at` replaced.
    [[nodiscard]] Message with_i32(std::size_t at, std::int32_t value) const {
        Message changed = *this;
        base::store_be(reinterpret_cast<std::byte*>(changed.bytes_.data()) + at, value);
        return changed;
    }

 private:
    template <class T>
    Message& number(T value) {
        std::array<std::byte, sizeof(T)> bytes{};
        base::store_be(bytes.data(), value);
        return raw(base::as_text(bytes));
    }

    std::string bytes_;
};

// The body of a finished request: what follows the 8-byte header.
inline std::string body_hex(WireWriter& out) {
    return hex(out.finish(CasInfo{}).subspan(kFrameHeader));
}

MATCHER_P(HasState, state, "has SQLSTATE " + std::string{state}) {
    *result_listener << arg.state.view() << ": " << arg.message;
    return arg.state.view() == std::string_view{state};
}

// A reply that breaks the protocol, as opposed to one in which the server reports an error.
MATCHER(IsMalformed, "is a protocol violation") {
    *result_listener << arg.state.view() << ": " << arg.message;
    return arg.state.view() == "08S01" && arg.origin == base::Origin::driver &&
           arg.message.find("breaks the CAS protocol") != std::string::npos;
}

// A decoder gets every true prefix of `whole` in a buffer that ends with it, so that
// AddressSanitizer sees each read behind it. `decode` returns the Result of the decoder.
template <class Decode>
void expect_every_prefix_refused(const Message& whole, Decode decode, std::size_t shortest = 0) {
    for (std::size_t size = shortest; size < whole.size(); ++size) {
        const auto result = decode(whole.buffer(size));
        ASSERT_FALSE(result.has_value()) << "accepted after " << size << " of " << whole.size();
        EXPECT_THAT(result.error().state.view(), testing::AnyOf("08S01", "08001", "HY000"))
            << "after " << size << " bytes";
    }
}

// Every int of the message in turn takes values that a hostile peer would choose. The decoder may
// accept or refuse, but must not crash, hang or allocate by it; returns how many variants it
// accepted.
template <class Decode>
int try_hostile_ints(const Message& whole, Decode decode) {
    int accepted = 0;
    for (std::size_t at = 0; at + 4 <= whole.size(); ++at) {
        for (const std::int64_t value :
             {std::int64_t{0x7FFFFFFF}, std::int64_t{0x7FFFFFF0}, std::int64_t{0x10000000},
              std::int64_t{0xFFFF}, std::int64_t{-1}, std::int64_t{-2},
              -std::int64_t{0x80000000}}) {
            const Message changed = whole.with_i32(at, static_cast<std::int32_t>(value));
            if (decode(changed.buffer()).has_value()) ++accepted;
        }
    }
    return accepted;
}

}  // namespace cubrid::odbc::cas::wire
