#include <array>

#include "fixture.h"

namespace conformance {
namespace {

using Connecting = Conformance;

TEST_F(Connecting, WithoutADataSource) {
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1);
    EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
}

TEST_F(Connecting, WithADataSource) {
    const std::string dsn = Registration::add_data_source(server_.keywords());
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect("DSN=" + dsn)));
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Connecting, ConnectionStringWinsOverTheDataSource) {
    const std::string dsn = Registration::add_data_source(
        "Server=127.0.0.1;Port=1;Database=nonsense;Autocommit=no;UID=nobody;");
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect("DSN=" + dsn + ";" + server_.keywords())));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_OFF);
}

TEST_F(Connecting, SqlConnectTakesNameUserAndPassword) {
    const std::string dsn = Registration::add_data_source(
        "Server=" + server_.host() + ";Port=" + std::to_string(server_.port()) +
        ";Database=" + server_.database() + ";UID=nobody");
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, SQLConnect(dbc, chars(dsn), SQL_NTS, chars(server_.user()), SQL_NTS,
                                         chars(server_.password()), SQL_NTS)));
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Connecting, SqlConnectWideTakesNameUserAndPassword) {
    const std::string dsn = Registration::add_data_source(server_.keywords());
    Wide name(dsn);
    Wide user(server_.user());
    Wide password(server_.password());
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, SQLConnectW(dbc, name.data(), SQL_NTS, user.data(), SQL_NTS,
                                          password.data(), SQL_NTS)));
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Connecting, CompletedStringConnectsAgain) {
    const std::string given = connection_string();
    std::array<SQLCHAR, 1024> out{};
    SQLSMALLINT length = 0;
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(
        dbc, SQLDriverConnect(dbc, nullptr, chars(given), SQL_NTS, out.data(),
                              static_cast<SQLSMALLINT>(out.size()), &length, SQL_DRIVER_NOPROMPT)));
    const std::string completed = reinterpret_cast<const char*>(out.data());
    EXPECT_EQ(static_cast<std::size_t>(length), completed.size());
    EXPECT_THAT(completed, HasSubstr(std::to_string(server_.port())));
    dbc.disconnect();
    Dbc again(env_);
    EXPECT_TRUE(succeeds(again, again.connect(completed)));
}

TEST_F(Connecting, CompletedStringThatDoesNotFitIsCutWithItsWholeLengthTold) {
    const std::string given = connection_string();
    SQLSMALLINT whole = 0;
    std::array<SQLCHAR, 1024> out{};
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(
        dbc, SQLDriverConnect(dbc, nullptr, chars(given), SQL_NTS, out.data(),
                              static_cast<SQLSMALLINT>(out.size()), &whole, SQL_DRIVER_NOPROMPT)));
    dbc.disconnect();

    Guarded<SQLCHAR> small(20);
    SQLSMALLINT length = 0;
    Dbc cut(env_);
    EXPECT_TRUE(warns(cut,
                      SQLDriverConnect(cut, nullptr, chars(given), SQL_NTS, small.data(), 20,
                                       &length, SQL_DRIVER_NOPROMPT),
                      "01004"));
    EXPECT_EQ(length, whole);
    EXPECT_EQ(std::string(reinterpret_cast<char*>(small.data())),
              std::string(reinterpret_cast<char*>(out.data())).substr(0, 19));
    Stmt stmt(cut);
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Connecting, CompletedWideStringIsCountedInCharacters) {
    Wide given(connection_string());
    std::array<SQLWCHAR, 1024> out{};
    SQLSMALLINT length = 0;
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, SQLDriverConnectW(dbc, nullptr, given.data(), SQL_NTS, out.data(),
                                                static_cast<SQLSMALLINT>(out.size()), &length,
                                                SQL_DRIVER_NOPROMPT)));
    EXPECT_EQ(static_cast<std::size_t>(length), utf8(out.data()).size());
}

TEST_F(Connecting, ExplicitLengthWinsOverATerminator) {
    const std::string good = connection_string();
    const std::string text = good + "Database=elsewhere;UID=nobody;Port=";
    Dbc dbc(env_);
    EXPECT_TRUE(succeeds(
        dbc, SQLDriverConnect(dbc, nullptr, chars(text), static_cast<SQLSMALLINT>(good.size()),
                              nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT)));
}

TEST_F(Connecting, UnknownKeywordsAreIgnoredWithAWarning) {
    Dbc dbc(env_);
    EXPECT_TRUE(
        warns(dbc, dbc.connect(connection_string() + "Trusted_Connection=yes;Foo=bar;"), "01S00"));
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Connecting, EveryOptionalKeywordMayBeEmptyOrMissing) {
    for (const char* keyword :
         {"UID", "PWD", "Autocommit", "Charset", "FetchSize", "LoginTimeout", "QueryTimeout",
          "LockTimeout", "TextTypes", "ReadOnly", "ArrayCommit", "MaxDiagRecords", "Prefetch"}) {
        Dbc dbc(env_);
        const SQLRETURN code = dbc.connect(connection_string(std::string(keyword) + "=;"));
        EXPECT_TRUE(SQL_SUCCEEDED(code) || !dbc.diagnostics().empty()) << keyword;
        if (SQL_SUCCEEDED(code)) {
            EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1) << keyword;
        }
    }
    Dbc bare(env_);
    EXPECT_TRUE(succeeds(
        bare, bare.connect("Driver={" + std::string(kDriverName) + "};Server=" + server_.host() +
                           ";Port=" + std::to_string(server_.port()) +
                           ";Database=" + server_.database())));
}

TEST_F(Connecting, FirstOfTwoEqualKeywordsWinsWhateverItsCase) {
    Dbc dbc(env_);
    EXPECT_TRUE(succeeds(
        dbc, dbc.connect("Driver={" + std::string(kDriverName) + "};server=" + server_.host() +
                         ";SERVER=no.such.host.invalid;pOrT=" + std::to_string(server_.port()) +
                         ";database=" + server_.database() + ";Uid=" + server_.user() +
                         ";pwd=" + server_.password())));
}

TEST_F(Connecting, WhiteSpaceAroundKeywordsIsDropped) {
    Dbc dbc(env_);
    EXPECT_TRUE(succeeds(
        dbc, dbc.connect("Driver={" + std::string(kDriverName) + "}; Server = " + server_.host() +
                         " ; Port=" + std::to_string(server_.port()) +
                         " ; Database = " + server_.database() + ";UID=" + server_.user() +
                         ";PWD=" + server_.password())));
}

TEST_F(Connecting, AliasesOfTheOfficialDriverWork) {
    Dbc dbc(env_);
    EXPECT_TRUE(succeeds(
        dbc, dbc.connect("Driver={" + std::string(kDriverName) + "};HOST=" + server_.host() +
                         ";Port=" + std::to_string(server_.port()) +
                         ";DB_NAME=" + server_.database() + ";USER=" + server_.user() +
                         ";PASSWORD=" + server_.password() + ";FETCH_SIZE=100")));
}

TEST_F(Connecting, AutocommitKeywordSetsTheAttribute) {
    for (const char* off : {"off", "false", "0", "no"}) {
        Dbc dbc = connect("Autocommit=" + std::string(off) + ";");
        EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_OFF) << off;
    }
    for (const char* on : {"on", "true", "1", "yes"}) {
        Dbc dbc = connect("Autocommit=" + std::string(on) + ";");
        EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_ON) << on;
    }
}

TEST_F(Connecting, AgainWithAHandleForgetsTheEarlierConnectionString) {
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string("Autocommit=no;"))));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_OFF);
    ASSERT_TRUE(succeeds(dbc, dbc.disconnect()));
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_ON);
    EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1);
}

TEST_F(Connecting, AgainWithAHandleReachesTheOtherDatabase) {
    NEEDS_MINICAS(kNeedsOtherServer);
    minicas::Options options;
    options.database = "seconddb";
    minicas::Server second(options);
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    dbc.disconnect();
    ASSERT_TRUE(
        succeeds(dbc, dbc.connect(connection_string("Port=" + std::to_string(second.port()) +
                                                    ";Database=seconddb;"))));
    std::array<SQLCHAR, 64> name{};
    SQLSMALLINT length = 0;
    SQLGetInfo(dbc, SQL_DATABASE_NAME, name.data(), 64, &length);
    EXPECT_STREQ(reinterpret_cast<char*>(name.data()), "seconddb");
    std::array<SQLCHAR, 64> catalog{};
    SQLINTEGER catalog_length = 0;
    ASSERT_TRUE(succeeds(dbc, SQLGetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, catalog.data(), 64,
                                                &catalog_length)));
    EXPECT_STREQ(reinterpret_cast<char*>(catalog.data()), "seconddb");
    EXPECT_EQ(catalog_length, 8);
}

TEST_F(Connecting, AttributesSetBeforeConnectingStayAfterADisconnect) {
    Dbc dbc(env_);
    dbc.set(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF);
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_OFF);
    ASSERT_TRUE(succeeds(dbc, dbc.disconnect()));
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_AUTOCOMMIT), SQL_AUTOCOMMIT_OFF);
}

TEST_F(Connecting, PasswordWithSemicolonAndBracesWorksInBracesAndInSqlConnect) {
    const std::string user = TestServer::real() ? new_name() : "semicolon";
    if (TestServer::real()) {
        Dbc dba = connect();
        Stmt(dba).run("CREATE USER " + user + " PASSWORD 'a;b}c{d=e'");
    }
    Dbc dbc(env_);
    std::array<SQLCHAR, 1024> out{};
    const std::string given = connection_string("UID=" + user + ";PWD={a;b}}c{d=e};");
    EXPECT_TRUE(succeeds(dbc, SQLDriverConnect(dbc, nullptr, chars(given), SQL_NTS, out.data(),
                                               1024, nullptr, SQL_DRIVER_NOPROMPT)));
    dbc.disconnect();
    EXPECT_TRUE(succeeds(dbc, dbc.connect(reinterpret_cast<char*>(out.data()))));
    dbc.disconnect();
    const std::string dsn = Registration::add_data_source(server_.keywords());
    const std::string password = "a;b}c{d=e";
    EXPECT_TRUE(succeeds(
        dbc, SQLConnect(dbc, chars(dsn), SQL_NTS, chars(user), SQL_NTS, chars(password), SQL_NTS)));
    dbc.disconnect();
    if (TestServer::real()) {
        Dbc dba = connect();
        Stmt(dba).run("DROP USER " + user);
    }
}

TEST_F(Connecting, WorksWithEveryProtocolVersionFromSevenOn) {
    NEEDS_MINICAS(kNeedsOtherServer);
    for (int version = 7; version <= 15; ++version) {
        minicas::Options options;
        options.protocol = version;
        minicas::Server server(options);
        Dbc dbc(env_);
        ASSERT_TRUE(succeeds(
            dbc, dbc.connect(connection_string("Port=" + std::to_string(server.port()) + ";"))))
            << version;
        Stmt stmt(dbc);
        stmt.run("CREATE TABLE v (id INT PRIMARY KEY)");
        stmt.run("INSERT INTO v VALUES (1)");
        EXPECT_TRUE(fails(stmt, stmt.exec("INSERT INTO v VALUES (1)"), "23000")) << version;
        ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO v VALUES (?)")));
        std::array<SQLINTEGER, 3> ids = {1, 2, 3};
        std::array<SQLUSMALLINT, 3> status{};
        stmt.set(SQL_ATTR_PARAMSET_SIZE, 3);
        stmt.set(SQL_ATTR_PARAM_STATUS_PTR, status.data());
        bind_int(stmt, 1, ids.data());
        EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "23000")) << version;
        EXPECT_THAT(status, ElementsAre(SQL_PARAM_ERROR, SQL_PARAM_SUCCESS, SQL_PARAM_SUCCESS));
    }
}

TEST_F(Connecting, TextOfTheServerOlderThanSevenSaysWhatIsWrong) {
    NEEDS_MINICAS(kNeedsOtherServer);
    minicas::Options options;
    options.protocol = 6;
    minicas::Server server(options);
    Dbc dbc(env_);
    ASSERT_TRUE(fails(dbc,
                      dbc.connect(connection_string("Port=" + std::to_string(server.port()) + ";")),
                      "08001|08004"));
    EXPECT_FALSE(dbc.diagnostics().at(0).text.empty());
}

TEST_F(Connecting, FollowsTheBrokerToAnotherPort) {
    NEEDS_MINICAS(kNeedsServerFault);
    minicas::Faults faults;
    faults.redirect = true;
    minicas().set_faults(faults);
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1);
}

}  // namespace
}  // namespace conformance
