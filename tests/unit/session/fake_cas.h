// A broker and CAS by script: a loopback listener that greets, opens, and then answers request by
// request what the test has written down. What it is asked otherwise fails the test.
#pragma once

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "../cas/wire.h"
#include "cas/wire_reader.h"
#include "session/session.h"

namespace cubrid::odbc::session::fake {

using cas::Function;
using cas::wire::Message;

// The first byte of a reply's CAS info.
enum class Status : std::uint8_t { idle = 0, active = 1 };

// A request as it came: its function and its arguments without their lengths.
struct Request {
    Function function{};
    std::vector<std::string> args;

    // The number that argument `index` is.
    [[nodiscard]] int number(std::size_t index) const {
        if (index >= args.size()) return -1;
        int value = 0;
        for (const char c : args[index]) value = value * 256 + static_cast<unsigned char>(c);
        return value;
    }
};

std::string frame(const Message& body, Status status);
// A frame whose header lies about the length of its body.
std::string frame_announcing(std::int32_t length, std::string_view body);

// One exchange of the script.
struct Step {
    Function expected{};
    std::string reply;        // the bytes that are sent; nothing: the request stays unanswered
    bool then_close = false;  // the connection ends behind the reply
    std::function<void()> before_reply{};
};

inline Step on(Function function, const Message& body, Status status) {
    return {function, frame(body, status)};
}
inline Step on(Function function, std::string bytes) { return {function, std::move(bytes)}; }
// The CAS is gone when it should answer, or goes when it has answered.
inline Step closes_at(Function function) { return {function, {}, true}; }
inline Step closing(Step step) {
    step.then_close = true;
    return step;
}
// The reply waits for `condition`.
inline Step when(std::function<void()> condition, Step step) {
    step.before_reply = std::move(condition);
    return step;
}

Message success();
Message error(std::int32_t code, std::string_view text);  // of the database server
Message cas_error(std::int32_t code);
struct Reply {
    int handle = 1;
    int type = 21;
    int markers = 0;
    int columns = 1;  // INT
};
Message prepared(const Reply& reply);
struct Rows {
    int first = 1;
    int count = 0;
    bool last = false;
};
// A page of INT rows whose values are their numbers.
Message page(const Rows& rows);
// `count`: rows of the whole result.
Message executed(int count, const Rows& rows);
Message affected(int count, int type = 20);
Message prepared_and_executed(const Reply& reply, const Message& result);
Message open_reply(int version = 12);

// One connection: login, then the steps. A CON_CLOSE behind the last is answered too.
struct Conversation {
    std::vector<Step> steps{};
    std::int32_t hello_answer = 0;
    Message open = open_reply();
    bool probe = true;  // the session's first statement is answered: UTF-8, status 0
    int charset = 5;
    bool may_leave_early = false;  // with CON_CLOSE at any step
};

class FakeCas {
 public:
    explicit FakeCas(std::vector<Conversation> conversations);
    explicit FakeCas(std::vector<Step> steps)
        : FakeCas(std::vector<Conversation>{Conversation{std::move(steps)}}) {}
    FakeCas(const FakeCas&) = delete;
    FakeCas& operator=(const FakeCas&) = delete;
    ~FakeCas();

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] Login login() const;
    [[nodiscard]] std::shared_ptr<Session> connected() const;

    // What came after the probe, over all connections.
    [[nodiscard]] std::vector<Request> requests() const;
    [[nodiscard]] std::vector<Function> functions() const;
    [[nodiscard]] std::string opened_with(std::size_t connection) const;  // the 628 bytes
    [[nodiscard]] int connections() const { return connections_; }
    // Waits until so many requests have come.
    [[nodiscard]] bool has_come(std::size_t count) const;

 private:
    void serve(int client, Conversation& conversation);
    bool greet(int client, Conversation& conversation);
    bool receive(int client, Request& request);
    void note(Request request);

    std::vector<Conversation> conversations_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<int> client_{-1};
    std::atomic<int> connections_{0};
    std::atomic<bool> ending_{false};
    mutable std::mutex mutex_;
    std::vector<Request> requests_;
    std::vector<std::string> opened_;
    std::thread thread_;
};

MATCHER_P(FailsWith, state, "fails with " + std::string{state}) {
    if (arg) return false;
    *result_listener << arg.error().state.view() << ": " << arg.error().message;
    return arg.error().state.view() == std::string_view{state};
}
MATCHER(Works, "") {
    if (!arg) *result_listener << arg.error().state.view() << ": " << arg.error().message;
    return arg.has_value();
}

inline base::Deadline soon() { return base::Deadline::after(std::chrono::seconds{20}); }

inline std::string frame_announcing(std::int32_t length, std::string_view body) {
    return std::string{base::as_text(Message{}.i32(length).raw("\x01\xFF\xFF\xFB").bytes())} +
           std::string{body};
}
inline std::string frame(const Message& body, Status status) {
    std::string bytes =
        frame_announcing(static_cast<std::int32_t>(body.size()), base::as_text(body.bytes()));
    bytes[4] = static_cast<char>(status);
    return bytes;
}

inline Message success() { return Message{}.i32(0); }
inline Message error(std::int32_t code, std::string_view text) {
    return Message{}.i32(-2).i32(code).raw(text).zeros(1);
}
inline Message cas_error(std::int32_t code) { return Message{}.i32(-1).i32(code); }

inline Message prepared(const Reply& reply) {
    Message out;
    out.i32(reply.handle).i32(-1).u8(reply.type).i32(reply.markers).u8(0).i32(reply.columns);
    for (int column = 0; column < reply.columns; ++column) {
        out.u8(0x80).u8(8).i16(0).i32(10).text("a").text("").text("").u8(0).text("").zeros(7);
    }
    return out;
}
inline Message page(const Rows& rows) {
    Message out;
    out.i32(0).i32(rows.count);
    for (int row = rows.first; row < rows.first + rows.count; ++row) {
        out.i32(row).zeros(8).i32(4).i32(row);
    }
    return out.u8(rows.last ? 1 : 0);
}
inline Message affected(int count, int type) {
    return Message{}.i32(count).u8(0).i32(1).u8(type).i32(count).zeros(16).u8(0).i32(-2);
}
inline Message executed(int count, const Rows& rows) {
    return affected(count, 21).raw(base::as_text(page(rows).bytes()));
}
inline Message prepared_and_executed(const Reply& reply, const Message& result) {
    return prepared(reply).raw(base::as_text(result.bytes()));
}
inline Message open_reply(int version) {
    return Message{}
        .i32(4711)
        .raw("\x01\x01\x01")
        .u8(0)
        .u8(0x40 | version)
        .u8(0xC0)
        .zeros(2)
        .i32(1)
        .raw("the session's id    ");
}

inline FakeCas::FakeCas(std::vector<Conversation> conversations)
    : conversations_{std::move(conversations)} {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), length), 0);
    EXPECT_EQ(::listen(listener_, 8), 0);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread{[this] {
        for (Conversation& conversation : conversations_) {
            const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (client < 0) return;
            ++connections_;
            client_ = client;
            serve(client, conversation);
            client_ = -1;
            ::close(client);
        }
        ::shutdown(listener_, SHUT_RDWR);
    }};
}

// Without a client that still talks: sessions end before the server does.
inline FakeCas::~FakeCas() {
    ending_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    if (const int client = client_; client >= 0) ::shutdown(client, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
}

inline bool receive_all(int client, char* to, std::size_t count) {
    while (count > 0) {
        const auto received = ::recv(client, to, count, 0);
        if (received <= 0) return false;
        to += received;
        count -= static_cast<std::size_t>(received);
    }
    return true;
}

inline void send_all(int client, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

inline bool FakeCas::receive(int client, Request& request) {
    std::string header(8, '\0');
    if (!receive_all(client, header.data(), header.size())) return false;
    const auto length =
        base::load_be<std::int32_t>(reinterpret_cast<const std::byte*>(header.data()));
    std::string body(static_cast<std::size_t>(length), '\0');
    if (!receive_all(client, body.data(), body.size())) return false;
    cas::WireReader in{base::as_bytes(body)};
    request.function = static_cast<Function>(in.u8());
    request.args.clear();
    while (in.remaining() > 0 && in.ok()) {
        request.args.emplace_back(base::as_text(in.bytes(static_cast<std::size_t>(in.i32()))));
    }
    return in.ok();
}

inline bool FakeCas::greet(int client, Conversation& conversation) {
    std::string hello(cas::kHelloBytes, '\0');
    if (!receive_all(client, hello.data(), hello.size())) return false;
    send_all(client, base::as_text(Message{}.i32(conversation.hello_answer).bytes()));
    std::string open(cas::kOpenBytes, '\0');
    if (!receive_all(client, open.data(), open.size())) return false;
    {
        const std::lock_guard lock{mutex_};
        opened_.push_back(std::move(open));
    }
    send_all(client, frame(conversation.open, Status::active));
    if (!conversation.probe) return true;
    Request probe;
    if (!receive(client, probe)) return false;
    EXPECT_EQ(probe.function, Function::prepare_and_execute);
    Message answer;
    answer.i32(1).i32(-1).u8(21).i32(0).u8(0).i32(1);
    answer.u8(0x80 | conversation.charset).u8(1).i16(0).i32(-1);
    answer.text("'a'").text("").text("").u8(0).text("").zeros(7);
    answer.raw(base::as_text(affected(1, 21).bytes()));
    answer.i32(0).i32(1).i32(1).zeros(8).i32(2).raw("a").zeros(1).u8(1);
    send_all(client, frame(answer, Status::idle));
    return true;
}

inline void FakeCas::note(Request request) {
    const std::lock_guard lock{mutex_};
    requests_.push_back(std::move(request));
}

inline void FakeCas::serve(int client, Conversation& conversation) {
    if (!greet(client, conversation)) return;
    for (const Step& step : conversation.steps) {
        Request request;
        if (!receive(client, request)) {
            EXPECT_TRUE(ending_) << "the client left before it asked for "
                                 << static_cast<int>(step.expected);
            return;
        }
        if (conversation.may_leave_early && request.function == Function::con_close) {
            send_all(client, frame(success(), Status::idle));
            return;
        }
        note(request);
        EXPECT_EQ(static_cast<int>(request.function), static_cast<int>(step.expected));
        if (request.function != step.expected) return;
        if (step.before_reply) step.before_reply();
        send_all(client, step.reply);
        if (step.then_close) return;
    }
    Request rest;
    if (!receive(client, rest)) return;
    EXPECT_EQ(static_cast<int>(rest.function), static_cast<int>(Function::con_close))
        << "a request that the script does not have";
    send_all(client, frame(success(), Status::idle));
}

inline Login FakeCas::login() const {
    Login login;
    login.endpoint = {"127.0.0.1", port_};
    login.database = "demodb";
    login.user = "public";
    login.timeout = std::chrono::seconds{20};
    return login;
}

inline std::shared_ptr<Session> FakeCas::connected() const {
    auto session = Session::open(login(), soon());
    EXPECT_THAT(session, Works());
    return session ? std::move(*session) : nullptr;
}

inline std::vector<Request> FakeCas::requests() const {
    const std::lock_guard lock{mutex_};
    return requests_;
}

inline std::vector<Function> FakeCas::functions() const {
    std::vector<Function> functions;
    for (const Request& request : requests()) functions.push_back(request.function);
    return functions;
}

inline std::string FakeCas::opened_with(std::size_t connection) const {
    const std::lock_guard lock{mutex_};
    return opened_.at(connection);
}

inline bool FakeCas::has_come(std::size_t count) const {
    for (int i = 0; i < 2000 && requests().size() < count; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    return requests().size() >= count;
}

}  // namespace cubrid::odbc::session::fake
