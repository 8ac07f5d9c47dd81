#include "handles/env.h"

#include <algorithm>
#include <cstdint>

#include "handles/dbc.h"

namespace cubrid::odbc::handles {
namespace {

SQLINTEGER as_integer(SQLPOINTER value) {
    return static_cast<SQLINTEGER>(reinterpret_cast<std::intptr_t>(value));
}

}  // namespace

base::Result<void> Env::set_attribute(SQLINTEGER attribute, SQLPOINTER value) {
    const SQLINTEGER number = as_integer(value);
    const auto bad_value = [] {
        return base::Diag{{"HY024"}, "The environment attribute cannot have this value"};
    };
    switch (attribute) {
        case SQL_ATTR_ODBC_VERSION:
            if (number != SQL_OV_ODBC2 && number != SQL_OV_ODBC3 && number != SQL_OV_ODBC3_80)
                return bad_value();
            version_ = number;
            return {};
        case SQL_ATTR_OUTPUT_NTS:
            if (number == SQL_TRUE) return {};
            return base::Diag{
                {"HYC00"},
                "The driver always terminates text that it returns (SQL_ATTR_OUTPUT_NTS)"};
        case SQL_ATTR_CONNECTION_POOLING:
            connection_pooling_ = number;
            return {};
        case SQL_ATTR_CP_MATCH:
            cp_match_ = number;
            return {};
        default:
            return base::Diag{{"HY092"}, "This is no environment attribute that the driver knows"};
    }
}

base::Result<SQLINTEGER> Env::attribute(SQLINTEGER attribute) const {
    switch (attribute) {
        case SQL_ATTR_ODBC_VERSION:
            return version_.load();
        case SQL_ATTR_OUTPUT_NTS:
            return SQLINTEGER{SQL_TRUE};
        case SQL_ATTR_CONNECTION_POOLING:
            return connection_pooling_.load();
        case SQL_ATTR_CP_MATCH:
            return cp_match_.load();
        default:
            return base::Diag{{"HY092"}, "This is no environment attribute that the driver knows"};
    }
}

void Env::add(const std::shared_ptr<Dbc>& dbc) {
    const std::lock_guard lock{children_mutex_};
    children_.push_back(dbc);
}

void Env::remove(const Dbc* dbc) {
    const std::lock_guard lock{children_mutex_};
    std::erase_if(children_, [&](const std::weak_ptr<Dbc>& child) {
        const auto alive = child.lock();
        return !alive || alive.get() == dbc;
    });
}

std::vector<std::shared_ptr<Dbc>> Env::connections() const {
    const std::lock_guard lock{children_mutex_};
    std::vector<std::shared_ptr<Dbc>> alive;
    for (const auto& child : children_) {
        if (auto dbc = child.lock()) alive.push_back(std::move(dbc));
    }
    return alive;
}

}  // namespace cubrid::odbc::handles
