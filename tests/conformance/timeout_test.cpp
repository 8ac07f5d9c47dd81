#include <signal.h>
#include <sys/time.h>

#include <chrono>
#include <thread>

#include "fixture.h"

namespace conformance {
namespace {

using Timeouts = Conformance;
// Minutes of work; SLEEP() would be interrupted at its end only.
constexpr char kLongQuery[] =
    "SELECT COUNT(*) FROM db_attribute a, db_attribute b, db_attribute c, db_attribute d";
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST_F(Timeouts, QueryTimeoutIsReadBackAndSentInMilliseconds) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    EXPECT_EQ(stmt.attribute(SQL_ATTR_QUERY_TIMEOUT), 0U);
    for (const SQLULEN seconds : {SQLULEN{1}, SQLULEN{4294967}}) {
        ASSERT_TRUE(succeeds(stmt, stmt.set(SQL_ATTR_QUERY_TIMEOUT, seconds)));
        EXPECT_EQ(stmt.attribute(SQL_ATTR_QUERY_TIMEOUT), seconds);
        ASSERT_TRUE(succeeds(stmt, stmt.prepare("SELECT 1")));
        tap().take();
        ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
        EXPECT_THAT(stmt.rest(), SizeIs(1));
        for (const WireRequest& request : tap().take()) {
            if (request.function != kExecute) continue;
            const auto milliseconds = from_big_endian(request.arguments().at(9), 0);
            EXPECT_GE(milliseconds, seconds == 1 ? 1000 : 2147483000);
            if (seconds == 1) {
                EXPECT_EQ(milliseconds, 1000);
            }
        }
    }
}

TEST_F(Timeouts, QueryThatRunsTooLongIsHYT00AndTheStatementStaysUsable) {
    NEEDS_REAL_SERVER;
    Dbc dbc = connect();
    Stmt stmt(dbc);
    ASSERT_TRUE(succeeds(stmt, stmt.set(SQL_ATTR_QUERY_TIMEOUT, 1)));
    const auto start = Clock::now();
    EXPECT_TRUE(fails(stmt, stmt.exec(kLongQuery), "HYT00"));
    EXPECT_GT(seconds_since(start), 0.7);
    EXPECT_LT(seconds_since(start), 3.0);
    EXPECT_EQ(stmt.number("SELECT 1"), 1);
}

TEST_F(Timeouts, ServerThatStopsAnsweringIsHYT01AndTheConnectionIsDead) {
    const std::string table = filled_table(3000);
    for (const int function : {kPrepareAndExecute, kFetch}) {
        Dbc dbc = connect_tapped();
        ASSERT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_CONNECTION_TIMEOUT, 1)));
        Stmt stmt(dbc);
        WireFault fault;
        fault.function = function;
        fault.stall = true;
        tap().inject(fault);
        const auto start = Clock::now();
        SQLRETURN code = stmt.exec("SELECT id, s FROM " + table);
        while (SQL_SUCCEEDED(code)) code = SQLFetch(stmt);
        EXPECT_TRUE(fails(stmt, code, "HYT01")) << function;
        EXPECT_GT(seconds_since(start), 0.8);
        EXPECT_LT(seconds_since(start), 4.0);
        EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE);
    }
}

void ignore_alarm(int) {}

TEST_F(Timeouts, SignalsDoNotInterruptAWait) {
    const std::string table = filled_table(5000);
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = ignore_alarm;
    ::sigaction(SIGALRM, &action, &before);
    const itimerval often = {{0, 2000}, {0, 2000}};
    const itimerval never = {};
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    WireFault slow;
    slow.once = false;
    slow.delay = std::chrono::milliseconds(20);
    tap().inject(slow);
    ::setitimer(ITIMER_REAL, &often, nullptr);
    SQLRETURN code = stmt.exec("SELECT id, s FROM " + table);
    int rows = 0;
    while (SQL_SUCCEEDED(code) && SQL_SUCCEEDED(code = SQLFetch(stmt))) ++rows;
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before, nullptr);
    EXPECT_EQ(code, SQL_NO_DATA);
    EXPECT_EQ(rows, 5000);
}

TEST_F(Timeouts, LoginTimeoutAttributeIsReadBack) {
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_LOGIN_TIMEOUT, 7)));
    ASSERT_TRUE(succeeds(dbc, dbc.connect(connection_string())));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_LOGIN_TIMEOUT), 7U);
    ASSERT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_CONNECTION_TIMEOUT, 9)));
    EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_TIMEOUT), 9U);
}

}  // namespace
}  // namespace conformance
