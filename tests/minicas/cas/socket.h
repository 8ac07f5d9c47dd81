// POSIX sockets, blocking.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace minicas {

class Socket {
 public:
    Socket() = default;
    explicit Socket(int fd) : fd_(fd) {}
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&& other) noexcept;
    ~Socket();

    int fd() const { return fd_; }
    // False at the end of the stream, or after shut_down().
    bool read(std::string& out, std::size_t size) const;
    // In pieces of `piece` bytes with a pause between them; 0: at once.
    bool write(std::string_view bytes, std::size_t piece = 0,
               std::chrono::microseconds pause = {}) const;
    void shut_down() const;  // from another thread: readers and writers return

 private:
    int fd_ = -1;
};

// Throws std::system_error.
Socket listen_on(const std::string& host, std::uint16_t port);
std::uint16_t port_of(const Socket& listener);
Socket accept_from(const Socket& listener);

}  // namespace minicas
