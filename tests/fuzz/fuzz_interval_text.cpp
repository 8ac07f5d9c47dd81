// Text to intervals of every type: what is accepted prints to text that is read as the same.
#include "convert/interval.h"
#include "input.h"

using namespace cubrid::odbc;
using namespace cubrid::odbc::convert;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const IntervalType type = kIntervals[input.byte() % kIntervals.size()];
    const base::Buffer copy = input.buffer();
    Interval interval;
    if (is_error(parse_interval(base::as_text(copy.view()), type, interval))) return 0;
    fuzz::require(interval.nanoseconds < 1'000'000'000);
    IntervalText text;
    if (print_interval(interval, type, text) != Outcome::ok) return 0;
    Interval again;
    fuzz::require(parse_interval(text.view(), type, again) == Outcome::ok);
    fuzz::require(again.whole == interval.whole && again.nanoseconds == interval.nanoseconds &&
                  again.is_negative == interval.is_negative);
    SQL_INTERVAL_STRUCT structure;
    fuzz::require(to_structure(interval, type, {10, 9}, structure) == Outcome::ok);
    fuzz::require(from_structure(structure, type, {10, 9}, again) == Outcome::ok);
    fuzz::require(again.whole == interval.whole && again.nanoseconds == interval.nanoseconds);
    return 0;
}
