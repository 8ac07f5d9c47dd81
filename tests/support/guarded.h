// Output buffers that show what a driver wrote: poisoned before, guarded behind.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace test_support {

// `count` elements filled with 0x5A between guard bytes; the destructor checks the guards.
template <class T>
class Guarded {
 public:
    explicit Guarded(std::size_t count = 1)
        : bytes_(2 * kGuard + count * sizeof(T), kPoison), count_(count) {}
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;
    ~Guarded() { EXPECT_TRUE(intact()) << "bytes before or behind the buffer were written"; }

    T* data() { return reinterpret_cast<T*>(bytes_.data() + kGuard); }
    T& operator[](std::size_t index) { return data()[index]; }
    T& operator*() { return *data(); }
    std::size_t size() const { return count_; }
    std::size_t bytes() const { return count_ * sizeof(T); }
    void poison() { std::memset(data(), kPoison, bytes()); }

    bool intact() const {
        auto clean = [](unsigned char byte) { return byte == kPoison; };
        return std::all_of(bytes_.begin(), bytes_.begin() + kGuard, clean) &&
               std::all_of(bytes_.end() - kGuard, bytes_.end(), clean);
    }
    // Nothing was written from element `first` on.
    bool untouched(std::size_t first = 0) const {
        auto clean = [](unsigned char byte) { return byte == kPoison; };
        const auto start = static_cast<std::ptrdiff_t>(kGuard + first * sizeof(T));
        return std::all_of(bytes_.begin() + start, bytes_.end(), clean);
    }

    static constexpr unsigned char kPoison = 0x5A;

 private:
    static constexpr std::size_t kGuard = 64;  // keeps the alignment of every C type
    std::vector<unsigned char> bytes_;
    std::size_t count_;
};

// One object that ends exactly where an unreadable page begins.
template <class T>
class AtPageEnd {
 public:
    explicit AtPageEnd(const T& value) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        memory_ =
            mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        mprotect(static_cast<char*>(memory_) + page_, page_, PROT_NONE);
        std::memcpy(get(), &value, sizeof(T));
    }
    AtPageEnd(const AtPageEnd&) = delete;
    AtPageEnd& operator=(const AtPageEnd&) = delete;
    ~AtPageEnd() { munmap(memory_, 2 * page_); }

    T* get() { return reinterpret_cast<T*>(static_cast<char*>(memory_) + page_ - sizeof(T)); }

 private:
    std::size_t page_;
    void* memory_;
};

}  // namespace test_support
