// Result<T>: a value or the Diag that says why there is none. The names are those of std::expected,
// which gcc 12 does not have in C++20; a later compiler can replace this file.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/diag.h"

namespace cubrid::odbc::base {

template <class T>
class [[nodiscard]] Result {
 public:
    // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return diag;` are the point
    Result(T value) : state_{std::in_place_index<0>, std::move(value)} {}
    Result(Diag diag) : state_{std::in_place_index<1>, std::move(diag)} {}
    // NOLINTEND(google-explicit-constructor)

    [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    T& value() & { return std::get<0>(state_); }
    const T& value() const& { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    Diag& error() & { return std::get<1>(state_); }
    const Diag& error() const& { return std::get<1>(state_); }
    Diag&& error() && { return std::get<1>(std::move(state_)); }

 private:
    std::variant<T, Diag> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
    Result() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): as above
    Result(Diag diag) : diag_{std::move(diag)} {}

    [[nodiscard]] bool has_value() const noexcept { return !diag_.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }

    Diag& error() & { return *diag_; }
    const Diag& error() const& { return *diag_; }
    Diag&& error() && { return std::move(*diag_); }

 private:
    std::optional<Diag> diag_;
};

}  // namespace cubrid::odbc::base
