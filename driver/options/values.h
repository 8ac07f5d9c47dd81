// The values that keywords take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cubrid::odbc::options {

// yes, no, on, off, true, false, 1, 0.
std::optional<bool> parse_boolean(std::string_view text);

struct Unit {
    std::string_view name;
    std::int64_t factor;
};

// A whole number, a blank or none, and one of the units; without one the number counts as it is.
std::optional<std::int64_t> parse_number(std::string_view text);
std::optional<std::int64_t> parse_size(
    std::string_view text);  // K, M, G, T, also KiB or KB: powers of 1024
std::optional<std::int64_t> parse_milliseconds(std::string_view text);  // ms, s, m, h
std::optional<std::int64_t> parse_seconds(std::string_view text);  // s, m, h; ms of whole seconds

// `range` as in the keyword table, "1..65535".
bool in_range(std::int64_t value, std::string_view range);

}  // namespace cubrid::odbc::options
