// Values that are too long for their column. A server before 11.0 cuts them and says nothing, so
// the driver compares lengths itself there; the outcome is the same everywhere.
#include <array>

#include "array_fixture.h"

namespace conformance {
namespace {

class LongValues : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    std::vector<Row> rows(const std::string& table) {
        return Stmt(dbc_).query("SELECT * FROM " + table);
    }
};

TEST_F(LongValues, TextForAColumnOfAnyKindIs22001) {
    const std::string table = create_table("c CHAR(5), v VARCHAR(5)");
    for (const char* column : {"c", "v"}) {
        char text[] = "가나다라마바";
        SQLLEN length = SQL_NTS;
        bind_text(stmt_, 1, text, sizeof text, &length);
        ASSERT_TRUE(succeeds(
            stmt_, stmt_.prepare("INSERT INTO " + table + " (" + column + ") VALUES (?)")));
        EXPECT_TRUE(fails(stmt_, SQLExecute(stmt_), "22001")) << column;
        length = 15;
        EXPECT_TRUE(succeeds(stmt_, SQLExecute(stmt_))) << column;
        EXPECT_EQ(Stmt(dbc_).number("SELECT COUNT(*) FROM " + table + " WHERE " + column +
                                    " = '가나다라마'"),
                  1);
    }
}

TEST_F(LongValues, InAnUpdateLikewise) {
    const std::string table = create_table("id INT PRIMARY KEY, v VARCHAR(3)");
    stmt_.run("INSERT INTO " + table + " VALUES (1, 'old')");
    char text[] = "abcd";
    SQLLEN length = 4;
    bind_text(stmt_, 1, text, sizeof text, &length);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("UPDATE " + table + " SET v = ? WHERE id = 1")));
    EXPECT_TRUE(fails(stmt_, SQLExecute(stmt_), "22001"));
    EXPECT_THAT(rows(table), ElementsAre(Row{"1", "old"}));
    length = 3;
    EXPECT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_THAT(rows(table), ElementsAre(Row{"1", "abc"}));
}

TEST_F(LongValues, BytesForABitColumnAre22001) {
    const std::string table = create_table("b BIT VARYING(16)");
    char bytes[] = "abc";
    SQLLEN length = 3;
    bind(stmt_, 1,
         {.c_type = SQL_C_BINARY, .sql_type = SQL_VARBINARY, .data = bytes, .indicator = &length});
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table + " VALUES (?)")));
    EXPECT_TRUE(fails(stmt_, SQLExecute(stmt_), "22001"));
    length = 2;
    EXPECT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_THAT(rows(table), ElementsAre(Row{"6162"}));
}

TEST_F(LongValues, ByPutDataLikewise) {
    const std::string table = create_table("v VARCHAR(5)");
    SQLLEN length = SQL_DATA_AT_EXEC;
    SQLBindParameter(stmt_, 1, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_LONGVARCHAR, 0, 0, &length, 0,
                     &length);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table + " VALUES (?)")));
    for (const auto& [last, expected] : {std::pair{"def", SQL_ERROR}, {"de", SQL_SUCCESS}}) {
        SQLPOINTER token = nullptr;
        ASSERT_EQ(SQLExecute(stmt_), SQL_NEED_DATA);
        ASSERT_EQ(SQLParamData(stmt_, &token), SQL_NEED_DATA);
        char first[] = "abc";
        ASSERT_TRUE(succeeds(stmt_, SQLPutData(stmt_, first, 3)));
        std::string rest = last;
        ASSERT_TRUE(
            succeeds(stmt_, SQLPutData(stmt_, rest.data(), static_cast<SQLLEN>(rest.size()))));
        EXPECT_TRUE(gives(stmt_, SQLParamData(stmt_, &token), expected)) << rest;
        if (expected == SQL_ERROR) {
            EXPECT_EQ(stmt_.diagnostics().at(0).state, "22001");
        }
    }
    EXPECT_THAT(rows(table), ElementsAre(Row{"abcde"}));
}

// The driver's side of it, seen on the wire.
class OldServer : public Conformance {
 protected:
    static minicas::Options options(int protocol, const char* version) {
        minicas::Options options;
        options.protocol = protocol;
        options.version = version;
        return options;
    }
};

TEST_F(OldServer, ThatWouldCutIsNotSentWhatIsTooLong) {
    NEEDS_MINICAS(kNeedsOtherServer);
    minicas::Server server(options(10, "10.2.15.0"));
    Wiretap wire("127.0.0.1", server.port());
    Dbc dbc(env_);
    ASSERT_TRUE(
        succeeds(dbc, dbc.connect(connection_string("Port=" + std::to_string(wire.port()) + ";"))));
    Stmt stmt(dbc);
    stmt.run("CREATE TABLE t (id INT, s VARCHAR(5))");
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO t VALUES (?, ?)")));
    ParameterSets sets(3);
    sets.text(1, "too long");
    sets.text(0, "five.");
    sets.text(2, "5    ");
    sets.attach(stmt);
    settle(dbc);
    wire.take();
    EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "22001"));
    EXPECT_THAT(sets.statuses(), ElementsAre(kGood, kBad, kGood));
    const Diagnostic why = stmt.diagnostics().at(0);
    EXPECT_EQ(why.native, 0) << "the driver says it";
    EXPECT_EQ(why.row, 2);
    EXPECT_EQ(why.column, 2);
    const std::vector<int> first = wire.take_functions();
    EXPECT_EQ(std::count(first.begin(), first.end(), kGetDbVersion), 1);
    EXPECT_EQ(std::count(first.begin(), first.end(), kParameterInfo), 1);
    EXPECT_TRUE(warns(stmt, SQLExecute(stmt), "22001"));
    EXPECT_THAT(wire.take_functions(), ElementsAre(kExecuteArray, kEndTran))
        << "nothing is asked twice";
}

TEST_F(OldServer, IsAskedForNothingWhereNoValueCanBeTooLong) {
    NEEDS_MINICAS(kNeedsOtherServer);
    for (const auto& [protocol, version] : {std::pair{10, "10.2.15.0"}, {12, "11.4.0.1"}}) {
        minicas::Server server(options(protocol, version));
        Wiretap wire("127.0.0.1", server.port());
        Dbc dbc(env_);
        ASSERT_TRUE(succeeds(
            dbc, dbc.connect(connection_string("Port=" + std::to_string(wire.port()) + ";"))));
        Stmt stmt(dbc);
        stmt.run("CREATE TABLE t (id INT, s VARCHAR(5))");
        SQLINTEGER id = 1;
        char text[] = "x";
        SQLLEN length = 1;
        const bool has_text = protocol == 12;
        ASSERT_TRUE(succeeds(stmt, stmt.prepare(has_text ? "INSERT INTO t VALUES (?, ?)"
                                                         : "INSERT INTO t (id) VALUES (?)")));
        bind_int(stmt, 1, &id);
        if (has_text) bind_text(stmt, 2, text, 2, &length);
        settle(dbc);
        wire.take();
        EXPECT_TRUE(succeeds(stmt, SQLExecute(stmt)));
        EXPECT_THAT(wire.take_functions(), ElementsAre(kExecute)) << version;
    }
}

TEST_F(OldServer, OfTheSameProtocolThatRefusesIsTrusted) {
    NEEDS_MINICAS(kNeedsOtherServer);
    minicas::Server server(options(10, "11.0.13.0"));
    Wiretap wire("127.0.0.1", server.port());
    Dbc dbc(env_);
    ASSERT_TRUE(
        succeeds(dbc, dbc.connect(connection_string("Port=" + std::to_string(wire.port()) + ";"))));
    Stmt stmt(dbc);
    stmt.run("CREATE TABLE t (s VARCHAR(5))");
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO t VALUES (?)")));
    char text[] = "too long";
    SQLLEN length = 8;
    bind_text(stmt, 1, text, 9, &length);
    settle(dbc);
    wire.take();
    for (const bool again : {false, true}) {
        EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "22001"));
        EXPECT_NE(stmt.diagnostics().at(0).native, 0) << "the server says it";
        const std::vector<int> sent = wire.take_functions();
        EXPECT_EQ(std::count(sent.begin(), sent.end(), kGetDbVersion), again ? 0 : 1);
        EXPECT_EQ(std::count(sent.begin(), sent.end(), kParameterInfo), 0);
    }
}

}  // namespace
}  // namespace conformance
