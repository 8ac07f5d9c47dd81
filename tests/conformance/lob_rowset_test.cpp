#include <cstdlib>
#include <fstream>

#include "lob_fixture.h"

namespace conformance {
namespace {

class LobRowsets : public LobFixture {
 protected:
    void fill() {
        insert(1, "abc", "가나다");
        insert(2, pattern(200), repeated("한", 70));
        stmt().run("INSERT INTO " + table_ + " VALUES (3, NULL, NULL)");
        insert(4, "", "");
    }
    std::string all() const { return "SELECT b, c FROM " + table_ + " ORDER BY id"; }
};

constexpr SQLLEN kRoom = 100;

TEST_F(LobRowsets, BoundByColumnFillEachRow) {
    fill();
    Guarded<char> blobs(4 * kRoom);
    Guarded<char> clobs(4 * kRoom);
    Guarded<SQLLEN> blob_lengths(4);
    Guarded<SQLLEN> clob_lengths(4);
    Guarded<SQLUSMALLINT> statuses(4);
    stmt().set(SQL_ATTR_ROW_ARRAY_SIZE, SQLULEN{4});
    stmt().set(SQL_ATTR_ROW_STATUS_PTR, statuses.data());
    SQLBindCol(stmt(), 1, SQL_C_BINARY, blobs.data(), kRoom, blob_lengths.data());
    SQLBindCol(stmt(), 2, SQL_C_CHAR, clobs.data(), kRoom, clob_lengths.data());
    stmt().run(all());
    ASSERT_TRUE(warns(stmt(), SQLFetch(stmt()), "01004"));
    EXPECT_EQ(std::string(blobs.data(), 3), "abc");
    EXPECT_EQ(blob_lengths[0], 3);
    EXPECT_STREQ(clobs.data(), "가나다");
    EXPECT_EQ(clob_lengths[0], 9);
    EXPECT_EQ(std::string(blobs.data() + kRoom, kRoom), pattern(200).substr(0, kRoom));
    EXPECT_EQ(blob_lengths[1], 200);
    EXPECT_EQ(clobs.data() + kRoom, repeated("한", 33));
    EXPECT_EQ(clob_lengths[1], 210);
    EXPECT_EQ(blob_lengths[2], SQL_NULL_DATA);
    EXPECT_EQ(clob_lengths[2], SQL_NULL_DATA);
    EXPECT_EQ(blob_lengths[3], 0);
    EXPECT_EQ(clob_lengths[3], 0);
    EXPECT_EQ(clobs[3 * kRoom], '\0');
    EXPECT_THAT(
        std::vector<int>(statuses.data(), statuses.data() + 4),
        ElementsAre(SQL_ROW_SUCCESS, SQL_ROW_SUCCESS_WITH_INFO, SQL_ROW_SUCCESS, SQL_ROW_SUCCESS));
    const auto record = stmt().diagnostics().at(0);
    EXPECT_EQ(record.row, 2);
    EXPECT_EQ(record.column, 1);
}

TEST_F(LobRowsets, BoundByRowFillEachRow) {
    fill();
    struct Record {
        SQLLEN blob_length;
        char blob[201];
        SQLWCHAR clob[100];
        SQLLEN clob_length;
    };
    Guarded<Record> rows(4);
    stmt().set(SQL_ATTR_ROW_BIND_TYPE, SQLULEN{sizeof(Record)});
    stmt().set(SQL_ATTR_ROW_ARRAY_SIZE, SQLULEN{4});
    SQLBindCol(stmt(), 1, SQL_C_BINARY, rows[0].blob, sizeof rows[0].blob, &rows[0].blob_length);
    SQLBindCol(stmt(), 2, SQL_C_WCHAR, rows[0].clob, sizeof rows[0].clob, &rows[0].clob_length);
    stmt().run(all());
    ASSERT_TRUE(succeeds(stmt(), SQLFetch(stmt())));
    EXPECT_EQ(utf8(rows[0].clob), "가나다");
    EXPECT_EQ(rows[0].clob_length, 6);
    EXPECT_EQ(std::string(rows[1].blob, 200), pattern(200));
    EXPECT_EQ(rows[1].blob_length, 200);
    EXPECT_EQ(utf8(rows[1].clob), repeated("한", 70));
    EXPECT_EQ(rows[1].clob_length, 140);
    EXPECT_EQ(rows[2].blob_length, SQL_NULL_DATA);
    EXPECT_EQ(rows[3].clob_length, 0);
}

TEST_F(LobRowsets, BoundBufferTakesALobOfManyReads) {
    const std::string value = pattern(300000);
    insert(1, value, "");
    Guarded<char> whole(300000);
    SQLLEN length = 0;
    SQLBindCol(stmt(), 1, SQL_C_BINARY, whole.data(), 300000, &length);
    stmt().run(all());
    ASSERT_TRUE(succeeds(stmt(), SQLFetch(stmt())));
    EXPECT_EQ(length, 300000);
    EXPECT_EQ(std::string(whole.data(), 300000), value);
    Guarded<char> small(10);
    stmt().close();
    SQLBindCol(stmt(), 1, SQL_C_BINARY, small.data(), 10, &length);
    stmt().run(all());
    ASSERT_TRUE(warns(stmt(), SQLFetch(stmt()), "01004"));
    EXPECT_EQ(length, 300000);
    EXPECT_EQ(std::string(small.data(), 10), value.substr(0, 10));
}

TEST_F(LobRowsets, ALobThatIsGoneFailsItsRowOnly) {
    fill();
    Guarded<char> blobs(4 * kRoom);
    Guarded<SQLLEN> lengths(4);
    Guarded<SQLUSMALLINT> statuses(4);
    stmt().set(SQL_ATTR_ROW_ARRAY_SIZE, SQLULEN{4});
    stmt().set(SQL_ATTR_ROW_STATUS_PTR, statuses.data());
    SQLBindCol(stmt(), 1, SQL_C_BINARY, blobs.data(), kRoom, lengths.data());
    stmt().run(all());
    Dbc other = connect();
    Stmt(other).run("DELETE FROM " + table_ + " WHERE id = 1");
    ASSERT_TRUE(warns(stmt(), SQLFetch(stmt()), "HY000"));
    EXPECT_THAT(
        std::vector<int>(statuses.data(), statuses.data() + 4),
        ElementsAre(SQL_ROW_ERROR, SQL_ROW_SUCCESS_WITH_INFO, SQL_ROW_SUCCESS, SQL_ROW_SUCCESS));
    const auto record = stmt().diagnostics().at(0);
    EXPECT_EQ(record.native, -1020);
    EXPECT_EQ(record.row, 1);
    EXPECT_EQ(record.column, 1);
    EXPECT_EQ(std::string(blobs.data() + kRoom, kRoom), pattern(200).substr(0, kRoom));
}

long kilobytes_of(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind(name, 0) == 0) return std::strtol(line.c_str() + name.size(), nullptr, 10);
    }
    return 0;
}

TEST_F(LobRowsets, SixtyFourMebibytesAreReadInConstantMemory) {
    constexpr std::size_t kSize = std::size_t{64} << 20U;
    insert(1, std::string(kSize, 'x'), "");
    select(1);
    std::ofstream("/proc/self/clear_refs") << "5";  // VmHWM starts from here
    const long before = kilobytes_of("VmRSS:");
    std::vector<char> part(100000);
    std::size_t total = 0;
    SQLLEN length = 0;
    SQLRETURN code = SQL_SUCCESS;
    while (
        SQL_SUCCEEDED(code = SQLGetData(stmt(), 1, SQL_C_BINARY, part.data(), 100000, &length))) {
        const std::size_t count = std::min<std::size_t>(static_cast<std::size_t>(length), 100000);
        EXPECT_EQ(std::count(part.data(), part.data() + count, 'x'), static_cast<long>(count));
        total += count;
    }
    EXPECT_EQ(code, SQL_NO_DATA);
    EXPECT_EQ(total, kSize);
    if (kMemoryIsMeasurable) {
        EXPECT_LT(kilobytes_of("VmHWM:") - before, 4096);
    }
}

}  // namespace
}  // namespace conformance
