// TLS over a connected socket.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "net/asio.h"
#include "net/poll_socket.h"
#include "net/stream.h"
#include "net/trust.h"

namespace cubrid::odbc::net {

class Tls {
 public:
    // Within the socket's deadline. `peer` names it in messages.
    static base::Result<std::unique_ptr<Tls>> handshake(PollSocket& socket,
                                                        const TlsOptions& options,
                                                        const std::string& peer);

    std::size_t read_some(const asio::mutable_buffer& target, ErrorCode& error) {
        return stream_.read_some(target, error);
    }
    std::size_t write_some(const asio::const_buffer& source, ErrorCode& error) {
        return stream_.write_some(source, error);
    }

 private:
    Tls(PollSocket& socket, std::unique_ptr<asio::ssl::context> context, Trust trust)
        : context_{std::move(context)}, trust_{std::move(trust)}, stream_{socket, *context_} {}

    std::unique_ptr<asio::ssl::context> context_;
    Trust trust_;
    asio::ssl::stream<PollSocket&> stream_;
};

}  // namespace cubrid::odbc::net
