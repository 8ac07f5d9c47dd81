// A connection handle: its attributes, and while connected the session and the settings that it was
// made with.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/charset.h"
#include "base/result.h"
#include "handles/handle.h"
#include "options/settings.h"
#include "session/session.h"

namespace cubrid::odbc::handles {

class Env;
class Stmt;
class Desc;

// What statements need of their connection; shared, so that a statement in another thread never
// sees half a disconnect.
struct Connection {
    options::Settings settings;
    std::shared_ptr<session::Session> session;
};

class Dbc : public Handle, public std::enable_shared_from_this<Dbc> {
 public:
    static constexpr Kind kKind = Kind::dbc;
    explicit Dbc(std::shared_ptr<Env> env) : Handle{kKind}, env_{std::move(env)} {}

    // ODBC, SQLDriverConnect, SQLConnect. `driver_connect` fills keywords that are missing from the
    // DSN and returns the completed connection string. Warnings (01S00) go to the diagnostics.
    base::Result<std::string> driver_connect(std::string_view connection_string);
    base::Result<void> connect(std::string_view dsn, std::optional<std::string> user,
                               std::optional<std::string> password);
    // 25000 inside a transaction in manual commit mode.
    base::Result<void> disconnect();

    base::Result<void> end_transaction(SQLSMALLINT completion_type);

    // ODBC, SQLSetConnectAttr, SQLGetConnectAttr (dbc_attrs.cpp). Text attributes apart.
    base::Result<void> set_attribute(SQLINTEGER attribute, SQLULEN value);
    base::Result<void> set_text_attribute(SQLINTEGER attribute, std::string_view value);
    struct AttributeValue {
        std::variant<SQLUINTEGER, SQLULEN, std::string> value;
    };
    base::Result<AttributeValue> attribute(SQLINTEGER attribute);
    static bool is_text_attribute(SQLINTEGER attribute);

    [[nodiscard]] const std::shared_ptr<Env>& env() const { return env_; }
    // Null while not connected.
    [[nodiscard]] std::shared_ptr<Connection> connection() const { return connection_; }
    // Of the application's narrow text.
    [[nodiscard]] base::Charset narrow_charset() const { return narrow_; }
    [[nodiscard]] bool metadata_id() const { return metadata_id_; }

    base::Result<std::shared_ptr<Stmt>> allocate_statement();
    void remove(const Stmt* stmt);
    void add_descriptor(const std::shared_ptr<Desc>& desc);

 private:
    base::Result<void> open(options::Read read);
    base::Result<void> set_autocommit(bool on);
    base::Result<void> set_isolation(SQLUINTEGER isolation);
    base::Result<AttributeValue> isolation();

    const std::shared_ptr<Env> env_;
    std::shared_ptr<Connection> connection_;
    std::atomic<base::Charset> narrow_{base::Charset::utf8};

    // Attributes that the application has set itself; they outlive a connection (ODBC,
    // SQLDisconnect).
    std::optional<bool> autocommit_;
    std::optional<SQLUINTEGER> access_mode_;
    std::optional<SQLUINTEGER> login_timeout_;       // seconds
    std::optional<SQLUINTEGER> connection_timeout_;  // seconds
    std::optional<SQLUINTEGER> isolation_;
    std::string wanted_catalog_;
    SQLULEN quiet_mode_ = 0;
    bool metadata_id_ = false;

    std::mutex children_mutex_;
    std::vector<std::shared_ptr<Stmt>> statements_;
    std::vector<std::weak_ptr<Desc>> descriptors_;
};

}  // namespace cubrid::odbc::handles
