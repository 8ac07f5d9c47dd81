#include "raw_client.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>

#include "wiretap.h"

namespace bench {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;

int connect_to(const std::string& host, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
        throw std::runtime_error{"cannot find " + host};
    }
    const int socket = ::socket(found->ai_family, SOCK_STREAM, 0);
    const int code = ::connect(socket, found->ai_addr, found->ai_addrlen);
    ::freeaddrinfo(found);
    if (code != 0) throw std::runtime_error{"cannot connect to " + host};
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
}

std::int32_t load(const char* bytes) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<std::int32_t>(ntohl(value));
}

}  // namespace

std::string framed(const std::string& body) {
    return test_support::big_endian(static_cast<std::int32_t>(body.size())) + std::string(4, '\0') +
           body;
}

RawClient::RawClient(const std::string& host, std::uint16_t port, const std::string& open)
    : socket_{connect_to(host, port)}, buffer_(kBufferBytes) {
    // Client type ODBC, protocol 12, renewed error codes, holdable results.
    const char hello[] = {'C', 'U', 'B', 'R', 'K', 2, 0x40 | 12, static_cast<char>(0xC0), 0, 0};
    send(hello, sizeof hello);
    if (load(take(4)) != 0) throw std::runtime_error{"the broker refuses"};
    send(open.data(), open.size());
    const auto length = static_cast<std::size_t>(load(take(4)));
    std::memcpy(cas_info_.data(), take(4), 4);
    if (load(take(4)) < 0) throw std::runtime_error{"the database refuses"};
    skip(length - 4);
}

RawClient::~RawClient() { ::close(socket_); }

std::int32_t RawClient::exchange(std::string& frame) {
    std::memcpy(frame.data() + 4, cas_info_.data(), 4);
    send(frame.data(), frame.size());
    const char* const head = take(kHeaderBytes + 4);
    const auto length = static_cast<std::size_t>(load(head));
    std::memcpy(cas_info_.data(), head + 4, 4);
    const std::int32_t response = load(head + kHeaderBytes);
    skip(length - 4);
    if (response < 0) throw std::runtime_error{"a request failed: " + std::to_string(response)};
    return response;
}

void RawClient::send(const char* bytes, std::size_t count) const {
    while (count > 0) {
        const ssize_t sent = ::send(socket_, bytes, count, MSG_NOSIGNAL);
        if (sent <= 0) throw std::runtime_error{"the connection is lost"};
        bytes += sent;
        count -= static_cast<std::size_t>(sent);
    }
}

const char* RawClient::take(std::size_t count) {
    while (end_ - begin_ < count) fill();
    const char* const taken = buffer_.data() + begin_;
    begin_ += count;
    return taken;
}

void RawClient::skip(std::size_t count) {
    while (end_ - begin_ < count) {
        count -= end_ - begin_;
        begin_ = end_ = 0;
        fill();
    }
    begin_ += count;
}

void RawClient::fill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    const ssize_t received = ::recv(socket_, buffer_.data() + end_, buffer_.size() - end_, 0);
    if (received <= 0) throw std::runtime_error{"the connection is lost"};
    end_ += static_cast<std::size_t>(received);
}

}  // namespace bench
