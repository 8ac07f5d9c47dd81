// Bytes that come in pieces and are read when they are complete: in memory up to a limit, beyond it
// in a file without a name, so that a value of any size costs little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/result.h"

namespace cubrid::odbc::base {

// Errors of all calls: HY000, the file in $TMPDIR (or /tmp) cannot be made, written or read.
class Spool {
 public:
    explicit Spool(std::size_t in_memory = std::size_t{1} << 20U) : in_memory_{in_memory} {}
    Spool(Spool&& other) noexcept;
    Spool& operator=(Spool&& other) noexcept;
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;
    ~Spool();

    Result<void> append(Bytes bytes);
    // Fills as much of `into` as there is from `offset` on; 0 behind the end.
    Result<std::size_t> read(std::size_t offset, std::span<std::byte> into) const;
    // All of it, in memory from now on; valid until the next append.
    Result<Bytes> whole();
    [[nodiscard]] std::size_t size() const { return size_; }

 private:
    Result<void> write_out(Bytes bytes);

    std::size_t in_memory_;
    std::size_t size_ = 0;
    Buffer memory_;  // empty as soon as there is a file
    int file_ = -1;
};

}  // namespace cubrid::odbc::base
