#include "fixture.h"

#include <unistd.h>

#include <array>
#include <iostream>
#include <stdexcept>

namespace conformance {
namespace {

void require(const Handle& handle, SQLRETURN code, const std::string& what) {
    if (SQL_SUCCEEDED(code)) return;
    std::string text = what;
    for (const Diagnostic& d : handle.diagnostics()) text += "\n  [" + d.state + "] " + d.text;
    throw std::runtime_error(text);
}

}  // namespace

Conformance::~Conformance() {
    // minicas's tables end with it.
    if (!TestServer::real() || tables_.empty()) return;
    try {
        Dbc dbc = connect("LockTimeout=5000;");
        Stmt stmt(dbc);
        for (auto table = tables_.rbegin(); table != tables_.rend(); ++table) {
            stmt.run("DROP TABLE IF EXISTS " + *table);
        }
    } catch (const std::exception& error) {
        ADD_FAILURE() << "tables are not dropped: " << error.what();
    }
}

std::string Conformance::connection_string(const std::string& extra) const {
    return "Driver={" + std::string(kDriverName) + "};" + extra + server_.keywords();
}

std::string Conformance::tapped_connection_string(const std::string& extra) {
    return "Driver={" + std::string(kDriverName) + "};" + extra + server_.keywords(tap().port());
}

Dbc Conformance::connect(const std::string& extra) { return connect(env_, extra); }

Dbc Conformance::connect(const Env& env, const std::string& extra) {
    Dbc dbc(env);
    require(dbc, dbc.connect(connection_string(extra)), "SQLDriverConnect");
    return dbc;
}

Dbc Conformance::connect_wide(const std::string& extra) {
    Dbc dbc(env_);
    require(dbc, dbc.connect_wide(connection_string(extra)), "SQLDriverConnectW");
    return dbc;
}

Wiretap& Conformance::tap() {
    if (!tap_) tap_ = std::make_unique<Wiretap>(server_.host(), server_.port());
    return *tap_;
}

Dbc Conformance::connect_tapped(const std::string& extra) {
    Dbc dbc(env_);
    require(dbc, dbc.connect(tapped_connection_string(extra)), "SQLDriverConnect");
    return dbc;
}

bool Conformance::cuts_long_text(const Dbc& dbc) {
    std::array<char, 64> version{};
    SQLGetInfo(dbc, SQL_DBMS_VER, version.data(), 64, nullptr);
    return std::stoi(version.data()) < 11;
}

void Conformance::settle(const Dbc& dbc) { EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1); }

std::string Conformance::new_name() {
    static int count = 0;
    tables_.push_back("conf_" + std::to_string(::getpid()) + "_" + std::to_string(++count));
    return tables_.back();
}

std::string Conformance::create_table(const std::string& columns) {
    Dbc dbc = connect();
    Stmt stmt(dbc);
    const std::string name = new_name();
    stmt.run("CREATE TABLE " + name + " (" + columns + ")");
    return name;
}

std::string Conformance::filled_table(int rows) {
    const std::string name = create_table("id INT PRIMARY KEY, s VARCHAR(100)");
    std::vector<SQLINTEGER> ids;
    std::vector<std::array<char, 24>> texts;
    std::vector<SQLLEN> lengths;
    for (int id = 1; id <= rows; ++id) {
        ids.push_back(id);
        std::array<char, 24> text{};
        const std::string value = "row " + std::to_string(id);
        value.copy(text.data(), text.size() - 1);
        texts.push_back(text);
        lengths.push_back(static_cast<SQLLEN>(value.size()));
    }
    if (rows == 0) return name;
    Dbc dbc = connect();
    Stmt stmt(dbc);
    stmt.prepare("INSERT INTO " + name + " VALUES (?, ?)");
    stmt.set(SQL_ATTR_PARAMSET_SIZE, ids.size());
    bind_int(stmt, 1, ids.data());
    bind_text(stmt, 2, texts[0].data(), 24, lengths.data());
    require(stmt, SQLExecute(stmt), "filling " + name);
    return name;
}

}  // namespace conformance
