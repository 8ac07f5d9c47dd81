// Builds one request frame in a buffer that is reused: header, function code, then arguments, each
// a length and its bytes (CAS protocol 1.2). Lengths that are not known in advance are patched in
// afterwards, so values go straight into the frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "base/buffer.h"
#include "base/bytes.h"
#include "cas/types.h"

namespace cubrid::odbc::cas {

class WireWriter {
 public:
    // Starts a new frame; what was there before is forgotten, the memory is kept.
    void begin(Function function) {
        out_.clear();
        out_.extend(kFrameHeader);
        *out_.extend(1) = static_cast<std::byte>(function);
    }

    void byte_arg(std::uint8_t value) {
        std::byte* at = out_.extend(5);
        base::store_be<std::int32_t>(at, 1);
        at[4] = std::byte{value};
    }
    template <class T>
    void number_arg(T value) {
        std::byte* at = out_.extend(4 + sizeof(T));
        base::store_be<std::int32_t>(at, sizeof(T));
        base::store_be<T>(at + 4, value);
    }
    void int_arg(std::int32_t value) { number_arg<std::int32_t>(value); }
    void bytes_arg(base::Bytes bytes) {
        base::store_be(out_.extend(4), static_cast<std::int32_t>(bytes.size()));
        out_.append(bytes);
    }
    // Text with the one NUL that the protocol counts.
    void text_arg(std::string_view text) {
        base::store_be(out_.extend(4), static_cast<std::int32_t>(text.size() + 1));
        out_.append(base::as_bytes(text));
        *out_.extend(1) = std::byte{0};
    }
    void empty_arg() { base::store_be<std::int32_t>(out_.extend(4), 0); }

    // A bound value is two arguments: its type, then the value (CAS protocol 4.4). This writes the
    // first.
    void bind_type(Type type) { byte_arg(static_cast<std::uint8_t>(type)); }
    // The NULL of any type.
    void bind_null() {
        bind_type(Type::null);
        empty_arg();
    }

    // An argument whose length comes later: open, write through extend() and append(), close.
    [[nodiscard]] std::size_t open_arg() {
        const std::size_t at = out_.size();
        out_.extend(4);
        return at;
    }
    void close_arg(std::size_t opened) {
        base::store_be(out_.data() + opened, static_cast<std::int32_t>(out_.size() - opened - 4));
    }
    std::byte* extend(std::size_t count) { return out_.extend(count); }
    void append(base::Bytes bytes) { out_.append(bytes); }

    // Size so far; rollback() takes back everything written since mark().
    [[nodiscard]] std::size_t mark() const { return out_.size(); }
    void rollback(std::size_t mark) { out_.resize(mark); }

    // What was written since mark(), e.g. binds to be sent again in a later frame.
    [[nodiscard]] base::Bytes since(std::size_t mark) const { return out_.view().subspan(mark); }

    // BODY_LEN is a signed int: a frame that is larger cannot be sent.
    [[nodiscard]] bool too_large() const {
        return out_.size() - kFrameHeader >
               static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    }

    // The whole frame, valid until the next call of begin().
    [[nodiscard]] base::Bytes finish(CasInfo info) {
        base::store_be(out_.data(), static_cast<std::int32_t>(out_.size() - kFrameHeader));
        std::memcpy(out_.data() + 4, info.bytes.data(), info.bytes.size());
        return out_.view();
    }

    // Gives back the memory of an unusually large frame.
    void release_above(std::size_t keep) { out_.release_above(keep); }

 private:
    base::Buffer out_;
};

}  // namespace cubrid::odbc::cas
