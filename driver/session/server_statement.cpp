#include "session/server_statement.h"

#include <utility>

#include "cas/error_map.h"

namespace cubrid::odbc::session {

base::Result<void> ServerStatement::prepare(Turn& turn, std::uint8_t flags) {
    auto reply = turn.exchange_again([&] {
        const auto closes = turn.take_deferred_closes();
        cas::write_prepare(
            turn.frame(),
            {.sql = sql_, .flags = flags, .autocommit = turn.commits_itself(), .close = closes});
    });
    if (!reply) return std::move(reply).error();
    auto prepared = cas::read_prepare(reply->view());
    turn.recycle(std::move(*reply));
    if (!prepared) return std::move(prepared).error();
    adopt(turn, std::move(*prepared));
    return {};
}

void ServerStatement::adopt(Turn& turn, cas::Prepared prepared) {
    prepared_ = std::move(prepared);
    parameters_.reset();
    handle_generation_ = turn.handle_generation();
    is_prepared_ = true;
}

base::Result<bool> ServerStatement::ensure_prepared(Turn& turn) {
    if (is_prepared_ && handle_generation_ == turn.handle_generation()) return false;
    const std::int32_t markers = prepared_.markers;
    if (auto done = prepare(turn); !done) return std::move(done).error();
    if (prepared_.markers == markers) return true;
    return base::Diag{{"07002"},
                      "The statement has another number of parameters than when it was prepared"};
}

base::Result<void> ServerStatement::prepare_again(Turn& turn) {
    turn.close_handle_later(prepared_.handle);
    const std::int32_t markers = prepared_.markers;
    is_prepared_ = false;
    if (auto done = prepare(turn, cas::kPrepareHoldable | cas::kPrepareXaslCachePinned); !done)
        return done;
    if (prepared_.markers == markers) return {};
    return base::Diag{{"07002"},
                      "The statement has another number of parameters than when it was prepared"};
}

base::Result<const std::vector<cas::Parameter>*> ServerStatement::parameters(Turn& turn) {
    if (parameters_) return &*parameters_;
    cas::write_parameter_info(turn.frame(), prepared_.handle);
    auto reply = turn.exchange();
    if (!reply) return std::move(reply).error();
    auto parameters = cas::read_parameter_info(reply->view());
    if (parameters) return &parameters_.emplace(std::move(*parameters));
    base::Diag diag = turn.failed(std::move(parameters).error());
    if (turn.is_lost()) return diag;
    // An error of the server's only says that it does not know.
    return &parameters_.emplace();
}

void ServerStatement::forget() noexcept {
    if (!is_prepared_) return;
    try {
        session_->close_handle_later(prepared_.handle, handle_generation_);
    } catch (...) {
        // Without memory the handle stays open until the connection ends.
    }
}

}  // namespace cubrid::odbc::session
