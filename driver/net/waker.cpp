#include "net/waker.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace cubrid::odbc::net {

Waker::Waker() : descriptor_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {
    if (descriptor_ < 0) throw std::system_error{errno, std::system_category(), "eventfd"};
}

Waker::~Waker() { ::close(descriptor_); }

void Waker::wake() noexcept {
    const std::uint64_t one = 1;
    // Fails only when the counter is full, and then the descriptor is readable anyway.
    [[maybe_unused]] const auto written = ::write(descriptor_, &one, sizeof one);
}

}  // namespace cubrid::odbc::net
