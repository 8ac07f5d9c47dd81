// A TCP proxy between driver and server that reads the CAS frames passing by: it counts and records
// requests and injects faults, the same on minicas and on a real server.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace test_support {

// CAS function codes.
enum Function {
    kAny = 0,
    kEndTran = 1,
    kPrepare = 2,
    kExecute = 3,
    kSetDbParameter = 5,
    kCloseHandle = 6,
    kFetch = 8,
    kGetDbVersion = 15,
    kExecuteArray = 21,
    kParameterInfo = 27,
    kLobWrite = 36,
    kLobRead = 37,
    kPrepareAndExecute = 41,
    kCursorClose = 42,
};

struct WireRequest {
    std::size_t serial;
    int connection;  // from 1
    int function;
    std::string body;   // function code first
    int status_after;   // the status byte of the reply: 1 = in a transaction; -1: no reply
    std::string reply;  // the reply's body
    // The arguments behind the function code; a request that does not split by its lengths has
    // none.
    std::vector<std::string> arguments() const;
};

struct WireFault {
    int function = kAny;
    int skip = 0;      // so many matching requests pass first
    bool once = true;  // otherwise it strikes each matching request
    // The connection is closed in place of sending the request on.
    bool close_before = false;
    // The request is swallowed; the connection stays open.
    bool stall = false;
    std::chrono::milliseconds delay{0};  // before the request is sent on
    // The whole reply frame, header included, as the driver shall get it.
    std::function<std::string(std::string)> edit_reply;
    // Both ends are closed after this many bytes of the (edited) reply.
    std::optional<std::size_t> close_after_bytes;
};

class Wiretap {
 public:
    Wiretap(std::string host, std::uint16_t port);
    ~Wiretap();
    Wiretap(const Wiretap&) = delete;
    Wiretap& operator=(const Wiretap&) = delete;

    std::uint16_t port() const;
    void inject(WireFault fault);
    void clear_faults();
    void drop_connections();
    // No further connection is accepted; the port is closed.
    void stop_listening();

    // All requests since the last call, oldest first.
    std::vector<WireRequest> take();
    std::vector<int> take_functions();
    // The 628 bytes of each open request so far: database, user and password in fields of 32 bytes.
    std::vector<std::string> opens() const;
    int connections() const;  // hellos of clients so far
    int cancels() const;      // cancel hellos so far
    // Status byte of the last reply on any connection.
    int last_status() const;

 private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

std::string big_endian(std::int32_t value);
std::int32_t from_big_endian(const std::string& bytes, std::size_t offset);

}  // namespace test_support
