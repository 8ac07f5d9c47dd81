// The Diag that says what happened on the way to or from a peer.
#pragma once

#include <string>

#include "base/diag.h"
#include "net/poll_socket.h"

namespace cubrid::odbc::net {

// "host:port", "[address]:port" for IPv6.
std::string peer_name(const std::string& host, std::uint16_t port);

base::Diag stream_fault(const std::string& peer, const ErrorCode& error);

}  // namespace cubrid::odbc::net
