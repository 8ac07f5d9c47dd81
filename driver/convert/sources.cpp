#include "convert/sources.h"

namespace cubrid::odbc::convert {
namespace {

// Units before the terminator, or all that the buffer holds: an array's elements may be full to the
// brim.
template <class Unit>
std::size_t terminated_length(const void* value, SQLLEN capacity) {
    const auto* bytes = static_cast<const std::byte*>(value);
    const std::size_t limit = capacity > 0 ? static_cast<std::size_t>(capacity) / sizeof(Unit)
                                           : static_cast<std::size_t>(-1) / sizeof(Unit);
    if constexpr (sizeof(Unit) == 1) {
        if (capacity <= 0) return std::strlen(static_cast<const char*>(value));
        return strnlen(static_cast<const char*>(value), limit);
    }
    std::size_t length = 0;
    for (; length < limit; ++length) {
        Unit unit = 0;
        std::memcpy(&unit, bytes + length * sizeof(Unit), sizeof unit);
        if (unit == 0) break;
    }
    return length;
}

Outcome check_length(const Source& source) {
    if (source.length < 0) return Outcome::bad_length;
    if (source.capacity > 0 && source.length > source.capacity) return Outcome::bad_length;
    if (source.value == nullptr && source.length > 0) return Outcome::null_pointer;
    return Outcome::ok;
}

// The units of a character source.
template <class Unit>
Outcome measure(const Source& source, std::size_t& units) {
    if (source.length == SQL_NTS) {
        if (source.value == nullptr) return Outcome::null_pointer;
        units = terminated_length<Unit>(source.value, source.capacity);
        return Outcome::ok;
    }
    const Outcome outcome = check_length(source);
    if (outcome != Outcome::ok) return outcome;
    const auto length = static_cast<std::size_t>(source.length);
    if (length % sizeof(Unit) != 0) return Outcome::bad_length;
    units = length / sizeof(Unit);
    return Outcome::ok;
}

}  // namespace

SQLLEN terminated_bytes(SQLSMALLINT c_type, const void* value, SQLLEN capacity) {
    return static_cast<SQLLEN>(c_type == SQL_C_WCHAR
                                   ? terminated_length<SQLWCHAR>(value, capacity) * sizeof(SQLWCHAR)
                                   : terminated_length<char>(value, capacity));
}

Outcome NarrowSource::read(const Source& source, const ParamContext& context, Value& value) {
    std::size_t length = 0;
    const Outcome outcome = measure<char>(source, length);
    value = {{static_cast<const char*>(source.value), length}, context.narrow};
    return outcome;
}

Outcome WideSource::read(const Source& source, const ParamContext&, Value& value) {
    std::size_t length = 0;
    const Outcome outcome = measure<char16_t>(source, length);
    value = {{static_cast<const char16_t*>(source.value), length}};
    return outcome;
}

Outcome BinarySource::read(const Source& source, const ParamContext&, Value& value) {
    const Outcome outcome = check_length(source);
    if (outcome != Outcome::ok) return outcome;
    value = {
        {static_cast<const std::byte*>(source.value), static_cast<std::size_t>(source.length)}};
    return Outcome::ok;
}

Outcome BitSource::read(const Source& source, const ParamContext&, Value& value) {
    const Outcome outcome = load(source, value);
    return outcome == Outcome::ok && value > 1 ? Outcome::out_of_range : outcome;
}

Outcome NumericSource::read(const Source& source, const ParamContext& context, Value& value) {
    SQL_NUMERIC_STRUCT number{};
    const Outcome outcome = load(source, number);
    if (outcome != Outcome::ok) return outcome;
    const int scale = context.numeric_scale != 0 ? context.numeric_scale : number.scale;
    return from_numeric_struct(number, scale, value);
}

Outcome DateSource::read(const Source& source, const ParamContext&, Value& value) {
    SQL_DATE_STRUCT date{};
    const Outcome outcome = load(source, date);
    value = to_value(date);
    return outcome;
}

Outcome TimeSource::read(const Source& source, const ParamContext&, Value& value) {
    SQL_TIME_STRUCT time{};
    const Outcome outcome = load(source, time);
    value = to_value(time);
    return outcome;
}

Outcome TimestampSource::read(const Source& source, const ParamContext&, Value& value) {
    SQL_TIMESTAMP_STRUCT timestamp{};
    const Outcome outcome = load(source, timestamp);
    value = to_value(timestamp);
    return outcome;
}

}  // namespace cubrid::odbc::convert
