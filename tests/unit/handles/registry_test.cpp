#include "handles/registry.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "handles/desc.h"
#include "handles/env.h"

namespace cubrid::odbc::handles {
namespace {

std::shared_ptr<Desc> make_desc() { return std::make_shared<Desc>(DescKind::ard); }

TEST(Registry, FindsALiveHandleOfItsKindOnly) {
    void* handle = add_handle(make_desc());
    EXPECT_NE(find_handle<Desc>(handle), nullptr);
    EXPECT_EQ(find_handle<Env>(handle), nullptr);
    EXPECT_EQ(find_handle(handle, Kind::stmt), nullptr);
    EXPECT_EQ(remove_handle(handle, Kind::dbc), nullptr) << "nor is it removed as another kind";
    EXPECT_NE(remove_handle(handle, Kind::desc), nullptr);
}

TEST(Registry, ANullForeignOrFreedHandleIsNone) {
    int foreign = 0;
    EXPECT_EQ(find_handle<Env>(nullptr), nullptr);
    EXPECT_EQ(find_handle<Env>(&foreign), nullptr);
    void* handle = add_handle(make_desc());
    remove_handle(handle, Kind::desc);
    EXPECT_EQ(find_handle<Desc>(handle), nullptr);
    EXPECT_EQ(remove_handle(handle, Kind::desc), nullptr);
}

TEST(Registry, AHandleThatIsFreedDuringACallLivesUntilTheCallReturns) {
    void* handle = add_handle(make_desc());
    const auto in_call = find_handle<Desc>(handle);
    remove_handle(handle, Kind::desc);
    in_call->set_count(3);
    EXPECT_EQ(in_call->count(), 3);
    EXPECT_EQ(in_call.use_count(), 1);
}

TEST(Registry, OneOfManyThreadsFreesAHandle) {
    for (int round = 0; round < 200; ++round) {
        void* handle = add_handle(make_desc());
        std::atomic<int> freed{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] {
                if (const auto found = find_handle<Desc>(handle)) {
                    const std::lock_guard lock{found->mutex()};
                    found->touch();
                }
                if (remove_handle(handle, Kind::desc)) ++freed;
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_EQ(freed, 1);
    }
}

}  // namespace
}  // namespace cubrid::odbc::handles
