// Canonical value -> bound value on the wire (ODBC Appendix D, "C to SQL"), one binder per SQL
// type. As with the writers, a value for which a binder has no overload is a pair that does not
// exist.
#pragma once

#include <bit>
#include <cmath>

#include "convert/bind_text.h"
#include "convert/number.h"
#include "convert/write_datetime.h"

namespace cubrid::odbc::convert {

// A C structure sent as SQL_C_BINARY must have its exact size (ODBC Appendix D, "C to SQL:
// Binary").
template <class T>
Outcome load_native(const Binary& binary, T& value) {
    if (binary.bytes.size() != sizeof value) return Outcome::out_of_range;
    std::memcpy(&value, binary.bytes.data(), sizeof value);
    return Outcome::ok;
}

// A number in text that loses digits, of its fraction or its whole part, is a text cut off: 22001
// (C to SQL: Character). A number that is one may lose its fraction (C to SQL: Numeric).
template <class V>
Outcome digit_rule(Outcome outcome) {
    const bool is_lost = outcome == Outcome::fraction_lost || outcome == Outcome::out_of_range;
    return std::is_same_v<V, Text> && is_lost ? Outcome::too_long : outcome;
}

template <class T>
void bind_number(cas::Type type, T value, cas::WireWriter& out) {
    out.bind_type(type);
    out.number_arg(value);
}

struct TextBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    static Outcome bind(const Text& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_text(value, context, out);
    }
    static Outcome bind(const WideText& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_text(value, context, out);
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_text(Text{base::as_text(value.bytes), context.narrow}, context, out);
    }
    template <Number V>
    static Outcome bind(const V& value, const ParamContext& context, cas::WireWriter& out) {
        if constexpr (Real<V>) {
            if (!std::isfinite(value)) return Outcome::out_of_range;
        }
        Scratch scratch;
        return bind_ascii(print_number(value, scratch), context, out);
    }
    template <Temporal V>
    static Outcome bind(const V& value, const ParamContext& context, cas::WireWriter& out) {
        if (!is_valid(value)) return Outcome::datetime_overflow;
        V shown = value;
        if constexpr (std::is_same_v<V, Timestamp>) {
            shown.fraction_digits = count_fraction_digits(value.nanoseconds);
        }
        DatetimeText text;
        return bind_ascii(print_value(shown, text), context, out);
    }
    template <IntervalType kType>
    static Outcome bind(const IntervalValue<kType>& value, const ParamContext& context,
                        cas::WireWriter& out) {
        IntervalText text;
        print_interval(value.interval, kType, text);
        return bind_ascii(text.view(), context, out);
    }
    static Outcome bind(const SQLGUID& value, const ParamContext& context, cas::WireWriter& out) {
        const auto text = print_guid(value);
        return bind_ascii({text.data(), text.size()}, context, out);
    }
};

// `Native` is the C type that the SQL type has by default, `Wire` what CUBRID stores it in.
template <Integer Native, Integer Wire, cas::Type kType, int kMinimum = 0, int kMaximum = 0>
struct IntegerBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    template <Numeric V>
    static Outcome bind(const V& value, const ParamContext&, cas::WireWriter& out) {
        Wire integer = 0;
        const Outcome outcome = digit_rule<V>(to_integer(value, integer));
        if (is_error(outcome)) return outcome;
        if constexpr (kMaximum != 0) {
            if (integer < kMinimum || integer > kMaximum)
                return digit_rule<V>(Outcome::out_of_range);
        }
        bind_number(kType, integer, out);
        return outcome;
    }
    template <IntervalType kSource>
    requires(kSource.is_single_field()) static Outcome
        bind(const IntervalValue<kSource>& value, const ParamContext& context,
             cas::WireWriter& out) {
        return bind(to_decimal(value.interval, kSource), context, out);
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        Native native = 0;
        const Outcome outcome = load_native(value, native);
        return outcome == Outcome::ok ? bind(native, context, out) : outcome;
    }
};

struct BitBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    template <Numeric V>
    static Outcome bind(const V& value, const ParamContext&, cas::WireWriter& out) {
        SQLCHAR bit = 0;
        const Outcome outcome = to_bit(value, bit);
        if (outcome == Outcome::fraction_lost) return Outcome::too_long;
        if (outcome == Outcome::ok) bind_number(cas::Type::smallint, std::int16_t{bit}, out);
        return outcome;
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        SQLCHAR native = 0;
        const Outcome outcome = load_native(value, native);
        return outcome == Outcome::ok ? bind(native, context, out) : outcome;
    }
};

template <Real T, cas::Type kType>
struct RealBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    template <Numeric V>
    static Outcome bind(const V& value, const ParamContext&, cas::WireWriter& out) {
        T real = 0;
        const Outcome outcome = to_real(value, real);
        if (is_error(outcome)) return outcome;
        if (!std::isfinite(real)) return Outcome::out_of_range;
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        bind_number(kType, std::bit_cast<Bits>(real), out);
        return outcome;
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        T native = 0;
        const Outcome outcome = load_native(value, native);
        return outcome == Outcome::ok ? bind(native, context, out) : outcome;
    }
};

// ColumnSize and DecimalDigits do not change the value: applications pass what they like there, and
// the server rounds to the column's own scale.
struct DecimalBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    template <Numeric V>
    static Outcome bind(const V& value, const ParamContext&, cas::WireWriter& out) {
        Decimal decimal;
        const Outcome parsed = digit_rule<V>(to_decimal(value, decimal));
        if (is_error(parsed)) return parsed;
        std::string text;
        const Outcome outcome = digit_rule<V>(print_numeric_bind(decimal, text));
        if (is_error(outcome)) return outcome;
        out.bind_type(cas::Type::numeric);
        out.text_arg(text);
        return std::max(parsed, outcome);
    }
    template <IntervalType kType>
    requires(kType.is_single_field()) static Outcome
        bind(const IntervalValue<kType>& value, const ParamContext& context, cas::WireWriter& out) {
        return bind(to_decimal(value.interval, kType), context, out);
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out);
};

struct BinaryBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_binary(value.bytes, context, out);
    }
    static Outcome bind(const Text& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_hex(value.bytes, context, out);
    }
    static Outcome bind(const SQLGUID& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_binary(std::as_bytes(std::span{&value, 1}), context, out);
    }
};

// 22007 for what is no date or time, 22008 when a part that is not zero has no place in the SQL
// type.
Outcome bind_value(const Date& value, bool part_lost, cas::WireWriter& out);
Outcome bind_value(const Time& value, bool part_lost, cas::WireWriter& out);
Outcome bind_value(const Timestamp& value, bool part_lost, cas::WireWriter& out);

template <class T, class Structure>
struct DatetimeBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    template <class V>
    requires ConvertibleDatetime<V, T>
    static Outcome bind(const V& value, const ParamContext&, cas::WireWriter& out) {
        T converted{};
        const Outcome outcome = convert_datetime(value, converted);
        if (is_error(outcome)) return outcome;
        return bind_value(converted, outcome == Outcome::fraction_lost, out);
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        Structure native{};
        const Outcome outcome = load_native(value, native);
        return outcome == Outcome::ok ? bind(to_value(native), context, out) : outcome;
    }
};

// CUBRID has no GUID type: it is sent as its text, which is always as long; a declared size says
// nothing.
struct GuidBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    static Outcome bind(const SQLGUID& value, const ParamContext& context, cas::WireWriter& out);
    static Outcome bind(const Text& value, const ParamContext& context, cas::WireWriter& out);
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out);
};

// Nor has it intervals; an application may still declare one, and its text is sent.
Outcome bind_interval(Outcome made, const Interval& value, IntervalType type, cas::WireWriter& out);

// `kIndex` in kIntervals.
template <std::size_t kIndex>
struct IntervalBinder {
    static constexpr IntervalType kType = kIntervals[kIndex];

    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    template <IntervalType kSource>
    requires(kSource.is_year_month() == kType.is_year_month()) static Outcome
        bind(const IntervalValue<kSource>& value, const ParamContext&, cas::WireWriter& out) {
        return bind_interval(Outcome::ok, value.interval, kType, out);
    }
    static Outcome bind(const Text& value, const ParamContext&, cas::WireWriter& out) {
        Interval interval;
        const Outcome outcome = parse_interval(value.bytes, kType, interval);
        return bind_interval(outcome, interval, kType, out);
    }
    template <ExactNumber V>
    requires(kType.is_single_field()) static Outcome
        bind(const V& value, const ParamContext&, cas::WireWriter& out) {
        Decimal decimal;
        Interval interval;
        const Outcome parsed = to_decimal(value, decimal);
        if (is_error(parsed)) return parsed;
        return bind_interval(to_interval(decimal, kType, interval), interval, kType, out);
    }
};

}  // namespace cubrid::odbc::convert
