// Reads a reply without ever leaving it. A read that does not fit gives zero or nothing and makes
// ok() false for good, so a decoder reads a whole message and asks once.
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.h"

namespace cubrid::odbc::cas {

class WireReader {
 public:
    explicit WireReader(base::Bytes bytes) : bytes_{bytes} {}

    template <class T>
    T number() {
        if (!has(sizeof(T))) return 0;
        const T value = base::load_be<T>(bytes_.data() + at_);
        at_ += sizeof(T);
        return value;
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::int16_t i16() { return number<std::int16_t>(); }
    std::int32_t i32() { return number<std::int32_t>(); }
    std::int64_t i64() { return number<std::int64_t>(); }

    base::Bytes bytes(std::size_t count) {
        if (!has(count)) return {};
        const base::Bytes taken = bytes_.subspan(at_, count);
        at_ += count;
        return taken;
    }
    base::Bytes rest() { return bytes(remaining()); }

    // A length that counts one NUL, then the text.
    std::string text() {
        const std::int32_t length = i32();
        if (length < 0) fail();
        if (length <= 0 || !ok_) return {};
        const auto taken = base::as_text(bytes(static_cast<std::size_t>(length)));
        return std::string{taken.substr(0, taken.empty() ? 0 : taken.size() - 1)};
    }

    // A count of items of which each takes at least `item_bytes`: more than the message can hold is
    // malformed.
    std::int32_t count(std::size_t item_bytes) {
        const std::int32_t value = i32();
        if (value < 0 || static_cast<std::size_t>(value) > remaining() / item_bytes) fail();
        return ok_ ? value : 0;
    }

    void fail() { ok_ = false; }
    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t position() const { return at_; }
    [[nodiscard]] std::size_t remaining() const { return bytes_.size() - at_; }

 private:
    bool has(std::size_t count) {
        if (ok_ && count <= remaining()) return true;
        ok_ = false;
        return false;
    }

    base::Bytes bytes_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

}  // namespace cubrid::odbc::cas
