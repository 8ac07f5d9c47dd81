#include "net/connect.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "net/asio.h"
#include "net/faults.h"
#include "net/poll_socket.h"
#include "net/socket_stream.h"

namespace cubrid::odbc::net {
namespace {

using asio::ip::tcp;

std::string without_brackets(const std::string& host) {
    const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    return bracketed ? host.substr(1, host.size() - 2) : host;
}

// An address needs no name service. A name asks it, which cannot be bounded without a thread: the
// resolver's own limits (resolv.conf: timeout, attempts) hold.
std::vector<tcp::endpoint> resolve(const std::string& host, std::uint16_t port, ErrorCode& error) {
    const auto address = asio::ip::make_address(host, error);
    if (!error) return {{address, port}};
    asio::io_context context;
    tcp::resolver resolver{context};
    std::vector<tcp::endpoint> endpoints;
    for (const auto& entry :
         resolver.resolve(host, std::to_string(port), tcp::resolver::numeric_service, error)) {
        endpoints.push_back(entry.endpoint());
    }
    return endpoints;
}

// An address that swallows packets must leave time for those after it.
base::Deadline share(base::Deadline deadline, std::size_t addresses) {
    if (deadline.is_never()) return deadline;
    const auto left = std::chrono::milliseconds{deadline.poll_timeout()};
    return earlier(deadline, base::Deadline::after(left / static_cast<int>(addresses)));
}

}  // namespace

base::Result<std::unique_ptr<Stream>> connect(const Endpoint& endpoint, int keep_alive_seconds,
                                              base::Deadline deadline) {
    const Endpoint bare{without_brackets(endpoint.host), endpoint.port};
    const std::string peer = peer_name(bare.host, bare.port);
    ErrorCode error;
    const auto addresses = resolve(bare.host, bare.port, error);
    if (error) {
        return base::Diag{"08001", "cannot find the host of " + peer + ": " + error.message()};
    }
    std::string tried;
    for (std::size_t i = 0; i < addresses.size() && !deadline.expired(); ++i) {
        auto socket = std::make_unique<PollSocket>();
        socket->set_deadline(share(deadline, addresses.size() - i));
        socket->connect(addresses[i], error);
        if (!error) {
            socket->keep_alive(keep_alive_seconds);
            return std::unique_ptr<Stream>{std::make_unique<SocketStream>(std::move(socket), bare)};
        }
        const auto why = error == kTimeIsUp ? std::string{"no answer"} : error.message();
        tried += (i == 0 ? "" : "; ") + addresses[i].address().to_string() + ": " + why;
    }
    if (deadline.expired()) {
        return base::Diag{"HYT00", "no connection to " + peer + " within the time limit" +
                                       (tried.empty() ? "" : " (" + tried + ')')};
    }
    return base::Diag{"08001", "cannot connect to " + peer + " (" + tried + ')'};
}

}  // namespace cubrid::odbc::net
