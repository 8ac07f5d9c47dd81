// Each fault that a test may plan: what the client sees of it, and that it sees no more than that.
#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <thread>

#include "minicas.h"
#include "test/client.h"

namespace minicas::test {

using namespace std::chrono_literals;
using testing::HasSubstr;

namespace {

constexpr const char* kSelect = "SELECT 'value'";

class Fault : public testing::Test {
 protected:
    Server server_;
    Client client_{server_.port()};
};

}  // namespace

TEST_F(Fault, SplitAndDelayedWritesBringTheSameBytesLater) {
    const Reply whole = client_.run(kSelect);
    ASSERT_THAT(whole.body, HasSubstr("value"));
    Faults faults;
    faults.split_writes = 8;
    faults.write_delay = 2ms;
    server_.set_faults(faults);
    const auto begin = std::chrono::steady_clock::now();
    const Reply split = client_.run(kSelect);
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(split.body, whole.body);
    EXPECT_GE(took, (whole.bytes.size() / 8 - 1) * 2ms);
    // It stays on until it is cleared.
    EXPECT_EQ(client_.run(kSelect).body, whole.body);
}

TEST_F(Fault, CloseAfterBytesGivesThatManyAndExecutesTheStatement) {
    client_.run("CREATE TABLE t(a INT)");
    client_.commit();
    Faults faults;
    faults.close_after_bytes = 11;
    faults.function = function_code::kEndTran;
    server_.set_faults(faults);
    ASSERT_EQ(client_.run("INSERT INTO t VALUES (1)").result(), 1);  // another function passes
    const Reply cut = client_.commit();
    EXPECT_TRUE(cut.closed);
    EXPECT_EQ(cut.bytes.size(), 11U) << "of 12";
    Client other(server_.port());
    EXPECT_EQ(other.run("SELECT a FROM t").result(), 1);
}

TEST_F(Fault, CloseAfterBytesInTheMiddleOfTheHeader) {
    Faults faults;
    faults.close_after_bytes = 5;
    server_.set_faults(faults);
    const Reply cut = client_.run(kSelect);
    EXPECT_TRUE(cut.closed);
    EXPECT_EQ(cut.bytes.size(), 5U);
    Client other(server_.port());
    EXPECT_EQ(other.run(kSelect).result(), 1) << "it strikes once";
}

TEST_F(Fault, StallGivesNoAnswerAndKeepsTheConnection) {
    Faults faults;
    faults.stall = true;
    faults.function = function_code::kGetDbVersion;
    server_.set_faults(faults);
    client_.set_patience_ms(200);
    const Reply none = client_.call(function_code::kGetDbVersion, {Client::byte(0)});
    EXPECT_TRUE(none.bytes.empty());
    client_.set_patience_ms(10000);
    EXPECT_EQ(client_.call(function_code::kGetDbVersion, {Client::byte(0)}).result(), 0);
}

TEST_F(Fault, ReplacedResponseIsSentAsItIsForTheNthRequest) {
    Faults faults;
    faults.replace_response = std::string("\x7f\xff\xff\xff\x01\xff\xff\xfb garbage", 16);
    faults.function = function_code::kPrepare;
    faults.skip = 2;
    server_.set_faults(faults);
    EXPECT_EQ(client_.run(kSelect).result(), 1);
    EXPECT_EQ(client_.run(kSelect).result(), 1);
    client_.set_patience_ms(200);
    const Reply malformed = client_.run(kSelect);
    EXPECT_EQ(malformed.bytes, *faults.replace_response);
}

TEST_F(Fault, PlannedErrorIsAnsweredAndNothingExecuted) {
    client_.run("CREATE TABLE t(a INT)");
    Faults faults;
    faults.error = Faults::Error{-2, -75, "timed out"};
    faults.function = function_code::kExecute;
    server_.set_faults(faults);
    const Reply refused = client_.run("INSERT INTO t VALUES (1)");
    EXPECT_EQ(refused.result(), -2);
    EXPECT_EQ(refused.error_code(), -75);
    EXPECT_THAT(refused.body, HasSubstr("timed out"));
    EXPECT_EQ(client_.run("SELECT a FROM t").result(), 0);
}

TEST_F(Fault, CasIsReplacedOutsideTransactionsOnly) {
    Faults faults;
    faults.replace_cas = true;
    server_.set_faults(faults);
    client_.run("CREATE TABLE t(a INT)");
    EXPECT_EQ(client_.run("INSERT INTO t VALUES (1)").result(), 1);
    EXPECT_EQ(client_.commit().result(), 0);
    const Reply gone = client_.call(function_code::kGetDbVersion, {Client::byte(0)});
    EXPECT_TRUE(gone.closed);
    EXPECT_TRUE(gone.bytes.empty());
    server_.set_faults({});
    Client other(server_.port());
    EXPECT_EQ(other.run("SELECT a FROM t").result(), 1);
}

TEST_F(Fault, DroppedConnectionsCloseWithoutAWord) {
    server_.drop_connections();
    EXPECT_TRUE(client_.run(kSelect).bytes.empty());
    Client other(server_.port());
    EXPECT_EQ(other.run(kSelect).result(), 1);
}

}  // namespace minicas::test
