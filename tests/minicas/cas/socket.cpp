#include "cas/socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>

namespace minicas {

namespace {

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

constexpr int kBacklog = 128;

}  // namespace

Socket& Socket::operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}

Socket::~Socket() {
    if (fd_ >= 0) ::close(fd_);
}

bool Socket::read(std::string& out, std::size_t size) const {
    // In steps: a false length must not reserve its gigabytes before they arrive.
    std::array<char, 65536> buffer;
    while (size > 0) {
        const auto got = ::recv(fd_, buffer.data(), std::min(size, buffer.size()), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        out.append(buffer.data(), static_cast<std::size_t>(got));
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

bool Socket::write(std::string_view bytes, std::size_t piece,
                   std::chrono::microseconds pause) const {
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, piece == 0 ? bytes.size() : piece);
        const auto sent = ::send(fd_, part.data(), part.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
        if (pause.count() > 0 && !bytes.empty()) std::this_thread::sleep_for(pause);
    }
    return true;
}

void Socket::shut_down() const { ::shutdown(fd_, SHUT_RDWR); }

Socket listen_on(const std::string& host, std::uint16_t port) {
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (socket.fd() < 0) fail("socket");
    const int on = 1;
    ::setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (::inet_pton(AF_INET, host.c_str(), &address.sin_addr) != 1) {
        errno = EINVAL;
        fail("host");
    }
    if (::bind(socket.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        fail("bind");
    if (::listen(socket.fd(), kBacklog) != 0) fail("listen");
    return socket;
}

std::uint16_t port_of(const Socket& listener) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (::getsockname(listener.fd(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        fail("getsockname");
    return ntohs(address.sin_port);
}

Socket accept_from(const Socket& listener) {
    Socket socket(::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC));
    const int on = 1;
    if (socket.fd() >= 0) ::setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

}  // namespace minicas
