#include "session/session.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "cas/error_map.h"
#include "cas/execute.h"
#include "cas/prepare.h"
#include "cas/reply.h"
#include "session/page_source.h"

namespace cubrid::odbc::session {
namespace {

// Memory of one reply that is kept for the next.
constexpr std::size_t kKeptReply = std::size_t{256} << 10U;
constexpr std::size_t kKeptFrame = std::size_t{1} << 20U;

// The database server is down or does not answer the CAS (CAS protocol 5.4, "Reconnect class").
constexpr std::array kServerGone = {-111, -199, -224, -677};
// The server has rolled the transaction back by itself: deadlock victim, lock escalation.
constexpr std::array kTransactionAborted = {cas::kDbmsAborted, -1130};

template <std::size_t N>
bool is_one_of(const std::array<int, N>& codes, int code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

base::Charset charset_of(cas::WireCharset charset) {
    switch (charset) {
        case cas::WireCharset::iso88591:
            return base::Charset::iso88591;
        case cas::WireCharset::euckr:
            return base::Charset::euckr;
        case cas::WireCharset::binary:
            return base::Charset::binary;
        default:
            return base::Charset::utf8;
    }
}

}  // namespace

base::Result<std::shared_ptr<Session>> Session::open(Login login, base::Deadline deadline) {
    std::shared_ptr<Session> session{new Session{std::move(login)}};
    const std::lock_guard wire{session->wire_};
    if (auto started = session->start(deadline, {}); !started)
        return as_login_error(std::move(started).error());
    return session;
}

Session::~Session() { close(); }

base::Result<void> Session::start(base::Deadline deadline, const cas::SessionId& resume) {
    auto link = connect(login_, resume, deadline);
    if (!link) return std::move(link).error();
    stream_ = std::move(link->stream);
    info_ = link->info;
    open_ = link->open;
    protocol_ = open_.version;
    trims_float_zeros_ = open_.oracle_compat_number_behavior;
    long_values_ = LongValues::unknown;
    cas_pid_ = open_.cas_pid;
    pending_ = Pending::nothing;
    pending_owner_ = nullptr;
    {
        const std::lock_guard closes{closes_mutex_};
        deferred_closes_.clear();
    }
    if (auto probed = probe(deadline); !probed) return probed;
    if (auto applied = apply_parameters(deadline); !applied) return applied;
    state_ = State::up;
    gone_ = false;
    return {};
}

// A CAS begins a conversation inside a transaction (CAS protocol 1.4). The statement that ends it
// also tells the character set of the database, which no other reply does: a literal has the
// character set that statements and values are read in.
base::Result<void> Session::probe(base::Deadline deadline) {
    cas::write_prepare_and_execute(frame_, {.sql = "SELECT 'a'", .flags = 0, .autocommit = true},
                                   {});
    auto reply = exchange(deadline);
    if (!reply) return std::move(reply).error();
    auto answer = cas::read_prepare_and_execute(std::move(*reply));
    if (!answer) return std::move(answer).error();
    if (!answer->prepared.columns.empty()) {
        charset_ = charset_of(answer->prepared.columns.front().type.charset);
    }
    close_handle_later(answer->prepared.handle, handle_generation_);
    if (!info_.in_transaction()) return {};
    cas::write_end_tran(frame_, cas::EndTran::commit);
    auto ended = exchange(deadline);
    if (!ended) return std::move(ended).error();
    return cas::check_reply(ended->view());
}

// The CAS forgets both when it takes a client (CAS protocol 4.14).
base::Result<void> Session::apply_parameters(base::Deadline deadline) {
    const std::array wanted = {std::pair{cas::DbParameter::isolation_level, isolation_},
                               std::pair{cas::DbParameter::lock_timeout, lock_timeout_}};
    for (const auto& [parameter, value] : wanted) {
        if (!value) continue;
        cas::write_set_db_parameter(frame_, parameter, *value);
        auto reply = exchange(deadline);
        if (!reply) return std::move(reply).error();
        if (auto set = cas::check_reply(reply->view()); !set) return set;
    }
    return {};
}

base::Result<void> Session::reconnect() {
    const cas::SessionId resume = open_.session;
    lose_cursors();
    auto started = start(base::Deadline::after_or_never(login_.timeout), resume);
    if (started) return {};
    base::Diag why = std::move(started).error();
    why.message = "The connection was lost and could not be made again: " + why.message;
    why.state = base::SqlState{"08S01"};
    mark_lost();
    // The next call tries again: a broker that restarts is back in seconds.
    state_ = State::replaceable;
    return why;
}

Turn Session::hold(const void* on_behalf_of) {
    std::unique_lock wire{wire_};
    served_ = on_behalf_of;
    settle();
    has_looked_ = state_ == State::up && !info_.in_transaction();
    if (has_looked_ && stream_->is_dead()) {
        // Between transactions a broker takes a CAS away without a word (CAS protocol 9.2).
        stream_->close();
        state_ = State::replaceable;
    }
    return Turn{*this, std::move(wire)};
}

base::Result<Turn> Session::begin(const void* on_behalf_of) {
    Turn turn = hold(on_behalf_of);
    if (state_ == State::replaceable) {
        if (auto again = reconnect(); !again) return std::move(again).error();
    }
    if (state_ == State::lost) return lost_diag();
    return turn;
}

base::Result<void> Session::send(base::Deadline deadline) {
    if (frame_.too_large()) {
        frame_.release_above(kKeptFrame);
        return base::Diag{{"HY000"},
                          "The request is larger than the 2 GiB that one protocol frame can hold"};
    }
    asked_in_transaction_ = info_.in_transaction();
    // What has come unasked would be read as the answer to this request.
    if (!std::exchange(has_looked_, false) && stream_->is_dead()) {
        frame_.release_above(kKeptFrame);
        return unanswered({{"08S01"},
                           "The server has closed the connection, or sent what it was not asked "
                           "for; the request was not sent"});
    }
    auto sent = stream_->write_all(frame_.finish(info_), deadline);
    frame_.release_above(kKeptFrame);
    if (!sent) return unanswered(std::move(sent).error());
    return {};
}

base::Result<base::Buffer> Session::receive(base::Deadline deadline) {
    base::Buffer body = std::move(spare_);
    try {
        auto header = read_frame_header(*stream_, deadline);
        if (!header) return unanswered(std::move(header).error());
        auto read = read_frame_body(*stream_, *header, login_.max_frame, deadline, info_, body);
        if (!read) return lose(std::move(read).error());
    } catch (...) {
        // No memory for the rest of the reply: it must not be read as the answer to the next
        // request.
        mark_lost();
        throw;
    }
    return body;
}

base::Result<base::Buffer> Session::exchange(base::Deadline deadline) {
    if (auto sent = send(deadline); !sent) return std::move(sent).error();
    return receive(deadline);
}

void Session::settle() {
    const Pending pending = std::exchange(pending_, Pending::nothing);
    PageSource* owner = std::exchange(pending_owner_, nullptr);
    if (pending == Pending::nothing || state_ != State::up) return;
    auto body = receive(exchange_deadline());
    if (pending == Pending::page) {
        auto page = body ? owner->read(std::move(*body)) : base::Result<cas::Page>{body.error()};
        if (!page) page = lose_if_malformed(std::move(page).error());
        owner->deliver(std::move(page));
        return;
    }
    if (body) {
        recycle(std::move(*body));
        return;
    }
    // A commit that nothing depended on: if its answer is lost, so is only the CAS. With a cursor's
    // end a transaction of the application's may be lost.
    if (pending == Pending::commit) state_ = State::replaceable;
}

base::Diag Session::lose(base::Diag why) {
    mark_lost();
    return why;
}

base::Diag Session::unanswered(base::Diag why) {
    mark_lost();
    // In autocommit mode no transaction of the application's can be lost with the CAS.
    if ((autocommit_ || !asked_in_transaction_) && why.state == base::SqlState{"08S01"})
        state_ = State::replaceable;
    return why;
}

base::Diag Session::lose_if_malformed(base::Diag diag) {
    const bool malformed =
        diag.origin == base::Origin::driver && diag.state == base::SqlState{"08S01"};
    return malformed && state_ == State::up ? lose(std::move(diag)) : diag;
}

void Session::mark_lost() noexcept {
    if (stream_) stream_->close();
    state_ = State::lost;
    gone_ = true;
    info_ = {};
    pending_ = Pending::nothing;
    pending_owner_ = nullptr;
    lose_cursors();
}

base::Diag Session::lost_diag() const {
    return {{"08S01"},
            "The connection to " + login_.endpoint.host + ":" +
                std::to_string(login_.endpoint.port) + " was lost; disconnect and connect again"};
}

base::Deadline Session::exchange_deadline() const {
    return base::Deadline::after_or_never(std::chrono::milliseconds{exchange_timeout_ms_});
}

void Session::recycle(base::Buffer buffer) {
    buffer.release_above(kKeptReply);
    if (buffer.capacity() > spare_.capacity()) spare_ = std::move(buffer);
}

base::Result<void> Session::end_transaction(cas::EndTran how) {
    const std::lock_guard wire{wire_};
    served_ = nullptr;
    settle();
    if (state_ == State::lost) return lost_diag();
    // Results of earlier transactions are open on the server too, and end with a rollback.
    const bool ends_cursors = how == cas::EndTran::rollback && open_cursors_ > 0;
    if (how == cas::EndTran::rollback) roll_back_cursors();
    if (state_ == State::replaceable || !(info_.in_transaction() || ends_cursors)) return {};
    cas::write_end_tran(frame_, how);
    auto reply = exchange(exchange_deadline());
    if (!reply) {
        if (how == cas::EndTran::rollback) return std::move(reply).error();
        base::Diag unknown = std::move(reply).error();
        unknown.state = base::SqlState{"08007"};
        unknown.message =
            "The connection was lost during the commit; whether the transaction was committed is "
            "unknown: " +
            unknown.message;
        return unknown;
    }
    auto ended = cas::check_reply(reply->view());
    recycle(std::move(*reply));
    if (!ended) return lose_if_malformed(std::move(ended).error());
    return {};
}

void Session::close() {
    const std::lock_guard wire{wire_};
    settle();
    if (state_ == State::up) {
        cas::write_con_close(frame_);
        // The answer is waited for, so that the server has ended the session when SQLDisconnect
        // returns.
        static_cast<void>(
            exchange(earlier(exchange_deadline(), base::Deadline::after_or_never(login_.timeout))));
    }
    if (stream_) stream_->close();
    state_ = State::lost;
    gone_ = true;
    lose_cursors();
}

bool Session::in_transaction() {
    const std::lock_guard wire{wire_};
    settle();
    return state_ == State::up && info_.in_transaction();
}

bool Session::is_dead() {
    if (gone_) return true;
    // A thread that is at the wire finds out for itself.
    const std::unique_lock wire{wire_, std::try_to_lock};
    if (!wire.owns_lock()) return false;
    if (state_ != State::up) return true;
    // Bytes of an outstanding reply look like a peer that speaks out of turn.
    return pending_ == Pending::nothing && stream_->is_dead();
}

base::Result<std::int32_t> Session::db_parameter(cas::DbParameter parameter) {
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    auto reply = turn->exchange_again([&] { cas::write_get_db_parameter(frame_, parameter); });
    if (!reply) return std::move(reply).error();
    auto value = cas::read_db_parameter(reply->view());
    if (!value) return turn->failed(std::move(value).error());
    return value;
}

base::Result<void> Session::set_db_parameter(cas::DbParameter parameter, std::int32_t value) {
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    auto reply =
        turn->exchange_again([&] { cas::write_set_db_parameter(frame_, parameter, value); });
    if (!reply) return std::move(reply).error();
    if (auto set = cas::check_reply(reply->view()); !set)
        return turn->failed(std::move(set).error());
    (parameter == cas::DbParameter::isolation_level ? isolation_ : lock_timeout_) = value;
    return {};
}

base::Result<std::string> Session::server_version() {
    auto turn = begin();
    if (!turn) return std::move(turn).error();
    auto reply = turn->exchange_again([&] { cas::write_get_db_version(frame_); });
    if (!reply) return std::move(reply).error();
    auto version = cas::read_db_version(reply->view());
    if (!version) return turn->failed(std::move(version).error());
    return version;
}

base::Result<bool> Session::cuts_long_values() {
    constexpr int kFirstThatRefuses = 11;
    if (protocol() > cas::Version::v10) return false;
    if (long_values_ == LongValues::unknown) {
        auto version = server_version();
        if (!version) return std::move(version).error();
        int major = 0;
        std::from_chars(version->data(), version->data() + version->size(), major);
        long_values_ = major < kFirstThatRefuses ? LongValues::cut : LongValues::refused;
    }
    return long_values_ == LongValues::cut;
}

void Session::close_handle_later(std::int32_t handle, std::uint64_t handle_generation) {
    const std::lock_guard closes{closes_mutex_};
    if (handle_generation == handle_generation_) deferred_closes_.push_back(handle);
}

std::vector<std::int32_t> Turn::take_deferred_closes() {
    const std::lock_guard closes{session_->closes_mutex_};
    return std::exchange(session_->deferred_closes_, {});
}

base::Result<base::Buffer> Turn::exchange() {
    return session_->exchange(session_->exchange_deadline());
}

bool Turn::connect_again() {
    return session_->state_ == Session::State::replaceable && !session_->asked_in_transaction_ &&
           session_->reconnect();
}

void Turn::abandon() noexcept {
    if (session_->state_ != Session::State::up || !session_->autocommit_ || !in_transaction())
        return;
    try {
        session_->roll_back_cursors();
        cas::write_end_tran(frame(), cas::EndTran::rollback);
        static_cast<void>(exchange());
    } catch (...) {
        // Not even memory for that: the server rolls back what a connection leaves behind.
        session_->mark_lost();
    }
}

base::Diag Turn::failed(base::Diag diag) {
    if (session_->state_ != Session::State::up) return diag;
    if (diag.origin == base::Origin::driver) return session_->lose_if_malformed(std::move(diag));
    if (diag.native == cas::kCasCommunication || is_one_of(kServerGone, diag.native)) {
        if (session_->asked_in_transaction_ || in_transaction())
            return session_->lose(std::move(diag));
        // The CAS closes its socket behind this answer; a new one can serve the next statement.
        session_->stream_->close();
        session_->lose_cursors();
        session_->state_ = Session::State::replaceable;
        return diag;
    }
    if (!is_one_of(kTransactionAborted, diag.native)) {
        if (session_->autocommit_ || !session_->asked_in_transaction_ || in_transaction())
            return diag;
        // The error has ended the transaction that it came in, which only a rollback by the server
        // does (CAS protocol 9.1).
        session_->roll_back_cursors();
        diag.state = base::SqlState{"40001"};
        diag.message += " (the server has rolled the transaction back)";
        return diag;
    }
    // The status byte stays 1 although the transaction is gone (CAS protocol 5.4): without a
    // rollback of ours the next statement would run in a transaction that the application knows
    // nothing of.
    session_->roll_back_cursors();
    cas::write_end_tran(frame(), cas::EndTran::rollback);
    if (auto reply = exchange(); !reply) return std::move(reply).error();
    return diag;
}

base::Result<void> Turn::conclude(Wrote wrote) {
    if (session_->state_ != Session::State::up || !session_->autocommit_ || !in_transaction())
        return {};
    if (wrote == Wrote::nothing && session_->open_cursors_ > 0) return {};
    cas::write_end_tran(frame(), cas::EndTran::commit);
    const base::Deadline deadline = session_->exchange_deadline();
    auto sent = session_->send(deadline);
    if (wrote == Wrote::nothing) {
        if (sent) {
            session_->pending_ = Session::Pending::commit;
        } else {
            session_->state_ = Session::State::replaceable;  // as in settle()
        }
        return {};
    }
    if (!sent) return sent;
    auto reply = session_->receive(deadline);
    if (!reply) {
        base::Diag unknown = std::move(reply).error();
        unknown.state = base::SqlState{"08007"};
        unknown.message =
            "The connection was lost during the commit; whether it took place is unknown: " +
            unknown.message;
        return unknown;
    }
    if (auto committed = cas::check_reply(reply->view()); !committed)
        return session_->lose_if_malformed(std::move(committed).error());
    return {};
}

}  // namespace cubrid::odbc::session
