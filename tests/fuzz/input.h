// What the fuzzers of the wire codec share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "base/buffer.h"
#include "base/bytes.h"

namespace fuzz {

// The fuzzer's bytes, taken apart.
class Input {
 public:
    Input(const std::uint8_t* data, std::size_t size)
        : bytes_{std::as_bytes(std::span{data, size})} {}

    std::uint8_t byte() {
        if (bytes_.empty()) return 0;
        const auto value = std::to_integer<std::uint8_t>(bytes_.front());
        bytes_ = bytes_.subspan(1);
        return value;
    }
    // Up to the next zero byte or the end.
    std::string_view text() {
        const std::string_view all = cubrid::odbc::base::as_text(bytes_);
        const std::string_view taken = all.substr(0, all.find('\0'));
        bytes_ = bytes_.subspan(taken.size() < all.size() ? taken.size() + 1 : taken.size());
        return taken;
    }
    [[nodiscard]] cubrid::odbc::base::Bytes rest() const { return bytes_; }
    // A copy of exactly the rest, so that AddressSanitizer sees a read behind it.
    [[nodiscard]] cubrid::odbc::base::Buffer buffer() const {
        cubrid::odbc::base::Buffer copy;
        copy.reserve(bytes_.size());
        copy.append(bytes_);
        return copy;
    }

 private:
    cubrid::odbc::base::Bytes bytes_;
};

// Reads every byte of a view.
inline void touch(cubrid::odbc::base::Bytes bytes) {
    for (const std::byte byte : bytes) {
        [[maybe_unused]] const volatile std::byte seen = byte;
    }
}

inline void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace fuzz
