// The codec against what a real server sent: every recorded response is decoded and compared with
// its reading, every request that the driver can express is written again and compared byte by
// byte.
#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>

#include "replay.h"

namespace golden {
namespace {

using testing::IsEmpty;

class Golden : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, IsReadAndWrittenLikeTheRealServer) {
    Replay replay;
    replay.run(read_recording(GetParam()));
    EXPECT_GT(replay.counts().exchanges, 0);
    EXPECT_THAT(replay.differences(), IsEmpty());
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& file) {
    std::string name = file.param.stem().string();
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Scenario, Golden, testing::ValuesIn(recordings()), test_name);

// So that nothing is skipped in silence. The recordings do not change; the numbers only grow with
// the codec.
TEST(GoldenCoverage, IsNotLost) {
    Replay replay;
    for (const auto& file : recordings()) replay.run(read_recording(file));
    const Replay::Counts& counts = replay.counts();
    std::cout << counts.exchanges << " exchanges: " << counts.decoded << " responses decoded ("
              << counts.errors << " of them errors), " << counts.rows << " rows, " << counts.encoded
              << " requests encoded\n";
    for (const auto& [function, count] : counts.by_function)
        std::cout << function << ' ' << count << '\n';

    constexpr std::size_t kFunctions = 19;  // hello and open among them
    EXPECT_EQ(counts.by_function.size(), kFunctions);
    EXPECT_GE(counts.exchanges, 2205);
    EXPECT_GE(counts.decoded, 1836);
    EXPECT_GE(counts.errors, 258);
    EXPECT_GE(counts.rows, 848);
    EXPECT_GE(counts.encoded, 1885);
}

}  // namespace
}  // namespace golden
