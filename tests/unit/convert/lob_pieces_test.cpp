// Large objects in parts: windows, whole characters, lengths that are known and that are not.
#include "convert/lob_pieces.h"

#include <array>
#include <memory>

#include "base/utf.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

using namespace std::string_literals;
using Ahead = LobPieces::Ahead;

constexpr std::array<SQLSMALLINT, 3> kLongTypes = {SQL_C_CHAR, SQL_C_WCHAR, SQL_C_BINARY};
constexpr std::size_t kWindow = std::size_t{64} << 10U;

// One LOB of one row, read part by part.
class Reader {
 public:
    struct Options {
        base::Charset charset = base::Charset::utf8;
        base::Charset narrow = base::Charset::utf8;
        Ahead ahead = Ahead::yes;
        std::uint64_t max_length = 0;
    };
    Reader(cas::Type type, std::string value, Options options)
        : value_{std::move(value)},
          pieces_{LobContent{type, static_cast<std::int64_t>(value_.size()), options.charset,
                             [this](std::int64_t offset, std::span<std::byte> to) {
                                 return give(offset, to);
                             }},
                  options.ahead, options.max_length} {
        context_.narrow = options.narrow;
        context_.type.type = type;
    }

    struct Call {
        Pieces::Part part;
        SQLLEN length = kUnset;
        std::string bytes;  // of the buffer
        std::string state;  // of a failed read
    };
    Call get(SQLSMALLINT c_type, std::size_t capacity) {
        GuardedBuffer buffer{capacity};
        Call call;
        const Target target{buffer.value(), static_cast<SQLLEN>(capacity), &call.length,
                            &call.length};
        auto part = pieces_.next(c_type, target, context_);
        if (part) call.part = *part;
        if (!part) call.state = part.error().state.view();
        call.bytes = buffer.bytes(capacity);
        EXPECT_TRUE(buffer.is_untouched_behind(capacity));
        return call;
    }
    Outcome outcome(SQLSMALLINT c_type, std::size_t capacity) {
        return get(c_type, capacity).part.outcome;
    }
    bool is_at_end(SQLSMALLINT c_type = SQL_C_CHAR) { return get(c_type, 100).part.no_more_data; }

    // All of it in buffers of this size, terminators left out.
    std::string all(SQLSMALLINT c_type, std::size_t capacity) {
        const std::size_t unit = c_type == SQL_C_WCHAR ? 2 : 1;
        std::string whole;
        for (;;) {
            Call call = get(c_type, capacity);
            const bool is_last = call.part.outcome == Outcome::ok;
            EXPECT_TRUE(is_last || call.part.outcome == Outcome::truncated);
            if (!is_last && call.part.outcome != Outcome::truncated) return whole;
            std::size_t count = capacity;
            if (c_type == SQL_C_BINARY) {
                count = is_last ? static_cast<std::size_t>(call.length) : capacity;
            } else {
                count = 0;
                while (call.bytes.substr(count, unit) != std::string(unit, '\0')) count += unit;
            }
            whole += call.bytes.substr(0, count);
            if (is_last) {
                EXPECT_EQ(call.length, static_cast<SQLLEN>(count));
                EXPECT_TRUE(is_at_end(c_type));
                return whole;
            }
        }
    }

    [[nodiscard]] std::size_t bytes_read() const { return bytes_read_; }
    [[nodiscard]] int reads() const { return reads_; }
    void fail_from_now() { fails_ = true; }
    ColumnContext& context() { return context_; }

 private:
    base::Result<void> give(std::int64_t offset, std::span<std::byte> to) {
        EXPECT_FALSE(to.empty()) << "a request for nothing destroys the session";
        EXPECT_LE(to.size(), kWindow);
        const auto at = static_cast<std::size_t>(offset);
        EXPECT_LE(at + to.size(), value_.size());
        if (fails_) return base::Diag{{"HY000"}, "gone"};
        std::memcpy(to.data(), value_.data() + at, to.size());
        bytes_read_ += to.size();
        ++reads_;
        return {};
    }

    std::string value_;
    LobPieces pieces_;
    ColumnContext context_;
    std::size_t bytes_read_ = 0;
    int reads_ = 0;
    bool fails_ = false;
};

std::string wide(std::string_view utf8) {
    const auto units = *base::to_utf16(utf8);
    return {reinterpret_cast<const char*>(units.data()), units.size() * 2};
}
std::string repeated(std::string_view text, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
}
std::string pattern(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(131 * i + 7);
    return bytes;
}
std::string hex_of(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte / 16];
        text += kDigits[byte % 16];
    }
    return text;
}

TEST(LobPieces, ABlobAsBytesTellsWhatIsLeft) {
    const std::string value = pattern(1002);
    Reader reader{cas::Type::blob, value, {}};
    const auto first = reader.get(SQL_C_BINARY, 1000);
    EXPECT_EQ(first.part.outcome, Outcome::truncated);
    EXPECT_EQ(first.length, 1002);
    EXPECT_EQ(first.bytes, value.substr(0, 1000));
    const auto second = reader.get(SQL_C_BINARY, 1000);
    EXPECT_EQ(second.part.outcome, Outcome::ok);
    EXPECT_EQ(second.length, 2);
    EXPECT_EQ(second.bytes.substr(0, 2), value.substr(1000));
    EXPECT_TRUE(reader.is_at_end(SQL_C_BINARY));
    EXPECT_EQ(reader.reads(), 1) << "small parts come out of one window";
}

TEST(LobPieces, ABlobComesWholeWhateverTheWindowsAndTheBuffers) {
    for (const std::size_t size :
         {std::size_t{1}, kWindow - 1, kWindow, kWindow + 1, 3 * kWindow}) {
        const std::string value = pattern(size);
        for (const std::size_t capacity :
             {std::size_t{1000}, std::size_t{8192}, kWindow, 4 * kWindow}) {
            Reader reader{cas::Type::blob, value, {}};
            EXPECT_EQ(reader.all(SQL_C_BINARY, capacity), value) << size << ' ' << capacity;
            EXPECT_EQ(reader.bytes_read(), size);
        }
    }
}

TEST(LobPieces, ABlobAsTextIsHexadecimal) {
    const std::string value = pattern(kWindow + 5);
    for (const std::size_t capacity : {std::size_t{4}, std::size_t{1001}, 5 * kWindow}) {
        Reader narrow{cas::Type::blob, capacity == 4 ? "\x01\xAB\xFF" : value, {}};
        EXPECT_EQ(narrow.all(SQL_C_CHAR, capacity), hex_of(capacity == 4 ? "\x01\xAB\xFF" : value));
        Reader units{cas::Type::blob, value.substr(0, 3000), {}};
        EXPECT_EQ(units.all(SQL_C_WCHAR, 2 * capacity), wide(hex_of(value.substr(0, 3000))));
    }
    Reader reader{cas::Type::blob, value, {}};
    EXPECT_EQ(reader.get(SQL_C_CHAR, 11).length, static_cast<SQLLEN>(2 * value.size()));
    EXPECT_EQ(reader.get(SQL_C_CHAR, 11).length, static_cast<SQLLEN>(2 * value.size() - 10));
    Reader units{cas::Type::blob, value, {}};
    EXPECT_EQ(units.get(SQL_C_WCHAR, 22).length, static_cast<SQLLEN>(4 * value.size()));
}

TEST(LobPieces, AnEmptyLobIsGivenOnceWithLengthZero) {
    for (const cas::Type type : {cas::Type::blob, cas::Type::clob}) {
        for (const SQLSMALLINT c_type : kLongTypes) {
            Reader reader{type, "", {}};
            const auto call = reader.get(c_type, 8);
            EXPECT_EQ(call.part.outcome, Outcome::ok);
            EXPECT_EQ(call.length, 0);
            const std::size_t written = c_type == SQL_C_CHAR ? 1 : c_type == SQL_C_WCHAR ? 2 : 0;
            EXPECT_EQ(call.bytes, std::string(written, '\0') +
                                      std::string(8 - written, static_cast<char>(kPoison)));
            EXPECT_TRUE(reader.is_at_end(c_type));
            EXPECT_EQ(reader.reads(), 0);
        }
    }
}

// A character of three bytes lies across each end of a window for one of the prefixes.
TEST(LobPieces, ACharacterAcrossTwoWindowsStaysWhole) {
    for (const std::string prefix : {"", "a", "ab", "abc"}) {
        const std::string value =
            prefix + repeated("\xED\x95\x9C", kWindow / 2) + "\xF0\x9F\x98\x80";
        Reader units{cas::Type::clob, value, {}};
        EXPECT_EQ(units.all(SQL_C_WCHAR, 4096), wide(value)) << prefix;
        Reader bytes{cas::Type::clob, value, {}};
        EXPECT_EQ(bytes.all(SQL_C_CHAR, 4096), value) << prefix;
        Reader once{cas::Type::clob, value, {.ahead = Ahead::no}};
        EXPECT_EQ(once.all(SQL_C_WCHAR, value.size()), wide(value)) << prefix;
    }
}

TEST(LobPieces, PartsEndBetweenCharacters) {
    const std::string value = repeated("\xED\x95\x9C\xF0\x9F\x98\x80", 100);
    Reader bytes{cas::Type::clob, value, {}};
    const auto part = bytes.get(SQL_C_CHAR, 7);
    EXPECT_EQ(part.bytes.substr(0, 4), "\xED\x95\x9C\0"s) << "the next one has four bytes";
    EXPECT_EQ(part.length, 700);
    EXPECT_EQ(bytes.get(SQL_C_CHAR, 9).length, 697);
    Reader units{cas::Type::clob, value, {}};
    EXPECT_EQ(units.get(SQL_C_WCHAR, 6).bytes.substr(0, 4), wide("\xED\x95\x9C") + "\0\0"s);
    EXPECT_EQ(units.get(SQL_C_WCHAR, 6).bytes.substr(0, 6), wide("\xF0\x9F\x98\x80") + "\0\0"s);
}

TEST(LobPieces, WhereNotEvenOneCharacterFitsItIsSplit) {
    const std::string value = "\xED\x95\x9C\xF0\x9F\x98\x80";
    Reader bytes{cas::Type::clob, value, {}};
    EXPECT_EQ(bytes.all(SQL_C_CHAR, 3), value);
    Reader units{cas::Type::clob, value, {}};
    EXPECT_EQ(units.all(SQL_C_WCHAR, 4), wide(value));
}

TEST(LobPieces, ABufferOfOnlyATerminatorEndsALoop) {
    for (const cas::Type type : {cas::Type::blob, cas::Type::clob}) {
        Reader reader{type, "abc", {}};
        EXPECT_EQ(reader.outcome(SQL_C_CHAR, 1), Outcome::truncated);
        EXPECT_EQ(reader.outcome(SQL_C_CHAR, 1), Outcome::bad_length);
    }
}

TEST(LobPieces, TheLengthOfConvertedTextIsKnownWhenTheEndIsInSight) {
    Reader small{cas::Type::clob, "a\xC3\xA9", {}};
    EXPECT_EQ(small.get(SQL_C_WCHAR, 4).length, 4);
    EXPECT_EQ(small.get(SQL_C_WCHAR, 4).length, 2);
    EXPECT_TRUE(small.is_at_end(SQL_C_WCHAR));

    const std::string value = repeated("\xC3\xA9", kWindow);
    Reader large{cas::Type::clob, value, {}};
    SQLLEN length = SQL_NO_TOTAL;
    std::size_t left = 2 * kWindow;
    for (; length == SQL_NO_TOTAL; left -= 2000) length = large.get(SQL_C_WCHAR, 2002).length;
    EXPECT_EQ(length, static_cast<SQLLEN>(left + 2000)) << "from the last window on";
    EXPECT_LT(left, kWindow + 2000);
}

TEST(LobPieces, TheLengthOfUnconvertedTextIsKnown) {
    const std::string value = repeated("\xC3\xA9", kWindow);
    Reader reader{cas::Type::clob, value, {}};
    EXPECT_EQ(reader.get(SQL_C_CHAR, 11).length, static_cast<SQLLEN>(value.size()));
    EXPECT_EQ(reader.get(SQL_C_CHAR, 11).length, static_cast<SQLLEN>(value.size() - 10));
    Reader latin{
        cas::Type::clob, std::string(2 * kWindow, '\xE9'), {.charset = base::Charset::iso88591}};
    EXPECT_EQ(latin.get(SQL_C_WCHAR, 12).length, static_cast<SQLLEN>(4 * kWindow));
}

TEST(LobPieces, TheLengthCanBeAskedWithAnEmptyBuffer) {
    Reader bytes{cas::Type::blob, pattern(3 * kWindow), {}};
    const auto asked = bytes.get(SQL_C_BINARY, 0);
    EXPECT_EQ(asked.part.outcome, Outcome::truncated);
    EXPECT_EQ(asked.length, static_cast<SQLLEN>(3 * kWindow));
    EXPECT_EQ(bytes.reads(), 0) << "the handle knows";
    EXPECT_EQ(bytes.outcome(SQL_C_BINARY, 0), Outcome::truncated) << "as often as wanted";
    Reader text{cas::Type::clob, std::string(2 * kWindow, 'x'), {}};
    EXPECT_EQ(text.get(SQL_C_WCHAR, 0).length, SQL_NO_TOTAL);
    EXPECT_EQ(text.all(SQL_C_WCHAR, 4096), wide(std::string(2 * kWindow, 'x')));
    Reader small{cas::Type::clob, "abc", {}};
    EXPECT_EQ(small.get(SQL_C_WCHAR, 0).length, 6);
}

TEST(LobPieces, TextGoesFromItsCharsetToTheApplications) {
    const std::string euckr = repeated("\xC7\xD1", kWindow / 2 + 7) + "a";
    const std::string utf8 = repeated("\xED\x95\x9C", kWindow / 2 + 7) + "a";
    Reader to_utf8{cas::Type::clob, "x" + euckr, {.charset = base::Charset::euckr}};
    EXPECT_EQ(to_utf8.all(SQL_C_CHAR, 1000), "x" + utf8);
    Reader to_wide{cas::Type::clob, "x" + euckr, {.charset = base::Charset::euckr}};
    EXPECT_EQ(to_wide.all(SQL_C_WCHAR, 1000), wide("x" + utf8));
    Reader to_euckr{cas::Type::clob, "x" + utf8, {.narrow = base::Charset::euckr}};
    EXPECT_EQ(to_euckr.all(SQL_C_CHAR, 1000), "x" + euckr);
    Reader as_bytes{cas::Type::clob, euckr, {.charset = base::Charset::euckr}};
    EXPECT_EQ(as_bytes.all(SQL_C_BINARY, 1000), euckr);
}

TEST(LobPieces, TextThatIsNoneIs22018) {
    for (const std::string value : {"ab\xFFxy", "ab\xED\x95", "\xED\xA0\x80"}) {
        Reader units{cas::Type::clob, value, {}};
        EXPECT_EQ(units.outcome(SQL_C_WCHAR, 100), Outcome::bad_text);
        EXPECT_EQ(units.outcome(SQL_C_WCHAR, 100), Outcome::bad_text) << "again";
        Reader bytes{cas::Type::clob, value, {}};
        EXPECT_EQ(bytes.all(SQL_C_BINARY, 2), value) << "the bytes can be had";
    }
    Reader inexpressible{cas::Type::clob, "\xED\x95\x9C", {.narrow = base::Charset::iso88591}};
    EXPECT_EQ(inexpressible.outcome(SQL_C_CHAR, 100), Outcome::bad_text);
}

TEST(LobPieces, ABoundBufferReadsNoMoreThanItTakes) {
    const std::string value(3 * kWindow, 'x');
    const auto read = [&](cas::Type type, SQLSMALLINT c_type, std::size_t capacity) {
        Reader reader{type, value, {.ahead = Ahead::no}};
        EXPECT_EQ(reader.outcome(c_type, capacity), Outcome::truncated);
        return reader.bytes_read();
    };
    EXPECT_EQ(read(cas::Type::blob, SQL_C_BINARY, 100), 100U);
    EXPECT_EQ(read(cas::Type::blob, SQL_C_CHAR, 101), 50U);
    EXPECT_LE(read(cas::Type::clob, SQL_C_CHAR, 101), 104U);
    EXPECT_LE(read(cas::Type::clob, SQL_C_WCHAR, 202), 304U);
    EXPECT_EQ(read(cas::Type::clob, SQL_C_CHAR, 1), 0U);
    EXPECT_EQ(read(cas::Type::clob, SQL_C_WCHAR, 0), 0U);
    Reader large{cas::Type::blob, value, {.ahead = Ahead::no}};
    EXPECT_EQ(large.get(SQL_C_BINARY, 4 * kWindow).bytes.substr(0, value.size()), value);
}

TEST(LobPieces, TheMaximumLengthCutsBetweenCharacters) {
    const std::string value = repeated("\xED\x95\x9C", 10);
    Reader units{cas::Type::clob, value, {.max_length = 10}};
    EXPECT_EQ(units.all(SQL_C_WCHAR, 100), wide(value.substr(0, 9)));
    Reader bytes{cas::Type::clob, value, {.max_length = 10}};
    EXPECT_EQ(bytes.all(SQL_C_CHAR, 100), value.substr(0, 9));
    Reader nothing{cas::Type::clob, value, {.max_length = 2}};
    EXPECT_EQ(nothing.all(SQL_C_CHAR, 100), "");
    Reader binary{cas::Type::blob, value, {.max_length = 10}};
    EXPECT_EQ(binary.all(SQL_C_BINARY, 100), value.substr(0, 10));
    Reader all{cas::Type::blob, value, {.max_length = 30}};
    EXPECT_EQ(all.all(SQL_C_BINARY, 100), value);
}

TEST(LobPieces, AnotherCTypeStartsAgain) {
    Reader reader{cas::Type::clob, "abcdef", {}};
    EXPECT_EQ(reader.get(SQL_C_CHAR, 4).bytes, "abc\0"s);
    EXPECT_EQ(reader.all(SQL_C_WCHAR, 100), wide("abcdef"));
}

TEST(LobPieces, ShortTextBecomesNumbersAndDates) {
    Reader reader{cas::Type::clob, " 42 ", {}};
    SQLINTEGER value = 0;
    const auto call = reader.get(SQL_C_SLONG, sizeof value);
    std::memcpy(&value, call.bytes.data(), sizeof value);
    EXPECT_EQ(value, 42);
    EXPECT_EQ(call.length, SQLLEN{sizeof value});
    EXPECT_TRUE(reader.is_at_end(SQL_C_SLONG));
    Reader latin{cas::Type::clob, "2026-12-01", {.charset = base::Charset::iso88591}};
    EXPECT_EQ(latin.outcome(SQL_C_TYPE_DATE, sizeof(SQL_DATE_STRUCT)), Outcome::ok);
    Reader word{cas::Type::clob, "abc", {}};
    EXPECT_EQ(word.outcome(SQL_C_SLONG, 4), Outcome::bad_text);
    Reader empty{cas::Type::clob, "", {}};
    EXPECT_EQ(empty.outcome(SQL_C_SLONG, 4), Outcome::bad_text);
    Reader long_text{cas::Type::clob, std::string(10000, '1'), {}};
    EXPECT_EQ(long_text.outcome(SQL_C_SLONG, 4), Outcome::bad_text);
    EXPECT_EQ(long_text.reads(), 0);
}

TEST(LobPieces, WhatAnOrdinaryValueCannotBecomeALobCannotEither) {
    Reader reader{cas::Type::blob, "abcd", {}};
    EXPECT_TRUE(reader.get(SQL_C_SLONG, 4).part.no_such_pair);
    EXPECT_TRUE(lob_converts_to(cas::Type::blob, SQL_C_GUID));
    EXPECT_FALSE(lob_converts_to(cas::Type::blob, SQL_C_TYPE_DATE));
    EXPECT_TRUE(lob_converts_to(cas::Type::clob, SQL_C_TYPE_DATE));
    EXPECT_TRUE(lob_converts_to(cas::Type::clob, SQL_C_INTERVAL_DAY));
    EXPECT_FALSE(lob_converts_to(cas::Type::blob, SQL_C_INTERVAL_DAY));
    Reader guid{cas::Type::blob, pattern(16), {}};
    EXPECT_EQ(guid.get(SQL_C_GUID, 16).bytes, pattern(16));
    Reader large{cas::Type::blob, pattern(5000), {}};
    EXPECT_EQ(large.outcome(SQL_C_GUID, 16), Outcome::out_of_range);
}

TEST(LobPieces, AFailedReadIsItsErrorAndCanBeRepeated) {
    Reader reader{cas::Type::clob, "abc", {}};
    reader.fail_from_now();
    EXPECT_EQ(reader.get(SQL_C_CHAR, 10).state, "HY000");
    EXPECT_EQ(reader.get(SQL_C_SLONG, 4).state, "HY000");
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
