// The pages of one open result: the first came with EXECUTE, the others by FETCH, each asked for
// before the page in front of it is handed out (depth-1 prefetch), so that the server fills a page
// while the application reads one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "cas/page.h"
#include "session/session.h"

namespace cubrid::odbc::session {

class PageSource {
 public:
    struct Start {
        std::int32_t handle = 0;
        std::size_t columns = 0;
        std::int32_t count = -1;        // rows of the whole result; -1 = unknown
        std::int32_t fetch_rows = 100;  // passed on in FETCH
        bool prefetch = true;
        std::optional<cas::Page> first;  // the inline page of EXECUTE
        const void* owner = nullptr;     // the statement that Session::serves() is asked for
    };
    // Within the turn that executed the statement.
    PageSource(std::shared_ptr<Session> session, Turn& turn, Start start);
    ~PageSource() { close(); }
    PageSource(const PageSource&) = delete;
    PageSource& operator=(const PageSource&) = delete;

    // The next page, or nothing behind the last. `used` gives its memory back. Errors: 08S01 the
    // connection was lost with rows still to come; 24000 a rollback has closed the result.
    base::Result<std::optional<cas::Page>> next(cas::Page used);

    // A rollback since the execution (24000), or a lost connection with rows still to come (08S01).
    // Never waits.
    [[nodiscard]] base::Result<void> check() const;

    // Ends the result on the server, and in autocommit its transaction. Quietly: a connection that
    // is lost needs no closing.
    void close() noexcept;

    // A value on a page made no sense: nothing that came over this connection can be trusted.
    void distrust();

    [[nodiscard]] std::int32_t count() const { return count_; }

 private:
    friend class Session;

    base::Result<cas::Page> obtain(Turn& turn);
    base::Diag given_up(Turn& turn, base::Diag why);
    // Sends for the page behind the one that is handed out now.
    void ask_ahead(Turn& turn);
    void end_on_server();
    // Takes note of a page that has come: what to ask for next, whether it was the last.
    void account(const cas::Page& page);
    base::Result<cas::Page> read(base::Buffer body) const;
    void deliver(base::Result<cas::Page> page) { slot_ = std::move(page); }
    void write_request(cas::WireWriter& frame) const;

    std::shared_ptr<Session> session_;
    std::int32_t handle_;
    std::size_t columns_;
    std::int32_t count_;
    std::int32_t fetch_rows_;
    bool prefetch_;
    const void* owner_;
    std::optional<cas::Page> first_;
    std::optional<base::Result<cas::Page>> slot_;  // received for us by somebody else
    std::int64_t next_row_ = 1;
    int empty_pages_ = 0;
    bool finished_ = false;     // no further row on the server
    bool server_open_ = false;  // the server still holds the result
    bool closed_ = false;
    std::uint64_t cursor_generation_;
    std::uint64_t handle_generation_;
};

}  // namespace cubrid::odbc::session
