// Name to connected stream.
#pragma once

#include <memory>

#include "base/deadline.h"
#include "base/result.h"
#include "net/stream.h"

namespace cubrid::odbc::net {

// Tries each address of the host, IPv6 and IPv4, until the deadline. `keep_alive_seconds`: TCP
// keep-alive idle time, 0 = off. Errors: 08001 when nobody listens or the name is unknown, HYT00
// when the deadline passed; the text names host and port.
base::Result<std::unique_ptr<Stream>> connect(const Endpoint& endpoint, int keep_alive_seconds,
                                              base::Deadline deadline);

}  // namespace cubrid::odbc::net
