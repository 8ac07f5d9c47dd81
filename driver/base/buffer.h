// A growable byte buffer whose new bytes are not initialised and whose memory is kept between
// requests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "base/bytes.h"

namespace cubrid::odbc::base {

class Buffer {
 public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        Buffer moved{std::move(other)};
        swap(moved);
        return *this;
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { std::free(data_); }

    [[nodiscard]] std::byte* data() noexcept { return data_; }
    [[nodiscard]] const std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] Bytes view() const noexcept { return {data_, size_}; }

    void clear() noexcept { size_ = 0; }

    // Shortens, or lengthens by uninitialised bytes.
    void resize(std::size_t size) {
        reserve(size);
        size_ = size;
    }

    // Makes room for `count` more bytes and returns where they begin; they are uninitialised.
    std::byte* extend(std::size_t count) {
        if (capacity_ - size_ < count) grow(count);
        std::byte* at = data_ + size_;
        size_ += count;
        return at;
    }

    void append(Bytes bytes) {
        if (!bytes.empty()) std::memcpy(extend(bytes.size()), bytes.data(), bytes.size());
    }

    void reserve(std::size_t capacity) {
        if (capacity > capacity_) reallocate(capacity);
    }

    // Gives the memory back when more than `keep` bytes of it are held: one huge value must not
    // stay for ever.
    void release_above(std::size_t keep) noexcept {
        if (capacity_ <= keep) return;
        Buffer empty;
        swap(empty);
    }

    void swap(Buffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

 private:
    void grow(std::size_t count) {
        if (count > static_cast<std::size_t>(-1) / 4 - size_) throw std::bad_alloc{};
        reallocate(std::max({size_ + count, capacity_ + capacity_ / 2, std::size_t{256}}));
    }

    void reallocate(std::size_t capacity) {
        void* moved = std::realloc(data_, capacity);
        if (moved == nullptr) throw std::bad_alloc{};
        data_ = static_cast<std::byte*>(moved);
        capacity_ = capacity;
    }

    // Size and capacity stand apart: side by side gcc 12 loads both as one vector, which has to
    // wait for the store of the size just before (measured: 16 against 4 ns per encoded integer).
    std::size_t size_ = 0;
    std::byte* data_ = nullptr;
    std::size_t capacity_ = 0;
};

}  // namespace cubrid::odbc::base
