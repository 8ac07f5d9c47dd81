// The other end of a loopback connection: a listener and a thread that talks to the first client.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "net/connect.h"
#include "net/stream.h"

namespace cubrid::odbc::net {

class Line {
 public:
    explicit Line(int descriptor) : descriptor_{descriptor} {}
    Line(Line&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}
    Line(const Line&) = delete;
    ~Line() { close(); }

    [[nodiscard]] int descriptor() const { return descriptor_; }
    void send(std::string_view bytes) const;
    [[nodiscard]] std::string receive(std::size_t count) const;  // less when the client closes
    void wait_for_close() const;
    void stop_sending() const;
    void reset();  // ends with RST, not FIN
    void close();

 private:
    int descriptor_;
};

class Peer {
 public:
    using Talk = std::function<void(Line&)>;

    explicit Peer(Talk talk, std::string address = "127.0.0.1");
    Peer(const Peer&) = delete;
    ~Peer();

    [[nodiscard]] Endpoint endpoint() const { return {address_, port_}; }
    // A stream to it; fails the test when there is none.
    [[nodiscard]] std::unique_ptr<Stream> connected() const;

 private:
    std::string address_;
    std::uint16_t port_ = 0;
    int listener_ = -1;
    std::thread thread_;
};

// A listening socket that nobody accepts from. Port 0: there is no such address here.
int listen_on(const std::string& address, int backlog, std::uint16_t& port);

inline base::Deadline in(std::chrono::milliseconds wait) { return base::Deadline::after(wait); }
inline base::Deadline soon() { return in(std::chrono::seconds{20}); }

base::Result<std::string> read(Stream& stream, std::size_t count, base::Deadline deadline = soon());

template <class Action>
std::chrono::milliseconds duration(Action action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

// Whether `condition` comes true within the time that a slow machine may need.
bool eventually(const std::function<bool()>& condition);

MATCHER_P(FailedWith, state, "") {
    if (arg) return false;
    *result_listener << arg.error().state.view() << ": " << arg.error().message;
    return arg.error().state.view() == state;
}

MATCHER_P(FailedSaying, text, "") {
    if (arg) return false;
    *result_listener << arg.error().state.view() << ": " << arg.error().message;
    return arg.error().message.find(text) != std::string::npos;
}

MATCHER(Worked, "") {
    if (!arg) *result_listener << arg.error().state.view() << ": " << arg.error().message;
    return arg.has_value();
}

inline void Line::send(std::string_view bytes) const {
    while (!bytes.empty()) {
        const auto sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

inline std::string Line::receive(std::size_t count) const {
    std::string bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        const auto received = ::recv(descriptor_, bytes.data() + done, count - done, 0);
        if (received <= 0) break;
        done += static_cast<std::size_t>(received);
    }
    bytes.resize(done);
    return bytes;
}

inline void Line::wait_for_close() const {
    while (receive(1).size() == 1) continue;
}

inline void Line::stop_sending() const { ::shutdown(descriptor_, SHUT_WR); }

inline void Line::reset() {
    const linger now{1, 0};
    ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
}

inline void Line::close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

inline int listen_on(const std::string& address, int backlog, std::uint16_t& port) {
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    port = 0;
    if (::getaddrinfo(address.c_str(), "0", &hints, &found) != 0) return -1;
    const int listener = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    char service[16] = "0";
    if (::bind(listener, found->ai_addr, found->ai_addrlen) == 0 &&
        ::listen(listener, backlog) == 0 &&
        ::getsockname(listener, reinterpret_cast<sockaddr*>(&bound), &length) == 0 &&
        ::getnameinfo(reinterpret_cast<sockaddr*>(&bound), length, nullptr, 0, service,
                      sizeof service, NI_NUMERICSERV) == 0) {
        port = static_cast<std::uint16_t>(std::stoi(service));
    }
    ::freeaddrinfo(found);
    return listener;
}

inline Peer::Peer(Talk talk, std::string address) : address_{std::move(address)} {
    listener_ = listen_on(address_, 8, port_);
    thread_ = std::thread{[listener = listener_, talk = std::move(talk)] {
        const int client = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) return;
        Line line{client};
        talk(line);
    }};
}

inline Peer::~Peer() {
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
}

inline std::unique_ptr<Stream> Peer::connected() const {
    auto stream = connect(endpoint(), 30, soon());
    EXPECT_THAT(stream, Worked());
    return stream ? std::move(*stream) : nullptr;
}

inline base::Result<std::string> read(Stream& stream, std::size_t count, base::Deadline deadline) {
    std::vector<std::byte> bytes(count);
    auto done = stream.read_exact(bytes.data(), count, deadline);
    if (!done) return std::move(done).error();
    return std::string{base::as_text(bytes)};
}

inline bool eventually(const std::function<bool()>& condition) {
    for (int i = 0; i < 2000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    return false;
}

}  // namespace cubrid::odbc::net
