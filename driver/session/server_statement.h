// A statement as the server knows it: prepared on one CAS, prepared again when the CAS was replaced
// or its plan is gone, closed with a later PREPARE (CAS protocol 4.3, "deferred close").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cas/prepare.h"
#include "session/session.h"

namespace cubrid::odbc::session {

class ServerStatement {
 public:
    // `sql` in the character set of the database.
    ServerStatement(std::shared_ptr<Session> session, std::string sql)
        : session_{std::move(session)}, sql_{std::move(sql)} {}
    ~ServerStatement() { forget(); }
    ServerStatement(const ServerStatement&) = delete;
    ServerStatement& operator=(const ServerStatement&) = delete;

    // PREPARE. Errors are the server's; the transaction is concluded by the caller.
    base::Result<void> prepare(Turn& turn, std::uint8_t flags = cas::kPrepareHoldable);
    // Prepares again when this CAS is not the one that prepared it, and tells whether it did: the
    // columns may be others now. 07002 when the statement's markers have changed by then.
    base::Result<bool> ensure_prepared(Turn& turn);
    // After -10024: the plan is gone. Once per execution.
    base::Result<void> prepare_again(Turn& turn);

    // What the server says of the markers; asked for once for each time the statement is prepared.
    // Empty when it does not know. Errors: those of the connection.
    base::Result<const std::vector<cas::Parameter>*> parameters(Turn& turn);
    [[nodiscard]] const std::vector<cas::Parameter>* known_parameters() const {
        return parameters_ ? &*parameters_ : nullptr;
    }

    // What PREPARE_AND_EXECUTE has prepared.
    void adopt(Turn& turn, cas::Prepared prepared);

    [[nodiscard]] const cas::Prepared& prepared() const { return prepared_; }
    [[nodiscard]] const std::string& sql() const { return sql_; }

 private:
    void forget() noexcept;

    std::shared_ptr<Session> session_;
    std::string sql_;
    cas::Prepared prepared_;
    std::optional<std::vector<cas::Parameter>> parameters_;
    std::uint64_t handle_generation_ = 0;
    bool is_prepared_ = false;
};

}  // namespace cubrid::odbc::session
