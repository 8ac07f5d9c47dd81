// Text to dates and times: what is accepted is valid, and its own text is read as the same.
#include <array>

#include "convert/datetime.h"
#include "input.h"

using namespace cubrid::odbc;
using namespace cubrid::odbc::convert;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const base::Buffer copy = fuzz::Input{data, size}.buffer();
    DatetimeLiteral literal;
    if (parse_datetime(base::as_text(copy.view()), literal) != Outcome::ok) return 0;
    fuzz::require(literal.has_date || literal.has_time);
    if (literal.has_date) fuzz::require(is_valid(literal.value.date));
    if (literal.has_time) fuzz::require(is_valid(literal.value.time));
    fuzz::require(literal.value.nanoseconds < kNanosecondsPerSecond);
    if (!literal.has_date) literal.value.date = {2000, 1, 1};
    std::array<char, kLongestTimestampLength> text{};
    const char* end = print(literal.value, text.data());
    DatetimeLiteral again;
    fuzz::require(parse_datetime({text.data(), static_cast<std::size_t>(end - text.data())},
                                 again) == Outcome::ok);
    fuzz::require(again.value.date == literal.value.date && again.value.time == literal.value.time);
    fuzz::require(again.value.nanoseconds == literal.value.nanoseconds);
    return 0;
}
