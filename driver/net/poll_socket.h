// A TCP socket that waits in poll() until a deadline or a call of the waker. It models Asio's
// SyncReadStream and SyncWriteStream, so that asio::ssl::stream sits on it unchanged.
#pragma once

#include <cstddef>
#include <memory>

#include "base/deadline.h"
#include "net/asio.h"
#include "net/waker.h"

namespace cubrid::odbc::net {

// What a wait that found nothing to do ends with. The kernel's own ETIMEDOUT, an unanswered
// keep-alive, is neither.
inline const ErrorCode kTimeIsUp = asio::error::would_block;
inline const ErrorCode kWoken = asio::error::operation_aborted;

[[nodiscard]] bool is_connected_to_itself(const asio::ip::tcp::socket& socket);

class PollSocket {
 public:
    using lowest_layer_type = PollSocket;
    using executor_type = asio::ip::tcp::socket::executor_type;

    PollSocket();

    PollSocket& lowest_layer() noexcept { return *this; }
    executor_type get_executor() noexcept { return socket_.get_executor(); }

    // Of all that follows, up to the next call.
    void set_deadline(base::Deadline deadline) noexcept { deadline_ = deadline; }
    void connect(const asio::ip::tcp::endpoint& endpoint, ErrorCode& error);
    void keep_alive(int idle_seconds);
    void close() noexcept;
    Waker& waker() noexcept { return waker_; }
    [[nodiscard]] int descriptor() noexcept { return socket_.native_handle(); }
    // Connected, the peer has not closed and nothing has arrived.
    [[nodiscard]] bool is_quiet();

    template <class Buffers>
    std::size_t read_some(const Buffers& buffers, ErrorCode& error) {
        return until_ready(kReadable, error, [&] { return socket_.read_some(buffers, error); });
    }

    template <class Buffers>
    std::size_t write_some(const Buffers& buffers, ErrorCode& error) {
        return until_ready(kWritable, error, [&] { return socket_.write_some(buffers, error); });
    }

 private:
    static const short kReadable;
    static const short kWritable;

    // Tries first: with a page that has already arrived, or room to send, there is nothing to wait
    // for.
    template <class Attempt>
    std::size_t until_ready(short events, ErrorCode& error, Attempt attempt) {
        for (;;) {
            const std::size_t count = attempt();
            if (error == asio::error::interrupted) continue;
            if (error != asio::error::would_block) return count;
            if (!wait(events, error)) return 0;
        }
    }

    bool wait(short events, ErrorCode& error);

    std::shared_ptr<asio::io_context> context_;
    asio::ip::tcp::socket socket_;
    Waker waker_;
    base::Deadline deadline_ = base::Deadline::never();
};

}  // namespace cubrid::odbc::net
