#include "skip_listener.h"

#include <algorithm>
#include <fstream>

namespace test_support {

SkipListener::SkipListener(const std::string& reasons_file) {
    std::ifstream file(reasons_file);
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line[0] != '#') reasons_.push_back(line);
    }
}

void SkipListener::OnTestStart(const testing::TestInfo&) { unlisted_.clear(); }

void SkipListener::OnTestPartResult(const testing::TestPartResult& result) {
    if (!result.skipped()) return;
    const std::string message = result.message();
    if (std::none_of(reasons_.begin(), reasons_.end(), [&message](const std::string& reason) {
            return message.find(reason) != std::string::npos;
        })) {
        unlisted_.push_back(message);
    }
}

void SkipListener::OnTestEnd(const testing::TestInfo&) {
    for (const std::string& message : unlisted_) {
        ADD_FAILURE() << "skipped for a reason that is not in the list: " << message;
    }
}

}  // namespace test_support
