// A point in time until which something may wait, or never.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace cubrid::odbc::base {

class Deadline {
 public:
    using Clock = std::chrono::steady_clock;

    static Deadline never() { return Deadline{}; }
    static Deadline after(std::chrono::milliseconds wait) { return Deadline{Clock::now() + wait}; }
    // Zero means "no limit" in every ODBC timeout attribute and CUBRID keyword.
    static Deadline after_or_never(std::chrono::milliseconds wait) {
        return wait.count() > 0 ? after(wait) : never();
    }

    [[nodiscard]] bool is_never() const { return !at_.has_value(); }
    [[nodiscard]] bool expired() const { return at_ && Clock::now() >= *at_; }

    // For poll(): milliseconds, rounded up, -1 for never.
    [[nodiscard]] int poll_timeout() const {
        if (!at_) return -1;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(*at_ - Clock::now()).count();
        return static_cast<int>(
            std::clamp<decltype(left)>(left, 0, std::numeric_limits<int>::max()));
    }

    friend Deadline earlier(Deadline a, Deadline b) {
        if (a.is_never()) return b;
        if (b.is_never()) return a;
        return *a.at_ < *b.at_ ? a : b;
    }

 private:
    Deadline() = default;
    explicit Deadline(Clock::time_point at) : at_{at} {}

    std::optional<Clock::time_point> at_;
};

}  // namespace cubrid::odbc::base
