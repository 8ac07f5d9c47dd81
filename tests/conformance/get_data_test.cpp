#include <array>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

class GetData : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    void select_text(std::size_t length) {
        text_.clear();
        for (std::size_t i = 0; i < length; ++i) text_ += static_cast<char>('a' + i % 26);
        stmt_.close();
        stmt_.run("SELECT '" + text_ + "', 7");
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    }
    std::string text_;
};

TEST_F(GetData, BinaryPiecesFillTheWholeBuffer) {
    select_text(1002);
    Guarded<char> out(1000);
    SQLLEN length = 0;
    EXPECT_TRUE(
        warns(stmt_, SQLGetData(stmt_, 1, SQL_C_BINARY, out.data(), 1000, &length), "01004"));
    EXPECT_EQ(length, 1002);
    EXPECT_EQ(std::string(out.data(), 1000), text_.substr(0, 1000));
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_BINARY, out.data(), 1000, &length)));
    EXPECT_EQ(length, 2);
    EXPECT_EQ(std::string(out.data(), 2), text_.substr(1000));
    EXPECT_EQ(SQLGetData(stmt_, 1, SQL_C_BINARY, out.data(), 1000, &length), SQL_NO_DATA);
    select_text(1002);
    Guarded<char> exact(1002);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_BINARY, exact.data(), 1002, &length)));
    EXPECT_EQ(length, 1002);
}

TEST_F(GetData, TextPiecesTellTheRemainingLength) {
    select_text(100);
    Guarded<char> out(11);
    std::string read;
    for (SQLLEN left = 100; left > 10; left -= 10) {
        SQLLEN length = 0;
        ASSERT_TRUE(
            warns(stmt_, SQLGetData(stmt_, 1, SQL_C_CHAR, out.data(), 11, &length), "01004"));
        EXPECT_EQ(length, left);
        read += out.data();
    }
    SQLLEN length = 0;
    ASSERT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_CHAR, out.data(), 11, &length)));
    EXPECT_EQ(length, 10);
    read += out.data();
    EXPECT_EQ(read, text_);
    EXPECT_EQ(SQLGetData(stmt_, 1, SQL_C_CHAR, out.data(), 11, &length), SQL_NO_DATA);
}

TEST_F(GetData, WidePiecesCountBytes) {
    Dbc dbc = connect_wide();
    Stmt stmt(dbc);
    const std::string text(257, 'w');
    stmt.run("SELECT '" + text + "'");
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    Guarded<SQLWCHAR> out(256);
    SQLLEN length = 0;
    ASSERT_TRUE(warns(stmt, SQLGetData(stmt, 1, SQL_C_WCHAR, out.data(), 512, &length), "01004"));
    EXPECT_EQ(length, 514);
    EXPECT_EQ(utf8(out.data()), std::string(255, 'w'));
    ASSERT_TRUE(succeeds(stmt, SQLGetData(stmt, 1, SQL_C_WCHAR, out.data(), 512, &length)));
    EXPECT_EQ(length, 4);
    EXPECT_EQ(utf8(out.data()), "ww");
    EXPECT_EQ(SQLGetData(stmt, 1, SQL_C_WCHAR, out.data(), 512, &length), SQL_NO_DATA);
}

TEST_F(GetData, TinyWideBuffersNeverEndEarlyNorLoopForEver) {
    Dbc dbc = connect_wide();
    Stmt stmt(dbc);
    for (const SQLLEN bytes : {2, 3, 4, 6}) {
        stmt.run("SELECT 'abc'");
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        std::string read;
        Guarded<SQLWCHAR> out(4);
        for (int call = 0; call < 10; ++call) {
            SQLLEN length = 0;
            const SQLRETURN code = SQLGetData(stmt, 1, SQL_C_WCHAR, out.data(), bytes, &length);
            if (code == SQL_ERROR) {
                EXPECT_EQ(bytes % 2, 1);
                EXPECT_TRUE(fails(stmt, code, "HY090"));
                read = "abc";
                break;
            }
            if (code == SQL_NO_DATA) break;
            read += utf8(out.data());
            if (code == SQL_SUCCESS) {
                EXPECT_EQ(read, "abc") << bytes;
                break;
            }
            if (bytes < 4) {
                EXPECT_EQ(length, 6) << "there is no room for a character";
                read = "abc";
                break;
            }
        }
        EXPECT_EQ(read, "abc") << bytes;
        stmt.close();
    }
}

TEST_F(GetData, PiecesNeverSplitACharacter) {
    Dbc dbc = connect_wide();
    Stmt stmt(dbc);
    std::string text = "a";
    for (int i = 0; i < 3000; ++i) text += i % 3 == 0 ? "😀" : "한";
    for (const std::string& prefix : {std::string(), std::string("b"), std::string("bc")}) {
        const std::string whole = prefix + text;
        Wide sql("SELECT '" + whole + "'");
        ASSERT_TRUE(succeeds(stmt, SQLExecDirectW(stmt, sql.data(), SQL_NTS)));
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        std::string wide_read;
        std::array<SQLWCHAR, 512> wide{};
        SQLLEN length = 0;
        while (SQL_SUCCEEDED(SQLGetData(stmt, 1, SQL_C_WCHAR, wide.data(), 1024, &length))) {
            wide_read += utf8(wide.data());
        }
        EXPECT_EQ(wide_read, whole);
        stmt.close();
        ASSERT_TRUE(succeeds(stmt, SQLExecDirectW(stmt, sql.data(), SQL_NTS)));
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        std::string read;
        std::array<char, 1000> narrow{};
        while (SQL_SUCCEEDED(SQLGetData(stmt, 1, SQL_C_CHAR, narrow.data(), 1000, &length))) {
            EXPECT_NE(static_cast<unsigned char>(narrow[0]) & 0xC0, 0x80);
            read += narrow.data();
        }
        EXPECT_EQ(read, whole);
        stmt.close();
    }
}

TEST_F(GetData, ColumnsMayBeReadInAnyOrderAndAgain) {
    stmt_.run("SELECT 1, 'two', 3");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(stmt_.text(3), "3");
    EXPECT_EQ(stmt_.text(1), "1");
    EXPECT_EQ(stmt_.text(2), "two");
    EXPECT_EQ(stmt_.text(3), "3") << "another column was read in between";
}

TEST_F(GetData, FixedLengthValueIsGivenOnce) {
    stmt_.run("SELECT 5");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    SQLINTEGER value = 0;
    SQLLEN length = 0;
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_SLONG, &value, 0, &length)));
    EXPECT_EQ(SQLGetData(stmt_, 1, SQL_C_SLONG, &value, 0, &length), SQL_NO_DATA);
}

TEST_F(GetData, EmptyTextIsGivenOnceWithLengthZero) {
    stmt_.run("SELECT ''");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<char> out(4);
    SQLLEN length = -7;
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_CHAR, out.data(), 4, &length)));
    EXPECT_EQ(length, 0);
    EXPECT_EQ(out[0], '\0');
    EXPECT_EQ(SQLGetData(stmt_, 1, SQL_C_CHAR, out.data(), 4, &length), SQL_NO_DATA);
}

TEST_F(GetData, LengthCanBeAskedWithAnEmptyBuffer) {
    select_text(50);
    SQLLEN length = 0;
    char one = 'z';
    EXPECT_TRUE(warns(stmt_, SQLGetData(stmt_, 1, SQL_C_CHAR, &one, 0, &length), "01004"));
    EXPECT_EQ(length, 50);
    EXPECT_EQ(one, 'z');
    EXPECT_EQ(stmt_.text(1), text_);
}

TEST_F(GetData, WrongColumnsAreRefusedAndTheRowStaysReadable) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    ASSERT_EQ(DirectConnection::exec(stmt, "SELECT 5"), SQL_SUCCESS);
    SQLINTEGER value = 0;
    SQLLEN length = 0;
    auto get = [&](SQLUSMALLINT column, SQLSMALLINT type, void* out, SQLLEN room) {
        return CUBRID_DIRECT(SQLGetData)(stmt, column, type, out, room, &length);
    };
    EXPECT_EQ(get(1, SQL_C_SLONG, &value, 0), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "24000");
    ASSERT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_SUCCESS);
    for (const SQLUSMALLINT column : {2, 0, 65535}) {
        EXPECT_EQ(get(column, SQL_C_SLONG, &value, 0), SQL_ERROR) << column;
        EXPECT_EQ(DirectConnection::state(stmt), "07009") << column;
    }
    EXPECT_EQ(get(1, 9999, &value, 0), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "HY003");
    EXPECT_EQ(get(1, SQL_C_CHAR, &value, -1), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "HY090");
    EXPECT_EQ(get(1, SQL_C_SLONG, nullptr, 0), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "HY009");
    EXPECT_EQ(get(1, SQL_C_SLONG, &value, 0), SQL_SUCCESS);
    EXPECT_EQ(value, 5);
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_NO_DATA);
    EXPECT_EQ(get(1, SQL_C_SLONG, &value, 0), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(stmt), "24000");
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt);
}

TEST_F(GetData, MixesWithBoundColumns) {
    const std::string table = filled_table(3);
    SQLINTEGER id = 0;
    SQLBindCol(stmt_, 1, SQL_C_SLONG, &id, 0, nullptr);
    stmt_.run("SELECT id, s FROM " + table + " ORDER BY id");
    for (int row = 1; row <= 3; ++row) {
        ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
        EXPECT_EQ(id, row);
        EXPECT_EQ(stmt_.text(2), "row " + std::to_string(row));
    }
}

}  // namespace
}  // namespace conformance
