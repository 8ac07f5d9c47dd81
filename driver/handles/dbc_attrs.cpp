// SQLSetConnectAttr and SQLGetConnectAttr.
#include <algorithm>
#include <array>
#include <utility>

#include "handles/dbc.h"

namespace cubrid::odbc::handles {
namespace {

// ODBC and CAS numbers of the isolation levels that MVCC servers have (CAS protocol 4.14).
struct Isolation {
    SQLUINTEGER odbc;
    std::int32_t cas;
};
constexpr std::array kIsolations = {
    Isolation{SQL_TXN_READ_COMMITTED, 4},
    Isolation{SQL_TXN_REPEATABLE_READ, 5},
    Isolation{SQL_TXN_SERIALIZABLE, 6},
};

base::Diag bad_value(std::string text) { return {{"HY024"}, std::move(text)}; }
base::Diag not_connected() { return {{"08003"}, "The handle is not connected"}; }

// Attributes of statements that an ODBC 2 application may set on the connection as defaults (ODBC,
// SQLSetConnectAttr). The driver manager of ODBC 3 sets them on each statement instead.
bool is_statement_attribute(SQLINTEGER attribute) {
    return attribute >= SQL_QUERY_TIMEOUT && attribute <= SQL_ROW_NUMBER;
}

}  // namespace

bool Dbc::is_text_attribute(SQLINTEGER attribute) {
    return attribute == SQL_ATTR_CURRENT_CATALOG || attribute == SQL_ATTR_TRACEFILE ||
           attribute == SQL_ATTR_TRANSLATE_LIB;
}

base::Result<void> Dbc::set_attribute(SQLINTEGER attribute, SQLULEN value) {
    const auto number = static_cast<SQLUINTEGER>(value);
    switch (attribute) {
        case SQL_ATTR_AUTOCOMMIT:
            if (number != SQL_AUTOCOMMIT_ON && number != SQL_AUTOCOMMIT_OFF) {
                return bad_value("SQL_ATTR_AUTOCOMMIT is SQL_AUTOCOMMIT_ON or SQL_AUTOCOMMIT_OFF");
            }
            return set_autocommit(number == SQL_AUTOCOMMIT_ON);
        case SQL_ATTR_ACCESS_MODE:
            if (number != SQL_MODE_READ_ONLY && number != SQL_MODE_READ_WRITE) {
                return bad_value(
                    "SQL_ATTR_ACCESS_MODE is SQL_MODE_READ_ONLY or SQL_MODE_READ_WRITE");
            }
            access_mode_ = number;
            return {};
        case SQL_ATTR_TXN_ISOLATION:
            return set_isolation(number);
        case SQL_ATTR_LOGIN_TIMEOUT:
            login_timeout_ = number;
            return {};
        case SQL_ATTR_CONNECTION_TIMEOUT:
            connection_timeout_ = number;
            if (connection_)
                connection_->session->set_exchange_timeout(std::chrono::seconds{number});
            return {};
        case SQL_ATTR_METADATA_ID:
            metadata_id_ = number == SQL_TRUE;
            return {};
        case SQL_ATTR_QUIET_MODE:
            quiet_mode_ = value;
            return {};
        case SQL_ATTR_ODBC_CURSORS:
            return {};  // the driver manager's
        case SQL_ATTR_PACKET_SIZE:
            diags().add(
                {{"01S02"},
                 "The server decides how large its packets are (NET_BUF_SIZE of the broker)"});
            return {};
        case SQL_ATTR_ASYNC_ENABLE:
            if (number == SQL_ASYNC_ENABLE_OFF) return {};
            return base::Diag{
                {"HYC00"},
                "Statements run synchronously; use threads (SQL_ASYNC_MODE is SQL_AM_NONE)"};
        case SQL_ATTR_CONNECTION_DEAD:
        case SQL_ATTR_AUTO_IPD:
            return base::Diag{{"HY092"}, "This connection attribute can only be read"};
        default:
            break;
    }
    if (is_statement_attribute(attribute)) {
        return base::Diag{{"HYC00"}, "Set this attribute on the statement"};
    }
    return base::Diag{{"HY092"}, "This is no connection attribute that the driver knows"};
}

base::Result<void> Dbc::set_text_attribute(SQLINTEGER attribute, std::string_view value) {
    if (attribute != SQL_ATTR_CURRENT_CATALOG) {
        return base::Diag{{"HYC00"}, "The driver has no such attribute"};
    }
    if (!connection_) {
        wanted_catalog_ = value;
        return {};
    }
    if (value == connection_->settings.database) return {};
    return base::Diag{{"HYC00"},
                      "A connection is to one database; connect again to use another one"};
}

base::Result<Dbc::AttributeValue> Dbc::attribute(SQLINTEGER attribute) {
    const auto number = [](SQLUINTEGER value) { return AttributeValue{value}; };
    switch (attribute) {
        case SQL_ATTR_AUTOCOMMIT: {
            const bool on =
                connection_ ? connection_->session->autocommit() : autocommit_.value_or(true);
            return number(on ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF);
        }
        case SQL_ATTR_ACCESS_MODE: {
            const bool read_only = connection_ && connection_->settings.read_only;
            return number(
                access_mode_.value_or(read_only ? SQL_MODE_READ_ONLY : SQL_MODE_READ_WRITE));
        }
        case SQL_ATTR_TXN_ISOLATION:
            return isolation();
        case SQL_ATTR_LOGIN_TIMEOUT: {
            const auto configured =
                connection_ ? connection_->session->login().timeout : std::chrono::seconds{30};
            return number(login_timeout_.value_or(static_cast<SQLUINTEGER>(
                std::chrono::ceil<std::chrono::seconds>(configured).count())));
        }
        case SQL_ATTR_CONNECTION_TIMEOUT: {
            const auto configured =
                connection_ ? connection_->settings.connection_timeout : std::chrono::seconds{0};
            return number(
                connection_timeout_.value_or(static_cast<SQLUINTEGER>(configured.count())));
        }
        case SQL_ATTR_CURRENT_CATALOG:
            return AttributeValue{connection_ ? connection_->settings.database : wanted_catalog_};
        case SQL_ATTR_CONNECTION_DEAD:
            return number(!connection_ || connection_->session->is_dead() ? SQL_CD_TRUE
                                                                          : SQL_CD_FALSE);
        case SQL_ATTR_METADATA_ID:
            return number(metadata_id_ ? SQL_TRUE : SQL_FALSE);
        case SQL_ATTR_QUIET_MODE:
            return AttributeValue{quiet_mode_};
        case SQL_ATTR_AUTO_IPD:
            return number(SQL_FALSE);
        case SQL_ATTR_ASYNC_ENABLE:
            return number(SQL_ASYNC_ENABLE_OFF);
        case SQL_ATTR_PACKET_SIZE:
            return number(16384);
        default:
            return base::Diag{{"HY092"}, "This is no connection attribute that the driver knows"};
    }
}

base::Result<void> Dbc::set_autocommit(bool on) {
    if (connection_) {
        auto& session = *connection_->session;
        if (on && !session.autocommit()) {
            // Switching on commits (ODBC, SQLSetConnectAttr, SQL_ATTR_AUTOCOMMIT).
            if (auto ended = session.end_transaction(cas::EndTran::commit); !ended) return ended;
        }
        session.set_autocommit(on);
    }
    autocommit_ = on;
    return {};
}

base::Result<void> Dbc::set_isolation(SQLUINTEGER isolation) {
    const auto* found = std::find_if(kIsolations.begin(), kIsolations.end(),
                                     [&](const Isolation& row) { return row.odbc == isolation; });
    if (found == kIsolations.end()) {
        return base::Diag{{isolation == SQL_TXN_READ_UNCOMMITTED ? "HYC00" : "HY024"},
                          "CUBRID has READ COMMITTED, REPEATABLE READ and SERIALIZABLE"};
    }
    if (connection_) {
        auto& session = *connection_->session;
        if (!session.autocommit() && session.in_transaction()) {
            return base::Diag{{"HY011"}, "The isolation level cannot change inside a transaction"};
        }
        if (auto set = session.set_db_parameter(cas::DbParameter::isolation_level, found->cas);
            !set)
            return set;
    }
    isolation_ = isolation;
    return {};
}

base::Result<Dbc::AttributeValue> Dbc::isolation() {
    if (!connection_) {
        if (isolation_) return AttributeValue{*isolation_};
        return not_connected();
    }
    auto level = connection_->session->db_parameter(cas::DbParameter::isolation_level);
    if (!level) return std::move(level).error();
    const auto* found = std::find_if(kIsolations.begin(), kIsolations.end(),
                                     [&](const Isolation& row) { return row.cas == *level; });
    // Servers before MVCC numbered weaker levels 1 to 3.
    return AttributeValue{found == kIsolations.end() ? SQLUINTEGER{SQL_TXN_READ_UNCOMMITTED}
                                                     : found->odbc};
}

}  // namespace cubrid::odbc::handles
