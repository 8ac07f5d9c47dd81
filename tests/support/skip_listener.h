// A test may be skipped for the reasons of a checked-in list only; a skip for any other reason
// fails.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_support {

class SkipListener : public testing::EmptyTestEventListener {
 public:
    explicit SkipListener(const std::string& reasons_file);

 private:
    void OnTestStart(const testing::TestInfo& test) override;
    void OnTestPartResult(const testing::TestPartResult& result) override;
    void OnTestEnd(const testing::TestInfo& test) override;

    std::vector<std::string> reasons_;
    std::vector<std::string> unlisted_;
};

}  // namespace test_support
