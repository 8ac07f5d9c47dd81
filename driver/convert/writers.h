// Canonical value -> C target (ODBC Appendix D, "SQL to C"). Each writer takes the values that the
// reference allows for its C type and deletes the rest, so that a missing overload is a pair that
// does not exist and never a silent promotion.
#pragma once

#include "convert/c_types.h"
#include "convert/interval.h"
#include "convert/number.h"
#include "convert/target.h"
#include "convert/write_datetime.h"

namespace cubrid::odbc::convert {

template <class Unit>
struct TextWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <Number V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        Scratch scratch;
        return put_number<Unit>(target, print_number(value, scratch));
    }
    template <Temporal V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        DatetimeText text;
        return put_ascii<Unit>(target, print_value(value, text), needed_length(value));
    }
    static Outcome write(const Text& value, const Target& target, const ColumnContext& context) {
        if constexpr (sizeof(Unit) == 1) {
            return put_narrow(target, value, context.narrow);
        } else {
            return put_wide(target, value);
        }
    }
    static Outcome write(const Binary& value, const Target& target, const ColumnContext&) {
        return put_hex<Unit>(target, value.bytes);
    }
};

template <Integer T>
struct IntegerWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <Numeric V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        T integer = 0;
        const Outcome outcome = to_integer(value, integer);
        if (!is_error(outcome)) put_fixed(target, integer);
        return outcome;
    }
};

struct BitWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <Numeric V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        SQLCHAR bit = 0;
        const Outcome outcome = to_bit(value, bit);
        if (!is_error(outcome)) put_fixed(target, bit);
        return outcome;
    }
};

template <Real T>
struct RealWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <Numeric V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        T real = 0;
        const Outcome outcome = to_real(value, real);
        if (!is_error(outcome)) put_fixed(target, real);
        return outcome;
    }
};

struct NumericWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <Numeric V>
    static Outcome write(const V& value, const Target& target, const ColumnContext& context) {
        Decimal decimal;
        const Outcome parsed = to_decimal(value, decimal);
        if (is_error(parsed)) return parsed;
        SQL_NUMERIC_STRUCT number{};
        const Outcome outcome =
            to_numeric_struct(decimal, context.numeric_precision, context.numeric_scale, number);
        if (is_error(outcome)) return outcome;
        put_fixed(target, number);
        return parsed == Outcome::ok ? outcome : parsed;
    }
};

// Text and bytes as they are, everything else as the C structure of its type.
struct BinaryWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <class V>
    requires Integer<V> || Real<V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        return put_native(target, &value, sizeof value);
    }
    static Outcome write(const DecimalText& value, const Target& target, const ColumnContext&) {
        Decimal decimal;
        const Outcome parsed = to_decimal(value, decimal);
        if (parsed != Outcome::ok) return Outcome::malformed;
        SQL_NUMERIC_STRUCT number{};
        const Outcome outcome = to_numeric_struct(decimal, kMaxDigits, decimal.scale, number);
        return is_error(outcome) ? outcome : put_native(target, &number, sizeof number);
    }
    template <Temporal V>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        auto structure = to_structure(value);
        if (!structure) return Outcome::bad_datetime;
        return put_native(target, &*structure, sizeof *structure);
    }
    static Outcome write(const Text& value, const Target& target, const ColumnContext& context) {
        std::string converted;
        // Bytes that mean nothing are not taken for ISO-8859-1 here.
        const bool is_raw = value.charset == base::Charset::binary;
        const auto bytes = is_raw ? value.bytes : to_narrow(value, context.narrow, converted);
        return bytes ? put_bytes(target, base::as_bytes(*bytes)) : Outcome::bad_text;
    }
    static Outcome write(const Binary& value, const Target& target, const ColumnContext&) {
        return put_bytes(target, value.bytes);
    }
};

template <class T>
struct DatetimeWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <class V>
    requires ConvertibleDatetime<V, T>
    static Outcome write(const V& value, const Target& target, const ColumnContext&) {
        T converted{};
        const Outcome outcome = convert_datetime(value, converted);
        if (is_error(outcome)) return outcome;
        const auto structure = to_structure(converted);
        if (!structure) return Outcome::bad_datetime;
        put_fixed(target, *structure);
        return outcome;
    }
};

// Not in the reference, which knows SQL_GUID columns only: text of a GUID and 16 bytes.
struct GuidWriter {
    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    static Outcome write(const Text& value, const Target& target, const ColumnContext&) {
        const auto guid = parse_guid(value.bytes);
        if (!guid) return Outcome::bad_text;
        put_fixed(target, *guid);
        return Outcome::ok;
    }
    static Outcome write(const Binary& value, const Target& target, const ColumnContext&) {
        SQLGUID guid{};
        if (value.bytes.size() != sizeof guid) return Outcome::bad_text;
        std::memcpy(&guid, value.bytes.data(), sizeof guid);
        put_fixed(target, guid);
        return Outcome::ok;
    }
};

// `kIndex` in kIntervals. Approximate numbers do not become intervals (SQL to C: Numeric).
template <std::size_t kIndex>
struct IntervalWriter {
    static constexpr IntervalType kType = kIntervals[kIndex];

    template <class V>
    static Outcome write(const V&, const Target&, const ColumnContext&) = delete;

    template <ExactNumber V>
    static Outcome write(const V& value, const Target& target, const ColumnContext& context) {
        Decimal decimal;
        Interval interval;
        const Outcome parsed = to_decimal(value, decimal);
        if (is_error(parsed)) return parsed;
        return put(std::max(parsed, to_interval(decimal, kType, interval)), interval, target,
                   context);
    }
    static Outcome write(const Text& value, const Target& target, const ColumnContext& context) {
        Interval interval;
        return put(parse_interval(value.bytes, kType, interval), interval, target, context);
    }

 private:
    static Outcome put(Outcome made, const Interval& interval, const Target& target,
                       const ColumnContext& context) {
        if (is_error(made)) return made;
        SQL_INTERVAL_STRUCT structure;
        const Outcome outcome = to_structure(interval, kType, context.interval, structure);
        if (is_error(outcome)) return outcome;
        put_fixed(target, structure);
        return std::max(made, outcome);
    }
};

}  // namespace cubrid::odbc::convert
