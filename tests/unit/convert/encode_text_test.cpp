// Character and binary parameters: character sets, lengths, declared sizes.
#include <array>
#include <random>

#include "base/utf.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

Bound bind_wide(std::u16string_view units, SQLSMALLINT sql_type = SQL_WVARCHAR,
                SQLULEN column_size = 0) {
    std::vector<char> odd(2 * units.size() + 1);
    std::memcpy(odd.data() + 1, units.data(), 2 * units.size());
    return bind(SQL_C_WCHAR, {odd.data() + 1, static_cast<SQLLEN>(2 * units.size())},
                param(sql_type, column_size));
}

Bound bind_bytes(std::string_view bytes, SQLSMALLINT sql_type, SQLULEN column_size = 0) {
    return bind(SQL_C_BINARY, {bytes.data(), static_cast<SQLLEN>(bytes.size())},
                param(sql_type, column_size));
}

constexpr std::array<SQLSMALLINT, 6> kTextTypes = {SQL_CHAR,  SQL_VARCHAR,  SQL_LONGVARCHAR,
                                                   SQL_WCHAR, SQL_WVARCHAR, SQL_WLONGVARCHAR};

constexpr std::array<SQLSMALLINT, 3> kBinaryTypes = {SQL_BINARY, SQL_VARBINARY, SQL_LONGVARBINARY};
constexpr std::array<SQLSMALLINT, 12> kTypesOfFixedSize = {
    SQL_INTEGER, SQL_SMALLINT, SQL_TINYINT,   SQL_BIGINT,    SQL_REAL,           SQL_DOUBLE,
    SQL_DECIMAL, SQL_BIT,      SQL_TYPE_DATE, SQL_TYPE_TIME, SQL_TYPE_TIMESTAMP, SQL_GUID};

TEST(EncodeText, EveryCharacterTypeIsAString) {
    for (const SQLSMALLINT sql_type : kTextTypes) {
        const Bound narrow = bind_text_as(sql_type, "é한\xF0\x9F\x98\x80");
        EXPECT_EQ(narrow.type, cas::Type::string);
        EXPECT_EQ(narrow.bytes, "é한\xF0\x9F\x98\x80\0"s);
        const Bound wide = bind_wide(u"é한\xD83D\xDE00", sql_type);
        EXPECT_EQ(wide.type, cas::Type::string);
        EXPECT_EQ(wide.bytes, narrow.bytes);
    }
}

TEST(EncodeText, AnEmptyTextIsATerminator) {
    EXPECT_EQ(bind_text_as(SQL_VARCHAR, "").bytes, "\0"s);
    EXPECT_EQ(bind_wide(u"").bytes, "\0"s);
    EXPECT_EQ(bind(SQL_C_CHAR, {nullptr, 0}, param(SQL_VARCHAR)).bytes, "\0"s);
}

TEST(EncodeText, ANulWithAnExplicitLengthIsACharacter) {
    EXPECT_EQ(bind_text_as(SQL_VARCHAR, "a\0b"sv).bytes, "a\0b\0"s);
    EXPECT_EQ(bind_wide(u"a\0b"sv).bytes, "a\0b\0"s);
}

TEST(EncodeText, AByteOrderMarkIsData) { EXPECT_EQ(bind_wide(u"\uFEFFx").text(), "\xEF\xBB\xBFx"); }

TEST(EncodeText, InvalidTextIsRefused) {
    EXPECT_EQ(bind_text_as(SQL_VARCHAR, "a\xFF").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_wide(u"a\xD800"sv).outcome, Outcome::bad_text);
    EXPECT_EQ(bind_wide(u"\xDC00 b"sv).outcome, Outcome::bad_text);
    EXPECT_EQ(bind_wide(u"1\xD800"sv, SQL_INTEGER).outcome, Outcome::bad_text);
}

TEST(EncodeText, TerminatedTextEndsAtItsTerminatorOrItsBuffer) {
    const ParamContext context = param(SQL_VARCHAR);
    EXPECT_EQ(bind(SQL_C_CHAR, {"abc", SQL_NTS}, context).text(), "abc");
    EXPECT_EQ(bind(SQL_C_CHAR, {"abcdef", SQL_NTS, 3}, context).text(), "abc");
    EXPECT_EQ(bind(SQL_C_CHAR, {"ab\0def", SQL_NTS, 6}, context).text(), "ab");
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"가나다", SQL_NTS}, context).text(), "가나다");
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"가나다", SQL_NTS, 4}, context).text(), "가나");
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"가나다", 4}, context).text(), "가나");
}

// Of servers that would cut the value: the limit is the column's, whatever size was declared.
TEST(EncodeText, TextLongerThanItsColumnIsRefused) {
    for (const SQLSMALLINT sql_type : kTextTypes) {
        ParamContext context = param(sql_type);
        context.target_size = 3;
        EXPECT_EQ(bind(SQL_C_CHAR, {"가나다", SQL_NTS}, context).text(), "가나다");
        EXPECT_EQ(bind(SQL_C_CHAR, {"가나다라", SQL_NTS}, context).outcome, Outcome::too_long);
        EXPECT_EQ(bind(SQL_C_WCHAR, {u"가나다", SQL_NTS}, context).text(), "가나다");
        EXPECT_EQ(bind(SQL_C_WCHAR, {u"가나다라", SQL_NTS}, context).outcome, Outcome::too_long);
        const std::int32_t number = 1234;
        EXPECT_EQ(bind(SQL_C_SLONG, {&number}, context).outcome, Outcome::too_long);
        context.column_size = 100;
        EXPECT_EQ(bind(SQL_C_CHAR, {"abcd", SQL_NTS}, context).outcome, Outcome::too_long);
        EXPECT_EQ(bind(SQL_C_CHAR, {"abc   ", SQL_NTS}, context).text(), "abc   ");
    }
}

TEST(EncodeText, BitsLongerThanTheirColumnAreRefused) {
    for (const SQLSMALLINT sql_type : kBinaryTypes) {
        ParamContext context = param(sql_type);
        context.target_size = 16;
        EXPECT_EQ(bind(SQL_C_BINARY, {"ab", 2}, context).bytes, "ab");
        EXPECT_EQ(bind(SQL_C_BINARY, {"abc", 3}, context).outcome, Outcome::too_long);
        EXPECT_EQ(bind(SQL_C_CHAR, {"6162", SQL_NTS}, context).bytes, "ab");
        EXPECT_EQ(bind(SQL_C_CHAR, {"616263", SQL_NTS}, context).outcome, Outcome::too_long);
        context.target_size = 12;
        EXPECT_EQ(bind(SQL_C_BINARY, {"ab", 2}, context).outcome, Outcome::too_long);
    }
}

TEST(EncodeText, LengthsAreChecked) {
    const ParamContext context = param(SQL_VARCHAR);
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"abc", 3}, context).outcome, Outcome::bad_length);
    EXPECT_EQ(bind(SQL_C_CHAR, {"abc", -7}, context).outcome, Outcome::bad_length);
    EXPECT_EQ(bind(SQL_C_CHAR, {"abc", SQL_NULL_DATA}, context).outcome, Outcome::bad_length);
    EXPECT_EQ(bind(SQL_C_CHAR, {"abc", 4, 3}, context).outcome, Outcome::bad_length);
    EXPECT_EQ(bind(SQL_C_BINARY, {"abc", SQL_NTS}, param(SQL_BINARY)).outcome, Outcome::bad_length);
    EXPECT_EQ(bind(SQL_C_CHAR, {nullptr, 5}, context).outcome, Outcome::null_pointer);
    EXPECT_EQ(bind(SQL_C_CHAR, {nullptr, SQL_NTS}, context).outcome, Outcome::null_pointer);
    EXPECT_EQ(bind(SQL_C_SLONG, {nullptr, 0}, param(SQL_INTEGER)).outcome, Outcome::null_pointer);
}

TEST(EncodeText, ADeclaredSizeCountsCharactersAndNothingIsCut) {
    for (const bool wide : {false, true}) {
        const auto outcome = [&](std::string_view text, SQLSMALLINT sql_type, SQLULEN size) {
            return wide ? bind_wide(*base::to_utf16(text), sql_type, size).outcome
                        : bind_text_as(sql_type, text, size).outcome;
        };
        EXPECT_EQ(outcome("가나다", SQL_VARCHAR, 3), Outcome::ok);
        EXPECT_EQ(outcome("가나다라", SQL_VARCHAR, 3), Outcome::too_long);
        EXPECT_EQ(outcome("abcdef", SQL_WCHAR, 5), Outcome::too_long);
        EXPECT_EQ(outcome("abcdef", SQL_VARCHAR, 0), Outcome::ok);
        EXPECT_EQ(outcome("abcdef", SQL_LONGVARCHAR, 5), Outcome::ok);
        EXPECT_EQ(outcome("abcde   ", SQL_VARCHAR, 5), Outcome::ok);
        EXPECT_EQ(outcome("abcde  f", SQL_VARCHAR, 5), Outcome::too_long);
    }
    EXPECT_EQ(bind_text_as(SQL_VARCHAR, "abcde   ", 5).text(), "abcde   ");
}

TEST(EncodeText, TheDatabasesCharsetGoesOnTheWire) {
    ParamContext context = param(SQL_WVARCHAR);
    context.database = base::Charset::euckr;
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"가 A", SQL_NTS}, context).text(), "\xB0\xA1 A");
    EXPECT_EQ(bind(SQL_C_CHAR, {"가 A", SQL_NTS}, context).text(), "\xB0\xA1 A");
    EXPECT_EQ(bind(SQL_C_WCHAR, {u"\xD83D\xDE00", SQL_NTS}, context).outcome, Outcome::bad_text);
    context.narrow = base::Charset::iso88591;
    context.database = base::Charset::utf8;
    EXPECT_EQ(bind(SQL_C_CHAR, {"\xE9", SQL_NTS}, context).text(), "é");
    context.column_size = 1;
    EXPECT_EQ(bind(SQL_C_CHAR, {"\xE9", SQL_NTS}, context).outcome, Outcome::ok);
    context.database = base::Charset::iso88591;
    EXPECT_EQ(bind(SQL_C_CHAR, {"\xE9", SQL_NTS}, context).text(), "\xE9");
}

TEST(EncodeText, RandomTextIsTheSameFromBothWidths) {
    std::mt19937 random{9};
    for (int round = 0; round < 500; ++round) {
        std::u16string units;
        for (std::size_t i = random() % 40; i > 0; --i) {
            const auto point = static_cast<std::uint32_t>(random());
            if (point % 4 == 0) {
                units += {static_cast<char16_t>(0xD800 + point % 0x400),
                          static_cast<char16_t>(0xDC00 + point / 7 % 0x400)};
            } else {
                units += static_cast<char16_t>(point % 0xD800);
            }
        }
        const std::string utf8 = *base::to_utf8(units);
        EXPECT_EQ(bind_wide(units).text(), utf8);
        EXPECT_EQ(bind_text_as(SQL_VARCHAR, utf8).text(), utf8);
    }
}

TEST(EncodeBinary, BytesAreAVarbitAndNoneAreAnEmptyText) {
    for (const SQLSMALLINT sql_type : kBinaryTypes) {
        const Bound bound = bind_bytes("\x00\xFF\x01"sv, sql_type);
        EXPECT_EQ(bound.type, cas::Type::varbit);
        EXPECT_EQ(bound.bytes, "\x00\xFF\x01"s);
        const Bound empty = bind_bytes("", sql_type);
        EXPECT_EQ(empty.type, cas::Type::string);
        EXPECT_EQ(empty.bytes, "\0"s);
        EXPECT_EQ(bind_text_as(sql_type, "").bytes, "\0"s);
    }
    EXPECT_EQ(bind_bytes("abc", SQL_VARBINARY, 2).outcome, Outcome::too_long);
    EXPECT_EQ(bind_bytes("abc", SQL_LONGVARBINARY, 2).outcome, Outcome::ok);
    EXPECT_EQ(bind_bytes("abc", SQL_VARBINARY, 3).outcome, Outcome::ok);
}

TEST(EncodeBinary, HexadecimalTextBecomesBytes) {
    EXPECT_EQ(bind_text_as(SQL_VARBINARY, "00fF1b").bytes, "\x00\xFF\x1B"s);
    EXPECT_EQ(bind_wide(u"0aFF", SQL_BINARY).bytes, "\x0A\xFF");
    EXPECT_EQ(bind_text_as(SQL_VARBINARY, "00f").bytes, "\x00"s);
    EXPECT_EQ(bind_text_as(SQL_VARBINARY, "0g").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_text_as(SQL_VARBINARY, "0011", 1).outcome, Outcome::too_long);
}

TEST(EncodeBinary, BytesForTextAreText) {
    EXPECT_EQ(bind_bytes("한\0b"sv.substr(0, 5), SQL_VARCHAR).text(), "한\0b"s);
    EXPECT_EQ(bind_bytes("\xFF", SQL_VARCHAR).outcome, Outcome::bad_text);
}

template <class T>
std::string memory_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

TEST(EncodeBinary, AStructureOfTheExactSizeIsTheValue) {
    EXPECT_EQ(number_in<std::int32_t>(bind_bytes(memory_of(SQLINTEGER{-7}), SQL_INTEGER)), -7);
    EXPECT_EQ(number_in<std::int16_t>(bind_bytes(memory_of(SQLSCHAR{-7}), SQL_TINYINT)), -7);
    EXPECT_EQ(number_in<std::int16_t>(bind_bytes(memory_of(SQLSMALLINT{-7}), SQL_SMALLINT)), -7);
    EXPECT_EQ(number_in<std::int64_t>(bind_bytes(memory_of(std::int64_t{-7}), SQL_BIGINT)), -7);
    EXPECT_EQ(number_in<std::int16_t>(bind_bytes(memory_of(SQLCHAR{1}), SQL_BIT)), 1);
    EXPECT_EQ(bind_bytes(memory_of(0.5F), SQL_REAL).bytes.size(), 4U);
    EXPECT_EQ(bind_bytes(memory_of(0.5), SQL_DOUBLE).bytes.size(), 8U);
    EXPECT_EQ(bind_bytes(memory_of(SQL_DATE_STRUCT{2024, 1, 2}), SQL_TYPE_DATE).type,
              cas::Type::date);
    EXPECT_EQ(bind_bytes(memory_of(SQL_TIME_STRUCT{1, 2, 3}), SQL_TYPE_TIME).type, cas::Type::time);
    EXPECT_EQ(
        bind_bytes(memory_of(SQL_TIMESTAMP_STRUCT{2024, 1, 2, 3, 4, 5, 0}), SQL_TYPE_TIMESTAMP)
            .type,
        cas::Type::datetime);
    SQL_NUMERIC_STRUCT number{};
    number.scale = 2;
    number.sign = 1;
    number.val[0] = 125;
    EXPECT_EQ(bind_bytes(memory_of(number), SQL_DECIMAL).text(), "1.25");
    for (const SQLSMALLINT sql_type : kTypesOfFixedSize) {
        EXPECT_EQ(bind_bytes("abc", sql_type).outcome, Outcome::out_of_range) << sql_type;
    }
}

TEST(EncodeGuid, AGuidIsItsText) {
    const SQLGUID guid{0x01020304, 0x0506, 0x0708, {9, 10, 11, 12, 13, 14, 15, 16}};
    const std::string text = "01020304-0506-0708-090A-0B0C0D0E0F10";
    EXPECT_EQ(bind_value_as(SQL_C_GUID, SQL_GUID, guid).text(), text);
    EXPECT_EQ(bind_value_as(SQL_C_GUID, SQL_VARCHAR, guid).text(), text);
    EXPECT_EQ(bind_value_as(SQL_C_GUID, SQL_VARCHAR, guid, 35).outcome, Outcome::too_long);
    EXPECT_EQ(bind_value_as(SQL_C_GUID, SQL_BINARY, guid).bytes, memory_of(guid));
    EXPECT_EQ(bind_text_as(SQL_GUID, "{01020304-0506-0708-090a-0b0c0d0e0f10}").text(), text);
    EXPECT_EQ(bind_text_as(SQL_GUID, text, 16).text(), text);
    EXPECT_EQ(bind_text_as(SQL_GUID, "no guid").outcome, Outcome::bad_text);
    EXPECT_EQ(bind_bytes(memory_of(guid), SQL_GUID).text(), text);
}

TEST(SelectEncoder, WhatTheReferenceDoesNotHaveIsNull) {
    EXPECT_EQ(select_encoder(SQL_C_SLONG, SQL_TYPE_DATE), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_SLONG, SQL_VARBINARY), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_TYPE_DATE, SQL_INTEGER), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_TYPE_DATE, SQL_TYPE_TIME), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_GUID, SQL_INTEGER), nullptr);
    EXPECT_EQ(select_encoder(9999, SQL_INTEGER), nullptr);
    EXPECT_EQ(select_encoder(SQL_C_CHAR, 9999), nullptr);
    EXPECT_NE(select_encoder(SQL_C_TIMESTAMP, SQL_TIMESTAMP), nullptr);
    EXPECT_TRUE(is_known_sql_type(SQL_GUID));
    EXPECT_FALSE(is_known_sql_type(9999));
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
