// minicas: a CUBRID broker with its CAS processes as threads, over SQLite. A library for tests and,
// in main.cpp, an executable. What differs from a real server stands in tests/minicas/README.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace minicas {

struct Options {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;  // 0: a free port, see Server::port()
    std::string database = "testdb";
    // A file to keep the data in; empty: in memory, gone with the server.
    std::string storage;
    std::map<std::string, std::string> users = {{"dba", ""}, {"public", ""}};
    int protocol =
        12;  // the version that the server announces (7 to 12, or more to test a newer server)
    std::string version = "11.4.0.0128";
    std::size_t page_bytes = 16384;  // NET_BUF_SIZE
    int max_connections = 40;  // MAX_NUM_APPL_SERVER; a further client waits as in a broker's queue
};

// What goes wrong on purpose. Every fault is for the next matching event only, unless said
// otherwise.
struct Faults {
    // The bytes of every response are written in pieces of this many bytes (0: whole), with this
    // pause between them. Stays on.
    std::size_t split_writes = 0;
    std::chrono::microseconds write_delay{0};

    // The connection is closed after this many bytes of the response to the next request with this
    // function code (0: any function). The statement has been executed.
    std::optional<std::size_t> close_after_bytes;
    // No answer is sent to the next matching request (the connection stays open).
    bool stall = false;
    // The next matching request is answered with these raw bytes in place of the response; the
    // connection stays open.
    std::optional<std::string> replace_response;
    // The next matching request is not executed; it is answered with this error frame body
    // (indicator, code, text).
    struct Error {
        int indicator;
        int code;
        std::string message;
    };
    std::optional<Error> error;
    // EXECUTE_ARRAY stops after this many rows as if interrupted (-4): the interrupted row is the
    // last result.
    std::optional<int> interrupt_array_after;
    // The answer of the next open request, or of the hello (the raw int).
    std::optional<int> hello_answer;
    // The hello is answered with the port of a second listener, as brokers on Windows do. Stays on.
    bool redirect = false;
    // Which requests match: a CAS function code, 0 = any.
    int function = 0;
    // How many matching requests pass before the fault strikes.
    int skip = 0;
    // After each response outside a transaction but a connection's first the socket is closed in
    // silence, as a broker does that needs the CAS. Stays on.
    bool replace_cas = false;
};

// What arrived, for tests that count.
struct Request {
    int connection;    // ordinal of the connection, from 1
    int function;      // CAS function code
    std::string body;  // the frame's body, function code first
};

class Server {
 public:
    explicit Server(Options options = {});
    ~Server();  // closes every connection
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;

    // Thread safe. The faults replace those set before; `Faults{}` clears them.
    void set_faults(const Faults& faults);

    // Closes every connection without a word; new ones are accepted.
    void drop_connections();

    // Thread safe. All requests since the last call, oldest first.
    std::vector<Request> take_requests();
    int connections_accepted() const;  // opens that succeeded so far
    int cancels_received() const;      // X1, QC and CANCEL hellos

 private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace minicas
