// CONDUCTOR of connecting: address, hello, redirect, TLS, open database (CAS protocol 1.1).
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "base/buffer.h"
#include "base/deadline.h"
#include "base/result.h"
#include "cas/handshake.h"
#include "cas/types.h"
#include "net/stream.h"
#include "session/login.h"

namespace cubrid::odbc::session {

struct Link {
    std::unique_ptr<net::Stream> stream;
    cas::CasInfo info;
    cas::OpenReply open;
};

// `resume`: the id of an earlier session, or zeros. The deadline covers resolving, connecting,
// waiting for a free CAS, TLS and open. Errors: 08001 nobody there, 08004 refused, 28000 user or
// password, HYT00 the deadline passed.
base::Result<Link> connect(const Login& login, const cas::SessionId& resume,
                           base::Deadline deadline);

// While logging in, a deadline that passes is the login timeout (HYT00), not the connection's
// (HYT01), and nothing was connected yet that could have broken (08001).
base::Diag as_login_error(base::Diag diag);

using FrameHeader = std::array<std::byte, cas::kFrameHeader>;

// Errors: 08S01, HYT01; the stream is of no use afterwards.
base::Result<FrameHeader> read_frame_header(net::Stream& stream, base::Deadline deadline);

// What the header announces: its CAS info in `info`, the body in `body`. Memory grows only with
// bytes that arrive. Errors: as above.
base::Result<void> read_frame_body(net::Stream& stream, const FrameHeader& header,
                                   std::size_t max_frame, base::Deadline deadline,
                                   cas::CasInfo& info, base::Buffer& body);

// Both.
base::Result<void> read_frame(net::Stream& stream, std::size_t max_frame, base::Deadline deadline,
                              cas::CasInfo& info, base::Buffer& body);

}  // namespace cubrid::odbc::session
