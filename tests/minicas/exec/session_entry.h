#pragma once

#include <mutex>

namespace minicas {

// The engine's mutex for the length of a call.
class Entry {
 public:
    explicit Entry(std::unique_lock<std::mutex>& guard) : guard_(guard) { guard_.lock(); }
    ~Entry() {
        if (guard_.owns_lock()) guard_.unlock();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

 private:
    std::unique_lock<std::mutex>& guard_;
};

}  // namespace minicas
