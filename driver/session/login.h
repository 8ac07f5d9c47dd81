// Everything that opens a conversation with a CAS, kept for reconnecting.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "net/stream.h"

namespace cubrid::odbc::session {

struct Login {
    net::Endpoint endpoint;
    bool tls = false;
    net::TlsOptions tls_options;
    std::string database;
    std::string user;
    std::string password;
    std::string url;  // for the broker's log; holds no password
    int keep_alive_seconds = 30;
    std::chrono::milliseconds timeout{30000};       // of a reconnect; 0 = none
    std::size_t max_frame = std::size_t{1} << 30U;  // the largest reply that is accepted, bytes
};

}  // namespace cubrid::odbc::session
