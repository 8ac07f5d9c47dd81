// What the four kinds of ODBC handles have in common.
#pragma once

#include <cstdint>
#include <mutex>

#include "handles/diag_list.h"

namespace cubrid::odbc::handles {

enum class Kind : std::uint8_t { env, dbc, stmt, desc };

class Handle {
 public:
    explicit Handle(Kind kind) : kind_{kind} {}
    virtual ~Handle() = default;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    [[nodiscard]] Kind kind() const { return kind_; }
    // Guards the handle's own state. Order of locking: env, dbc, stmt, desc, then the session's
    // wire; never backwards.
    [[nodiscard]] std::mutex& mutex() { return mutex_; }
    [[nodiscard]] DiagList& diags() { return diags_; }

 private:
    const Kind kind_;
    std::mutex mutex_;
    DiagList diags_;
};

}  // namespace cubrid::odbc::handles
