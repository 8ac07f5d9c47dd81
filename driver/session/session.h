// One conversation with one CAS. Requests are strictly ask and answer: at most one is outstanding
// (house rule; a debug CAS asserts it). A reply may be received later than its request was sent (a
// prefetched page, a commit that nothing depends on); whoever needs the wire next receives it
// first.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/charset.h"
#include "base/deadline.h"
#include "base/result.h"
#include "cas/transaction.h"
#include "cas/types.h"
#include "cas/wire_writer.h"
#include "session/connect.h"
#include "session/login.h"

namespace cubrid::odbc::session {

class PageSource;
class Turn;

class Session {
 public:
    // Opens the conversation and ends the transaction in which a CAS begins it.
    static base::Result<std::shared_ptr<Session>> open(Login login, base::Deadline deadline);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // The wire for one or more exchanges that nothing may come between. Receives what is
    // outstanding and, outside a transaction, replaces a CAS that the broker has taken away.
    // `on_behalf_of`: the statement that serves() is asked for; never dereferenced. Errors: 08S01.
    base::Result<Turn> begin(const void* on_behalf_of = nullptr);

    // Whether the request that may be running on the server is this one's. From any thread, without
    // the wire: a cancel goes to the CAS, not to a statement (CAS protocol 8).
    [[nodiscard]] bool serves(const void* someone) const { return served_ == someone; }

    // END_TRAN. 08007 when the answer to a commit is lost.
    base::Result<void> end_transaction(cas::EndTran how);

    // CON_CLOSE and close; quietly. Whatever is not committed is rolled back by the server.
    void close();

    void set_autocommit(bool on) { autocommit_ = on; }
    [[nodiscard]] bool autocommit() const { return autocommit_; }
    // Bounds every exchange; 0 = no limit.
    void set_exchange_timeout(std::chrono::milliseconds timeout) {
        exchange_timeout_ms_ = timeout.count();
    }

    [[nodiscard]] bool in_transaction();
    // Never waits.
    [[nodiscard]] bool is_dead();

    base::Result<std::int32_t> db_parameter(cas::DbParameter parameter);
    // Set again after a reconnect.
    base::Result<void> set_db_parameter(cas::DbParameter parameter, std::int32_t value);
    // As the server gives it, e.g. "11.4.0.0128".
    base::Result<std::string> server_version();
    // Servers before 11.0 cut text and bits that are too long for their column and say nothing.
    // Asks for the version once, where the protocol does not tell (CAS protocol 2.3).
    base::Result<bool> cuts_long_values();

    [[nodiscard]] base::Charset charset() const { return charset_; }
    [[nodiscard]] cas::Version protocol() const { return protocol_; }
    [[nodiscard]] bool trims_float_zeros() const { return trims_float_zeros_; }
    [[nodiscard]] const Login& login() const { return login_; }
    [[nodiscard]] std::int32_t cas_pid() const { return cas_pid_; }

    // Rides on the next PREPARE; forgotten when the CAS is another one by then. Never waits for the
    // wire.
    void close_handle_later(std::int32_t handle, std::uint64_t handle_generation);

 private:
    friend class PageSource;
    friend class Turn;

    enum class State : std::uint8_t {
        up,
        replaceable,  // the CAS is gone, no transaction of ours was lost with it
        lost          // 08S01 until SQLDisconnect
    };
    // A reply that is still to be received.
    enum class Pending : std::uint8_t { nothing, commit, cursor_close, page };

    explicit Session(Login login) : login_{std::move(login)} {}

    // The wire; what is outstanding has been received, and a CAS that was taken away is noticed.
    Turn hold(const void* on_behalf_of = nullptr);

    // All of these hold the wire.
    base::Result<void> start(base::Deadline deadline, const cas::SessionId& resume);
    base::Result<void> probe(base::Deadline deadline);
    base::Result<void> reconnect();
    base::Result<void> apply_parameters(base::Deadline deadline);
    base::Result<void> send(base::Deadline deadline);
    base::Result<base::Buffer> receive(base::Deadline deadline);
    base::Result<base::Buffer> exchange(base::Deadline deadline);
    void settle();
    base::Diag lose(base::Diag why);
    // No byte of an answer came: outside a transaction of the application's nothing is lost but,
    // perhaps, the request.
    base::Diag unanswered(base::Diag why);
    void mark_lost() noexcept;
    // After bytes that make no sense nothing that follows them can be trusted.
    base::Diag lose_if_malformed(base::Diag diag);
    [[nodiscard]] base::Deadline exchange_deadline() const;
    [[nodiscard]] base::Diag lost_diag() const;
    void recycle(base::Buffer buffer);
    void roll_back_cursors() {
        ++cursor_generation_;
        open_cursors_ = 0;
    }
    void lose_cursors() noexcept {
        ++handle_generation_;
        open_cursors_ = 0;
    }

    const Login login_;
    // Recursive: an object that is destroyed within a turn (a result after a failure) may have
    // something to say as well.
    std::recursive_mutex wire_;

    std::unique_ptr<net::Stream> stream_;
    cas::CasInfo info_;
    cas::OpenReply open_;
    State state_ = State::lost;
    cas::WireWriter frame_;
    base::Buffer spare_;

    Pending pending_ = Pending::nothing;
    PageSource* pending_owner_ = nullptr;
    // Whether the last request was sent inside a transaction.
    bool asked_in_transaction_ = false;
    // hold() has looked at the stream for the request that is sent next.
    bool has_looked_ = false;

    // Results that have rows still on the server.
    int open_cursors_ = 0;
    // A cursor or prepared handle compares the numbers it was born with: a rollback ends cursors, a
    // new CAS ends both. Written by whoever has the wire.
    std::atomic<std::uint64_t> cursor_generation_{0};
    std::atomic<std::uint64_t> handle_generation_{0};
    // Of the list alone, so that freeing a statement does not wait for another one's query.
    std::mutex closes_mutex_;
    std::vector<std::int32_t> deferred_closes_;

    std::optional<std::int32_t> isolation_;
    std::optional<std::int32_t> lock_timeout_;

    // Read without the wire while another thread may be reconnecting.
    std::atomic<base::Charset> charset_{base::Charset::utf8};
    std::atomic<cas::Version> protocol_{cas::kOldestVersion};
    std::atomic<bool> trims_float_zeros_{false};
    enum class LongValues : std::uint8_t { unknown, refused, cut };
    std::atomic<LongValues> long_values_{LongValues::unknown};
    std::atomic<bool> autocommit_{true};
    std::atomic<bool> gone_{false};
    std::atomic<const void*> served_{nullptr};
    std::atomic<std::int64_t> exchange_timeout_ms_{0};
    std::atomic<std::int32_t> cas_pid_{0};
};

// Exclusive use of a session's wire. Ends with the object.
class Turn {
 public:
    [[nodiscard]] cas::WireWriter& frame() { return session_->frame_; }
    // Sends the frame and waits for the body of the reply. After an error the session is lost, or
    // its CAS is.
    base::Result<base::Buffer> exchange();

    // When the CAS has gone before it answered the first request of a transaction: connects to
    // another one and tells whether that went well. Whoever asks sends the request again, so it
    // must be one that changes nothing, or nothing that could have been committed.
    bool connect_again();

    // exchange() of a request that may be sent again: `write` puts it into the frame.
    template <class Write>
    base::Result<base::Buffer> exchange_again(Write write) {
        write();
        auto reply = exchange();
        if (reply || !connect_again()) return reply;
        write();
        return exchange();
    }

    // The autocommit byte for a request that may fail: the server closes every cursor when a
    // request sent with 1 fails, so it is 0 while rows of another result are still to come, and
    // conclude() commits.
    [[nodiscard]] bool commits_itself() const {
        return session_->autocommit_ && session_->open_cursors_ == 0;
    }

    // To be called after each error that a server reply brought, before conclude(): a transaction
    // that the server has rolled back is rolled back here too, a server that is gone is a lost
    // connection.
    base::Diag failed(base::Diag diag);

    enum class Wrote : std::uint8_t { nothing, rows };
    // In autocommit mode leaves no transaction behind unless rows of a result are still to come.
    // Where rows were stored the commit has been answered on return; where not, the answer is
    // received later.
    base::Result<void> conclude(Wrote wrote);

    // The call is left by an exception: in autocommit mode what it has written is rolled back, so
    // that no later commit stores it.
    void abandon() noexcept;

    [[nodiscard]] std::vector<std::int32_t> take_deferred_closes();
    void close_handle_later(std::int32_t handle) {
        session_->close_handle_later(handle, handle_generation());
    }
    [[nodiscard]] std::uint64_t handle_generation() const { return session_->handle_generation_; }
    [[nodiscard]] bool in_transaction() const { return session_->info_.in_transaction(); }
    [[nodiscard]] bool is_lost() const { return session_->state_ != Session::State::up; }
    // Gives a reply's memory back for the next one.
    void recycle(base::Buffer buffer) { session_->recycle(std::move(buffer)); }

 private:
    friend class Session;
    friend class PageSource;
    explicit Turn(Session& session, std::unique_lock<std::recursive_mutex> lock)
        : session_{&session}, lock_{std::move(lock)} {}

    Session* session_;
    std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace cubrid::odbc::session
