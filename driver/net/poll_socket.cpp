#include "net/poll_socket.h"

#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>

namespace cubrid::odbc::net {
namespace {

// An io_context takes three descriptors that synchronous sockets never use, so all connections
// share one. It goes with the last of them.
std::shared_ptr<asio::io_context> shared_context() {
    static std::mutex mutex;
    static std::weak_ptr<asio::io_context> shared;
    const std::lock_guard lock{mutex};
    auto context = shared.lock();
    if (!context) shared = context = std::make_shared<asio::io_context>();
    return context;
}

ErrorCode last_error() { return {errno, asio::error::get_system_category()}; }

}  // namespace

// Broker ports lie in Linux's range of ephemeral ports: with nobody listening, a socket can be
// given the very port that it connects to, and TCP then connects it to itself.
bool is_connected_to_itself(const asio::ip::tcp::socket& socket) {
    ErrorCode error;
    const auto here = socket.local_endpoint(error);
    return !error && here == socket.remote_endpoint(error) && !error;
}

const short PollSocket::kReadable = POLLIN;
const short PollSocket::kWritable = POLLOUT;

PollSocket::PollSocket() : context_{shared_context()}, socket_{*context_} {}

bool PollSocket::wait(short events, ErrorCode& error) {
    std::array<pollfd, 2> waited{
        {{socket_.native_handle(), events, 0}, {waker_.descriptor(), POLLIN, 0}}};
    for (;;) {
        const int ready = ::poll(waited.data(), waited.size(), deadline_.poll_timeout());
        if (ready > 0) {
            error = waited[1].revents != 0 ? kWoken : ErrorCode{};
            return !error;
        }
        if (ready == 0 && deadline_.expired()) {
            error = kTimeIsUp;
            return false;
        }
        if (ready < 0 && errno != EINTR) {
            error = last_error();
            return false;
        }
    }
}

// asio's connect() waits without a limit, on non-blocking sockets too.
void PollSocket::connect(const asio::ip::tcp::endpoint& endpoint, ErrorCode& error) {
    close();
    socket_.open(endpoint.protocol(), error);
    if (!error) socket_.non_blocking(true, error);
    // Requests are written whole: there is nothing for Nagle's algorithm to gather.
    if (!error) socket_.set_option(asio::ip::tcp::no_delay{true}, error);
    if (error) return;
    if (::connect(socket_.native_handle(), endpoint.data(),
                  static_cast<socklen_t>(endpoint.size())) < 0) {
        // An interrupted connect goes on in the background (POSIX).
        if (errno != EINPROGRESS && errno != EINTR) error = last_error();
        if (error || !wait(kWritable, error)) return;
        int result = 0;
        socklen_t length = sizeof result;
        if (::getsockopt(socket_.native_handle(), SOL_SOCKET, SO_ERROR, &result, &length) < 0) {
            result = errno;
        }
        error.assign(result, asio::error::get_system_category());
        if (error) return;
    }
    if (is_connected_to_itself(socket_)) error = asio::error::connection_refused;
}

void PollSocket::keep_alive(int idle_seconds) {
    if (idle_seconds <= 0) return;
    constexpr int kProbes = 3;
    constexpr int kLongestIdle = 32767;  // MAX_TCP_KEEPIDLE of Linux
    const int idle = std::min(idle_seconds, kLongestIdle);
    const int interval = std::max(1, idle / kProbes);
    // Keep-alive probes are not sent while sent bytes wait for an acknowledgement; the user timeout
    // bounds that wait alike.
    const int lost_after = idle + kProbes * interval;
    struct Option {
        int level, name, value;
    };
    const std::array<Option, 5> options{{{SOL_SOCKET, SO_KEEPALIVE, 1},
                                         {IPPROTO_TCP, TCP_KEEPIDLE, idle},
                                         {IPPROTO_TCP, TCP_KEEPINTVL, interval},
                                         {IPPROTO_TCP, TCP_KEEPCNT, kProbes},
                                         {IPPROTO_TCP, TCP_USER_TIMEOUT, lost_after * 1000}}};
    for (const auto& option : options) {
        // Best effort: a connection without probes is better than none.
        (void)::setsockopt(socket_.native_handle(), option.level, option.name, &option.value,
                           sizeof option.value);
    }
}

void PollSocket::close() noexcept {
    ErrorCode ignored;
    socket_.close(ignored);
}

bool PollSocket::is_quiet() {
    if (!socket_.is_open()) return false;
    char unread = 0;
    ssize_t count = 0;
    do {
        count = ::recv(socket_.native_handle(), &unread, 1, MSG_PEEK | MSG_DONTWAIT);
    } while (count < 0 && errno == EINTR);
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
}

}  // namespace cubrid::odbc::net
