#include "net/socket_stream.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "net/faults.h"

namespace cubrid::odbc::net {
namespace {

// Holds the pages that brokers make (NET_BUF_SIZE, up to 64 KiB). What is larger goes straight to
// the reader.
constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;

}  // namespace

SocketStream::SocketStream(std::unique_ptr<PollSocket> socket, Endpoint endpoint)
    : socket_{std::move(socket)},
      endpoint_{std::move(endpoint)},
      peer_{peer_name(endpoint_.host, endpoint_.port)} {}

base::Result<void> SocketStream::write_all(base::Bytes bytes, base::Deadline deadline) {
    socket_->set_deadline(deadline);
    while (!bytes.empty()) {
        ErrorCode error;
        const auto sent = send(bytes, error);
        if (error) return fail(error);
        bytes = bytes.subspan(sent);
    }
    return {};
}

base::Result<void> SocketStream::read_exact(std::byte* into, std::size_t count,
                                            base::Deadline deadline) {
    socket_->set_deadline(deadline);
    std::size_t done = take_buffered(into, count);
    while (done < count) {
        ErrorCode error;
        const std::size_t rest = count - done;
        if (rest >= kBufferBytes) {
            done += receive(into + done, rest, error);
        } else {
            buffer_.resize(kBufferBytes);
            buffer_.resize(receive(buffer_.data(), kBufferBytes, error));
            taken_ = 0;
            done += take_buffered(into + done, rest);
        }
        if (error) return fail(error);
    }
    return {};
}

std::size_t SocketStream::take_buffered(std::byte* into, std::size_t count) noexcept {
    const std::size_t taken = std::min(count, buffer_.size() - taken_);
    if (taken != 0) std::memcpy(into, buffer_.data() + taken_, taken);
    taken_ += taken;
    return taken;
}

std::size_t SocketStream::receive(std::byte* into, std::size_t count, ErrorCode& error) {
    const asio::mutable_buffer target{into, count};
    return tls_ ? tls_->read_some(target, error) : socket_->read_some(target, error);
}

std::size_t SocketStream::send(base::Bytes bytes, ErrorCode& error) {
    const asio::const_buffer source{bytes.data(), bytes.size()};
    return tls_ ? tls_->write_some(source, error) : socket_->write_some(source, error);
}

base::Result<void> SocketStream::start_tls(const TlsOptions& options, base::Deadline deadline) {
    // Bytes sent in clear before the handshake must never count as if they had come inside it.
    if (taken_ != buffer_.size()) {
        failed_ = true;
        return base::Diag{"08S01", peer_ + " sent data ahead of the TLS handshake"};
    }
    socket_->set_deadline(deadline);
    TlsOptions named = options;
    if (named.host_name.empty()) named.host_name = endpoint_.host;
    auto tls = Tls::handshake(*socket_, named, peer_);
    if (!tls) {
        failed_ = true;
        return std::move(tls).error();
    }
    tls_ = std::move(*tls);
    return {};
}

bool SocketStream::is_dead() {
    if (failed_ || taken_ != buffer_.size()) return true;
    if (!tls_) return !socket_->is_quiet();
    // A TLS peer may send what is no data: session tickets, key updates. Only reading tells.
    socket_->set_deadline(base::Deadline::after(std::chrono::milliseconds{0}));
    std::byte unasked{};
    ErrorCode error;
    receive(&unasked, 1, error);
    failed_ = error != kTimeIsUp;
    return failed_;
}

void SocketStream::close() {
    failed_ = true;
    socket_->close();
}

void SocketStream::wake() noexcept { socket_->waker().wake(); }

base::Diag SocketStream::fail(const ErrorCode& error) {
    failed_ = true;
    return stream_fault(peer_, error);
}

}  // namespace cubrid::odbc::net
