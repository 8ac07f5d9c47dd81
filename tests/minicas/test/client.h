// A client of the tests, with nothing in common with the driver: frames over a socket.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cas/bytes.h"
#include "cas/function_code.h"

namespace minicas::test {

struct Reply {
    bool closed = false;  // the server closed the socket before the whole frame had come
    std::string bytes;    // what came
    int status = 0;
    std::string body;

    // The first int of the body: a result, or the indicator of an error.
    int result() const { return get<std::int32_t>(body); }
    int error_code() const { return get<std::int32_t>(body, 4); }
};

class Client {
 public:
    explicit Client(std::uint16_t port) {
        socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        set_patience_ms(10000);
        if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error("connect");
        send_all(std::string("CUBRK\x02\x4c\xc0\0\0", 10));
        std::string open = field("testdb", 32) + field("dba", 32) + field("", 32);
        open.resize(628, '\0');
        if (get<std::int32_t>(read_some(4)) != 0) throw std::runtime_error("hello");
        send_all(open);
        if (read().body.size() != 36) throw std::runtime_error("open");
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void set_patience_ms(int milliseconds) {
        const timeval time{milliseconds / 1000, milliseconds % 1000 * 1000};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    }

    void send(int function, const std::vector<std::string>& args) {
        std::string body;
        put_byte(body, function);
        for (const auto& arg : args) {
            put_int(body, static_cast<std::int64_t>(arg.size()));
            body += arg;
        }
        std::string frame;
        put_int(frame, static_cast<std::int64_t>(body.size()));
        send_all(frame + info_ + body);
    }
    Reply read() {
        Reply reply;
        reply.bytes = read_some(8);
        if (reply.bytes.size() < 8) return incomplete(std::move(reply));
        info_ = reply.bytes.substr(4);
        reply.status = static_cast<unsigned char>(reply.bytes[4]);
        const auto length = static_cast<std::size_t>(get<std::int32_t>(reply.bytes));
        reply.body = read_some(length);
        reply.bytes += reply.body;
        return reply.body.size() < length ? incomplete(std::move(reply)) : reply;
    }
    Reply call(int function, const std::vector<std::string>& args) {
        send(function, args);
        return read();
    }

    // Prepares and executes, without autocommit; the first page comes along.
    Reply run(const std::string& sql, const std::vector<std::string>& binds = {}) {
        const Reply prepared =
            call(function_code::kPrepare, {sql + '\0', std::string(1, '\0'), std::string(1, '\0')});
        return prepared.closed || prepared.result() < 0 ? prepared : execute(prepared, binds);
    }
    Reply execute(const Reply& prepared, const std::vector<std::string>& binds = {}) {
        send_execute(prepared, binds);
        return read();
    }
    void send_execute(const Reply& prepared, const std::vector<std::string>& binds = {}) {
        const bool query = prepared.body[8] == 21;
        std::vector<std::string> args{integer(prepared.result()),
                                      byte(0),
                                      integer(0),
                                      integer(0),
                                      "",
                                      byte(query),
                                      byte(0),
                                      byte(1),
                                      std::string(8, '\0'),
                                      integer(0)};
        args.insert(args.end(), binds.begin(), binds.end());
        send(function_code::kExecute, args);
    }
    Reply commit() { return call(function_code::kEndTran, {byte(1)}); }
    Reply rollback() { return call(function_code::kEndTran, {byte(2)}); }

    static std::string integer(std::int64_t value) {
        std::string out;
        put_int(out, value);
        return out;
    }
    static std::string bigint(std::int64_t value) {
        std::string out;
        put(out, value);
        return out;
    }
    static std::string byte(int value) { return std::string(1, static_cast<char>(value)); }

 private:
    static std::string field(std::string text, std::size_t size) {
        text.resize(size, '\0');
        return text;
    }
    static Reply incomplete(Reply reply) {
        reply.closed = true;
        return reply;
    }
    void send_all(const std::string& bytes) const {
        std::size_t at = 0;
        while (at < bytes.size()) {
            const auto sent = ::send(socket_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
            if (sent <= 0) return;  // the answer will not come either
            at += static_cast<std::size_t>(sent);
        }
    }
    std::string read_some(std::size_t size) const {
        std::string out;
        std::array<char, 65536> room{};
        while (out.size() < size) {
            const auto got =
                ::recv(socket_, room.data(), std::min(room.size(), size - out.size()), 0);
            if (got <= 0) break;
            out.append(room.data(), static_cast<std::size_t>(got));
        }
        return out;
    }

    int socket_ = -1;
    std::string info_ = std::string("\0\xff\xff\xff", 4);
};

}  // namespace minicas::test
