#include "handles/dbc.h"

#include <algorithm>
#include <utility>

#include "handles/desc.h"
#include "handles/dsn.h"
#include "handles/env.h"
#include "handles/registry.h"
#include "handles/stmt.h"
#include "options/conn_string.h"
#include "options/keywords.h"

namespace cubrid::odbc::handles {
namespace {

// The broker writes the URL into its log; it has no password (CAS protocol 3.1).
std::string log_url(const options::Settings& settings) {
    return "odbc:cubrid:" + settings.server + ":" + std::to_string(settings.port) + ":" +
           settings.database + ":" + settings.uid + ":********:";
}

std::chrono::milliseconds login_timeout(const options::Settings& settings,
                                        std::optional<SQLUINTEGER> attribute) {
    if (attribute) return std::chrono::seconds{*attribute};
    return settings.login_timeout;
}

session::Login make_login(const options::Settings& settings, std::chrono::milliseconds timeout) {
    session::Login login;
    login.endpoint = {settings.server, settings.port};
    login.tls = settings.ssl;
    login.tls_options = {settings.ssl_verify, settings.server, settings.ssl_ca,
                         settings.ssl_fingerprint};
    login.database = settings.database;
    login.user = settings.uid;
    login.password = settings.pwd;
    login.url = log_url(settings);
    login.keep_alive_seconds = settings.keep_alive_seconds;
    login.timeout = timeout;
    login.max_frame = static_cast<std::size_t>(settings.max_frame);
    return login;
}

bool gives(const std::vector<options::Attribute>& attributes, options::Key key) {
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](const options::Attribute& attribute) {
                           const options::Keyword* known = options::find_keyword(attribute.keyword);
                           return known != nullptr && known->key == key;
                       });
}

std::string value_of(const std::vector<options::Attribute>& attributes, options::Key key) {
    for (const options::Attribute& attribute : attributes) {
        const options::Keyword* known = options::find_keyword(attribute.keyword);
        if (known != nullptr && known->key == key) return attribute.value;
    }
    return {};
}

// The completed connection string: what was given, and what a connection without the DSN's file
// would still need.
std::string completed(std::vector<options::Attribute> given, const options::Settings& settings) {
    const std::pair<options::Key, std::string> needed[] = {
        {options::Key::server, settings.server},
        {options::Key::port, std::to_string(settings.port)},
        {options::Key::database, settings.database},
        {options::Key::uid, settings.uid},
    };
    for (const auto& [key, value] : needed) {
        if (!gives(given, key) && !value.empty()) {
            given.push_back({std::string{options::keyword(key).name}, value});
        }
    }
    return options::format_connection_string(given);
}

// Keywords that this version knows and cannot honour yet: said aloud, since somebody relies on
// them.
std::vector<std::string_view> without_effect(const options::Settings& settings) {
    const std::pair<bool, options::Key> asked_for[] = {
        {!settings.alt_hosts.empty(), options::Key::alt_hosts},
        {!settings.trace.empty(), options::Key::trace},
        {!settings.counters.empty(), options::Key::counters},
        {settings.bulk_strategy == options::BulkStrategy::groups ||
             settings.bulk_strategy == options::BulkStrategy::json,
         options::Key::bulk_strategy},
    };
    std::vector<std::string_view> names;
    for (const auto& [asked, key] : asked_for) {
        if (asked) names.push_back(options::keyword(key).name);
    }
    return names;
}

}  // namespace

base::Result<std::string> Dbc::driver_connect(std::string_view connection_string) {
    auto given = options::parse_connection_string(connection_string);
    if (!given) return std::move(given).error();
    const std::string dsn = gives(*given, options::Key::driver) && !gives(*given, options::Key::dsn)
                                ? std::string{}
                                : value_of(*given, options::Key::dsn);
    auto read = options::read_settings(*given, [&](std::string_view name) {
        return dsn.empty() ? std::nullopt : dsn_value(dsn, name);
    });
    if (!read) return std::move(read).error();
    std::string complete = completed(*given, read->settings);
    if (auto opened = open(std::move(*read)); !opened) return std::move(opened).error();
    return complete;
}

base::Result<void> Dbc::connect(std::string_view dsn, std::optional<std::string> user,
                                std::optional<std::string> password) {
    const std::string name{dsn};
    std::vector<options::Attribute> given;
    if (!name.empty()) given.push_back({"DSN", name});
    if (user) given.push_back({"UID", std::move(*user)});
    if (password) given.push_back({"PWD", std::move(*password)});
    auto read = options::read_settings(
        given, [&](std::string_view entry) { return dsn_value(name, entry); });
    if (!read) return std::move(read).error();
    return open(std::move(*read));
}

base::Result<void> Dbc::open(options::Read read) {
    if (connection_) return base::Diag{{"08002"}, "The handle is connected already"};
    options::Settings& settings = read.settings;
    if (settings.database.empty()) {
        return base::Diag{
            {"HY000"},
            "No database is named: add Database=... to the connection string or the DSN"};
    }
    if (!wanted_catalog_.empty() && wanted_catalog_ != settings.database) {
        return base::Diag{
            {"HY024"},
            "SQL_ATTR_CURRENT_CATALOG names another database than the connection string"};
    }
    const auto timeout = login_timeout(settings, login_timeout_);
    const auto deadline = base::Deadline::after_or_never(timeout);
    auto session = session::Session::open(make_login(settings, timeout), deadline);
    if (!session) return std::move(session).error();

    auto& opened = **session;
    opened.set_autocommit(autocommit_.value_or(settings.autocommit));
    opened.set_exchange_timeout(connection_timeout_ ? std::chrono::seconds{*connection_timeout_}
                                                    : settings.connection_timeout);
    if (settings.lock_timeout_ms) {
        if (auto set =
                opened.set_db_parameter(cas::DbParameter::lock_timeout, *settings.lock_timeout_ms);
            !set) {
            return set;
        }
    }
    narrow_ = settings.charset;
    connection_ =
        std::make_shared<Connection>(Connection{std::move(settings), std::move(*session)});
    if (isolation_) {
        if (auto set = set_isolation(*isolation_); !set) {
            connection_->session->close();
            connection_.reset();
            return set;
        }
    }
    for (base::Diag& warning : read.warnings) diags().add(std::move(warning));
    for (const std::string_view name : without_effect(connection_->settings)) {
        diags().add(
            {{"01000"}, "The keyword " + std::string{name} + " has no effect in this version"});
    }
    return {};
}

base::Result<void> Dbc::disconnect() {
    if (!connection_) return base::Diag{{"08003"}, "The handle is not connected"};
    auto& session = *connection_->session;
    if (!session.autocommit() && session.in_transaction()) {
        return base::Diag{{"25000"},
                          "A transaction is open; commit or roll it back before disconnecting"};
    }
    std::vector<std::shared_ptr<Stmt>> statements;
    {
        const std::lock_guard lock{children_mutex_};
        statements.swap(statements_);
        for (const auto& child : descriptors_) {
            if (const auto desc = child.lock()) remove_handle(desc.get(), Kind::desc);
        }
        descriptors_.clear();
    }
    for (const auto& stmt : statements) {
        remove_handle(stmt.get(), Kind::stmt);
        const std::lock_guard lock{stmt->mutex()};
        stmt->release();
    }
    session.close();
    connection_.reset();
    narrow_ = base::Charset::utf8;
    return {};
}

base::Result<void> Dbc::end_transaction(SQLSMALLINT completion_type) {
    if (!connection_) return base::Diag{{"08003"}, "The handle is not connected"};
    if (completion_type != SQL_COMMIT && completion_type != SQL_ROLLBACK) {
        return base::Diag{{"HY012"}, "A transaction can only be committed or rolled back"};
    }
    // In autocommit mode there is no transaction of the application's (ODBC, SQLEndTran,
    // "Comments").
    if (connection_->session->autocommit()) return {};
    return connection_->session->end_transaction(
        completion_type == SQL_COMMIT ? cas::EndTran::commit : cas::EndTran::rollback);
}

base::Result<std::shared_ptr<Stmt>> Dbc::allocate_statement() {
    if (!connection_) return base::Diag{{"08003"}, "The handle is not connected"};
    auto stmt = std::make_shared<Stmt>(shared_from_this(), connection_);
    const std::lock_guard lock{children_mutex_};
    statements_.push_back(stmt);
    return stmt;
}

void Dbc::remove(const Stmt* stmt) {
    const std::lock_guard lock{children_mutex_};
    std::erase_if(statements_, [&](const auto& child) { return child.get() == stmt; });
}

void Dbc::add_descriptor(const std::shared_ptr<Desc>& desc) {
    const std::lock_guard lock{children_mutex_};
    std::erase_if(descriptors_, [](const auto& child) { return child.expired(); });
    descriptors_.push_back(desc);
}

}  // namespace cubrid::odbc::handles
