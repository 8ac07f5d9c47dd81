// The open request and its answer (CAS protocol 3).
#include <algorithm>

#include "cas/server_impl.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

constexpr std::size_t kOpenBytes = 628, kFieldBytes = 32, kSessionAt = 608, kSessionBytes = 20;
constexpr std::string_view kHealthCheck = "___health_check_dummy_db___";
constexpr int kFirstWithSession = 3, kFirstWithIndex = 4;
constexpr std::string_view kServerKey = "minicas\1";  // the first 8 bytes of a session id

std::string field(std::string_view bytes, std::size_t at) {
    const auto all = bytes.substr(at, kFieldBytes - 1);
    return std::string(all.substr(0, all.find('\0')));
}

}  // namespace

bool Server::Impl::send(const Client& client, int status, bool open_reply, std::string_view body,
                        std::optional<std::size_t> cut) {
    std::string frame;
    put_int(frame, static_cast<std::int64_t>(body.size()));
    put_byte(frame, status);
    put_byte(frame, 0xFF);
    put_byte(frame, 0xFF);
    put_byte(frame, open_reply ? 0xFF : 0xFB);
    frame.append(body);
    const Faults faults = faults_.current();
    if (cut) frame.resize(std::min(*cut, frame.size()));
    return client.socket.write(frame, faults.split_writes, faults.write_delay) && !cut;
}

void Server::Impl::check_login(const std::string& database, const std::string& user,
                               const std::string& password) {
    if (database.empty()) throw Error(kCasIndicator, cas_error::kFailed);
    if (!same_name(database.substr(0, database.find('@')), options_.database))
        throw db_failure(db_error::kConnectFailed,
                         "Failed to connect to database server, '" + database +
                             "', on the following host(s): localhost:localhost");
    const std::lock_guard lock(engine_.mutex);
    const auto found = engine_.users.find(user);
    if (found == engine_.users.end())
        throw db_failure(db_error::kInvalidUser, "User \"" + user + "\" is invalid.");
    if (found->second != password)
        throw db_failure(db_error::kInvalidPassword, "Incorrect or missing password.");
}

// The session that the client names if it still lives, else a new one.
std::shared_ptr<SessionState> Server::Impl::session_state(std::string_view announced) {
    const std::lock_guard lock(engine_.mutex);
    if (announced.starts_with(kServerKey)) {
        const auto found = engine_.sessions.find(get<std::uint32_t>(announced, kServerKey.size()));
        if (found != engine_.sessions.end()) return found->second;
    }
    auto state = std::make_shared<SessionState>();
    state->number = engine_.next_session++;
    engine_.sessions[state->number] = state;
    return state;
}

std::string Server::Impl::open_body(const SessionState& state, int protocol, int pid,
                                    int index) const {
    std::string body;
    put_int(body, pid);
    for (const int byte : {1, 1, 1, 0, 0x40 | options_.protocol, 0xC0, 0, 0}) put_byte(body, byte);
    if (protocol >= kFirstWithIndex) put_int(body, index);
    if (protocol >= kFirstWithSession) body.append(kServerKey);
    put_int(body, state.number);
    if (protocol >= kFirstWithSession) body.append(8, '\0');
    return body;
}

void Server::Impl::conversation(Client& client, int protocol) {
    std::string bytes;
    if (!client.socket.read(bytes, kOpenBytes)) return;
    const std::string database = field(bytes, 0);
    if (database == kHealthCheck) {
        send(client, 1, true, "");
        return;
    }
    std::string user = to_lower(field(bytes, kFieldBytes));
    if (user.empty()) user = "public";
    try {
        check_login(database, user, field(bytes, 2 * kFieldBytes));
    } catch (const Error& error) {
        std::string body;
        put_int(body, error.indicator());
        put_int(body, error.code());
        if (error.indicator() == kDbmsIndicator) body += error.message() + '\0';
        send(client, 0, true, body);
        return;
    }
    const auto state = session_state(std::string_view(bytes).substr(kSessionAt, kSessionBytes));
    int pid = 0, index = 0;
    {
        const std::lock_guard lock(cas_mutex_);
        pid = next_pid_++;
        index = places_taken_;
    }
    Session session(engine_, user, state, pid);
    Connection connection(*this, session, protocol);
    Cas* cas = nullptr;
    {
        const std::lock_guard lock(cas_mutex_);
        cas = &cas_[pid];
        cas->session = &session;
        cas->session_number = state->number;
    }
    const int ordinal = ++accepted_;
    if (send(client, 1, true, open_body(*state, protocol, pid, index)))
        requests(client, *cas, session, connection, ordinal);
    const std::lock_guard lock(cas_mutex_);
    cas_.erase(pid);
}

}  // namespace minicas
