#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace demo {

Progress::Progress(std::string label, std::size_t rows)
    : label_{std::move(label)}, rows_{rows}, terminal_{isatty(STDOUT_FILENO) == 1} {}

void Progress::update(std::size_t done) {
    const bool last = done >= rows_;
    if (!terminal_ && !last) {
        return;
    }
    constexpr std::size_t kWidth = 30;
    const std::size_t filled = rows_ == 0 ? kWidth : kWidth * done / rows_;
    const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
    std::printf("%s%-6s [%s] %zu rows, %.0f rows/s%s", terminal_ ? "\r" : "", label_.c_str(),
                bar.c_str(), done, static_cast<double>(done) / std::max(seconds.count(), 1e-9),
                last ? "\n" : "");
    std::fflush(stdout);
}

}  // namespace demo
