// The byte stream that a session talks over. Every wait has a deadline; another thread may end it
// through the waker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/deadline.h"
#include "base/result.h"

namespace cubrid::odbc::net {

struct Endpoint {
    std::string host = "localhost";
    std::uint16_t port = 33000;
};

// How the peer is verified when a stream goes over to TLS. The braces keep gcc from warning of
// fields left out.
struct TlsOptions {
    bool verify = true;
    std::string host_name{};    // name or address that the certificate must be for
    std::string ca{};           // PEM file or folder; empty: the system's store
    std::string fingerprint{};  // SHA-256 of the certificate, hexadecimal; empty: by chain and name
};

// Errors: HYT01 when the deadline passed, HY008 when woken, 08001 when start_tls finds no trust in
// the peer, 08S01 for everything else. After an error the stream is of no use.
class Stream {
 public:
    Stream() = default;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    virtual ~Stream() = default;

    virtual base::Result<void> write_all(base::Bytes bytes, base::Deadline deadline) = 0;
    // Fills `into` completely.
    virtual base::Result<void> read_exact(std::byte* into, std::size_t count,
                                          base::Deadline deadline) = 0;
    // Goes over to TLS 1.2 or later; everything after it is inside.
    virtual base::Result<void> start_tls(const TlsOptions& options, base::Deadline deadline) = 0;
    // Never waits: the peer has closed, or has sent something that nobody asked for.
    [[nodiscard]] virtual bool is_dead() = 0;
    virtual void close() = 0;
    // From any thread: ends the wait under way, or the next one.
    virtual void wake() noexcept {}
};

}  // namespace cubrid::odbc::net
