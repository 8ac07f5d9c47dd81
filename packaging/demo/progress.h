// A progress bar with rows per second; on anything but a terminal only its last state is printed.
#pragma once

#include <chrono>
#include <string>

namespace demo {

class Progress {
 public:
    Progress(std::string label, std::size_t rows);

    // The clock of rows per second runs from the construction to the last call.
    void update(std::size_t done);

 private:
    std::string label_;
    std::size_t rows_;
    bool terminal_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace demo
