#include <array>

#include "fixture.h"

namespace conformance {
namespace {

class Diagnostics : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    SQLINTEGER number_of_records(const Handle& handle) {
        SQLINTEGER number = -7;
        EXPECT_EQ(SQLGetDiagField(handle.kind(), handle, 0, SQL_DIAG_NUMBER, &number,
                                  SQL_IS_INTEGER, nullptr),
                  SQL_SUCCESS);
        return number;
    }
};

TEST_F(Diagnostics, StateOfEachKindOfError) {
    const std::string table = create_table("id INT PRIMARY KEY, n INT NOT NULL, s VARCHAR(5)");
    stmt_.run("INSERT INTO " + table + " VALUES (1, 1, 'x')");
    const struct {
        std::string sql;
        const char* state;
        SQLINTEGER native;
    } cases[] = {
        {"SELEKT 1", "42000", -493},
        {"SELECT * FROM no_such_table", "42S02", -493},
        {"DROP TABLE no_such_table", "42S02", -494},
        {"SELECT nocol FROM " + table, "42S22", -494},
        {"CREATE TABLE " + table + " (id INT)", "42S01", -494},
        {"INSERT INTO " + table + " VALUES (1, 2, 'y')", "23000", -670},
        {"INSERT INTO " + table + " VALUES (2, NULL, 'y')", "23000", 0},
        {"INSERT INTO " + table + " (id) VALUES (3)", "23000", -225},
        {"INSERT INTO " + table + " VALUES ('four', 1, 'y')", "22018", 0},
        {"INSERT INTO " + table + " VALUES (5, 1)", "21S01", 0},
        {"SELECT n / 0 FROM " + table, "22012", 0},
        {"SELECT CAST(n * 70000 AS SMALLINT) FROM " + table, "22003", 0},
        {"SELECT DATE'2024-02-30'", "22007", 0},
        {"SELECT CAST('2024-02-30' AS DATE)", "22018", -181},
    };
    for (const auto& test : cases) {
        Stmt stmt(dbc_);
        SQLRETURN code = stmt.exec(test.sql);
        if (code == SQL_SUCCESS && stmt.columns() > 0) code = SQLFetch(stmt);
        EXPECT_TRUE(fails(stmt, code, test.state)) << test.sql;
        if (test.native != 0 && code == SQL_ERROR) {
            EXPECT_EQ(stmt.diagnostics().at(0).native, test.native) << test.sql;
        }
    }
}

TEST_F(Diagnostics, TextThatIsTooLongIs22001) {
    if (cuts_long_text(dbc_)) GTEST_SKIP() << kCutsLongText;
    const std::string table = create_table("s VARCHAR(5)");
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES ('abcdef')"), "22001"));
}

TEST_F(Diagnostics, ForeignKeysAre23000) {
    const std::string parent = create_table("id INT PRIMARY KEY");
    const std::string child = create_table("p INT, FOREIGN KEY (p) REFERENCES " + parent + " (id)");
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + child + " VALUES (7)"), "23000"));
    EXPECT_EQ(stmt_.diagnostics().at(0).native, -922);
    stmt_.run("INSERT INTO " + parent + " VALUES (7)");
    stmt_.run("INSERT INTO " + child + " VALUES (7)");
    EXPECT_TRUE(fails(stmt_, stmt_.exec("DELETE FROM " + parent), "23000"));
    EXPECT_EQ(stmt_.diagnostics().at(0).native, -924);
}

TEST_F(Diagnostics, ErrorCodesAreKeyedByWhoAnswers) {
    Dbc dbc = connect_tapped();
    const struct {
        std::int32_t indicator;
        std::int32_t code;
        const char* state;
    } cases[] = {{-2, -670, "23000"},   {-2, -631, "23000"},   {-2, -539, "22012"},
                 {-2, -75, "HYT00"},    {-2, -12345, "HY000"}, {-1, -10007, "07002"},
                 {-1, -10100, "HYC00"}, {-1, -10002, "HY001"}};
    for (const auto& test : cases) {
        Stmt stmt(dbc);
        WireFault fault;
        fault.function = kPrepareAndExecute;
        fault.edit_reply = [&test](const std::string& reply) {
            const std::string body = big_endian(test.indicator) + big_endian(test.code) + '\0';
            return big_endian(static_cast<std::int32_t>(body.size())) + reply.substr(4, 4) + body;
        };
        tap().inject(fault);
        EXPECT_TRUE(fails(stmt, stmt.exec("SELECT 1"), test.state)) << test.code;
        EXPECT_EQ(stmt.diagnostics().at(0).native, test.code);
        EXPECT_FALSE(stmt.diagnostics().at(0).text.empty());
    }
    EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1) << "the connection lives";
}

TEST_F(Diagnostics, ErrorOfFourBytesIsACasError) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    WireFault fault;
    fault.function = kPrepareAndExecute;
    fault.edit_reply = [](const std::string& reply) {
        return big_endian(4) + reply.substr(4, 4) + big_endian(-10100);
    };
    tap().inject(fault);
    EXPECT_TRUE(fails(stmt, stmt.exec("SELECT 1"), "HYC00"));
    EXPECT_EQ(stmt.diagnostics().at(0).native, -10100);
}

TEST_F(Diagnostics, LengthIsToldWithoutABuffer) {
    EXPECT_EQ(stmt_.exec("SELEKT"), SQL_ERROR);
    std::array<SQLCHAR, 6> state{};
    SQLINTEGER native = 0;
    SQLSMALLINT length = -1;
    const SQLRETURN asked =
        SQLGetDiagRec(SQL_HANDLE_STMT, stmt_, 1, state.data(), &native, nullptr, 0, &length);
    EXPECT_TRUE(SQL_SUCCEEDED(asked));
    ASSERT_GT(length, 0);
    EXPECT_STREQ(reinterpret_cast<char*>(state.data()), "42000");
    for (int again = 0; again < 2; ++again) {
        Guarded<SQLCHAR> text(static_cast<std::size_t>(length) + 1);
        SQLSMALLINT read = 0;
        EXPECT_EQ(SQLGetDiagRec(SQL_HANDLE_STMT, stmt_, 1, state.data(), &native, text.data(),
                                length + 1, &read),
                  SQL_SUCCESS);
        EXPECT_EQ(read, length);
        EXPECT_EQ(std::string(reinterpret_cast<char*>(text.data())).size(),
                  static_cast<std::size_t>(length));
    }
    EXPECT_EQ(SQLGetDiagRec(SQL_HANDLE_STMT, stmt_, 99, nullptr, nullptr, nullptr, 0, nullptr),
              SQL_NO_DATA);
    EXPECT_EQ(SQLGetDiagRec(SQL_HANDLE_STMT, stmt_, 0, nullptr, nullptr, nullptr, 0, nullptr),
              SQL_ERROR);
}

TEST_F(Diagnostics, TextThatDoesNotFitIsCut) {
    EXPECT_EQ(stmt_.exec("SELEKT"), SQL_ERROR);
    const std::string whole = stmt_.diagnostics().at(0).text;
    Guarded<SQLCHAR> text(10);
    SQLSMALLINT length = 0;
    EXPECT_EQ(SQLGetDiagRec(SQL_HANDLE_STMT, stmt_, 1, nullptr, nullptr, text.data(), 10, &length),
              SQL_SUCCESS_WITH_INFO);
    EXPECT_EQ(std::string(reinterpret_cast<char*>(text.data())), whole.substr(0, 9));
    EXPECT_EQ(static_cast<std::size_t>(length), whole.size());
}

TEST_F(Diagnostics, WideRecordsCountCharactersAndWideFieldsBytes) {
    Dbc dbc = connect_wide();
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.exec("SELECT '한글' FROM no_such_table"), SQL_ERROR);
    std::array<SQLWCHAR, 6> state{};
    Guarded<SQLWCHAR> text(1000);
    SQLINTEGER native = 0;
    SQLSMALLINT length = 0;
    ASSERT_EQ(
        SQLGetDiagRecW(SQL_HANDLE_STMT, stmt, 1, state.data(), &native, text.data(), 1000, &length),
        SQL_SUCCESS);
    SQLSMALLINT units = 0;
    while (text[static_cast<std::size_t>(units)] != 0) ++units;
    EXPECT_EQ(length, units);
    EXPECT_EQ(utf8(state.data()), "42S02");
    SQLSMALLINT bytes = 0;
    ASSERT_EQ(SQLGetDiagFieldW(SQL_HANDLE_STMT, stmt, 1, SQL_DIAG_MESSAGE_TEXT, text.data(), 2000,
                               &bytes),
              SQL_SUCCESS);
    EXPECT_EQ(bytes, 2 * units);
    Guarded<SQLWCHAR> small(10);
    EXPECT_EQ(
        SQLGetDiagRecW(SQL_HANDLE_STMT, stmt, 1, state.data(), &native, small.data(), 10, &length),
        SQL_SUCCESS_WITH_INFO);
    EXPECT_EQ(small[9], 0);
    EXPECT_EQ(length, units);
}

TEST_F(Diagnostics, AreClearedByTheNextCall) {
    EXPECT_EQ(stmt_.exec("SELEKT"), SQL_ERROR);
    EXPECT_EQ(number_of_records(stmt_), 1);
    ASSERT_TRUE(succeeds(stmt_, SQLFreeStmt(stmt_, SQL_UNBIND)));
    EXPECT_EQ(number_of_records(stmt_), 0);
    EXPECT_THAT(stmt_.diagnostics(), IsEmpty());
}

TEST_F(Diagnostics, OfAConnectionAreCountedToo) {
    EXPECT_EQ(SQLEndTran(SQL_HANDLE_DBC, dbc_, 7), SQL_ERROR);
    EXPECT_EQ(number_of_records(dbc_), static_cast<SQLINTEGER>(dbc_.diagnostics().size()));
    EXPECT_GE(number_of_records(dbc_), 1);
}

TEST_F(Diagnostics, HeaderTellsRowCountAndReturnCode) {
    const std::string table = filled_table(3);
    stmt_.run("DELETE FROM " + table);
    SQLLEN rows = -7;
    EXPECT_EQ(SQLGetDiagField(SQL_HANDLE_STMT, stmt_, 0, SQL_DIAG_ROW_COUNT, &rows, SQL_IS_INTEGER,
                              nullptr),
              SQL_SUCCESS);
    EXPECT_EQ(rows, 3);
    EXPECT_EQ(stmt_.exec("SELEKT"), SQL_ERROR);
    SQLRETURN code = 0;
    EXPECT_EQ(SQLGetDiagField(SQL_HANDLE_STMT, stmt_, 0, SQL_DIAG_RETURNCODE, &code,
                              SQL_IS_SMALLINT, nullptr),
              SQL_SUCCESS);
    EXPECT_EQ(code, SQL_ERROR);
}

TEST_F(Diagnostics, RecordFieldsAreComplete) {
    EXPECT_EQ(stmt_.exec("SELECT * FROM no_such_table"), SQL_ERROR);
    auto text_of = [this](SQLSMALLINT field) {
        std::array<SQLCHAR, 512> out{};
        SQLSMALLINT length = 0;
        EXPECT_EQ(SQLGetDiagField(SQL_HANDLE_STMT, stmt_, 1, field, out.data(), 512, &length),
                  SQL_SUCCESS)
            << field;
        std::string text = reinterpret_cast<char*>(out.data());
        EXPECT_EQ(static_cast<std::size_t>(length), text.size());
        return text;
    };
    EXPECT_EQ(text_of(SQL_DIAG_SQLSTATE), "42S02");
    EXPECT_EQ(text_of(SQL_DIAG_CLASS_ORIGIN), "ISO 9075");
    EXPECT_EQ(text_of(SQL_DIAG_SUBCLASS_ORIGIN), "ODBC 3.0");
    EXPECT_THAT(text_of(SQL_DIAG_MESSAGE_TEXT), HasSubstr("no_such_table"));
    EXPECT_THAT(text_of(SQL_DIAG_MESSAGE_TEXT), testing::StartsWith("["));
    SQLINTEGER native = 0;
    SQLGetDiagField(SQL_HANDLE_STMT, stmt_, 1, SQL_DIAG_NATIVE, &native, SQL_IS_INTEGER, nullptr);
    EXPECT_EQ(native, -493);
}

TEST_F(Diagnostics, LongMessagesComeWholeThroughBothWidths) {
    const std::string name(200, 'n');
    EXPECT_EQ(stmt_.exec("SELECT * FROM " + name), SQL_ERROR);
    EXPECT_THAT(stmt_.diagnostics().at(0).text, HasSubstr(name));
    Dbc dbc = connect_wide();
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.exec("SELECT * FROM " + name), SQL_ERROR);
    EXPECT_EQ(stmt.diagnostics().at(0).text, stmt_.diagnostics().at(0).text);
}

}  // namespace
}  // namespace conformance
