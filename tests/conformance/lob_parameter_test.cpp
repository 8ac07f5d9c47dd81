// Parameters of LOB columns: at execution, bound large and small, in arrays.
#include "fixture.h"

namespace conformance {
namespace {

constexpr std::size_t kLarge = (std::size_t{2} << 20U) + 7;  // beyond every step and spool

// Bytes of which no stretch repeats.
std::string noise(std::size_t size) {
    std::string bytes(size, '\0');
    std::uint32_t state = 1;
    for (char& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<char>(state >> 24U);
    }
    return bytes;
}
// Korean and emoji, so that every step ends within a character now and then.
std::u16string korean(std::size_t units) {
    std::u16string text;
    while (text.size() < units) text += u"\uAC00\uB098a\U0001F600";
    return text;
}
std::string utf8(const std::u16string& text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 5)
        bytes +=
            "\xEA\xB0\x80\xEB\x82\x98"
            "a\xF0\x9F\x98\x80";
    return bytes;
}

class LobParameter : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
    std::string table_ = create_table("id INT PRIMARY KEY, b BLOB, c CLOB");
    SQLLEN at_execution_ = SQL_DATA_AT_EXEC;

    // The whole value by SQLGetData in parts.
    Cell read(const std::string& column, int id, SQLSMALLINT c_type = SQL_C_BINARY) {
        Stmt select(dbc_);
        select.run("SELECT " + column + " FROM " + table_ + " WHERE id = " + std::to_string(id));
        if (SQLFetch(select) != SQL_SUCCESS) return "<no row>";
        std::string all;
        std::string part(100000, '?');
        for (;;) {
            SQLLEN length = 0;
            const SQLRETURN code = SQLGetData(select, 1, c_type, part.data(),
                                              static_cast<SQLLEN>(part.size()), &length);
            if (code == SQL_NO_DATA) return all;
            if (!SQL_SUCCEEDED(code)) {
                EXPECT_TRUE(succeeds(select, code));
                return "<error>";
            }
            if (length == SQL_NULL_DATA) return std::nullopt;
            const bool is_last = code == SQL_SUCCESS;
            all.append(part, 0, is_last ? static_cast<std::size_t>(length) : part.size());
            if (is_last) return all;
        }
    }
    void put_in_pieces(const Stmt& stmt, const char* bytes, std::size_t size) {
        SQLPOINTER wanted = nullptr;
        ASSERT_EQ(SQLParamData(stmt, &wanted), SQL_NEED_DATA);
        constexpr std::size_t kPiece = 65537;
        for (std::size_t at = 0; at < size; at += kPiece) {
            const auto length = static_cast<SQLLEN>(std::min(kPiece, size - at));
            ASSERT_TRUE(succeeds(stmt, SQLPutData(stmt, const_cast<char*>(bytes + at), length)));
        }
    }
    SQLRETURN bind_long(SQLUSMALLINT number, SQLSMALLINT c_type, SQLSMALLINT sql_type) {
        return SQLBindParameter(stmt_, number, SQL_PARAM_INPUT, c_type, sql_type, 0, 0, nullptr, 0,
                                &at_execution_);
    }
};

TEST_F(LobParameter, ABlobComesInPieces) {
    const std::string bytes = noise(kLarge);
    bind_long(1, SQL_C_BINARY, SQL_LONGVARBINARY);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (1, ?)"), SQL_NEED_DATA);
    put_in_pieces(stmt_, bytes.data(), bytes.size());
    SQLPOINTER unused = nullptr;
    ASSERT_TRUE(succeeds(stmt_, SQLParamData(stmt_, &unused)));
    EXPECT_TRUE(read("b", 1) == Cell{bytes});
}

TEST_F(LobParameter, AClobComesInPiecesOfWideText) {
    const std::u16string text = korean(1000000);
    bind_long(1, SQL_C_WCHAR, SQL_WLONGVARCHAR);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, c) VALUES (1, ?)"), SQL_NEED_DATA);
    put_in_pieces(stmt_, reinterpret_cast<const char*>(text.data()), text.size() * 2);
    SQLPOINTER unused = nullptr;
    ASSERT_TRUE(succeeds(stmt_, SQLParamData(stmt_, &unused)));
    EXPECT_TRUE(read("c", 1) == Cell{utf8(text)});
}

TEST_F(LobParameter, WhatIsBoundLargeIsStoredWhole) {
    std::string bytes = noise(kLarge);
    std::string text = utf8(korean(500000));
    SQLLEN lengths[2] = {static_cast<SQLLEN>(bytes.size()), static_cast<SQLLEN>(text.size())};
    bind(stmt_, 1,
         {.c_type = SQL_C_BINARY,
          .sql_type = SQL_LONGVARBINARY,
          .data = bytes.data(),
          .indicator = &lengths[0]});
    bind(stmt_, 2, {.sql_type = SQL_LONGVARCHAR, .data = text.data(), .indicator = &lengths[1]});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (1, ?, ?)")));
    EXPECT_TRUE(read("b", 1) == Cell{bytes});
    EXPECT_TRUE(read("c", 1) == Cell{text});
}

TEST_F(LobParameter, WhatEndsWithNulIsWrittenLikewise) {
    std::string text = utf8(korean(500000));
    std::u16string wide = korean(500000);
    SQLLEN nts = SQL_NTS;
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    SQLINTEGER id = 1;
    bind_int(stmt, 1, &id);
    bind(stmt, 2, {.sql_type = SQL_LONGVARCHAR, .data = text.data(), .indicator = &nts});
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table_ + " (id, c) VALUES (?, ?)")));
    tap().take();
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_THAT(tap().take_functions(), testing::Contains(kLobWrite));
    id = 2;
    bind(stmt, 2,
         {.c_type = SQL_C_WCHAR,
          .sql_type = SQL_WLONGVARCHAR,
          .data = wide.data(),
          .indicator = &nts});
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    EXPECT_THAT(tap().take_functions(), testing::Contains(kLobWrite));
    EXPECT_TRUE(read("c", 1) == Cell{text});
    EXPECT_TRUE(read("c", 2) == Cell{text});
}

TEST_F(LobParameter, SmallEmptyAndNullOnesAreToldApart) {
    SQLINTEGER ids[3] = {1, 2, 3};
    char bytes[3][4] = {"abc", "", ""};
    SQLLEN lengths[3] = {3, 0, SQL_NULL_DATA};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    bind_int(stmt_, 1, ids);
    bind(stmt_, 2,
         {.c_type = SQL_C_BINARY,
          .sql_type = SQL_LONGVARBINARY,
          .data = bytes,
          .indicator = lengths,
          .stride = 4});
    bind(stmt_, 3, {.sql_type = SQL_LONGVARCHAR, .data = bytes, .indicator = lengths, .stride = 4});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " VALUES (?, ?, ?)")));
    EXPECT_EQ(read("b", 1), Cell{"abc"});
    EXPECT_EQ(read("c", 1), Cell{"abc"});
    EXPECT_EQ(read("b", 2), Cell{""});
    EXPECT_EQ(read("c", 2), Cell{""});
    EXPECT_EQ(read("b", 3), std::nullopt);
    EXPECT_EQ(read("c", 3), std::nullopt);
}

TEST_F(LobParameter, AnArrayMayHoldLargeAndSmallOnes) {
    const std::string large = noise(kLarge);
    std::string bytes = large + "small";
    bytes.resize(large.size() * 2, '\0');
    bytes.replace(large.size(), 5, "small");
    SQLINTEGER ids[2] = {1, 2};
    SQLLEN lengths[2] = {static_cast<SQLLEN>(large.size()), 5};
    SQLUSMALLINT statuses[2] = {99, 99};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 2);
    stmt_.set(SQL_ATTR_PARAM_STATUS_PTR, statuses);
    bind_int(stmt_, 1, ids);
    bind(stmt_, 2,
         {.c_type = SQL_C_BINARY,
          .sql_type = SQL_LONGVARBINARY,
          .data = bytes.data(),
          .indicator = lengths,
          .stride = static_cast<SQLLEN>(large.size())});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (?, ?)")));
    EXPECT_THAT(statuses, Each(SQL_PARAM_SUCCESS));
    EXPECT_EQ(stmt_.row_count(), 2);
    EXPECT_TRUE(read("b", 1) == Cell{large});
    EXPECT_EQ(read("b", 2), Cell{"small"});
}

TEST_F(LobParameter, AnotherStatementCommitsWhileOneWaitsForItsData) {
    const std::string bytes = noise(kLarge);
    bind_long(1, SQL_C_BINARY, SQL_LONGVARBINARY);
    ASSERT_EQ(stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (1, ?)"), SQL_NEED_DATA);
    put_in_pieces(stmt_, bytes.data(), bytes.size());
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES (2)");
    Stmt failing(dbc_);
    EXPECT_TRUE(
        fails(failing, failing.exec("INSERT INTO " + table_ + " (id) VALUES (2)"), "23000"));
    SQLPOINTER unused = nullptr;
    ASSERT_TRUE(succeeds(stmt_, SQLParamData(stmt_, &unused)));
    EXPECT_TRUE(read("b", 1) == Cell{bytes});
}

TEST_F(LobParameter, AFailedInsertLeavesNothingAndTheConnectionWorks) {
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES (1)");
    std::string bytes = noise(kLarge);
    auto length = static_cast<SQLLEN>(bytes.size());
    bind(stmt_, 1,
         {.c_type = SQL_C_BINARY,
          .sql_type = SQL_LONGVARBINARY,
          .data = bytes.data(),
          .indicator = &length});
    EXPECT_TRUE(
        fails(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (1, ?)"), "23000"));
    EXPECT_EQ(read("b", 1), std::nullopt);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (2, ?)")));
    EXPECT_TRUE(read("b", 2) == Cell{bytes});
}

TEST_F(LobParameter, ARollbackTakesTheLobAlong) {
    dbc_.autocommit(false);
    std::string bytes = noise(kLarge);
    auto length = static_cast<SQLLEN>(bytes.size());
    bind(stmt_, 1,
         {.c_type = SQL_C_BINARY,
          .sql_type = SQL_LONGVARBINARY,
          .data = bytes.data(),
          .indicator = &length});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (1, ?)")));
    EXPECT_TRUE(succeeds(dbc_, dbc_.rollback()));
    EXPECT_EQ(read("b", 1), Cell{"<no row>"});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, b) VALUES (1, ?)")));
    EXPECT_TRUE(succeeds(dbc_, dbc_.commit()));
    EXPECT_TRUE(read("b", 1) == Cell{bytes});
}

// The server says how much of a piece it has written. Fewer bytes than it was sent: LobWriteTest.
TEST_F(LobParameter, AWriteWithoutProgressOrWithTooMuchStoresNoRow) {
    for (const auto& [written, state] : {std::pair{0, "HY000"}, {2000000000, "08S01"}}) {
        Dbc dbc = connect_tapped();
        Stmt stmt(dbc);
        std::string bytes = noise(kLarge);
        SQLLEN length = static_cast<SQLLEN>(bytes.size());
        bind(stmt, 1,
             {.c_type = SQL_C_BINARY,
              .sql_type = SQL_LONGVARBINARY,
              .data = bytes.data(),
              .indicator = &length});
        ASSERT_TRUE(
            succeeds(stmt, stmt.prepare("INSERT INTO " + table_ + " (id, b) VALUES (1, ?)")));
        WireFault fault;
        fault.function = kLobWrite;
        fault.edit_reply = [count = written](std::string reply) {
            return reply.replace(8, 4, big_endian(count));
        };
        tap().take();
        tap().inject(fault);
        EXPECT_TRUE(fails(stmt, SQLExecute(stmt), state));
        EXPECT_THAT(tap().take_functions(), testing::Not(testing::Contains(kExecute)));
        EXPECT_EQ(stmt_.number("SELECT COUNT(*) FROM " + table_), 0);
        tap().clear_faults();
    }
}

TEST_F(LobParameter, MalformedTextIs22018AndIsNotStored) {
    std::string text = utf8(korean(500000));
    text[text.size() / 2] = '\xFF';
    auto length = static_cast<SQLLEN>(text.size());
    bind(stmt_, 1, {.sql_type = SQL_LONGVARCHAR, .data = text.data(), .indicator = &length});
    EXPECT_TRUE(
        fails(stmt_, stmt_.exec("INSERT INTO " + table_ + " (id, c) VALUES (1, ?)"), "22018"));
    EXPECT_EQ(read("c", 1), Cell{"<no row>"});
    Stmt(dbc_).run("INSERT INTO " + table_ + " (id) VALUES (1)");
}

}  // namespace
}  // namespace conformance
