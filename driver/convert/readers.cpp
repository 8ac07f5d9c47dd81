#include "convert/readers.h"

#include <algorithm>

#include "convert/write_datetime.h"

namespace cubrid::odbc::convert {
namespace {

constexpr std::int32_t kDateSize = 6;
constexpr std::int32_t kTimeSize = 6;
constexpr std::int32_t kTimestampSize = 12;
constexpr std::int32_t kDatetimeSize = 14;
constexpr std::uint8_t kDatetimeDigits = 3;

Date load_date(const std::byte* at) {
    return {base::load_be<std::int16_t>(at), base::load_be<std::uint16_t>(at + 2),
            base::load_be<std::uint16_t>(at + 4)};
}

Time load_time(const std::byte* at) {
    return {base::load_be<std::uint16_t>(at), base::load_be<std::uint16_t>(at + 2),
            base::load_be<std::uint16_t>(at + 4)};
}

Outcome checked(const Date& date) {
    return date.is_zero() || is_valid(date) ? Outcome::ok : Outcome::bad_datetime;
}

Outcome checked(const Time& time) { return is_valid(time) ? Outcome::ok : Outcome::bad_datetime; }

Outcome checked(const Timestamp& timestamp) {
    if (timestamp.nanoseconds >= kNanosecondsPerSecond) return Outcome::bad_datetime;
    return std::max(checked(timestamp.date), checked(timestamp.time));
}

Timestamp load_timestamp(const std::byte* at) { return {load_date(at), load_time(at + 6), 0, 0}; }

Timestamp load_datetime(const std::byte* at) {
    Timestamp value = load_timestamp(at);
    const std::uint32_t milliseconds = base::load_be<std::uint16_t>(at + kTimestampSize);
    constexpr std::uint32_t kPerSecond = 1000;
    value.nanoseconds = milliseconds < kPerSecond ? milliseconds * kNanosecondsPerMillisecond
                                                  : kNanosecondsPerSecond;
    value.fraction_digits = kDatetimeDigits;
    return value;
}

std::string_view zone_of(const cas::Cell& cell, std::int32_t fields) {
    return text_of({cell.data + fields, cell.size - fields});
}

}  // namespace

Outcome NumericReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    value = {text_of(cell)};
    return scan_number(value.digits) ? Outcome::ok : Outcome::malformed;
}

Outcome DateReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size != kDateSize) return Outcome::malformed;
    value = load_date(cell.data);
    return checked(value);
}

Outcome TimeReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size != kTimeSize) return Outcome::malformed;
    value = load_time(cell.data);
    return checked(value);
}

Outcome TimestampReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size != kTimestampSize) return Outcome::malformed;
    value = load_timestamp(cell.data);
    return checked(value);
}

Outcome DatetimeReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size != kDatetimeSize) return Outcome::malformed;
    value = load_datetime(cell.data);
    return checked(value);
}

Outcome ZonedTimestampReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size < kTimestampSize) return Outcome::malformed;
    value = {load_timestamp(cell.data), zone_of(cell, kTimestampSize)};
    return value.zone.size() > kLongestZone ? Outcome::malformed : checked(value.local);
}

Outcome ZonedDatetimeReader::read(const cas::Cell& cell, const ColumnContext&, Value& value) {
    if (cell.size < kDatetimeSize) return Outcome::malformed;
    value = {load_datetime(cell.data), zone_of(cell, kDatetimeSize)};
    return value.zone.size() > kLongestZone ? Outcome::malformed : checked(value.local);
}

}  // namespace cubrid::odbc::convert
