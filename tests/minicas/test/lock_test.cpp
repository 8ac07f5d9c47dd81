// Row locks and deadlocks between two connections.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "minicas.h"
#include "test/client.h"

namespace minicas::test {

using namespace std::chrono_literals;

namespace {

class Lock : public testing::Test {
 protected:
    Lock() {
        a_.run("CREATE TABLE t(id INT PRIMARY KEY, n INT)");
        a_.run("INSERT INTO t VALUES (1, 0), (2, 0)");
        a_.commit();
    }
    static Reply set_lock_timeout(Client& client, int milliseconds) {
        return client.call(function_code::kSetDbParameter,
                           {Client::integer(2), Client::integer(milliseconds)});
    }

    Server server_;
    Client a_{server_.port()};
    Client b_{server_.port()};
};

}  // namespace

TEST_F(Lock, RowThatAnotherTransactionHoldsTimesOut) {
    ASSERT_EQ(a_.run("UPDATE t SET n = 1 WHERE id = 1").result(), 1);
    ASSERT_EQ(set_lock_timeout(b_, 100).result(), 0);
    const Reply refused = b_.run("UPDATE t SET n = 2 WHERE id = 1");
    EXPECT_EQ(refused.result(), -2);
    EXPECT_EQ(refused.error_code(), -75);
    EXPECT_EQ(b_.run("UPDATE t SET n = 2 WHERE id = 2").result(), 1) << "another row is free";
}

TEST_F(Lock, WaiterGoesOnWhenTheHolderCommits) {
    ASSERT_EQ(a_.run("UPDATE t SET n = 1 WHERE id = 1").result(), 1);
    const Reply prepared = b_.call(function_code::kPrepare,
                                   {std::string("UPDATE t SET n = n + 10 WHERE id = 1") + '\0',
                                    Client::byte(0), Client::byte(0)});
    b_.send_execute(prepared);
    b_.set_patience_ms(100);
    EXPECT_TRUE(b_.read().bytes.empty());
    b_.set_patience_ms(10000);
    a_.commit();
    EXPECT_EQ(b_.read().result(), 1);
    b_.commit();
    EXPECT_EQ(a_.run("SELECT id FROM t WHERE id = 1 AND n = 11").result(), 1);
}

TEST_F(Lock, DeadlockEndsOneTransactionAndLetsTheOtherGoOn) {
    ASSERT_EQ(a_.run("UPDATE t SET n = 1 WHERE id = 1").result(), 1);
    ASSERT_EQ(b_.run("UPDATE t SET n = 2 WHERE id = 2").result(), 1);
    const Reply prepared = a_.call(
        function_code::kPrepare,
        {std::string("UPDATE t SET n = 1 WHERE id = 2") + '\0', Client::byte(0), Client::byte(0)});
    a_.send_execute(prepared);
    std::this_thread::sleep_for(100ms);
    const Reply victim = b_.run("UPDATE t SET n = 2 WHERE id = 1");
    EXPECT_EQ(victim.result(), -2);
    EXPECT_EQ(victim.error_code(), -72);
    EXPECT_EQ(a_.read().result(), 1);
    a_.commit();
    EXPECT_EQ(b_.run("SELECT id FROM t WHERE n = 1").result(), 2);
}

}  // namespace minicas::test
