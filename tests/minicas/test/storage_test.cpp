// The storage file: what a server that starts with it finds.
#include <gmock/gmock.h>

#include <filesystem>

#include "minicas.h"
#include "test/client.h"

namespace minicas::test {

using testing::HasSubstr;

namespace {

class Storage : public testing::Test {
 protected:
    Storage() {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        options_.storage = (folder_ / "data").string();
    }
    ~Storage() override { std::filesystem::remove_all(folder_); }

    const std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                          ("minicas-storage-" + std::to_string(::getpid()));
    Options options_;
};

}  // namespace

TEST_F(Storage, CommittedRowsAndDefinitionsOutliveTheServer) {
    {
        const Server server(options_);
        Client client(server.port());
        client.run(
            "CREATE TABLE t(id INT AUTO_INCREMENT PRIMARY KEY, s VARCHAR(20) CHARSET euckr, "
            "e ENUM('x','y') DEFAULT 'y', c SET(VARCHAR(5), INT), b BLOB, z TIMESTAMPTZ)");
        ASSERT_EQ(client
                      .run("INSERT INTO t(s, c, b, z) VALUES ('kept', {1}, BIT_TO_BLOB(X'C0DE'), "
                           "TIMESTAMPTZ'2024-02-29 12:34:56 Asia/Seoul')")
                      .result(),
                  1);
        client.commit();
        client.run("INSERT INTO t(s) VALUES ('rolled back')");
        client.rollback();
        client.run("INSERT INTO t(s) VALUES ('never committed')");
    }
    const Server server(options_);
    Client client(server.port());
    const Reply rows = client.run(
        "SELECT CAST(s AS VARCHAR(20)), CAST(e AS VARCHAR), BLOB_TO_BIT(b), z, CHARSET(s) FROM t");
    ASSERT_EQ(rows.result(), 1);
    EXPECT_THAT(rows.body, HasSubstr("kept"));
    EXPECT_THAT(rows.body, HasSubstr("y"));
    EXPECT_THAT(rows.body, HasSubstr("\xC0\xDE"));
    EXPECT_THAT(rows.body, HasSubstr("Asia/Seoul KST"));
    EXPECT_THAT(rows.body, HasSubstr("euckr"));
    client.run("INSERT INTO t(s) VALUES ('next')");
    EXPECT_EQ(client.run("SELECT id FROM t WHERE id > 1").result(), 1) << "no key comes twice";
}

TEST_F(Storage, DroppedTablesStayAway) {
    {
        const Server server(options_);
        Client client(server.port());
        client.run("CREATE TABLE t(a INT)");
        client.commit();
        client.run("DROP TABLE t");
        client.commit();
    }
    const Server server(options_);
    Client client(server.port());
    EXPECT_EQ(client.run("SELECT a FROM t").error_code(), -493);
}

TEST_F(Storage, WithoutItNothingIsKept) {
    options_.storage.clear();
    {
        const Server server(options_);
        Client client(server.port());
        client.run("CREATE TABLE t(a INT)");
        client.commit();
    }
    const Server server(options_);
    Client client(server.port());
    EXPECT_EQ(client.run("SELECT a FROM t").error_code(), -493);
}

}  // namespace minicas::test
