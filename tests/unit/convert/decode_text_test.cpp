// Text and bytes from the wire: character sets, truncation at every capacity, hexadecimal, GUIDs,
// values with a type of their own.
#include <random>

#include "base/utf.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

const std::string kMixed = "aé한\xF0\x9F\x98\x80z";  // 1, 2, 3, 4 and 1 bytes
const std::u16string kMixedUnits = u"aé한\xD83D\xDE00z";

std::size_t longest_narrow(std::string_view text, std::size_t room) {
    std::size_t kept = std::min(text.size(), room);
    while (kept > 0 && kept < text.size() && (text[kept] & 0xC0) == 0x80) --kept;
    return kept;
}

std::size_t longest_wide(std::u16string_view text, std::size_t room) {
    std::size_t kept = std::min(text.size(), room);
    if (kept > 0 && kept < text.size() && text[kept] >= 0xDC00 && text[kept] < 0xE000) --kept;
    return kept;
}

TEST(DecodeText, NarrowTextIsCutBetweenCharactersAtEveryCapacity) {
    for (std::size_t capacity = 0; capacity < kMixed.size() + 3; ++capacity) {
        const Fetched fetched =
            fetch(column(cas::Type::string), text_cell(kMixed), SQL_C_CHAR, capacity);
        EXPECT_EQ(fetched.outcome, kMixed.size() < capacity ? Outcome::ok : Outcome::truncated);
        EXPECT_EQ(fetched.length, static_cast<SQLLEN>(kMixed.size()));
        if (capacity == 0) {
            EXPECT_TRUE(fetched.buffer.is_untouched());
            continue;
        }
        const std::size_t kept = longest_narrow(kMixed, capacity - 1);
        EXPECT_EQ(fetched.buffer.bytes(kept + 1), kMixed.substr(0, kept) + '\0');
        EXPECT_TRUE(fetched.buffer.is_untouched_behind(kept + 1));
    }
}

TEST(DecodeText, WideTextIsCutBetweenCharactersAtEveryCapacityEvenAnOddOne) {
    const SQLLEN whole = static_cast<SQLLEN>(2 * kMixedUnits.size());
    for (std::size_t capacity = 0; capacity < 2 * kMixedUnits.size() + 5; ++capacity) {
        const Fetched fetched =
            fetch(column(cas::Type::string), text_cell(kMixed), SQL_C_WCHAR, capacity);
        const std::size_t units = capacity / 2;
        EXPECT_EQ(fetched.outcome, kMixedUnits.size() < units ? Outcome::ok : Outcome::truncated);
        EXPECT_EQ(fetched.length, whole);
        if (units == 0) {
            EXPECT_TRUE(fetched.buffer.is_untouched());
            continue;
        }
        const std::size_t kept = longest_wide(kMixedUnits, units - 1);
        EXPECT_EQ(fetched.buffer.units(kept + 1), kMixedUnits.substr(0, kept) + u'\0');
        EXPECT_TRUE(fetched.buffer.is_untouched_behind(2 * kept + 2));
    }
}

TEST(DecodeText, AsBinaryItFillsTheBufferWithoutATerminator) {
    for (std::size_t capacity = 0; capacity < kMixed.size() + 3; ++capacity) {
        const Fetched fetched =
            fetch(column(cas::Type::string), text_cell(kMixed), SQL_C_BINARY, capacity);
        const std::size_t kept = std::min(kMixed.size(), capacity);
        EXPECT_EQ(fetched.outcome, kMixed.size() <= capacity ? Outcome::ok : Outcome::truncated);
        EXPECT_EQ(fetched.length, static_cast<SQLLEN>(kMixed.size()));
        EXPECT_EQ(fetched.buffer.bytes(kept), kMixed.substr(0, kept));
        EXPECT_TRUE(fetched.buffer.is_untouched_behind(kept));
    }
}

TEST(DecodeText, EveryTextTypeIsText) {
    for (const cas::Type type : {cas::Type::character, cas::Type::string, cas::Type::nchar,
                                 cas::Type::varnchar, cas::Type::enumeration, cas::Type::json}) {
        EXPECT_EQ(fetch_text(column(type), text_cell("{1, \"한\"}")), "{1, \"한\"}");
    }
}

TEST(DecodeText, AnEmptyTextIsNotNull) {
    const Fetched fetched = fetch(column(cas::Type::string), text_cell(""), SQL_C_CHAR, 1);
    EXPECT_EQ(fetched.outcome, Outcome::ok);
    EXPECT_EQ(fetched.length, 0);
    EXPECT_EQ(fetched.buffer.bytes(1), "\0"s);
    const Fetched wide = fetch(column(cas::Type::string), text_cell(""), SQL_C_WCHAR, 2);
    EXPECT_EQ(wide.outcome, Outcome::ok);
    EXPECT_EQ(wide.length, 0);
}

TEST(DecodeText, ANulInsideIsKept) {
    const Fetched narrow = fetch(column(cas::Type::string), text_cell("a\0b"sv), SQL_C_CHAR, 10);
    EXPECT_EQ(narrow.length, 3);
    EXPECT_EQ(narrow.buffer.bytes(4), "a\0b\0"s);
    const Fetched wide = fetch(column(cas::Type::string), text_cell("a\0b"sv), SQL_C_WCHAR, 10);
    EXPECT_EQ(wide.length, 6);
    EXPECT_EQ(wide.buffer.units(4), u"a\0b\0"s);
}

TEST(DecodeText, AByteOrderMarkIsKept) {
    const Fetched wide =
        fetch(column(cas::Type::string), text_cell("\xEF\xBB\xBFx"), SQL_C_WCHAR, 10);
    EXPECT_EQ(wide.buffer.units(2), u"\uFEFFx");
    EXPECT_EQ(fetch_text(column(cas::Type::string), text_cell("\xEF\xBB\xBFx")), "\xEF\xBB\xBFx");
}

TEST(DecodeText, InvalidUtf8PassesThroughAsNarrowAndIsRefusedAsWide) {
    const WireCell cell = text_cell("ab\xFFz");
    const Fetched narrow = fetch(column(cas::Type::string), cell, SQL_C_CHAR, 10);
    EXPECT_EQ(narrow.outcome, Outcome::ok);
    EXPECT_EQ(narrow.buffer.bytes(4), "ab\xFFz");
    const Fetched wide = fetch(column(cas::Type::string), cell, SQL_C_WCHAR, 20);
    EXPECT_EQ(wide.outcome, Outcome::bad_text);
    EXPECT_TRUE(wide.buffer.is_untouched());
    EXPECT_EQ(wide.length, kUnset);
}

TEST(DecodeText, EachColumnIsReadInItsOwnCharset) {
    const auto wide = [](cas::WireCharset charset, std::string_view bytes) {
        const Fetched fetched =
            fetch(column(cas::Type::string, charset), text_cell(bytes), SQL_C_WCHAR, 40);
        EXPECT_EQ(fetched.outcome, Outcome::ok);
        return fetched.buffer.units(static_cast<std::size_t>(fetched.length) / 2);
    };
    EXPECT_EQ(wide(cas::WireCharset::euckr, "\xB0\xA1 A"), u"가 A");
    EXPECT_EQ(wide(cas::WireCharset::iso88591, "\xE9"), u"é");
    EXPECT_EQ(wide(cas::WireCharset::binary, "\xE9\x80"), u"é\u0080");
    EXPECT_EQ(wide(cas::WireCharset::utf8, "é"), u"é");
    EXPECT_EQ(wide(cas::WireCharset::none, "é"), u"é");
    EXPECT_EQ(fetch_text(column(cas::Type::string, cas::WireCharset::euckr), text_cell("\xB0\xA1")),
              "가");
    // JSON is UTF-8 whatever the bits say.
    EXPECT_EQ(fetch_text(column(cas::Type::json, cas::WireCharset::iso88591), text_cell("\"é\"")),
              "\"é\"");
}

TEST(DecodeText, NarrowTextIsInTheClientsCharset) {
    ColumnContext context = column(cas::Type::string);
    context.narrow = base::Charset::iso88591;
    EXPECT_EQ(fetch_text(context, text_cell("é")), "\xE9");
    const Fetched euro = fetch(context, text_cell("€"), SQL_C_CHAR, 10);
    EXPECT_EQ(euro.outcome, Outcome::bad_text);
    EXPECT_TRUE(euro.buffer.is_untouched());
    context.narrow = base::Charset::euckr;
    const Fetched cut = fetch(context, text_cell("가나"), SQL_C_CHAR, 4);
    EXPECT_EQ(cut.outcome, Outcome::truncated);
    EXPECT_EQ(cut.length, 4);
    EXPECT_EQ(cut.buffer.bytes(3), "\xB0\xA1\0"s);
}

TEST(DecodeText, BytesWithoutACharsetStayBytes) {
    const Fetched raw = fetch(column(cas::Type::string, cas::WireCharset::binary),
                              text_cell("\x01\xFF"), SQL_C_BINARY, 10);
    EXPECT_EQ(raw.length, 2);
    EXPECT_EQ(raw.buffer.bytes(2), "\x01\xFF");
}

TEST(DecodeText, AbsentPointersAreNotWritten) {
    const ColumnContext context = column(cas::Type::string);
    SQLLEN length = kUnset;
    EXPECT_EQ(select_decoder(context.type, SQL_C_CHAR)(text_cell("abc"),
                                                       {nullptr, 0, &length, nullptr}, context),
              Outcome::ok);
    EXPECT_EQ(length, 3);
    EXPECT_EQ(select_decoder(context.type, SQL_C_WCHAR)(text_cell("abc"),
                                                        {nullptr, 0, &length, nullptr}, context),
              Outcome::ok);
    EXPECT_EQ(length, 6);
    EXPECT_EQ(select_decoder(context.type, SQL_C_CHAR)(text_cell("abc"), {}, context), Outcome::ok);
    EXPECT_EQ(select_decoder(context.type, SQL_C_SLONG)(text_cell("7"), {}, context), Outcome::ok);
}

TEST(DecodeText, ASeparateIndicatorSaysThatItIsNotNull) {
    const ColumnContext context = column(cas::Type::integer);
    SQLINTEGER value = 0;
    SQLLEN length = kUnset;
    SQLLEN indicator = kUnset;
    select_decoder(context.type, SQL_C_SLONG)(integer_cell(5), {&value, 0, &length, &indicator},
                                              context);
    EXPECT_EQ(value, 5);
    EXPECT_EQ(length, 4);
    EXPECT_EQ(indicator, 0);
}

TEST(DecodeNull, NeedsAnIndicator) {
    SQLLEN indicator = kUnset;
    SQLLEN length = kUnset;
    EXPECT_EQ(write_null({nullptr, 0, &length, &indicator}), Outcome::ok);
    EXPECT_EQ(indicator, SQL_NULL_DATA);
    EXPECT_EQ(length, kUnset);
    EXPECT_EQ(write_null({nullptr, 0, &length, nullptr}), Outcome::needs_indicator);
}

TEST(DecodeBinary, AsTextItIsHexadecimalCutAtWholeBytes) {
    const std::string_view hex = "0AFF1B";
    for (std::size_t capacity = 0; capacity < 10; ++capacity) {
        const Fetched narrow =
            fetch(column(cas::Type::varbit), raw_cell("\x0A\xFF\x1B"), SQL_C_CHAR, capacity);
        EXPECT_EQ(narrow.outcome, capacity > 6 ? Outcome::ok : Outcome::truncated);
        EXPECT_EQ(narrow.length, 6);
        const std::size_t kept =
            capacity == 0 ? 0 : std::min<std::size_t>(6, (capacity - 1) / 2 * 2);
        EXPECT_EQ(narrow.buffer.bytes(kept), hex.substr(0, kept));
        EXPECT_TRUE(narrow.buffer.is_untouched_behind(capacity == 0 ? 0 : kept + 1));
        const Fetched wide =
            fetch(column(cas::Type::bit), raw_cell("\x0A\xFF\x1B"), SQL_C_WCHAR, 2 * capacity);
        EXPECT_EQ(wide.outcome, narrow.outcome);
        EXPECT_EQ(wide.length, 12);
        EXPECT_TRUE(wide.buffer.is_untouched_behind(capacity == 0 ? 0 : 2 * kept + 2));
    }
}

TEST(DecodeBinary, BytesAreBytes) {
    const Fetched fetched =
        fetch(column(cas::Type::varbit), raw_cell("\x00\x01\xFF"sv), SQL_C_BINARY, 3);
    EXPECT_EQ(fetched.outcome, Outcome::ok);
    EXPECT_EQ(fetched.length, 3);
    EXPECT_EQ(fetched.buffer.bytes(3), "\x00\x01\xFF"s);
    const Fetched empty = fetch(column(cas::Type::varbit), raw_cell(""), SQL_C_BINARY, 0);
    EXPECT_EQ(empty.outcome, Outcome::ok);
    EXPECT_EQ(empty.length, 0);
    EXPECT_EQ(select_decoder(column(cas::Type::varbit).type, SQL_C_SLONG), nullptr);
}

TEST(DecodeGuid, TextAndSixteenBytesAreGuids) {
    const auto guid =
        fetch_fixed<SQLGUID>(column(cas::Type::string),
                             text_cell(" {01020304-0506-0708-090A-0b0c0d0e0f10} "), SQL_C_GUID);
    EXPECT_EQ(guid.outcome, Outcome::ok);
    EXPECT_EQ(guid.value.Data1, 0x01020304U);
    EXPECT_EQ(guid.value.Data2, 0x0506);
    EXPECT_EQ(guid.value.Data3, 0x0708);
    EXPECT_EQ(guid.value.Data4[7], 0x10);
    const std::string bytes(reinterpret_cast<const char*>(&guid.value), sizeof guid.value);
    const auto same = fetch_fixed<SQLGUID>(column(cas::Type::bit), raw_cell(bytes), SQL_C_GUID);
    EXPECT_EQ(std::memcmp(&same.value, &guid.value, sizeof guid.value), 0);
    for (const char* bad :
         {"", "01020304-0506-0708-090A-0b0c0d0e0f1", "01020304-0506-0708-090A-0b0c0d0e0fXX",
          "0102030400506-0708-090A-0b0c0d0e0f10"}) {
        EXPECT_EQ(
            fetch_fixed<SQLGUID>(column(cas::Type::string), text_cell(bad), SQL_C_GUID).outcome,
            Outcome::bad_text);
    }
    EXPECT_EQ(fetch_fixed<SQLGUID>(column(cas::Type::bit), raw_cell("short"), SQL_C_GUID).outcome,
              Outcome::bad_text);
}

TEST(DecodeTagged, EachValueBringsItsType) {
    const ColumnContext context = column(cas::Type::null);
    EXPECT_EQ(fetch_fixed<SQLINTEGER>(context, integer_cell(5).tagged(0x85, cas::Type::integer),
                                      SQL_C_SLONG)
                  .value,
              5);
    EXPECT_EQ(fetch_text(context, integer_cell(5).tagged(0x85, cas::Type::integer)), "5");
    EXPECT_EQ(fetch_text(context, text_cell("abc").tagged(0x85, cas::Type::character)), "abc");
    EXPECT_EQ(fetch_text(context, text_cell("\xE9").tagged(0x83, cas::Type::string)), "é");
    EXPECT_EQ(fetch_text(context, text_cell("{\"a\": 1}")), "{\"a\": 1}");  // JSON
}

TEST(DecodeTagged, APairThatDoesNotExistIsSeenOnlyAtTheValue) {
    const ColumnContext context = column(cas::Type::null);
    const Fetched date = fetch(context, integer_cell(5).tagged(0x85, cas::Type::integer),
                               SQL_C_TYPE_DATE, sizeof(SQL_DATE_STRUCT));
    EXPECT_EQ(date.outcome, Outcome::bad_text);
    EXPECT_TRUE(date.buffer.is_untouched());
    EXPECT_EQ(fetch(context, raw_cell(""), SQL_C_CHAR, 10).outcome, Outcome::malformed);
    EXPECT_EQ(fetch(context, raw_cell("\x85"), SQL_C_CHAR, 10).outcome, Outcome::malformed);
    EXPECT_EQ(fetch(context, raw_cell("\x85\xC8"), SQL_C_CHAR, 10).outcome, Outcome::malformed);
    EXPECT_EQ(fetch(context, raw_cell("\x85\0"sv), SQL_C_CHAR, 10).outcome, Outcome::bad_text);
}

TEST(SelectDecoder, WhatTheReferenceDoesNotHaveIsNull) {
    const auto exists = [](cas::Type type, SQLSMALLINT c_type) {
        return select_decoder(column(type).type, c_type) != nullptr;
    };
    EXPECT_FALSE(exists(cas::Type::integer, SQL_C_TYPE_DATE));
    EXPECT_FALSE(exists(cas::Type::date, SQL_C_SLONG));
    EXPECT_FALSE(exists(cas::Type::date, SQL_C_TYPE_TIME));
    EXPECT_FALSE(exists(cas::Type::time, SQL_C_TYPE_DATE));
    EXPECT_FALSE(exists(cas::Type::real, SQL_C_INTERVAL_DAY));
    EXPECT_FALSE(exists(cas::Type::integer, 9999));
    EXPECT_TRUE(exists(cas::Type::time, SQL_C_TYPE_TIMESTAMP));
}

TEST(CTypes, SizesAndDefaults) {
    EXPECT_EQ(c_type_size(SQL_C_SLONG), 4U);
    EXPECT_EQ(c_type_size(SQL_C_CHAR), 0U);
    EXPECT_EQ(c_type_size(SQL_C_NUMERIC), 19U);
    EXPECT_EQ(c_type_size(SQL_C_TYPE_TIMESTAMP), 16U);
    EXPECT_EQ(c_type_size(SQL_C_INTERVAL_DAY), sizeof(SQL_INTERVAL_STRUCT));
    EXPECT_EQ(default_c_type(SQL_WVARCHAR), SQL_C_WCHAR);
    EXPECT_EQ(default_c_type(SQL_DECIMAL), SQL_C_CHAR);
    EXPECT_EQ(default_c_type(SQL_BIGINT), SQL_C_SBIGINT);
    EXPECT_EQ(default_c_type(SQL_BIGINT, true), SQL_C_UBIGINT);
    EXPECT_EQ(default_c_type(SQL_INTEGER, true), SQL_C_ULONG);
    EXPECT_EQ(default_c_type(SQL_SMALLINT, true), SQL_C_USHORT);
    EXPECT_EQ(default_c_type(SQL_TINYINT, true), SQL_C_UTINYINT);
    EXPECT_EQ(default_c_type(SQL_VARCHAR, true), SQL_C_CHAR);
    EXPECT_EQ(default_c_type(SQL_INTERVAL_DAY_TO_HOUR), SQL_C_INTERVAL_DAY_TO_HOUR);
    EXPECT_EQ(default_c_type(9999), SQL_C_CHAR);
    EXPECT_EQ(default_c_type(SQL_DATE), SQL_C_TYPE_DATE);
    EXPECT_EQ(default_c_type(SQL_TIMESTAMP), SQL_C_TYPE_TIMESTAMP);
    EXPECT_TRUE(is_known_c_type(SQL_C_INTERVAL_MINUTE_TO_SECOND));
    EXPECT_TRUE(is_known_c_type(SQL_C_DEFAULT));
    EXPECT_FALSE(is_known_c_type(9999));
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
