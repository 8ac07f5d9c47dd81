// The faults that a test has set, and which request they strike.
#pragma once

#include <mutex>
#include <optional>

#include "minicas.h"

namespace minicas {

class FaultPlan {
 public:
    void set(const Faults& faults) {
        const std::lock_guard lock(mutex_);
        faults_ = faults;
    }
    Faults current() const {
        const std::lock_guard lock(mutex_);
        return faults_;
    }

    // What happens to this request; it happens only once.
    struct Strike {
        std::optional<std::size_t> close_after_bytes;
        bool stall = false;
        std::optional<std::string> replace_response;
        std::optional<Faults::Error> error;
        std::optional<int> interrupt_array_after;
    };
    Strike strike(int function) {
        const std::lock_guard lock(mutex_);
        const bool armed = faults_.close_after_bytes || faults_.stall || faults_.replace_response ||
                           faults_.error || faults_.interrupt_array_after;
        if (!armed || (faults_.function != 0 && faults_.function != function)) return {};
        if (faults_.skip > 0) {
            --faults_.skip;
            return {};
        }
        Strike strike{faults_.close_after_bytes, faults_.stall, faults_.replace_response,
                      faults_.error, faults_.interrupt_array_after};
        faults_.close_after_bytes.reset();
        faults_.stall = false;
        faults_.replace_response.reset();
        faults_.error.reset();
        faults_.interrupt_array_after.reset();
        return strike;
    }

    std::optional<int> take_hello_answer() {
        const std::lock_guard lock(mutex_);
        auto answer = faults_.hello_answer;
        faults_.hello_answer.reset();
        return answer;
    }

 private:
    mutable std::mutex mutex_;
    Faults faults_;
};

}  // namespace minicas
