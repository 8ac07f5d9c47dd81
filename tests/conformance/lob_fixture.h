// A table of large objects and ways to read them.
#pragma once

#include <optional>

#include "fixture.h"

namespace conformance {

class LobFixture : public Conformance {
 protected:
    void SetUp() override {
        table_ = create_table("id INT PRIMARY KEY, b BLOB, c CLOB");
        dbc_.emplace(connect_wide());
        stmt_.emplace(*dbc_);
    }

    Stmt& stmt() { return *stmt_; }

    // Sent as ordinary values; the server makes LOBs of them.
    void insert(int id, std::string blob, std::string clob) {
        SQLLEN blob_length = static_cast<SQLLEN>(blob.size());
        SQLLEN clob_length = static_cast<SQLLEN>(clob.size());
        Stmt stmt(*dbc_);
        bind(stmt, 1,
             {.c_type = SQL_C_BINARY,
              .sql_type = SQL_LONGVARBINARY,
              .data = blob.data(),
              .indicator = &blob_length});
        bind(stmt, 2,
             {.sql_type = SQL_LONGVARCHAR, .data = clob.data(), .indicator = &clob_length});
        const std::string values = " VALUES (" + std::to_string(id) + ", ?, ?)";
        ASSERT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table_ + values)));
    }
    // Column 1 is the BLOB, column 2 the CLOB.
    void select(int id) {
        stmt().close();
        stmt().run("SELECT b, c FROM " + table_ + " WHERE id = " + std::to_string(id));
        ASSERT_TRUE(succeeds(stmt(), SQLFetch(stmt())));
    }

    // The column in parts: the bytes of the C type, without terminators.
    std::string read(SQLUSMALLINT column, SQLSMALLINT c_type, std::size_t capacity) {
        const std::size_t unit = c_type == SQL_C_WCHAR ? sizeof(SQLWCHAR) : 1;
        std::string whole;
        Guarded<char> part(capacity);
        for (;;) {
            part.poison();
            SQLLEN length = -777;
            const SQLRETURN code = SQLGetData(stmt(), column, c_type, part.data(),
                                              static_cast<SQLLEN>(capacity), &length);
            if (code == SQL_NO_DATA) return whole;
            EXPECT_TRUE(SQL_SUCCEEDED(code)) << testing::PrintToString(codes(stmt()));
            if (!SQL_SUCCEEDED(code)) return whole;
            if (c_type == SQL_C_BINARY) {
                const auto rest = static_cast<std::size_t>(length);
                whole.append(part.data(), code == SQL_SUCCESS ? rest : capacity);
                continue;
            }
            std::size_t count = 0;
            while (std::string_view(part.data() + count, unit) != std::string(unit, '\0')) {
                count += unit;
            }
            if (code == SQL_SUCCESS) {
                EXPECT_EQ(length, static_cast<SQLLEN>(count));
            }
            whole.append(part.data(), count);
        }
    }

    static std::vector<std::string> codes(const Stmt& stmt) {
        std::vector<std::string> texts;
        for (const auto& record : stmt.diagnostics())
            texts.push_back(record.state + ' ' + record.text);
        return texts;
    }
    static std::string bytes_of(std::string_view text) {
        Wide wide(text);
        return {reinterpret_cast<const char*>(wide.data()), static_cast<std::size_t>(wide.bytes())};
    }
    static std::string pattern(std::size_t size) {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(131 * i + 7);
        return bytes;
    }
    static std::string repeated(std::string_view text, std::size_t count) {
        std::string out;
        for (std::size_t i = 0; i < count; ++i) out += text;
        return out;
    }

    std::string table_;
    std::optional<Dbc> dbc_;
    std::optional<Stmt> stmt_;
};

}  // namespace conformance
