// Large objects: when their bytes come and go.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "minicas.h"
#include "test/client.h"

namespace minicas::test {

namespace {

constexpr int kBlob = 23;
constexpr std::size_t kSizeAt = 4, kLocatorAt = 16;

class LargeObject : public testing::Test {
 protected:
    LargeObject() {
        client_.run("CREATE TABLE t(id INT PRIMARY KEY, b BLOB)");
        client_.commit();
    }
    std::string new_lob() {
        return client_.call(function_code::kLobNew, {Client::integer(kBlob)}).body.substr(4);
    }
    Reply write(const std::string& lob, std::int64_t offset, const std::string& bytes) {
        return client_.call(function_code::kLobWrite, {lob, Client::bigint(offset), bytes});
    }
    Reply read(const std::string& lob, std::int64_t offset, std::int64_t length) {
        return client_.call(function_code::kLobRead,
                            {lob, Client::bigint(offset), Client::integer(length)});
    }
    std::string content(const std::string& lob) {
        const Reply reply = read(lob, 0, 1000);
        return reply.result() < 0 ? "error " + std::to_string(reply.error_code())
                                  : reply.body.substr(4);
    }
    static std::string sized(std::string lob, std::int64_t size) {
        return lob.replace(kSizeAt, 8, Client::bigint(size));
    }
    Reply insert(int id, const std::string& lob) {
        return client_.run("INSERT INTO t VALUES (" + std::to_string(id) + ", ?)",
                           {Client::byte(kBlob), lob});
    }
    // The handle that a row gives for its object.
    std::string stored(int id) {
        const Reply row = client_.run("SELECT b FROM t WHERE id = " + std::to_string(id));
        const auto at = row.body.find("file:");
        if (at == std::string::npos) return {};
        const auto length = get<std::int32_t>(row.body, at - 4);
        return row.body.substr(at - kLocatorAt, kLocatorAt + static_cast<std::size_t>(length));
    }

    Server server_;
    Client client_{server_.port()};
};

long resident_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
    return 0;
}

}  // namespace

TEST_F(LargeObject, StoredUnderANewLocatorWhichOutlivesTheTransaction) {
    const std::string lob = new_lob();
    ASSERT_EQ(write(lob, 0, "first ").result(), 6);
    ASSERT_EQ(write(lob, 6, "second").result(), 6);
    EXPECT_EQ(content(lob), "first second");
    ASSERT_EQ(insert(1, sized(lob, 12)).result(), 1);
    EXPECT_EQ(content(lob), "error -1020");
    client_.commit();
    const std::string kept = stored(1);
    EXPECT_NE(kept.substr(kLocatorAt), lob.substr(kLocatorAt));
    EXPECT_EQ(get<std::int64_t>(kept, kSizeAt), 12);
    client_.commit();
    EXPECT_EQ(content(kept), "first second");
}

TEST_F(LargeObject, WritesAtTheEndOnly) {
    const std::string lob = new_lob();
    ASSERT_EQ(write(lob, 0, "abc").result(), 3);
    EXPECT_EQ(write(lob, 1, "x").error_code(), -1016);
    EXPECT_EQ(write(lob, 5, "x").error_code(), -1016);
    EXPECT_EQ(content(lob), "abc");
}

TEST_F(LargeObject, GoesWithTheTransactionThatDoesNotStoreIt) {
    const std::string committed = new_lob();
    client_.commit();
    EXPECT_EQ(content(committed), "error -1020");
    const std::string rolled_back = new_lob();
    client_.rollback();
    EXPECT_EQ(content(rolled_back), "error -1020");
}

TEST_F(LargeObject, CanBeBoundAgainAfterAFailedInsert) {
    const std::string first = new_lob(), second = new_lob();
    ASSERT_EQ(insert(1, first).result(), 1);
    write(second, 0, "again");
    EXPECT_EQ(insert(1, sized(second, 5)).error_code(), -670);
    EXPECT_EQ(insert(2, sized(second, 5)).result(), 1);
    client_.commit();
    EXPECT_EQ(content(stored(2)), "again");
}

TEST_F(LargeObject, CopiedFromRowToRow) {
    const std::string lob = new_lob();
    write(lob, 0, "twice");
    insert(1, sized(lob, 5));
    client_.run("INSERT INTO t SELECT 2, b FROM t WHERE id = 1");
    client_.commit();
    client_.run("DELETE FROM t WHERE id = 1");
    client_.commit();
    EXPECT_EQ(content(stored(2)), "twice");
}

TEST_F(LargeObject, DeletedRowTakesItAlongAtCommit) {
    const std::string lob = new_lob();
    write(lob, 0, "gone");
    insert(1, sized(lob, 4));
    client_.commit();
    const std::string kept = stored(1);
    client_.run("DELETE FROM t WHERE id = 1");
    client_.rollback();
    EXPECT_EQ(content(kept), "gone");
    client_.run("UPDATE t SET b = BIT_TO_BLOB(X'00') WHERE id = 1");
    EXPECT_EQ(content(kept), "gone");
    client_.commit();
    EXPECT_EQ(content(kept), "error -1020");
}

TEST_F(LargeObject, LocatorOutsideTheFolderIsNotFound) {
    for (const char* path : {"file:../../etc/passwd", "file:/etc/passwd", "/etc/passwd"}) {
        std::string lob = new_lob().substr(0, kLocatorAt - 4);
        put_string(lob, path);
        EXPECT_EQ(content(lob), "error -1020") << path;
    }
}

TEST_F(LargeObject, CostsNoMemoryForItsSize) {
    constexpr std::int64_t kPieces = 512, kPiece = 131072;  // 64 MiB
    const std::string lob = new_lob(), piece(kPiece, 'x');
    const long before = resident_kib();
    for (std::int64_t i = 0; i < kPieces; ++i)
        ASSERT_EQ(write(lob, i * kPiece, piece).result(), kPiece);
    ASSERT_EQ(insert(1, sized(lob, kPieces * kPiece)).result(), 1);
    const std::string kept = stored(1);
    std::int64_t size = 0;
    for (Reply part; (part = read(kept, size, kPiece)).result() > 0;) size += part.result();
    EXPECT_EQ(size, kPieces * kPiece);
    EXPECT_LT(resident_kib() - before, 16384);
}

}  // namespace minicas::test
