// An eventfd: the one thing of a stream that another thread may touch.
#pragma once

namespace cubrid::odbc::net {

class Waker {
 public:
    Waker();  // throws std::system_error when the process has no descriptor left
    Waker(const Waker&) = delete;
    Waker& operator=(const Waker&) = delete;
    ~Waker();

    // Thread safe. Stays set: a wait that has not begun yet ends at once too.
    void wake() noexcept;
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
    int descriptor_;
};

}  // namespace cubrid::odbc::net
