// SQLGetData in parts: lengths, terminators, whole characters, the end.
#include <array>
#include <ctime>
#include <random>

#include "base/utf.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

using namespace std::string_literals;

constexpr std::array<SQLSMALLINT, 2> kTextTypes = {SQL_C_CHAR, SQL_C_WCHAR};
constexpr std::array<SQLSMALLINT, 3> kLongTypes = {SQL_C_CHAR, SQL_C_WCHAR, SQL_C_BINARY};

// One column of one row, read part by part.
class Reader {
 public:
    Reader(ColumnContext context, WireCell cell) : context_{context}, cell_{std::move(cell)} {}

    struct Call {
        Pieces::Part part;
        SQLLEN length = kUnset;
        std::string bytes;  // of the buffer
    };
    Call get(SQLSMALLINT c_type, std::size_t capacity) {
        GuardedBuffer buffer{capacity};
        Call call;
        const Target target{buffer.value(), static_cast<SQLLEN>(capacity), &call.length,
                            &call.length};
        call.part = pieces_.next(cell_, c_type, target, context_);
        call.bytes = buffer.bytes(capacity);
        EXPECT_TRUE(buffer.is_untouched_behind(capacity));
        return call;
    }
    Outcome outcome(SQLSMALLINT c_type, std::size_t capacity) {
        return get(c_type, capacity).part.outcome;
    }
    bool is_at_end(SQLSMALLINT c_type = SQL_C_CHAR) { return get(c_type, 100).part.no_more_data; }

 private:
    ColumnContext context_;
    WireCell cell_;
    Pieces pieces_;
};

Reader text(std::string_view value) { return {column(cas::Type::string), text_cell(value)}; }

TEST(Pieces, LengthsAreWhatIsLeftBeforeTheCall) {
    Reader reader = text(std::string(100, 'x'));
    for (SQLLEN left = 100; left > 0; left -= 10) {
        const auto call = reader.get(SQL_C_CHAR, 11);
        EXPECT_EQ(call.length, left);
        EXPECT_EQ(call.part.outcome, left > 10 ? Outcome::truncated : Outcome::ok);
        EXPECT_EQ(call.bytes, std::string(10, 'x') + '\0');
    }
    EXPECT_TRUE(reader.is_at_end());
    EXPECT_TRUE(reader.is_at_end());
}

TEST(Pieces, BinaryHasNoTerminator) {
    const std::string value(1002, 'b');
    Reader reader = text(value);
    const auto first = reader.get(SQL_C_BINARY, 1000);
    EXPECT_EQ(first.part.outcome, Outcome::truncated);
    EXPECT_EQ(first.length, 1002);
    EXPECT_EQ(first.bytes, std::string(1000, 'b'));
    const auto second = reader.get(SQL_C_BINARY, 1000);
    EXPECT_EQ(second.part.outcome, Outcome::ok);
    EXPECT_EQ(second.length, 2);
    EXPECT_TRUE(reader.is_at_end(SQL_C_BINARY));
    Reader exact = text(value);
    EXPECT_EQ(exact.outcome(SQL_C_BINARY, 1002), Outcome::ok);
    EXPECT_TRUE(exact.is_at_end(SQL_C_BINARY));
}

TEST(Pieces, AWideBufferHoldsOneCharacterLessThanItsSize) {
    Reader reader = text(std::string(257, 'w'));
    const auto first = reader.get(SQL_C_WCHAR, 512);
    EXPECT_EQ(first.part.outcome, Outcome::truncated);
    EXPECT_EQ(first.length, 514);
    const auto second = reader.get(SQL_C_WCHAR, 512);
    EXPECT_EQ(second.part.outcome, Outcome::ok);
    EXPECT_EQ(second.length, 4);
    EXPECT_TRUE(reader.is_at_end(SQL_C_WCHAR));
}

TEST(Pieces, AnEmptyTextComesOnceThenNothing) {
    for (const SQLSMALLINT c_type : kLongTypes) {
        Reader reader = text("");
        const auto call = reader.get(c_type, 4);
        EXPECT_EQ(call.part.outcome, Outcome::ok);
        EXPECT_EQ(call.length, 0);
        EXPECT_TRUE(reader.is_at_end(c_type));
    }
    Reader empty_bits{column(cas::Type::varbit), raw_cell("")};
    EXPECT_EQ(empty_bits.get(SQL_C_BINARY, 0).length, 0);
    EXPECT_TRUE(empty_bits.is_at_end(SQL_C_BINARY));
}

TEST(Pieces, AskingForTheLengthMakesNoProgress) {
    for (const SQLSMALLINT c_type : kLongTypes) {
        const SQLLEN unit = c_type == SQL_C_WCHAR ? 2 : 1;
        Reader reader = text("abcdef");
        for (int i = 0; i < 3; ++i) {
            const auto call = reader.get(c_type, 0);
            EXPECT_EQ(call.part.outcome, Outcome::truncated);
            EXPECT_EQ(call.length, 6 * unit);
        }
        EXPECT_EQ(reader.outcome(c_type, 6),
                  Outcome(c_type == SQL_C_BINARY ? Outcome::ok : Outcome::truncated));
    }
    Reader number{column(cas::Type::integer), integer_cell(-12345)};
    EXPECT_EQ(number.get(SQL_C_CHAR, 0).length, 6);
    EXPECT_EQ(number.get(SQL_C_WCHAR, 0).length, 12);
    EXPECT_EQ(number.get(SQL_C_BINARY, 0).length, 4);
    EXPECT_EQ(number.get(SQL_C_CHAR, 7).bytes, "-12345\0"s);
    EXPECT_TRUE(number.is_at_end());
}

TEST(Pieces, ANullPointerAsksForTheLengthToo) {
    const ColumnContext context = column(cas::Type::string);
    const WireCell cell = text_cell("abc");
    Pieces pieces;
    SQLLEN length = kUnset;
    EXPECT_EQ(pieces.next(cell, SQL_C_CHAR, {nullptr, 0, &length, &length}, context).outcome,
              Outcome::truncated);
    EXPECT_EQ(length, 3);
    EXPECT_EQ(pieces.next(cell, SQL_C_CHAR, {nullptr, 10, &length, &length}, context).outcome,
              Outcome::truncated);
    EXPECT_EQ(length, 3);
}

TEST(Pieces, ABufferForATerminatorOnlyEndsTheLoop) {
    for (const SQLSMALLINT c_type : kTextTypes) {
        const std::size_t unit = c_type == SQL_C_WCHAR ? 2 : 1;
        Reader reader = text("abc");
        const auto first = reader.get(c_type, unit);
        EXPECT_EQ(first.part.outcome, Outcome::truncated);
        EXPECT_EQ(first.bytes, std::string(unit, '\0'));
        EXPECT_EQ(reader.outcome(c_type, unit), Outcome::bad_length);
        // The value is still there for a better buffer.
        EXPECT_EQ(reader.outcome(c_type, 4 * unit), Outcome::ok);
    }
}

TEST(Pieces, WideBuffersOfEverySmallSizeEndAndLoseNothing) {
    for (std::size_t capacity = 1; capacity < 12; ++capacity) {
        Reader reader = text("a\xF0\x9F\x98\x80한\xF0\x9F\x98\x80");
        std::u16string all;
        for (int calls = 0;; ++calls) {
            ASSERT_LT(calls, 20);
            const auto call = reader.get(SQL_C_WCHAR, capacity);
            if (call.part.no_more_data || is_error(call.part.outcome)) break;
            const std::size_t units = std::min(static_cast<std::size_t>(call.length) / 2,
                                               capacity / 2 == 0 ? 0 : capacity / 2 - 1);
            std::u16string part(units, u'\0');
            std::memcpy(part.data(), call.bytes.data(), 2 * units);
            all += part.substr(0, part.find(u'\0'));
        }
        if (capacity >= 4) {
            EXPECT_EQ(all, u"a\xD83D\xDE00한\xD83D\xDE00") << capacity;
        }
    }
}

TEST(Pieces, FixedTypesComeOnce) {
    Reader reader = text("42");
    EXPECT_EQ(reader.outcome(SQL_C_SLONG, 4), Outcome::ok);
    EXPECT_TRUE(reader.is_at_end(SQL_C_SLONG));
    Reader date{column(cas::Type::date), shorts_cell({2024, 1, 2})};
    EXPECT_EQ(date.outcome(SQL_C_TYPE_DATE, 6), Outcome::ok);
    EXPECT_TRUE(date.is_at_end(SQL_C_TYPE_DATE));
}

TEST(Pieces, AFailedConversionCanBeTriedAsAnotherType) {
    Reader reader{column(cas::Type::bigint), integer_cell<std::int64_t>(1)};
    Reader large{column(cas::Type::bigint), integer_cell(std::int64_t{1} << 40)};
    EXPECT_EQ(large.outcome(SQL_C_SLONG, 4), Outcome::out_of_range);
    EXPECT_EQ(large.outcome(SQL_C_CHAR, 5), Outcome::out_of_range);
    EXPECT_EQ(large.outcome(SQL_C_SBIGINT, 8), Outcome::ok);
    EXPECT_TRUE(large.is_at_end());
    EXPECT_TRUE(reader.get(SQL_C_TYPE_DATE, 6).part.no_such_pair);
    EXPECT_EQ(reader.outcome(SQL_C_SLONG, 4), Outcome::ok);
}

TEST(Pieces, NullComesOnceAndNeedsAnIndicator) {
    const ColumnContext context = column(cas::Type::string);
    Pieces pieces;
    char buffer[4];
    EXPECT_EQ(pieces.next({}, SQL_C_CHAR, {buffer, 4, nullptr, nullptr}, context).outcome,
              Outcome::needs_indicator);
    SQLLEN length = kUnset;
    EXPECT_EQ(pieces.next({}, SQL_C_CHAR, {buffer, 4, &length, &length}, context).outcome,
              Outcome::ok);
    EXPECT_EQ(length, SQL_NULL_DATA);
    EXPECT_TRUE(pieces.next({}, SQL_C_CHAR, {buffer, 4, &length, &length}, context).no_more_data);
    pieces.reset();
    EXPECT_FALSE(pieces.next({}, SQL_C_CHAR, {buffer, 4, &length, &length}, context).no_more_data);
}

TEST(Pieces, AnotherTypeInTheMiddleBeginsAgain) {
    Reader reader = text("abcdef");
    EXPECT_EQ(reader.outcome(SQL_C_CHAR, 3), Outcome::truncated);
    const auto wide = reader.get(SQL_C_WCHAR, 20);
    EXPECT_EQ(wide.length, 12);
    EXPECT_TRUE(reader.is_at_end(SQL_C_WCHAR));
}

TEST(Pieces, HexadecimalComesInWholeBytes) {
    Reader reader{column(cas::Type::varbit), raw_cell("\x0A\xFF\x1B")};
    const auto first = reader.get(SQL_C_CHAR, 4);
    EXPECT_EQ(first.length, 6);
    EXPECT_EQ(first.bytes.substr(0, 3), "0A\0"s);
    const auto second = reader.get(SQL_C_CHAR, 5);
    EXPECT_EQ(second.length, 4);
    EXPECT_EQ(second.part.outcome, Outcome::ok);
    EXPECT_EQ(second.bytes, "FF1B\0"s);
    Reader tiny{column(cas::Type::varbit), raw_cell("\x0A")};
    EXPECT_EQ(tiny.outcome(SQL_C_CHAR, 2), Outcome::truncated);
    EXPECT_EQ(tiny.outcome(SQL_C_CHAR, 2), Outcome::bad_length);
    EXPECT_EQ(tiny.outcome(SQL_C_WCHAR, 6), Outcome::ok);
}

TEST(Pieces, TextOfANumberGoesOnBehindItsWholeDigits) {
    Reader reader{column(cas::Type::numeric), text_cell("-123.4567")};
    EXPECT_EQ(reader.outcome(SQL_C_CHAR, 4), Outcome::out_of_range);
    const auto first = reader.get(SQL_C_CHAR, 6);
    EXPECT_EQ(first.part.outcome, Outcome::truncated);
    EXPECT_EQ(first.length, 9);
    EXPECT_EQ(first.bytes, "-123.\0"s);
    const auto second = reader.get(SQL_C_CHAR, 6);
    EXPECT_EQ(second.part.outcome, Outcome::ok);
    EXPECT_EQ(second.length, 4);
    EXPECT_EQ(second.bytes.substr(0, 5), "4567\0"s);
    EXPECT_TRUE(reader.is_at_end());
    Reader datetime{column(cas::Type::datetime), shorts_cell({2024, 1, 2, 3, 4, 5, 123})};
    EXPECT_EQ(datetime.outcome(SQL_C_WCHAR, 42), Outcome::truncated);
    EXPECT_EQ(datetime.get(SQL_C_WCHAR, 42).length, 6);
    Reader exponent{column(cas::Type::double_precision), double_cell(1.25e300)};
    EXPECT_EQ(exponent.outcome(SQL_C_CHAR, 9), Outcome::truncated);
    EXPECT_TRUE(exponent.is_at_end());
}

TEST(Pieces, TaggedValuesAreReadLikeOthers) {
    Reader reader{column(cas::Type::null), text_cell("abcdef").tagged(0x85, cas::Type::character)};
    EXPECT_EQ(reader.get(SQL_C_CHAR, 4).length, 6);
    EXPECT_EQ(reader.get(SQL_C_CHAR, 4).length, 3);
    EXPECT_TRUE(reader.is_at_end());
    Reader number{column(cas::Type::null), integer_cell(5).tagged(0x85, cas::Type::integer)};
    EXPECT_EQ(number.outcome(SQL_C_TYPE_DATE, 6), Outcome::bad_text);
    EXPECT_EQ(number.outcome(SQL_C_CHAR, 6), Outcome::ok);
}

TEST(Pieces, InvalidTextIsRefusedAsWideAndReadableAsNarrow) {
    Reader reader = text("ab\xFF");
    EXPECT_EQ(reader.outcome(SQL_C_WCHAR, 20), Outcome::bad_text);
    EXPECT_EQ(reader.get(SQL_C_CHAR, 20).length, 3);
}

std::string random_text(std::mt19937& random, std::size_t points) {
    std::u16string units;
    while (points > 0) {
        const std::uint32_t point =
            static_cast<std::uint32_t>(random()) % (random() % 3 == 0 ? 0x110000 : 0x800);
        if (point >= 0xD800 && point < 0xE000) continue;
        if (point == 0) continue;
        if (point < 0x10000) {
            units += static_cast<char16_t>(point);
        } else {
            units += {static_cast<char16_t>(0xD7C0 + (point >> 10)),
                      static_cast<char16_t>(0xDC00 | (point & 0x3FF))};
        }
        --points;
    }
    return *base::to_utf8(units);
}

// What all parts together must be, in bytes of the target.
std::string whole_value(const std::string& value, SQLSMALLINT c_type) {
    if (c_type != SQL_C_WCHAR) return value;
    const std::u16string units = *base::to_utf16(value);
    return {reinterpret_cast<const char*>(units.data()), 2 * units.size()};
}

TEST(Pieces, RandomPartsOfRandomTextMakeTheWhole) {
    std::mt19937 random{8};
    for (int round = 0; round < 3000; ++round) {
        const std::string value = random_text(random, random() % 30);
        const SQLSMALLINT c_type = kLongTypes[random() % 3];
        const std::size_t unit = c_type == SQL_C_WCHAR ? 2 : 1;
        const std::size_t terminator = c_type == SQL_C_BINARY ? 0 : unit;
        const std::string whole = whole_value(value, c_type);
        Reader reader = text(value);
        std::string got;
        for (;;) {
            const std::size_t capacity =
                terminator + unit * (1 + random() % 9) + (c_type == SQL_C_WCHAR ? random() % 2 : 0);
            const auto call = reader.get(c_type, capacity);
            if (call.part.no_more_data) break;
            ASSERT_FALSE(is_error(call.part.outcome));
            const std::size_t left = whole.size() - got.size();
            ASSERT_EQ(call.length, static_cast<SQLLEN>(left));
            std::size_t count = std::min(left, (capacity / unit - terminator / unit) * unit);
            if (c_type != SQL_C_BINARY && count < left) {
                // Shorter parts end where the terminator stands; the values have no NUL inside.
                while (count > 0 && call.bytes.substr(count, unit) != std::string(unit, '\0'))
                    --count;
                if (c_type == SQL_C_WCHAR) count -= count % 2;
            }
            ASSERT_EQ(call.part.outcome == Outcome::ok, count == left);
            if (terminator != 0) {
                ASSERT_EQ(call.bytes.substr(count, unit), std::string(unit, '\0'));
            }
            got += call.bytes.substr(0, count);
            ASSERT_EQ(got, whole.substr(0, got.size()));
            ASSERT_TRUE(count > 0 || left == 0);
        }
        ASSERT_EQ(got, whole);
    }
}

double seconds_to_read(const WireCell& cell, ColumnContext context, SQLSMALLINT c_type) {
    constexpr SQLLEN kPart = 4096;
    std::vector<char> buffer(kPart);
    Pieces pieces;
    SQLLEN length = 0;
    const std::clock_t begin = std::clock();  // of the processor: the machine may be busy
    while (!pieces.next(cell, c_type, {buffer.data(), kPart, &length, &length}, context)
                .no_more_data) {
    }
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(Pieces, HugeValuesTakeLinearTime) {
    // Eight times the size in at most thirty times the time; a quadratic reader would need
    // sixty-four.
    for (const SQLSMALLINT c_type : kLongTypes) {
        for (const cas::WireCharset charset :
             {cas::WireCharset::utf8, cas::WireCharset::iso88591, cas::WireCharset::euckr}) {
            const auto value = [](std::size_t count) {
                std::string bytes;
                while (bytes.size() < count) bytes += "abc";
                return text_cell(bytes);
            };
            const double small =
                seconds_to_read(value(1 << 19), column(cas::Type::string, charset), c_type);
            const double large =
                seconds_to_read(value(1 << 22), column(cas::Type::string, charset), c_type);
            EXPECT_LT(large, 30 * small + 0.2);
        }
    }
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
