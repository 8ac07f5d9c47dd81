#include "session/page_source.h"

#include <utility>

#include "cas/error_map.h"
#include "cas/fetch.h"

namespace cubrid::odbc::session {
namespace {

// A page without rows that is not the last brings nothing: a server that sends only such pages must
// not be asked for ever.
constexpr int kEmptyPagesTolerated = 3;

base::Diag lost_with_rows_to_come() {
    return {{"08S01"}, "The connection was lost while rows of this result were still to come"};
}

}  // namespace

PageSource::PageSource(std::shared_ptr<Session> session, Turn& turn, Start start)
    : session_{std::move(session)},
      handle_{start.handle},
      columns_{start.columns},
      count_{start.count},
      fetch_rows_{start.fetch_rows},
      prefetch_{start.prefetch},
      owner_{start.owner},
      cursor_generation_{session_->cursor_generation_},
      handle_generation_{session_->handle_generation_} {
    if (start.first) {
        account(*start.first);
        first_ = std::move(start.first);
    }
    if (!finished_) ++session_->open_cursors_;
    // The server ends a result itself when it was read to its end in a request that commits (CAS
    // protocol 9.1).
    server_open_ = !finished_ || turn.in_transaction();
}

void PageSource::account(const cas::Page& page) {
    next_row_ += page.rows();
    empty_pages_ = page.rows() == 0 ? empty_pages_ + 1 : 0;
    // With max_row the server stops without the end flag, and what it would send next is wrong (CAS
    // protocol 4.6).
    finished_ = page.is_last() || (count_ >= 0 && next_row_ > count_);
}

void PageSource::write_request(cas::WireWriter& frame) const {
    cas::write_fetch(frame, {.handle = handle_,
                             .first_row = static_cast<std::int32_t>(next_row_),
                             .rows = fetch_rows_});
}

base::Result<cas::Page> PageSource::read(base::Buffer body) const {
    auto page = cas::read_fetch(std::move(body), columns_);
    // The answer to another request would hand out rows twice or leave some out.
    if (page && page->rows() > 0 && page->first_row_number() != next_row_)
        return cas::malformed("a page with other rows than were asked for");
    return page;
}

base::Result<cas::Page> PageSource::obtain(Turn& turn) {
    if (slot_) {
        auto page = std::move(*slot_);
        slot_.reset();
        return page;
    }
    write_request(turn.frame());
    auto body = turn.exchange();
    if (!body) return std::move(body).error();
    return read(std::move(*body));
}

base::Result<void> PageSource::check() const {
    if (cursor_generation_ != session_->cursor_generation_) {
        return base::Diag{{"24000"},
                          "A rollback has closed this result; execute the statement again"};
    }
    if (!finished_ && handle_generation_ != session_->handle_generation_) {
        return lost_with_rows_to_come();
    }
    return {};
}

base::Diag PageSource::given_up(Turn& turn, base::Diag why) {
    base::Diag diag = turn.failed(std::move(why));
    static_cast<void>(turn.conclude(Turn::Wrote::nothing));
    return diag;
}

base::Result<std::optional<cas::Page>> PageSource::next(cas::Page used) {
    if (auto alive = check(); !alive) return std::move(alive).error();
    if (first_ && finished_) return std::exchange(first_, std::nullopt);
    if (finished_ && !slot_) return std::optional<cas::Page>{};

    // Not begin(): a new CAS would know nothing of this result.
    Turn turn = session_->hold(owner_);
    // The wait for our own page may be what the connection was lost in: that reason says more.
    if (slot_ && !*slot_ && session_->state_ != Session::State::up)
        return std::move(*slot_).error();
    if (auto alive = check(); !alive) return std::move(alive).error();
    if (session_->state_ != Session::State::up) return lost_with_rows_to_come();
    turn.recycle(used.release());
    std::optional<cas::Page> page = std::exchange(first_, std::nullopt);
    if (!page) {
        auto came = obtain(turn);
        if (!came) return given_up(turn, std::move(came).error());
        page = std::move(*came);
        account(*page);
        if (!finished_ && empty_pages_ > kEmptyPagesTolerated) {
            return session_->lose(cas::malformed("pages without rows and without an end"));
        }
    }
    if (!finished_) {
        ask_ahead(turn);
        return page;
    }
    --session_->open_cursors_;
    server_open_ = turn.in_transaction();
    if (auto ended = turn.conclude(Turn::Wrote::nothing); !ended) return std::move(ended).error();
    return page;
}

void PageSource::ask_ahead(Turn& turn) {
    if (!prefetch_) return;
    write_request(turn.frame());
    // If it cannot be sent, the call that needs the page will tell.
    if (!session_->send(session_->exchange_deadline())) return;
    session_->pending_ = Session::Pending::page;
    session_->pending_owner_ = this;
}

void PageSource::distrust() {
    const Turn turn = session_->hold();
    session_->mark_lost();
}

void PageSource::close() noexcept {
    if (std::exchange(closed_, true) || !server_open_) return;
    try {
        end_on_server();
    } catch (...) {
        // Without memory the result stays open until its statement is executed again or freed.
    }
}

void PageSource::end_on_server() {
    Turn turn = session_->hold();
    if (session_->state_ != Session::State::up ||
        cursor_generation_ != session_->cursor_generation_ ||
        handle_generation_ != session_->handle_generation_) {
        return;
    }
    if (!finished_) --session_->open_cursors_;
    finished_ = true;
    cas::write_cursor_close(turn.frame(), handle_);
    if (session_->autocommit_) {
        if (!turn.exchange()) return;
        static_cast<void>(turn.conclude(Turn::Wrote::nothing));
    } else if (session_->send(session_->exchange_deadline())) {
        session_->pending_ = Session::Pending::cursor_close;
    }
}

}  // namespace cubrid::odbc::session
