#include "cas/handshake.h"

#include <algorithm>
#include <limits>
#include <string>

#include "cas/error_map.h"
#include "cas/reply.h"

namespace cubrid::odbc::cas {
namespace {

constexpr std::byte kClientType{2};        // ODBC, CAS protocol 2.2
constexpr std::uint8_t kIndicator = 0x40;  // "what follows is a protocol version", CAS protocol 2.1
constexpr std::uint8_t kVersionBits = 0x3F;
constexpr std::byte kFunctionFlags{0xC0};  // renewed error codes, holdable results
constexpr std::byte kVersionByte{kIndicator | static_cast<std::uint8_t>(kNewestVersion)};

constexpr std::int32_t kOldestNewCode = -10000;
constexpr std::int32_t kOldCodeShift = 9000;
constexpr std::int32_t kTlsMismatch = -10103;

void put(std::byte* to, std::string_view text) { std::ranges::copy(base::as_bytes(text), to); }

// The field of the open request that holds it, CAS protocol 3.1, and what its error is.
struct Name {
    std::string_view what;
    std::size_t offset;
    base::SqlState state;
};
constexpr Name kDatabase{"database name", 0, "08001"};
constexpr Name kUser{"user name", 32, "28000"};
constexpr Name kPassword{"password", 64, "28000"};
constexpr std::size_t kUrlOffset = 96;
constexpr std::size_t kUrlBytes = 512;
constexpr std::size_t kSessionOffset = 608;
constexpr std::size_t kDriverVersionLimit = 19;

base::Result<void> put_name(std::byte* fields, const Name& name, std::string_view value) {
    if (value.size() > kNameLimit) {
        return base::Diag{.state = name.state,
                          .message = "The " + std::string{name.what} + " is longer than the " +
                                     std::to_string(kNameLimit) +
                                     " bytes that the protocol has room for."};
    }
    if (value.find('\0') != std::string_view::npos) {
        return base::Diag{
            .state = name.state,
            .message = "The " + std::string{name.what} + " contains a NUL character."};
    }
    put(fields + name.offset, value);
    return {};
}

// The URL is for the log, so it may be cut. Behind its NUL stands the driver's version, a length
// before it.
void put_url(std::byte* field, std::string_view url, std::string_view driver_version) {
    driver_version = driver_version.substr(0, kDriverVersionLimit);
    url = url.substr(0, std::min(url.find('\0'), kUrlBytes - kDriverVersionLimit - 3));
    put(field, url);
    field[url.size() + 1] = static_cast<std::byte>(driver_version.size());
    put(field + url.size() + 2, driver_version);
}

struct BrokerInfo {
    std::uint8_t statement_pooling = 0;
    std::uint8_t version = 0;
    std::uint8_t number_behavior = 0;
};

// CAS protocol 3.4.
BrokerInfo read_broker_info(WireReader& in) {
    BrokerInfo info;
    in.bytes(2);
    info.statement_pooling = in.u8();
    in.bytes(1);
    info.version = in.u8();
    in.bytes(1);
    info.number_behavior = in.u8();
    in.bytes(1);
    return info;
}

base::Diag too_old(std::uint8_t version_byte) {
    const bool numbered = (version_byte & kIndicator) != 0;
    return {.state = "08001",
            .message = "The server speaks protocol version " +
                       std::to_string(numbered ? version_byte & kVersionBits : 0) +
                       "; this driver needs version 7 (CUBRID 10.0) or later."};
}

}  // namespace

std::array<std::byte, kHelloBytes> hello(bool tls) {
    std::array<std::byte, kHelloBytes> message{};
    put(message.data(), tls ? "CUBRS" : "CUBRK");
    message[5] = kClientType;
    message[6] = kVersionByte;
    message[7] = kFunctionFlags;
    return message;
}

base::Result<HelloAnswer> read_hello_answer(std::int32_t answer, bool tls) {
    if (answer > std::numeric_limits<std::uint16_t>::max()) return malformed("the broker's answer");
    if (answer >= 0) return HelloAnswer{static_cast<std::uint16_t>(answer)};

    // A broker that took the hello for an old client's sends codes of the old kind (CAS
    // protocol 2.4).
    const std::int32_t code = answer > kOldestNewCode ? answer - kOldCodeShift : answer;
    base::Diag refused = server_diag(base::Origin::cas, code, {});
    if (code == kTlsMismatch) {
        refused.message =
            tls ? "The broker on this port does not offer TLS. Connect with SSL=off, or "
                  "to a port whose broker has SSL=ON."
                : "The broker on this port accepts only TLS connections. Connect with "
                  "SSL=require.";
    }
    return refused;
}

std::array<std::byte, kHelloBytes> cancel_message(std::int32_t cas_pid) {
    std::array<std::byte, kHelloBytes> message{};
    put(message.data(), "X1");
    message[2] = kVersionByte;
    message[3] = kFunctionFlags;
    base::store_be(message.data() + 6, cas_pid);
    return message;
}

base::Result<std::array<std::byte, kOpenBytes>> write_open(const OpenRequest& request) {
    std::array<std::byte, kOpenBytes> bytes{};
    if (request.database.empty()) {
        return base::Diag{.state = kDatabase.state, .message = "No database is named."};
    }
    for (const auto& [name, value] : {std::pair{&kDatabase, request.database},
                                      {&kUser, request.user},
                                      {&kPassword, request.password}}) {
        if (auto put = put_name(bytes.data(), *name, value); !put) return put.error();
    }
    put_url(bytes.data() + kUrlOffset, request.url, request.driver_version);
    std::ranges::copy(request.session, bytes.begin() + kSessionOffset);
    return bytes;
}

base::Result<OpenReply> read_open_reply(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) {
        base::Diag diag = std::move(opened).error();
        // No connection was made yet that could have broken.
        if (diag.origin == base::Origin::dbms && diag.state == base::SqlState{"08S01"}) {
            diag.state = "08001";
        }
        return diag;
    }
    WireReader in = opened->rest;
    const BrokerInfo info = read_broker_info(in);
    if (!in.ok()) return malformed("open reply");
    if ((info.version & kIndicator) == 0 ||
        (info.version & kVersionBits) < static_cast<std::uint8_t>(kOldestVersion)) {
        return too_old(info.version);
    }

    OpenReply reply;
    reply.cas_pid = opened->result;
    reply.version = static_cast<Version>(
        std::min<int>(info.version & kVersionBits, static_cast<int>(kNewestVersion)));
    reply.statement_pooling = info.statement_pooling != 0;
    reply.oracle_compat_number_behavior =
        reply.version >= Version::v12 && (info.number_behavior & 1U) != 0;
    in.i32();  // the CAS's number in its broker
    const base::Bytes session = in.bytes(kSessionBytes);
    if (!in.ok()) return malformed("open reply");
    std::ranges::copy(session, reply.session.begin());
    return reply;
}

}  // namespace cubrid::odbc::cas
