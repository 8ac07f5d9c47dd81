#include <array>

#include "fixture.h"

namespace conformance {
namespace {

class Fetching : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Fetching, RowsBoundToColumnsAndBehindTheEnd) {
    const std::string table = filled_table(3);
    Guarded<SQLINTEGER> id;
    Guarded<char> text(20);
    SQLLEN id_length = 0;
    SQLLEN text_length = 0;
    SQLBindCol(stmt_, 1, SQL_C_SLONG, id.data(), 0, &id_length);
    SQLBindCol(stmt_, 2, SQL_C_CHAR, text.data(), 20, &text_length);
    stmt_.run("SELECT id, s FROM " + table + " ORDER BY id");
    for (int row = 1; row <= 3; ++row) {
        text.poison();
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        EXPECT_EQ(*id, row);
        EXPECT_EQ(id_length, 4);
        EXPECT_STREQ(text.data(), ("row " + std::to_string(row)).c_str());
        EXPECT_EQ(text_length, 5);
        EXPECT_TRUE(text.untouched(6));
    }
    id.poison();
    text.poison();
    EXPECT_EQ(SQLFetch(stmt_), SQL_NO_DATA);
    EXPECT_EQ(SQLFetch(stmt_), SQL_NO_DATA) << "again";
    EXPECT_TRUE(id.untouched());
    EXPECT_TRUE(text.untouched());
    EXPECT_TRUE(succeeds(stmt_, SQLCloseCursor(stmt_)));
}

TEST_F(Fetching, FetchSizeDoesNotChangeWhatIsRead) {
    for (const int rows : {0, 1, 100, 101, 2500}) {
        const std::string table = filled_table(rows);
        for (const char* size : {"1", "2", "100", "100000"}) {
            for (const char* prefetch : {"yes", "no"}) {
                Dbc dbc = connect("FetchSize=" + std::string(size) + ";Prefetch=" + prefetch + ";");
                Stmt stmt(dbc);
                const auto read = stmt.query("SELECT id, s FROM " + table + " ORDER BY id");
                ASSERT_EQ(read.size(), static_cast<std::size_t>(rows)) << size;
                for (int i = 0; i < rows; ++i) {
                    const std::string id = std::to_string(i + 1);
                    ASSERT_EQ(read[static_cast<std::size_t>(i)], (Row{id, "row " + id}));
                }
            }
        }
    }
}

TEST_F(Fetching, TextsHaveTheirExactLengthsAndNoNulInThem) {
    const std::string table =
        create_table("e ENUM('a','b'), n NUMERIC(10,2), b BIT(5), v BIT VARYING(80), s SET(INT)");
    stmt_.run("INSERT INTO " + table + " VALUES ('b', 1.5, B'10101', X'0AFF', {1,2,3})");
    const char* expected[] = {"b", "1.50", "A8", "0AFF", "{1, 2, 3}"};
    stmt_.run("SELECT e, n, b, v, s FROM " + table);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    SQLUSMALLINT column = 0;
    for (const std::string text : expected) {
        ++column;
        Guarded<SQLCHAR> narrow(40);
        Guarded<SQLWCHAR> wide(40);
        SQLLEN length = -777;
        ASSERT_TRUE(
            succeeds(stmt_, SQLGetData(stmt_, column, SQL_C_CHAR, narrow.data(), 40, &length)));
        EXPECT_EQ(length, static_cast<SQLLEN>(text.size())) << text;
        EXPECT_EQ((std::string{narrow.data(), narrow.data() + text.size() + 1}), text + '\0');
        stmt_.close();
        stmt_.run("SELECT e, n, b, v, s FROM " + table);
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        ASSERT_TRUE(
            succeeds(stmt_, SQLGetData(stmt_, column, SQL_C_WCHAR, wide.data(), 80, &length)));
        EXPECT_EQ(length, static_cast<SQLLEN>(2 * text.size())) << text;
        EXPECT_EQ(utf8(wide.data()), text);
    }
}

TEST_F(Fetching, EveryTypeOverManyPages) {
    const std::string table = create_table(
        "id INT PRIMARY KEY, a SMALLINT, b BIGINT, c FLOAT, d DOUBLE, e NUMERIC(15,4), f CHAR(4), "
        "g VARCHAR(100), h DATE, i TIME, j TIMESTAMP, k DATETIME, l BIT VARYING(80)");
    stmt_.run("INSERT INTO " + table +
              " VALUES (1, -5, 1234567890123, 0.5, 1.5, 12.5, 'ab', 'text', DATE'2024-01-02', "
              "TIME'03:04:05', TIMESTAMP'2024-01-02 03:04:05', DATETIME'2024-01-02 03:04:05.678', "
              "X'0A0B'), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
              "NULL)");
    int rows = 2;
    for (int doubling = 0; doubling < 10; ++doubling, rows *= 2) {
        stmt_.run("INSERT INTO " + table + " SELECT id + " + std::to_string(rows) +
                  ", a, b, c, d, e, f, g, h, i, j, k, l FROM " + table);
    }
    const auto read =
        stmt_.query("SELECT id, a, b, e, f, g, h, i, j, k, l FROM " + table + " ORDER BY id");
    ASSERT_EQ(read.size(), 2048U);
    const Cell null;
    for (std::size_t i = 0; i < read.size(); ++i) {
        const std::string id = std::to_string(i + 1);
        if (i % 2 == 0) {
            ASSERT_EQ(read[i],
                      (Row{id, "-5", "1234567890123", "12.5000", "ab  ", "text", "2024-01-02",
                           "03:04:05", "2024-01-02 03:04:05", "2024-01-02 03:04:05.678", "0A0B"}));
        } else {
            ASSERT_EQ(read[i],
                      (Row{id, null, null, null, null, null, null, null, null, null, null}));
        }
    }
}

TEST_F(Fetching, MaxRowsLimitsTheResult) {
    const std::string table = filled_table(500);
    for (SQLULEN limit : {1, 7, 300, 499, 500, 501}) {
        ASSERT_TRUE(succeeds(stmt_, stmt_.set(SQL_ATTR_MAX_ROWS, limit)));
        EXPECT_EQ(stmt_.attribute(SQL_ATTR_MAX_ROWS), limit);
        const auto rows = stmt_.query("SELECT id FROM " + table + " ORDER BY id");
        const auto expected = std::min<std::size_t>(limit, 500);
        ASSERT_EQ(rows.size(), expected);
        EXPECT_EQ(rows.back()[0], std::to_string(expected));
    }
    stmt_.set(SQL_ATTR_MAX_ROWS, SQLULEN{0});
    EXPECT_THAT(stmt_.query("SELECT id FROM " + table), SizeIs(500));
}

TEST_F(Fetching, MaxLengthCutsTextsWithoutAWarning) {
    const std::string table = create_table("s VARCHAR(100)");
    stmt_.run("INSERT INTO " + table + " VALUES ('0123456789')");
    const SQLRETURN code = stmt_.set(SQL_ATTR_MAX_LENGTH, 4);
    if (code == SQL_SUCCESS_WITH_INFO) {
        EXPECT_TRUE(warns(stmt_, code, "01S02"));
        EXPECT_EQ(stmt_.attribute(SQL_ATTR_MAX_LENGTH), 0U);
        return;
    }
    ASSERT_TRUE(succeeds(stmt_, code));
    Guarded<char> text(20);
    SQLLEN length = 0;
    SQLBindCol(stmt_, 1, SQL_C_CHAR, text.data(), 20, &length);
    stmt_.run("SELECT s FROM " + table);
    EXPECT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_STREQ(text.data(), "0123");
    EXPECT_EQ(length, 4);
}

TEST_F(Fetching, FetchScrollNextIsFetch) {
    const std::string table = filled_table(3);
    stmt_.run("SELECT id FROM " + table + " ORDER BY id");
    for (int row = 1; row <= 3; ++row) {
        ASSERT_TRUE(succeeds(stmt_, SQLFetchScroll(stmt_, SQL_FETCH_NEXT, 0)));
        EXPECT_EQ(stmt_.text(1), std::to_string(row));
    }
    EXPECT_EQ(SQLFetchScroll(stmt_, SQL_FETCH_NEXT, 0), SQL_NO_DATA);
}

TEST_F(Fetching, ForwardOnlyCursorRefusesOtherDirections) {
    const std::string table = filled_table(3);
    stmt_.run("SELECT id FROM " + table);
    EXPECT_TRUE(fails(stmt_, SQLFetchScroll(stmt_, SQL_FETCH_PRIOR, 0), "HY106"));
    EXPECT_TRUE(fails(stmt_, SQLFetchScroll(stmt_, SQL_FETCH_ABSOLUTE, 1), "HY106"));
    EXPECT_TRUE(succeeds(stmt_, SQLFetchScroll(stmt_, SQL_FETCH_NEXT, 0)));
}

TEST_F(Fetching, BindingsMayChangeBetweenFetches) {
    const std::string table = filled_table(4);
    SQLINTEGER number = 0;
    char text[20] = "";
    SQLLEN length = 0;
    stmt_.run("SELECT id FROM " + table + " ORDER BY id");
    SQLBindCol(stmt_, 1, SQL_C_SLONG, &number, 0, &length);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(number, 1);
    SQLBindCol(stmt_, 1, SQL_C_CHAR, text, 20, &length);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_STREQ(text, "2");
    EXPECT_EQ(number, 1);
    SQLBindCol(stmt_, 1, SQL_C_CHAR, nullptr, 0, nullptr);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_STREQ(text, "2") << "unbound";
    SQLBindCol(stmt_, 1, SQL_C_SLONG, &number, 0, &length);
    SQLFreeStmt(stmt_, SQL_UNBIND);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(number, 1);
}

TEST_F(Fetching, BoundTextThatDoesNotFitIsCutWithItsWholeLengthTold) {
    const std::string hundred(100, 'x');
    Guarded<char> text(11);
    SQLLEN length = 0;
    SQLBindCol(stmt_, 1, SQL_C_CHAR, text.data(), 11, &length);
    stmt_.run("SELECT '" + hundred + "'");
    EXPECT_TRUE(warns(stmt_, SQLFetch(stmt_), "01004"));
    EXPECT_STREQ(text.data(), hundred.substr(0, 10).c_str());
    EXPECT_EQ(length, 100);
}

TEST_F(Fetching, LongRowsComeWhole) {
    const std::string table = create_table("id INT PRIMARY KEY, s STRING");
    std::vector<std::string> texts;
    for (std::size_t size : {1U, 16000U, 16384U, 20000U, 300000U, 3U, 1000000U}) {
        texts.emplace_back(size, static_cast<char>('a' + texts.size()));
        std::string& text = texts.back();
        SQLINTEGER id = static_cast<SQLINTEGER>(texts.size());
        SQLLEN length = static_cast<SQLLEN>(text.size());
        bind_int(stmt_, 1, &id);
        bind(stmt_, 2,
             {.sql_type = SQL_LONGVARCHAR,
              .data = text.data(),
              .indicator = &length,
              .stride = length,
              .size = text.size()});
        ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?, ?)")));
    }
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    const auto rows = stmt_.query("SELECT s FROM " + table + " ORDER BY id");
    ASSERT_EQ(rows.size(), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_TRUE(rows[i][0] == texts[i]) << "length " << texts[i].size();
    }
}

TEST_F(Fetching, FiveHundredColumnsKeepTheirNamesAndValues) {
    std::string sql = "SELECT 0 AS column_0";
    for (int i = 1; i < 500; ++i) {
        sql += ", " + std::to_string(i) + " AS column_" + std::to_string(i);
    }
    stmt_.run(sql);
    EXPECT_EQ(stmt_.columns(), 500);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    for (SQLUSMALLINT column : {1, 250, 500}) {
        char name[40] = "";
        SQLSMALLINT length = 0;
        SQLDescribeCol(stmt_, column, reinterpret_cast<SQLCHAR*>(name), 40, &length, nullptr,
                       nullptr, nullptr, nullptr);
        EXPECT_EQ(std::string(name), "column_" + std::to_string(column - 1));
        EXPECT_EQ(stmt_.text(column), std::to_string(column - 1));
    }
}

}  // namespace
}  // namespace conformance
