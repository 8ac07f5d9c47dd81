// Everything before the first request: hello, the broker's answer, open database (CAS protocol 2
// and 3). Pure: the session feeds it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "cas/types.h"

namespace cubrid::odbc::cas {

inline constexpr std::size_t kHelloBytes = 10;
inline constexpr std::size_t kHelloAnswerBytes = 4;
inline constexpr std::size_t kOpenBytes = 628;
inline constexpr std::size_t kSessionBytes = 20;
inline constexpr std::size_t kNameLimit =
    31;  // database, user and password fields hold 31 bytes and a NUL

using SessionId = std::array<std::byte, kSessionBytes>;

// The ten bytes that open a conversation; `tls` asks for TLS after the broker's answer. Client type
// 2 is ODBC.
std::array<std::byte, kHelloBytes> hello(bool tls);

// What the broker's int means: 0, go on here; a port, go on there without another hello; an error.
// `tls` only words the error of a broker in the other mode.
struct HelloAnswer {
    std::uint16_t port = 0;
};
base::Result<HelloAnswer> read_hello_answer(std::int32_t answer, bool tls);

// The cancel message, CAS protocol 2.5 (X1, V4 and later).
std::array<std::byte, kHelloBytes> cancel_message(std::int32_t cas_pid);

struct OpenRequest {
    std::string_view database{};
    std::string_view user{};
    std::string_view password{};
    std::string_view url{};             // for the broker's log; must not hold the password
    std::string_view driver_version{};  // shown by `cubrid broker status`; at most 19 bytes of it
    SessionId session{};                // zeros: a new session
};
// 28000 or HY090-like faults for names longer than the protocol's fields: never cut in silence.
base::Result<std::array<std::byte, kOpenBytes>> write_open(const OpenRequest& request);

struct OpenReply {
    std::int32_t cas_pid = 0;
    Version version = kOldestVersion;  // the smaller of both sides
    bool statement_pooling = true;
    bool oracle_compat_number_behavior = false;  // V12: float text without trailing zeros
    SessionId session{};
};
// A server that speaks less than V7 is refused with 08001 and a text that says so.
base::Result<OpenReply> read_open_reply(base::Bytes body);

}  // namespace cubrid::odbc::cas
