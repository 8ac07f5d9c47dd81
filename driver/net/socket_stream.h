// A Stream over a connected socket, in clear or inside TLS, with a read buffer: the header and body
// of a reply are mostly one system call.
#pragma once

#include <memory>
#include <string>

#include "base/buffer.h"
#include "net/poll_socket.h"
#include "net/stream.h"
#include "net/tls.h"

namespace cubrid::odbc::net {

class SocketStream final : public Stream {
 public:
    SocketStream(std::unique_ptr<PollSocket> socket, Endpoint endpoint);

    base::Result<void> write_all(base::Bytes bytes, base::Deadline deadline) override;
    base::Result<void> read_exact(std::byte* into, std::size_t count,
                                  base::Deadline deadline) override;
    base::Result<void> start_tls(const TlsOptions& options, base::Deadline deadline) override;
    [[nodiscard]] bool is_dead() override;
    void close() override;
    void wake() noexcept override;

 private:
    std::size_t take_buffered(std::byte* into, std::size_t count) noexcept;
    std::size_t receive(std::byte* into, std::size_t count, ErrorCode& error);
    std::size_t send(base::Bytes bytes, ErrorCode& error);
    base::Diag fail(const ErrorCode& error);

    std::unique_ptr<PollSocket> socket_;
    Endpoint endpoint_;
    std::string peer_;
    std::unique_ptr<Tls> tls_;  // sits on *socket_, goes before it
    base::Buffer buffer_;
    std::size_t taken_ = 0;  // of buffer_
    bool failed_ = false;
};

}  // namespace cubrid::odbc::net
