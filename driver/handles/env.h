// An environment: the ODBC version that its application speaks.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/result.h"
#include "handles/handle.h"

namespace cubrid::odbc::handles {

class Dbc;

class Env : public Handle {
 public:
    static constexpr Kind kKind = Kind::env;
    Env() : Handle{kKind} {}

    // ODBC, SQLSetEnvAttr, SQLGetEnvAttr. Errors: HY024 value, HY092 attribute.
    base::Result<void> set_attribute(SQLINTEGER attribute, SQLPOINTER value);
    [[nodiscard]] base::Result<SQLINTEGER> attribute(SQLINTEGER attribute) const;

    [[nodiscard]] bool is_odbc2() const { return version_ == SQL_OV_ODBC2; }

    void add(const std::shared_ptr<Dbc>& dbc);
    void remove(const Dbc* dbc);
    [[nodiscard]] std::vector<std::shared_ptr<Dbc>> connections() const;

 private:
    std::atomic<SQLINTEGER> version_{SQL_OV_ODBC3};
    std::atomic<SQLINTEGER> connection_pooling_{SQL_CP_OFF};
    std::atomic<SQLINTEGER> cp_match_{SQL_CP_STRICT_MATCH};
    mutable std::mutex children_mutex_;
    std::vector<std::weak_ptr<Dbc>> children_;
};

}  // namespace cubrid::odbc::handles
