// Several threads at one session, as statements in threads of their own are.
#include <thread>

#include "results.h"
#include "session/server_statement.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::SizeIs;

constexpr int kRounds = 50;

Step version() {
    return on(Function::get_db_version, Message{}.i32(0).raw("11.4").zeros(1), Status::idle);
}

TEST(Threads, ExchangesOfSeveralThreadsNeverMix) {
    const FakeCas cas{std::vector<Step>(2 * kRounds, version())};
    const auto session = cas.connected();
    const auto work = [&] {
        for (int i = 0; i < kRounds; ++i) EXPECT_THAT(session->server_version(), Works());
    };
    std::thread other{work};
    work();
    other.join();
    EXPECT_THAT(cas.functions(), SizeIs(2 * kRounds));
}

TEST(Threads, FreeingAStatementDoesNotWaitForAnotherOnesQuery) {
    std::atomic<bool> freed{false};
    const FakeCas cas{{on(Function::prepare, prepared({.handle = 5}), Status::idle),
                       when(
                           [&] {
                               while (!freed) std::this_thread::yield();
                           },
                           version()),
                       on(Function::prepare, prepared({.handle = 6}), Status::idle)}};
    const auto session = cas.connected();
    auto idle = std::make_unique<ServerStatement>(session, "SELECT 1");
    {
        auto turn = session->begin();
        EXPECT_THAT(idle->prepare(*turn), Works());
    }
    std::thread query{[&] { EXPECT_THAT(session->server_version(), Works()); }};
    EXPECT_TRUE(cas.has_come(2));
    idle.reset();
    freed = true;
    query.join();
    ServerStatement next{session, "SELECT 2"};
    auto turn = session->begin();
    EXPECT_THAT(next.prepare(*turn), Works());
    EXPECT_EQ(cas.requests().back().number(3), 5);
}

TEST(Threads, AskingWhetherTheConnectionIsDeadDoesNotWaitForAQuery) {
    std::atomic<bool> asked{false};
    const FakeCas cas{{when(
        [&] {
            while (!asked) std::this_thread::yield();
        },
        version())}};
    const auto session = cas.connected();
    std::thread query{[&] { EXPECT_THAT(session->server_version(), Works()); }};
    EXPECT_TRUE(cas.has_come(1));
    EXPECT_FALSE(session->is_dead());
    asked = true;
    query.join();
}

TEST(Threads, ClosingTheSessionWhileAnotherThreadReadsPagesIsOrderly) {
    std::vector<Step> steps{on(Function::execute, executed(1000, {1, 1}), Status::active)};
    for (int row = 2; row <= kRounds; ++row) {
        steps.push_back(on(Function::fetch, page({row, 1}), Status::active));
    }
    // The close comes at any point of it; the script's rest is not asked for.
    FakeCas cas{{Conversation{std::move(steps), 0, open_reply(), true, 5, true}}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    std::thread reader{[&] {
        for (int row = 1; row < kRounds; ++row) {
            auto page = pages->next({});
            if (!page) {
                EXPECT_THAT(page, FailsWith("08S01"));
                return;
            }
        }
    }};
    session->close();
    reader.join();
    pages->close();
}

TEST(Threads, WhatASessionIsMayBeAskedWhileItReconnects) {
    const FakeCas cas{{Conversation{{closing(version())}}, Conversation{{version()}}}};
    const auto session = cas.connected();
    EXPECT_THAT(session->server_version(), Works());
    while (!session->is_dead()) std::this_thread::yield();
    std::thread reconnecting{[&] { EXPECT_THAT(session->server_version(), Works()); }};
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(session->charset(), base::Charset::utf8);
        EXPECT_EQ(session->protocol(), cas::Version::v12);
        EXPECT_FALSE(session->trims_float_zeros());
        EXPECT_EQ(session->cas_pid(), 4711);
    }
    reconnecting.join();
}

}  // namespace
}  // namespace cubrid::odbc::session
