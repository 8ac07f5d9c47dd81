#include "convert/decimal.h"

#include <gmock/gmock.h>

#include <random>

namespace cubrid::odbc::convert {
namespace {

std::string digits_of(Uint128 magnitude) { return print({magnitude, 0, false}); }

std::string to_plain(std::string_view text) {
    Decimal decimal;
    const Outcome outcome = to_decimal(text, decimal);
    return is_error(outcome) ? "error" : print(decimal);
}

TEST(Decimal, NumericLiteralsAreReadAsWritten) {
    EXPECT_EQ(to_plain("0"), "0");
    EXPECT_EQ(to_plain("-12.50"), "-12.5");
    EXPECT_EQ(to_plain("+.5"), "0.5");
    EXPECT_EQ(to_plain("5."), "5");
    EXPECT_EQ(to_plain("  007.100  "), "7.1");
    EXPECT_EQ(to_plain("1e3"), "1000");
    EXPECT_EQ(to_plain("1.25E-3"), "0.00125");
    EXPECT_EQ(to_plain("-0.0"), "0");
    EXPECT_EQ(to_plain("0e999999999999"), "0");
    EXPECT_EQ(to_plain("1e-5000"), "0." + std::string(4999, '0') + "1");
}

TEST(Decimal, WhatIsNoNumberIsRefused) {
    for (const char* text : {"", " ", ".", "-", "+-1", "1,5", "1.2.3", "e5", "1e", "1e+", "0x10",
                             "12a", "1 2", "inf", "nan", "１"}) {
        Decimal decimal;
        EXPECT_EQ(to_decimal(text, decimal), Outcome::bad_text) << text;
    }
}

TEST(Decimal, ThirtyEightDigitsFitAndThirtyNineDoNot) {
    const std::string longest(38, '9');
    EXPECT_EQ(to_plain(longest), longest);
    EXPECT_EQ(to_plain("-" + longest), "-" + longest);
    EXPECT_EQ(to_plain("1" + std::string(38, '0')), "error");
    EXPECT_EQ(to_plain("1e37"), "1" + std::string(37, '0'));
    EXPECT_EQ(to_plain("1e38"), "error");
    EXPECT_EQ(to_plain("000000" + longest), longest);
}

TEST(Decimal, DigitsBehindTheThirtyEighthAreCutAndReported) {
    Decimal decimal;
    EXPECT_EQ(to_decimal("1." + std::string(40, '3'), decimal), Outcome::fraction_lost);
    EXPECT_EQ(print(decimal), "1." + std::string(37, '3'));
    EXPECT_EQ(to_decimal("1." + std::string(50, '0'), decimal), Outcome::ok);
}

TEST(Decimal, ANumericStructureHoldsMagnitudeSignAndScale) {
    Decimal decimal;
    ASSERT_EQ(to_decimal("-1234567890123456789.0123456789", decimal), Outcome::ok);
    SQL_NUMERIC_STRUCT number{};
    ASSERT_EQ(to_numeric_struct(decimal, 38, 10, number), Outcome::ok);
    EXPECT_EQ(number.sign, 0);
    EXPECT_EQ(number.scale, 10);
    EXPECT_EQ(number.precision, 38);
    Decimal back;
    ASSERT_EQ(from_numeric_struct(number, 10, back), Outcome::ok);
    EXPECT_EQ(print(back), "-1234567890123456789.0123456789");
    EXPECT_EQ(digits_of(back.magnitude), "12345678901234567890123456789");
}

struct ScaleCase {
    const char* text;
    int precision;
    int scale;
    Outcome outcome;
    const char* magnitude;
};

TEST(Decimal, AScaleCutsFractionsAndRefusesWholeDigits) {
    const std::vector<ScaleCase> cases = {
        {"12.345", 38, 2, Outcome::fraction_lost, "1234"},
        {"12.34", 38, 2, Outcome::ok, "1234"},
        {"12", 38, 2, Outcome::ok, "1200"},
        {"12.5", 38, 0, Outcome::fraction_lost, "12"},
        {"123", 2, 0, Outcome::out_of_range, ""},
        {"99999999999999999999999999999999999999", 38, 1, Outcome::out_of_range, ""},
        {"0", 38, 120, Outcome::ok, "0"},
        {"1", 38, 37, Outcome::ok, "10000000000000000000000000000000000000"},
        {"1", 38, 38, Outcome::out_of_range, ""},
        {"12000", 38, -3, Outcome::ok, "12"},
        {"12345", 38, -3, Outcome::out_of_range, ""},
        {"12000.5", 38, -3, Outcome::fraction_lost, "12"},
        {"0.00000000000000000000000000000000000000000001", 38, 2, Outcome::fraction_lost, "0"},
        {"1", 38, 300, Outcome::out_of_range, ""},
        {"1", 38, -300, Outcome::out_of_range, ""},
    };
    for (const ScaleCase& test : cases) {
        Decimal decimal;
        ASSERT_EQ(to_decimal(test.text, decimal), Outcome::ok);
        SQL_NUMERIC_STRUCT number{};
        EXPECT_EQ(to_numeric_struct(decimal, test.precision, test.scale, number), test.outcome)
            << test.text << " scale " << test.scale;
        if (is_error(test.outcome)) continue;
        Decimal back;
        ASSERT_EQ(from_numeric_struct(number, 0, back), Outcome::ok);
        EXPECT_EQ(print(back), test.magnitude) << test.text;
    }
}

TEST(Decimal, AStructureBeyondThirtyEightDigitsIsOutOfRange) {
    SQL_NUMERIC_STRUCT number{};
    std::fill(std::begin(number.val), std::end(number.val), SQLCHAR{0xFF});
    Decimal decimal;
    EXPECT_EQ(from_numeric_struct(number, 0, decimal), Outcome::out_of_range);
}

TEST(Decimal, ANegativeScaleOfAParameterMultiplies) {
    SQL_NUMERIC_STRUCT number{};
    number.val[0] = 12;
    Decimal decimal;
    ASSERT_EQ(from_numeric_struct(number, -3, decimal), Outcome::ok);
    EXPECT_EQ(print(decimal), "-12000");
    EXPECT_EQ(from_numeric_struct(number, -37, decimal), Outcome::out_of_range);
}

TEST(Decimal, ABindHasAtMostThirtyEightDigitsInAll) {
    const auto bind = [](std::string_view text) {
        Decimal decimal;
        to_decimal(text, decimal);
        std::string out;
        const Outcome outcome = print_numeric_bind(decimal, out);
        return std::pair{outcome, out};
    };
    const std::string ones(38, '1');
    EXPECT_EQ(bind("0.5"), std::pair(Outcome::ok, std::string{"0.5"}));
    EXPECT_EQ(bind("0." + ones), std::pair(Outcome::ok, "." + ones));
    EXPECT_EQ(bind("-0." + ones), std::pair(Outcome::ok, "-." + ones));
    EXPECT_EQ(bind("0.0" + ones), std::pair(Outcome::fraction_lost, ".0" + ones.substr(1)));
    EXPECT_EQ(bind("1e-60"), std::pair(Outcome::fraction_lost, "." + std::string(38, '0')));
}

// Numbers as rows of digits, the slow way.
std::string normalised(bool is_negative, std::string whole, std::string fraction) {
    while (whole.size() > 1 && whole[0] == '0') whole.erase(0, 1);
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
    std::string text = fraction.empty() ? whole : whole + '.' + fraction;
    return is_negative && text != "0" ? "-" + text : text;
}

TEST(Decimal, RandomTextSurvivesReadingAndPrinting) {
    std::mt19937 random{3};
    const auto digits = [&](std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + random() % 10);
        return text;
    };
    for (int round = 0; round < 20000; ++round) {
        const std::size_t whole_count = random() % 20;
        const std::size_t fraction_count = random() % 19;
        const std::string whole = digits(whole_count);
        const std::string fraction = digits(fraction_count);
        if (whole.empty() && fraction.empty()) continue;
        const bool is_negative = random() % 2 == 0;
        const std::string expected = normalised(is_negative, "0" + whole, fraction);
        std::string text = (is_negative ? "-" : "") + whole + '.' + fraction;
        EXPECT_EQ(to_plain(text), expected) << text;
        // The same number with its point moved by an exponent.
        const std::string shifted =
            (is_negative ? "-" : "") + whole + fraction + "e-" + std::to_string(fraction_count);
        EXPECT_EQ(to_plain(shifted), expected) << shifted;
    }
}

}  // namespace
}  // namespace cubrid::odbc::convert
