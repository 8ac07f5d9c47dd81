// Numeric parameters of every C type and SQL type, against slow references.
#include <cmath>
#include <limits>
#include <random>

#include "convert/decimal.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

__extension__ using Int128 = __int128;

struct Range {
    SQLSMALLINT sql_type;
    cas::Type wire;
    std::size_t size;
    Int128 minimum;
    Int128 maximum;
};

const std::vector<Range> kRanges = {
    {SQL_TINYINT, cas::Type::smallint, 2, -128, 255},
    {SQL_SMALLINT, cas::Type::smallint, 2, -32768, 32767},
    {SQL_INTEGER, cas::Type::integer, 4, std::numeric_limits<std::int32_t>::min(),
     std::numeric_limits<std::int32_t>::max()},
    {SQL_BIGINT, cas::Type::bigint, 8, std::numeric_limits<std::int64_t>::min(),
     std::numeric_limits<std::int64_t>::max()},
    {SQL_BIT, cas::Type::smallint, 2, 0, 1},
};

Int128 integer_in(const Bound& bound) {
    if (bound.bytes.size() == 2) return number_in<std::int16_t>(bound);
    if (bound.bytes.size() == 4) return number_in<std::int32_t>(bound);
    return number_in<std::int64_t>(bound);
}

std::string to_text(Int128 value) {
    const bool is_negative = value < 0;
    return print({is_negative ? 0 - static_cast<Uint128>(value) : static_cast<Uint128>(value), 0,
                  is_negative});
}

template <class T>
void expect_all_ranges(SQLSMALLINT c_type, T value) {
    for (const Range& range : kRanges) {
        const Bound bound = bind_value_as(c_type, range.sql_type, value);
        if (Int128{value} < range.minimum || Int128{value} > range.maximum) {
            EXPECT_EQ(bound.outcome, Outcome::out_of_range)
                << range.sql_type << ' ' << to_text(value);
            continue;
        }
        EXPECT_EQ(bound.outcome, Outcome::ok);
        EXPECT_EQ(bound.type, range.wire);
        EXPECT_EQ(bound.bytes.size(), range.size);
        EXPECT_EQ(integer_in(bound), Int128{value});
    }
    EXPECT_EQ(bind_value_as(c_type, SQL_DECIMAL, value).text(), to_text(value));
    EXPECT_EQ(bind_value_as(c_type, SQL_VARCHAR, value).text(), to_text(value));
    EXPECT_EQ(
        std::bit_cast<double>(number_in<std::uint64_t>(bind_value_as(c_type, SQL_FLOAT, value))),
        static_cast<double>(value));
    EXPECT_EQ(
        std::bit_cast<float>(number_in<std::uint32_t>(bind_value_as(c_type, SQL_REAL, value))),
        static_cast<float>(value));
    for (const char* fraction : {"", ".0"}) {
        for (const Range& range : kRanges) {
            const bool fits = Int128{value} >= range.minimum && Int128{value} <= range.maximum;
            const Outcome beyond =
                range.sql_type == SQL_BIT ? Outcome::out_of_range : Outcome::too_long;
            EXPECT_EQ(bind_text_as(range.sql_type, " " + to_text(value) + fraction).outcome,
                      fits ? Outcome::ok : beyond);
        }
    }
}

template <class T>
void expect_c_integer(SQLSMALLINT c_type) {
    std::mt19937_64 random{10};
    for (int i = 0; i < 200; ++i)
        expect_all_ranges<T>(c_type, static_cast<T>(random() >> (random() % 64)));
    for (const Range& range : kRanges) {
        for (const Int128 value :
             {range.minimum - 1, range.minimum, range.maximum, range.maximum + 1}) {
            if (value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max()) {
                expect_all_ranges<T>(c_type, static_cast<T>(value));
            }
        }
    }
}

TEST(EncodeInteger, TheWireTypeFollowsTheSqlTypeAndTheRangeIsExact) {
    expect_c_integer<SQLSCHAR>(SQL_C_STINYINT);
    expect_c_integer<SQLCHAR>(SQL_C_UTINYINT);
    expect_c_integer<SQLSMALLINT>(SQL_C_SSHORT);
    expect_c_integer<SQLUSMALLINT>(SQL_C_USHORT);
    expect_c_integer<SQLINTEGER>(SQL_C_SLONG);
    expect_c_integer<SQLUINTEGER>(SQL_C_ULONG);
    expect_c_integer<std::int64_t>(SQL_C_SBIGINT);
    expect_c_integer<std::uint64_t>(SQL_C_UBIGINT);
}

TEST(EncodeInteger, ASmallintIsAShortOfTwoBytes) {
    const Bound bound = bind_value_as(SQL_C_SSHORT, SQL_SMALLINT, SQLSMALLINT{-2});
    EXPECT_EQ(bound.type, cas::Type::smallint);
    EXPECT_EQ(bound.bytes, "\xFF\xFE");
    EXPECT_EQ(bind_value_as(SQL_C_SBIGINT, SQL_SMALLINT, std::int64_t{40000}).outcome,
              Outcome::out_of_range);
}

TEST(EncodeInteger, FractionsOfNumbersAreCutWithAWarningThoseOfTextAreErrors) {
    const Bound cut = bind_value_as(SQL_C_DOUBLE, SQL_INTEGER, -12.75);
    EXPECT_EQ(cut.outcome, Outcome::fraction_lost);
    EXPECT_EQ(number_in<std::int32_t>(cut), -12);
    EXPECT_EQ(bind_text_as(SQL_INTEGER, "-12.75").outcome, Outcome::too_long);
    EXPECT_EQ(bind_text_as(SQL_INTEGER, "1.2e1").outcome, Outcome::ok);
    EXPECT_EQ(bind_text_as(SQL_INTEGER, "x").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_text_as(SQL_INTEGER, "").outcome, Outcome::bad_text);
    EXPECT_EQ(bind(SQL_C_WCHAR, {u" 17 ", SQL_NTS}, param(SQL_INTEGER)).outcome, Outcome::ok);
}

TEST(EncodeBit, OnlyZeroAndOneAreBits) {
    EXPECT_EQ(bind_value_as(SQL_C_BIT, SQL_BIT, SQLCHAR{1}).outcome, Outcome::ok);
    EXPECT_EQ(bind_value_as(SQL_C_BIT, SQL_INTEGER, SQLCHAR{2}).outcome, Outcome::out_of_range);
    EXPECT_EQ(bind_value_as(SQL_C_BIT, SQL_VARCHAR, SQLCHAR{1}).text(), "1");
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_BIT, 0.5).outcome, Outcome::too_long);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_BIT, -0.5).outcome, Outcome::out_of_range);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_BIT, 2.0).outcome, Outcome::out_of_range);
    EXPECT_EQ(bind_text_as(SQL_BIT, "1.0").outcome, Outcome::ok);
    EXPECT_EQ(bind_text_as(SQL_BIT, "0.1").outcome, Outcome::too_long);
}

TEST(EncodeReal, DoublesGoBitByBit) {
    std::mt19937_64 random{11};
    for (int i = 0; i < 1000; ++i) {
        const double value = std::bit_cast<double>(random());
        const Bound bound = bind_value_as(SQL_C_DOUBLE, SQL_DOUBLE, value);
        if (!std::isfinite(value)) {
            EXPECT_EQ(bound.outcome, Outcome::out_of_range);
            continue;
        }
        EXPECT_EQ(bound.type, cas::Type::double_precision);
        EXPECT_EQ(number_in<std::uint64_t>(bound), std::bit_cast<std::uint64_t>(value));
    }
    const Bound real = bind_value_as(SQL_C_FLOAT, SQL_REAL, 0.1F);
    EXPECT_EQ(real.type, cas::Type::real);
    EXPECT_EQ(real.bytes.size(), 4U);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_REAL, 1e39).outcome, Outcome::out_of_range);
    EXPECT_EQ(bind_text_as(SQL_DOUBLE, "1e400").outcome, Outcome::out_of_range);
    EXPECT_EQ(bind_text_as(SQL_DOUBLE, "nan").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_VARCHAR, HUGE_VAL).outcome, Outcome::out_of_range);
}

// What the server takes: sign, digits, point, at most 38 digits, no exponent (CAS protocol 6.2).
bool is_numeric_bind(std::string_view text) {
    const auto digits = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }));
    return digits >= 1 && digits <= 38 &&
           text.find_first_not_of("-.0123456789") == std::string_view::npos;
}

TEST(EncodeDecimal, TheTextIsPlain) {
    const auto text = [](double value) {
        return bind_value_as(SQL_C_DOUBLE, SQL_NUMERIC, value).text();
    };
    EXPECT_EQ(text(1.25), "1.25");
    EXPECT_EQ(text(1e22), "10000000000000000000000");
    EXPECT_EQ(text(-1e-7), "-0.0000001");
    EXPECT_EQ(text(0.1), "0.1");
    EXPECT_EQ(text(-0.0), "0");
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_NUMERIC, 1e38).outcome, Outcome::out_of_range);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_NUMERIC, std::nan("")).outcome,
              Outcome::out_of_range);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_NUMERIC, 1e-300).outcome, Outcome::fraction_lost);
    EXPECT_EQ(bind_value_as(SQL_C_FLOAT, SQL_NUMERIC, 0.1F).text(), "0.1");
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, "1e3").text(), "1000");
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, "  -0012.340 ").text(), "-12.34");
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, std::string(60, '0') + "7").text(), "7");
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, "1." + std::string(40, '3')).outcome, Outcome::too_long);
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, std::string(39, '3')).outcome, Outcome::too_long);
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, "1e5x").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, "").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_text_as(SQL_NUMERIC, "7").type, cas::Type::numeric);
}

TEST(EncodeDecimal, WhateverIsSentTheServerTakes) {
    std::mt19937_64 random{12};
    for (int i = 0; i < 5000; ++i) {
        const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                        static_cast<int>(random() % 300) - 200);
        const Bound bound = bind_value_as(SQL_C_DOUBLE, SQL_DECIMAL, value);
        if (std::fabs(value) > 1.0000001e38) {
            EXPECT_EQ(bound.outcome, Outcome::out_of_range) << value;
        } else if (!is_error(bound.outcome)) {
            EXPECT_TRUE(is_numeric_bind(bound.text())) << bound.text();
            if (bound.outcome == Outcome::ok) {
                EXPECT_EQ(std::strtod(bound.text().c_str(), nullptr), value) << bound.text();
            }
        }
    }
}

TEST(EncodeDecimal, DeclaredSizesNeverChangeTheValue) {
    using Sizes = std::pair<SQLULEN, SQLSMALLINT>;
    for (const auto& [size, digits] :
         std::vector<Sizes>{{0, 0}, {18, 3}, {255, 3}, {38, 10}, {3, 1}}) {
        ParamContext context = param(SQL_NUMERIC, size);
        context.decimal_digits = digits;
        EXPECT_EQ(bind(SQL_C_CHAR, {"-12.345", SQL_NTS}, context).text(), "-12.345");
    }
}

TEST(EncodeDecimal, AStructureTakesTheScaleOfTheDescriptorOrItsOwn) {
    SQL_NUMERIC_STRUCT number{};
    number.precision = 38;
    number.scale = 10;
    const Uint128 magnitude = Uint128{1234567890123456789} * 10000000000U + 123456789U;
    for (std::size_t i = 0; i < sizeof number.val; ++i)
        number.val[i] = static_cast<SQLCHAR>(magnitude >> (8 * i));
    ParamContext context = param(SQL_NUMERIC);
    EXPECT_EQ(bind(SQL_C_NUMERIC, {&number, 0}, context).text(), "-1234567890123456789.0123456789");
    number.sign = 1;
    EXPECT_EQ(bind(SQL_C_NUMERIC, {&number, 0}, context).text(), "1234567890123456789.0123456789");
    context.numeric_scale = 12;
    EXPECT_EQ(bind(SQL_C_NUMERIC, {&number, 0}, context).text(), "12345678901234567.890123456789");
    EXPECT_EQ(bind_value_as(SQL_C_NUMERIC, SQL_BIGINT, number).outcome, Outcome::fraction_lost);
    EXPECT_EQ(bind_value_as(SQL_C_NUMERIC, SQL_VARCHAR, number).text(),
              "1234567890123456789.0123456789");
}

TEST(EncodeNumber, TextLongerThanItsColumnIsRefused) {
    EXPECT_EQ(bind_value_as(SQL_C_SLONG, SQL_VARCHAR, SQLINTEGER{-12345}, 6).text(), "-12345");
    EXPECT_EQ(bind_value_as(SQL_C_SLONG, SQL_VARCHAR, SQLINTEGER{-12345}, 5).outcome,
              Outcome::too_long);
    EXPECT_EQ(bind_value_as(SQL_C_DOUBLE, SQL_WVARCHAR, 0.1).text(), "0.1");
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
