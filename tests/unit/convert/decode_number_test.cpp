// Numbers from the wire to every C type, against slow references.
#include <cfloat>
#include <clocale>
#include <cmath>
#include <limits>
#include <locale>
#include <random>

#include "convert/decimal.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

__extension__ using Int128 = __int128;

// Calls `body` with a value of each integer C type and its code.
template <class Body>
void for_each_integer_type(const Body& body) {
    body(SQLSCHAR{}, SQL_C_STINYINT);
    body(SQLSCHAR{}, SQL_C_TINYINT);
    body(SQLCHAR{}, SQL_C_UTINYINT);
    body(SQLSMALLINT{}, SQL_C_SSHORT);
    body(SQLSMALLINT{}, SQL_C_SHORT);
    body(SQLUSMALLINT{}, SQL_C_USHORT);
    body(SQLINTEGER{}, SQL_C_SLONG);
    body(SQLINTEGER{}, SQL_C_LONG);
    body(SQLUINTEGER{}, SQL_C_ULONG);
    body(std::int64_t{}, SQL_C_SBIGINT);
    body(std::uint64_t{}, SQL_C_UBIGINT);
}

std::vector<Int128> interesting_integers() {
    std::vector<Int128> values;
    for (int bits = 0; bits <= 64; ++bits) {
        for (int near = -2; near <= 2; ++near) {
            values.push_back((Int128{1} << bits) + near);
            values.push_back(-(Int128{1} << bits) + near);
        }
    }
    std::mt19937_64 random{4};
    for (int i = 0; i < 300; ++i) {
        values.push_back(static_cast<std::int64_t>(random()) >> (random() % 64));
    }
    return values;
}

template <class T>
bool fits(Int128 value) {
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

// What a column of one type must give as every integer type and as a bit, when its value is `whole`
// and perhaps a fraction.
void expect_integers(const ColumnContext& context, const cas::Cell& cell, Int128 whole,
                     bool has_fraction, bool is_negative) {
    for_each_integer_type([&](auto zero, SQLSMALLINT c_type) {
        using T = decltype(zero);
        const auto fetched = fetch_fixed<T>(context, cell, c_type);
        if (!fits<T>(whole)) {
            EXPECT_EQ(fetched.outcome, Outcome::out_of_range) << c_type;
        } else {
            EXPECT_EQ(fetched.outcome, has_fraction ? Outcome::fraction_lost : Outcome::ok)
                << c_type;
            EXPECT_EQ(Int128{fetched.value}, whole) << c_type;
        }
    });
    const auto bit = fetch_fixed<SQLCHAR>(context, cell, SQL_C_BIT);
    const bool below_zero = is_negative && (whole != 0 || has_fraction);
    if (whole < 0 || whole > 1 || below_zero) {
        EXPECT_EQ(bit.outcome, Outcome::out_of_range);
    } else {
        EXPECT_EQ(bit.outcome, has_fraction ? Outcome::fraction_lost : Outcome::ok);
        EXPECT_EQ(bit.value, static_cast<SQLCHAR>(whole));
    }
}

std::string to_text(Int128 value) {
    const bool is_negative = value < 0;
    const auto magnitude =
        is_negative ? 0 - static_cast<Uint128>(value) : static_cast<Uint128>(value);
    return print({magnitude, 0, is_negative});
}

template <class T>
void expect_integer_column(cas::Type type) {
    for (const Int128 value : interesting_integers()) {
        if (!fits<T>(value)) continue;
        const WireCell cell = integer_cell(static_cast<T>(value));
        const ColumnContext context = column(type);
        expect_integers(context, cell, value, false, value < 0);
        EXPECT_EQ(fetch_text(context, cell), to_text(value));
        EXPECT_EQ(fetch_fixed<double>(context, cell, SQL_C_DOUBLE).value,
                  static_cast<double>(value));
        EXPECT_EQ(fetch_fixed<float>(context, cell, SQL_C_FLOAT).value,
                  static_cast<float>(static_cast<T>(value)));
        const Fetched native = fetch(context, cell, SQL_C_BINARY, sizeof(T));
        EXPECT_EQ(native.outcome, Outcome::ok);
        EXPECT_EQ(native.buffer.as<T>(), static_cast<T>(value));
    }
}

TEST(DecodeInteger, EveryPairIsExactOrOutOfRange) {
    expect_integer_column<std::int16_t>(cas::Type::smallint);
    expect_integer_column<std::int32_t>(cas::Type::integer);
    expect_integer_column<std::int64_t>(cas::Type::bigint);
    expect_integer_column<std::uint16_t>(cas::Type::usmallint);
    expect_integer_column<std::uint32_t>(cas::Type::uinteger);
    expect_integer_column<std::uint64_t>(cas::Type::ubigint);
}

TEST(DecodeInteger, NumericAndTextColumnsObeyTheSameRanges) {
    for (const Int128 value : interesting_integers()) {
        for (const char* fraction : {"", ".0", ".5", ".00000000000000000001"}) {
            const std::string text = to_text(value) + fraction;
            const bool has_fraction =
                std::string_view{fraction}.find_first_of("51") != std::string_view::npos;
            expect_integers(column(cas::Type::numeric), text_cell(text), value, has_fraction,
                            value < 0);
            expect_integers(column(cas::Type::string), text_cell("  " + text + " "), value,
                            has_fraction, value < 0);
        }
    }
    expect_integers(column(cas::Type::numeric), text_cell("-0.5"), 0, true, true);
    expect_integers(column(cas::Type::string), text_cell("1.5e3"), 1500, false, false);
}

TEST(DecodeInteger, DoublesAreCutTowardsZero) {
    std::mt19937_64 random{5};
    std::vector<double> values = {0.0,
                                  -0.0,
                                  0.5,
                                  -0.5,
                                  0.999,
                                  1.0,
                                  1.5,
                                  2.0,
                                  -1.0,
                                  127.9,
                                  128.0,
                                  -128.9,
                                  -129.0,
                                  255.5,
                                  256.0,
                                  0x1p63,
                                  -0x1p63,
                                  0x1p64,
                                  0x1.fffffffffffffp63,
                                  0x1.fffffffffffffp62,
                                  1e300,
                                  -1e300,
                                  5e-324};
    for (int i = 0; i < 500; ++i) {
        values.push_back(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                    -static_cast<int>(random() % 64)));
    }
    for (const double value : values) {
        const double whole = std::trunc(value);
        const bool is_huge = std::fabs(whole) > 0x1p100;
        const Int128 exact = is_huge ? (value < 0 ? -(Int128{1} << 100) : Int128{1} << 100)
                                     : static_cast<Int128>(whole);
        expect_integers(column(cas::Type::double_precision), double_cell(value), exact,
                        whole != value, value < 0);
    }
    for (const double odd : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        EXPECT_EQ(fetch_fixed<std::int64_t>(column(cas::Type::double_precision), double_cell(odd),
                                            SQL_C_SBIGINT)
                      .outcome,
                  Outcome::out_of_range);
    }
}

TEST(DecodeReal, DoubleAsTextReadsBackToTheSameDouble) {
    std::mt19937_64 random{6};
    std::vector<double> values = {0.0,
                                  -0.0,
                                  100.0,
                                  1e15,
                                  123456789.123,
                                  0.1,
                                  1e-300,
                                  -2.5e300,
                                  5e-324,
                                  DBL_MAX,
                                  -DBL_MIN,
                                  1e16,
                                  1e17,
                                  1e-4,
                                  1e-5,
                                  9.999e-6,
                                  123456789012345678.0};
    for (int i = 0; i < 20000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (std::isfinite(value)) values.push_back(value);
        values.push_back(
            std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 80) - 70));
    }
    for (const double value : values) {
        const std::string text =
            fetch_text(column(cas::Type::double_precision), double_cell(value));
        ASSERT_EQ(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)),
                  std::bit_cast<std::uint64_t>(value))
            << text;
        ASSERT_LE(text.size(), 24U) << text;
        ASSERT_TRUE(text[0] == '-' || (text[0] >= '0' && text[0] <= '9')) << text;
        const auto back =
            fetch_fixed<double>(column(cas::Type::string), text_cell(text), SQL_C_DOUBLE);
        ASSERT_EQ(back.value, value);
    }
}

TEST(DecodeReal, FloatAsTextReadsBackToTheSameFloat) {
    std::mt19937 random{7};
    std::vector<float> values = {16777217.0F,  0.1F,    100.0F, FLT_MAX, -FLT_MIN,
                                 FLT_TRUE_MIN, 0.0001F, 1e9F,   1e10F};
    for (int i = 0; i < 20000; ++i) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isfinite(value)) values.push_back(value);
    }
    for (const float value : values) {
        const std::string text = fetch_text(column(cas::Type::real), float_cell(value));
        ASSERT_EQ(std::strtof(text.c_str(), nullptr), value) << text;
        ASSERT_LE(text.size(), 15U) << text;
    }
}

TEST(DecodeReal, CommonNumbersHaveNoExponent) {
    const auto text = [](double value) {
        return fetch_text(column(cas::Type::double_precision), double_cell(value));
    };
    EXPECT_EQ(text(100), "100");
    EXPECT_EQ(text(-100000), "-100000");
    EXPECT_EQ(text(0.0001), "0.0001");
    EXPECT_EQ(text(1e15), "1000000000000000");
    EXPECT_EQ(text(1e300), "1e+300");
    EXPECT_EQ(fetch_text(column(cas::Type::real), float_cell(0.1F)), "0.1");
    EXPECT_EQ(fetch_text(column(cas::Type::monetary), double_cell(12.5)), "12.5");
}

TEST(DecodeReal, ADoubleTooLargeForAFloatIsOutOfRange) {
    const auto as_float = [](double value) {
        return fetch_fixed<float>(column(cas::Type::double_precision), double_cell(value),
                                  SQL_C_FLOAT);
    };
    EXPECT_EQ(as_float(1e39).outcome, Outcome::out_of_range);
    EXPECT_EQ(as_float(-1e39).outcome, Outcome::out_of_range);
    EXPECT_EQ(as_float(static_cast<double>(FLT_MAX)).value, FLT_MAX);
    EXPECT_EQ(as_float(std::nextafter(static_cast<double>(FLT_MAX), 1e39)).value, FLT_MAX);
    EXPECT_EQ(as_float(0x1.ffffffp127).outcome, Outcome::out_of_range);
    EXPECT_EQ(as_float(1e-60).value, 0.0F);
    EXPECT_EQ(as_float(0.1).value, 0.1F);
}

TEST(DecodeReal, TextBeyondTheRangeOfADouble) {
    const auto as_double = [](const char* text) {
        return fetch_fixed<double>(column(cas::Type::string), text_cell(text), SQL_C_DOUBLE);
    };
    EXPECT_EQ(as_double("1e400").outcome, Outcome::out_of_range);
    EXPECT_EQ(as_double("-1e400").outcome, Outcome::out_of_range);
    EXPECT_EQ(as_double("1e-400").value, 0.0);
    EXPECT_EQ(as_double("+1.5").value, 1.5);
    EXPECT_EQ(as_double(" 39.5 ").value, 39.5);
    EXPECT_EQ(as_double("abc").outcome, Outcome::bad_text);
    EXPECT_EQ(as_double("inf").outcome, Outcome::bad_text);
    EXPECT_EQ(as_double("").outcome, Outcome::bad_text);
    EXPECT_EQ(as_double("0x10").outcome, Outcome::bad_text);
}

TEST(DecodeNumeric, AStructureTakesTheScaleOfTheDescriptor) {
    ColumnContext context = column(cas::Type::numeric);
    context.numeric_precision = 38;
    context.numeric_scale = 10;
    const auto number = fetch_fixed<SQL_NUMERIC_STRUCT>(
        context, text_cell("-1234567890123456789.0123456789"), SQL_C_NUMERIC);
    EXPECT_EQ(number.outcome, Outcome::ok);
    EXPECT_EQ(number.value.sign, 0);
    EXPECT_EQ(number.value.scale, 10);
    Decimal decimal;
    from_numeric_struct(number.value, 0, decimal);
    EXPECT_EQ(print(decimal), "-12345678901234567890123456789");
    context.numeric_scale = 0;
    EXPECT_EQ(fetch_fixed<SQL_NUMERIC_STRUCT>(context, text_cell("12.5"), SQL_C_NUMERIC).outcome,
              Outcome::fraction_lost);
    context.numeric_precision = 2;
    EXPECT_EQ(fetch_fixed<SQL_NUMERIC_STRUCT>(context, text_cell("123"), SQL_C_NUMERIC).outcome,
              Outcome::out_of_range);
    context.numeric_scale = 1;
    const auto tenth = fetch_fixed<SQL_NUMERIC_STRUCT>(column(cas::Type::double_precision),
                                                       double_cell(7), SQL_C_NUMERIC);
    EXPECT_EQ(tenth.value.val[0], 7);
    EXPECT_EQ(tenth.value.sign, 1);
}

TEST(DecodeNumeric, AsBinaryItIsTheStructureWithItsOwnScale) {
    const Fetched fetched = fetch(column(cas::Type::numeric), text_cell("-12.50"), SQL_C_BINARY,
                                  sizeof(SQL_NUMERIC_STRUCT));
    EXPECT_EQ(fetched.outcome, Outcome::ok);
    const auto number = fetched.buffer.as<SQL_NUMERIC_STRUCT>();
    EXPECT_EQ(number.scale, 1);
    EXPECT_EQ(number.val[0], 125);
    EXPECT_EQ(number.sign, 0);
}

TEST(DecodeNumber, BinaryThatDoesNotFitIsOutOfRangeAndNotCut) {
    for (std::size_t capacity = 0; capacity < 4; ++capacity) {
        const Fetched fetched = fetch(column(cas::Type::integer), integer_cell<std::int32_t>(7),
                                      SQL_C_BINARY, capacity);
        EXPECT_EQ(fetched.outcome, Outcome::out_of_range);
        EXPECT_TRUE(fetched.buffer.is_untouched());
    }
}

// Whole digits must fit, fraction digits may be cut (ODBC Appendix D, "SQL to C: Numeric").
void expect_number_at_every_capacity(const ColumnContext& context, const cas::Cell& cell,
                                     std::string_view text) {
    const std::size_t whole = std::min(text.find('.'), text.size());
    for (std::size_t capacity = 0; capacity < text.size() + 3; ++capacity) {
        const Fetched narrow = fetch(context, cell, SQL_C_CHAR, capacity);
        const Fetched wide = fetch(context, cell, SQL_C_WCHAR, 2 * capacity + capacity % 2);
        if (whole >= capacity) {
            EXPECT_EQ(narrow.outcome, Outcome::out_of_range);
            EXPECT_TRUE(narrow.buffer.is_untouched());
            EXPECT_EQ(wide.outcome, Outcome::out_of_range);
            EXPECT_TRUE(wide.buffer.is_untouched());
            continue;
        }
        const std::size_t kept = std::min(text.size(), capacity - 1);
        const Outcome expected = text.size() < capacity ? Outcome::ok : Outcome::truncated;
        EXPECT_EQ(narrow.outcome, expected);
        EXPECT_EQ(narrow.buffer.bytes(kept + 1), std::string{text.substr(0, kept)} + '\0');
        EXPECT_EQ(narrow.length, static_cast<SQLLEN>(text.size()));
        EXPECT_TRUE(narrow.buffer.is_untouched_behind(kept + 1));
        EXPECT_EQ(wide.outcome, expected);
        EXPECT_EQ(wide.length, static_cast<SQLLEN>(2 * text.size()));
        EXPECT_TRUE(wide.buffer.is_untouched_behind(2 * kept + 2));
        EXPECT_EQ(wide.buffer.units(kept + 1).back(), u'\0');
    }
}

TEST(DecodeNumber, TextIsCutInTheFractionOnly) {
    expect_number_at_every_capacity(column(cas::Type::numeric), text_cell("-123.4567"),
                                    "-123.4567");
    expect_number_at_every_capacity(column(cas::Type::integer), integer_cell<std::int32_t>(-12345),
                                    "-12345");
    expect_number_at_every_capacity(column(cas::Type::double_precision), double_cell(39.125),
                                    "39.125");
}

TEST(DecodeNumber, AnExponentIsNeverCutOff) {
    const ColumnContext context = column(cas::Type::double_precision);
    const WireCell cell = double_cell(-1.2345e+300);
    for (std::size_t capacity = 0; capacity < 14; ++capacity) {
        const Fetched fetched = fetch(context, cell, SQL_C_CHAR, capacity);
        if (capacity < 8) {
            EXPECT_EQ(fetched.outcome, Outcome::out_of_range) << capacity;
            continue;
        }
        EXPECT_EQ(fetched.outcome, capacity < 13 ? Outcome::truncated : Outcome::ok);
        EXPECT_EQ(fetched.length, 12);
        const double value = std::strtod(fetched.buffer.bytes(capacity).c_str(), nullptr);
        EXPECT_GE(value, -1.2345e+300);
        EXPECT_LE(value, -1e+300);
    }
}

TEST(DecodeNumber, MalformedCellsAreTheServersFault) {
    EXPECT_EQ(
        fetch_fixed<SQLINTEGER>(column(cas::Type::integer), raw_cell("abc"), SQL_C_SLONG).outcome,
        Outcome::malformed);
    EXPECT_EQ(
        fetch_fixed<SQLINTEGER>(column(cas::Type::integer), raw_cell(""), SQL_C_SLONG).outcome,
        Outcome::malformed);
    EXPECT_EQ(
        fetch_fixed<double>(column(cas::Type::double_precision), raw_cell("1234567"), SQL_C_DOUBLE)
            .outcome,
        Outcome::malformed);
    EXPECT_EQ(
        fetch_fixed<SQLINTEGER>(column(cas::Type::numeric), text_cell("12a"), SQL_C_SLONG).outcome,
        Outcome::malformed);
}

class CommaPoint : public std::numpunct<char> {
 protected:
    char do_decimal_point() const override { return ','; }
};

TEST(DecodeNumber, ALocaleWithADecimalCommaChangesNothing) {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    const std::locale old =
        std::locale::global(std::locale{std::locale::classic(), new CommaPoint});
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    EXPECT_EQ(fetch_text(column(cas::Type::numeric), text_cell("39.5")), "39.5");
    EXPECT_EQ(fetch_text(column(cas::Type::double_precision), double_cell(39.5)), "39.5");
    EXPECT_EQ(
        fetch_fixed<double>(column(cas::Type::numeric), text_cell("39.5"), SQL_C_DOUBLE).value,
        39.5);
    EXPECT_EQ(bind_text_as(SQL_DECIMAL, "1.25").text(), "1.25");
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_DECIMAL, 1.25).text(), "1.25");
    std::locale::global(old);
    std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
