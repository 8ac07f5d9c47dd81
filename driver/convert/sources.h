// Application buffer -> canonical value, one source per C type. The buffer may stand at any
// address.
#pragma once

#include <cstring>

#include "convert/encode.h"
#include "convert/value.h"

namespace cubrid::odbc::convert {

// UTF-16 of the application, as it stands there: possibly at an odd address, so read through
// base/utf.h only.
struct WideText {
    std::u16string_view units;
};

template <class T>
Outcome load(const Source& source, T& value) {
    if (source.value == nullptr) return Outcome::null_pointer;
    std::memcpy(&value, source.value, sizeof value);
    return Outcome::ok;
}

struct NarrowSource {
    using Value = Text;
    static Outcome read(const Source& source, const ParamContext& context, Value& value);
};
struct WideSource {
    using Value = WideText;
    static Outcome read(const Source& source, const ParamContext&, Value& value);
};
struct BinarySource {
    using Value = Binary;
    static Outcome read(const Source& source, const ParamContext&, Value& value);
};

template <class T>
struct NumberSource {
    using Value = T;
    static Outcome read(const Source& source, const ParamContext&, Value& value) {
        return load(source, value);
    }
};
// A bit is 0 or 1; other bytes are no bit.
struct BitSource {
    using Value = SQLCHAR;
    static Outcome read(const Source& source, const ParamContext&, Value& value);
};
// The scale is the descriptor's, as the reference has it; where that is not set, the structure's
// own, which most applications fill in.
struct NumericSource {
    using Value = Decimal;
    static Outcome read(const Source& source, const ParamContext& context, Value& value);
};

// Fields are taken as they are: what an impossible date means depends on the SQL type.
struct DateSource {
    using Value = Date;
    static Outcome read(const Source& source, const ParamContext&, Value& value);
};
struct TimeSource {
    using Value = Time;
    static Outcome read(const Source& source, const ParamContext&, Value& value);
};
struct TimestampSource {
    using Value = Timestamp;
    static Outcome read(const Source& source, const ParamContext&, Value& value);
};
// The C type says which fields there are: the reference's own example leaves interval_type unset.
// Values of different classes are different types, so that a wrong pair does not exist.
template <IntervalType kType>
struct IntervalValue {
    Interval interval;
};
template <std::size_t kIndex>
struct IntervalSource {
    using Value = IntervalValue<kIntervals[kIndex]>;
    static Outcome read(const Source& source, const ParamContext& context, Value& value) {
        SQL_INTERVAL_STRUCT structure;
        const Outcome outcome = load(source, structure);
        if (outcome != Outcome::ok) return outcome;
        return from_structure(structure, kIntervals[kIndex], context.interval, value.interval);
    }
};
using GuidSource = NumberSource<SQLGUID>;

inline Date to_value(const SQL_DATE_STRUCT& date) { return {date.year, date.month, date.day}; }
inline Time to_value(const SQL_TIME_STRUCT& time) { return {time.hour, time.minute, time.second}; }
inline Timestamp to_value(const SQL_TIMESTAMP_STRUCT& timestamp) {
    return {{timestamp.year, timestamp.month, timestamp.day},
            {timestamp.hour, timestamp.minute, timestamp.second},
            timestamp.fraction,
            0};
}

}  // namespace cubrid::odbc::convert
