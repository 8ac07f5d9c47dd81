#include <gtest/gtest.h>

#include "skip_listener.h"
#include "test_server.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const test_support::Registration registration;
    testing::UnitTest::GetInstance()->listeners().Append(
        new test_support::SkipListener(SKIP_REASONS));
    return RUN_ALL_TESTS();
}
