#include "net/faults.h"

#include "net/asio.h"

namespace cubrid::odbc::net {

std::string peer_name(const std::string& host, std::uint16_t port) {
    const bool address6 = host.find(':') != std::string::npos && host.front() != '[';
    return (address6 ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

base::Diag stream_fault(const std::string& peer, const ErrorCode& error) {
    if (error == kTimeIsUp) return {"HYT01", "no answer from " + peer + " within the time limit"};
    if (error == kWoken) return {"HY008", "waiting for " + peer + " was ended by another thread"};
    if (error == asio::error::eof || error == asio::ssl::error::stream_truncated) {
        return {"08S01", peer + " closed the connection"};
    }
    return {"08S01", "the connection to " + peer + " is lost: " + error.message()};
}

}  // namespace cubrid::odbc::net
