#include "base/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace cubrid::odbc::base {
namespace {

std::string folder() {
    const char* named = std::getenv("TMPDIR");
    return named != nullptr && *named != '\0' ? named : "/tmp";
}

Diag fault(const char* what) {
    return {{"HY000"},
            "A long value needs a temporary file in " + folder() + ", which cannot be " + what +
                ": " + std::generic_category().message(errno)};
}

// O_TMPFILE is not known to every file system.
int open_unnamed() {
    const std::string where = folder();
    const int file = ::open(where.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0) return file;
    std::string name = where + "/cubrid-odbc-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

}  // namespace

Spool::Spool(Spool&& other) noexcept
    : in_memory_{other.in_memory_},
      size_{std::exchange(other.size_, 0)},
      memory_{std::move(other.memory_)},
      file_{std::exchange(other.file_, -1)} {}

Spool& Spool::operator=(Spool&& other) noexcept {
    std::swap(in_memory_, other.in_memory_);
    std::swap(size_, other.size_);
    memory_.swap(other.memory_);
    std::swap(file_, other.file_);
    return *this;
}

Spool::~Spool() {
    if (file_ >= 0) ::close(file_);
}

Result<void> Spool::append(Bytes bytes) {
    if (file_ < 0 && size_ + bytes.size() <= in_memory_) {
        memory_.append(bytes);
        size_ += bytes.size();
        return {};
    }
    if (file_ < 0) {
        file_ = open_unnamed();
        if (file_ < 0) return fault("made");
        const Buffer kept = std::move(memory_);
        size_ = 0;
        if (auto written = write_out(kept.view()); !written) return written;
    }
    return write_out(bytes);
}

Result<void> Spool::write_out(Bytes bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return fault("written");
        size_ += static_cast<std::size_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<std::size_t> Spool::read(std::size_t offset, std::span<std::byte> into) const {
    if (offset >= size_) return std::size_t{0};
    const std::size_t count = std::min(into.size(), size_ - offset);
    if (file_ < 0) {
        std::copy_n(memory_.data() + offset, count, into.data());
        return count;
    }
    std::size_t filled = 0;
    while (filled < count) {
        const ssize_t got = ::pread(file_, into.data() + filled, count - filled,
                                    static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return fault("read");
        filled += static_cast<std::size_t>(got);
    }
    return filled;
}

Result<Bytes> Spool::whole() {
    if (file_ < 0) return memory_.view();
    Buffer all;
    const std::size_t size = size_;
    std::byte* to = all.extend(size);
    if (auto got = read(0, {to, size}); !got) return std::move(got).error();
    ::close(std::exchange(file_, -1));
    memory_ = std::move(all);
    in_memory_ = std::max(in_memory_, size);
    return memory_.view();
}

}  // namespace cubrid::odbc::base
