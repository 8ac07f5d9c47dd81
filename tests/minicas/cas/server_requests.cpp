// Requests of an open connection, with the faults that a test has planned.
#include <algorithm>

#include "cas/function_code.h"
#include "cas/server_impl.h"
#include "types/error.h"

namespace minicas {

namespace {

constexpr std::size_t kHeaderBytes = 8;
constexpr std::size_t kRecordedBody = 4096;       // of each request
constexpr std::size_t kRecordedRequests = 65536;  // the newest

}  // namespace

void Server::Impl::record(int ordinal, std::string_view body) {
    const std::lock_guard lock(requests_mutex_);
    if (requests_.size() == kRecordedRequests) requests_.pop_front();
    requests_.push_back(
        {ordinal, static_cast<unsigned char>(body[0]), std::string(body.substr(0, kRecordedBody))});
}

void Server::Impl::requests(Client& client, Cas& cas, Session& session, Connection& connection,
                            int ordinal) {
    const auto malformed = [&] {
        std::string body;
        put_int(body, kCasIndicator);
        put_int(body, cas_error::kCommunication);
        send(client, 0, false, body);
    };
    bool left_by_server = false;
    for (bool first = true;; first = false) {
        std::string header, body;
        if (!client.socket.read(header, kHeaderBytes)) break;
        const auto length = get<std::int32_t>(header);
        if (length < 1) {
            malformed();
            break;
        }
        if (!client.socket.read(body, static_cast<std::size_t>(length))) break;
        cas.busy = true;
        record(ordinal, body);
        const int function = static_cast<unsigned char>(body[0]);
        if (function < 1 || function > function_code::kLast) {
            malformed();
            break;
        }
        const bool goes_on = one_request(client, connection, std::move(body));
        cas.busy = false;
        if (!goes_on) break;
        // A broker takes idle processes first: not one that a client has just got.
        if (faults_.current().replace_cas && !first && !connection.in_transaction()) {
            left_by_server = true;
            break;
        }
    }
    session.rollback();
    // The session ends with the client, but not when the server has closed the connection.
    if (!left_by_server && !client.dropped) session.end_state();
}

// False: the connection ends.
bool Server::Impl::one_request(Client& client, Connection& connection, std::string body) {
    const auto request = split_request(std::move(body));
    if (!request) {
        std::string answer;
        put_int(answer, kCasIndicator);
        put_int(answer, cas_error::kCommunication);
        send(client, 0, false, answer);
        return false;
    }
    const auto strike = faults_.strike(request->function);
    if (strike.interrupt_array_after)
        connection.interrupt_array_after(*strike.interrupt_array_after);
    std::string answer;
    if (strike.error) {
        put_int(answer, strike.error->indicator);
        put_int(answer, strike.error->code);
        answer += strike.error->message + '\0';
    } else {
        answer = connection.answer(*request);
    }
    if (strike.stall) return true;
    if (strike.replace_response) return client.socket.write(*strike.replace_response);
    return send(client, connection.in_transaction(), false, answer, strike.close_after_bytes) &&
           !connection.closes();
}

}  // namespace minicas
