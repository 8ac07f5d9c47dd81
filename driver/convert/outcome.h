// What became of one conversion. A byte per cell; the diagnostic is made once, outside the loop,
// where row and column are known.
#pragma once

#include <cstdint>

#include "base/diag.h"

namespace cubrid::odbc::convert {

enum class Outcome : std::uint8_t {
    ok,
    // Warnings: something was delivered.
    truncated,      // 01004: text or binary did not fit
    fraction_lost,  // 01S07
    // Errors: the target is untouched, or the row is not sent.
    needs_indicator,    // 22002: NULL without an indicator
    out_of_range,       // 22003
    bad_datetime,       // 22007: not a date, time or timestamp
    datetime_overflow,  // 22008: a part would be lost
    interval_overflow,  // 22015: a field has no room, or would be lost
    bad_text,  // 22018: text that is no value of the type, or cannot be expressed in the character
               // set
    too_long,  // 22001: longer than the parameter was declared
    bad_length,    // HY090: a length that is negative, odd for wide text, or longer than the buffer
    null_pointer,  // HY090: a value pointer that is null although the length says that there is one
    default_parameter,  // 07S01: SQL_DEFAULT_PARAM outside a procedure call
    malformed           // 08S01: the server's bytes are no value of the column's type
};

[[nodiscard]] constexpr bool is_error(Outcome outcome) {
    return outcome >= Outcome::needs_indicator;
}
[[nodiscard]] constexpr bool is_warning(Outcome outcome) {
    return outcome == Outcome::truncated || outcome == Outcome::fraction_lost;
}

// `row` and `column` as in Diag, 1-based.
base::Diag to_diag(Outcome outcome, std::int64_t row, std::int32_t column);

}  // namespace cubrid::odbc::convert
