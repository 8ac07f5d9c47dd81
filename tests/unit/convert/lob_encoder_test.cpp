// Parameters of any length on their way into a LOB, in pieces of any size.
#include "convert/lob_encoder.h"

#include <array>

#include "base/utf.h"
#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

using Form = LobEncoder::Form;

base::ByteSource in_pieces(std::string_view value, std::size_t size) {
    return [value, size](std::span<std::byte> to) mutable -> base::Result<std::size_t> {
        const std::size_t count = std::min({size, to.size(), value.size()});
        std::memcpy(to.data(), value.data(), count);
        value.remove_prefix(count);
        return count;
    };
}

struct Encoded {
    std::string bytes;
    std::string state;
};

Encoded encode(const Form& form, std::string_view value, std::size_t piece,
               std::size_t room = 1000) {
    LobEncoder encoder{form, in_pieces(value, piece)};
    Encoded out;
    std::string part(room, static_cast<char>(kPoison));
    for (;;) {
        auto count = encoder.read(std::as_writable_bytes(std::span{part.data(), part.size()}));
        if (!count) {
            out.state = count.error().state.view();
            return out;
        }
        if (*count == 0) return out;
        out.bytes += part.substr(0, *count);
    }
}

// Whatever the pieces are.
std::string encoded(const Form& form, std::string_view value) {
    const std::string whole = encode(form, value, value.size() + 1).bytes;
    for (const std::size_t piece :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{5}, std::size_t{7}}) {
        for (const std::size_t room : {std::size_t{1}, std::size_t{13}, std::size_t{100000}}) {
            const Encoded again = encode(form, value, piece, room);
            EXPECT_EQ(again.bytes, whole) << piece << ' ' << room;
            EXPECT_EQ(again.state, "");
        }
    }
    return whole;
}

std::string error_of(const Form& form, std::string_view value) {
    const std::string state = encode(form, value, value.size() + 1).state;
    EXPECT_EQ(encode(form, value, 1).state, state);
    return state;
}

std::string wide(std::string_view utf8) {
    const auto units = *base::to_utf16(utf8);
    return {reinterpret_cast<const char*>(units.data()), units.size() * 2};
}

const std::string kText = "a\xC3\xA9\xED\x95\x9C\xF0\x9F\x98\x80z";

TEST(LobEncoder, BytesOfABlobStayAsTheyAre) {
    const std::string value("a\0\xFF\x80z", 5);
    EXPECT_EQ(encoded({cas::Type::blob, SQL_C_BINARY}, value), value);
    EXPECT_EQ(encoded({cas::Type::blob, SQL_C_BINARY}, ""), "");
}

TEST(LobEncoder, TextOfABlobIsHexadecimal) {
    EXPECT_EQ(encoded({cas::Type::blob, SQL_C_CHAR}, "01abFF7a"), "\x01\xAB\xFFz");
    EXPECT_EQ(encoded({cas::Type::blob, SQL_C_WCHAR}, wide("01abFF7a")), "\x01\xAB\xFFz");
    EXPECT_EQ(encoded({cas::Type::blob, SQL_C_CHAR}, ""), "");
}

TEST(LobEncoder, HexadecimalTextThatIsNoneIs22018) {
    for (const std::string_view text : {"0", "010", "0g", "01 2"}) {
        EXPECT_EQ(error_of({cas::Type::blob, SQL_C_CHAR}, text), "22018") << text;
        EXPECT_EQ(error_of({cas::Type::blob, SQL_C_WCHAR}, wide(text)), "22018") << text;
    }
    EXPECT_EQ(error_of({cas::Type::blob, SQL_C_WCHAR}, wide("\xED\x95\x9C\xED\x95\x9C")), "22018");
}

TEST(LobEncoder, ACharacterSplitBetweenPiecesStaysWhole) {
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_CHAR}, kText), kText);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_BINARY}, kText), kText);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_WCHAR}, wide(kText)), kText);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_WCHAR}, wide("")), "");
}

TEST(LobEncoder, TextGoesIntoTheDatabasesCharset) {
    const std::string utf8 = "a\xED\x95\x9Cz";
    const std::string euckr = "a\xC7\xD1z";
    const base::Charset kEuckr = base::Charset::euckr;
    const base::Charset kUtf8 = base::Charset::utf8;
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_CHAR, kUtf8, kEuckr}, utf8), euckr);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_CHAR, kEuckr, kUtf8}, euckr), utf8);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_CHAR, kEuckr, kEuckr}, euckr), euckr);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_WCHAR, kUtf8, kEuckr}, wide(utf8)), euckr);
    EXPECT_EQ(encoded({cas::Type::clob, SQL_C_BINARY, kEuckr, kUtf8}, euckr), utf8);
    EXPECT_EQ(error_of({cas::Type::clob, SQL_C_CHAR, kUtf8, base::Charset::iso88591}, utf8),
              "22018");
    EXPECT_EQ(error_of({cas::Type::clob, SQL_C_CHAR, kEuckr, kUtf8}, "a\xC7"), "22018");
}

TEST(LobEncoder, TextThatIsNoneIs22018) {
    for (const std::string_view text : {"ab\xFF", "ab\xED\x95", "\xED\xA0\x80", "\xC0\x80"}) {
        EXPECT_EQ(error_of({cas::Type::clob, SQL_C_CHAR}, text), "22018");
    }
    const std::string high = wide("\xF0\x9F\x98\x80").substr(0, 2);
    EXPECT_EQ(error_of({cas::Type::clob, SQL_C_WCHAR}, wide("ab") + high), "22018");
    EXPECT_EQ(error_of({cas::Type::clob, SQL_C_WCHAR}, high + wide("ab")), "22018");
}

TEST(LobEncoder, HalfAUnitOfUtf16IsHy090) {
    EXPECT_EQ(error_of({cas::Type::clob, SQL_C_WCHAR}, wide("ab") + "c"), "HY090");
    EXPECT_EQ(error_of({cas::Type::blob, SQL_C_WCHAR}, wide("01") + "c"), "HY090");
}

TEST(LobEncoder, ManyWindowsOfTextComeOutWhole) {
    std::string text = "x";
    while (text.size() < (std::size_t{300} << 10U)) text += kText;
    for (const std::size_t piece : {std::size_t{1000}, std::size_t{65536}, text.size()}) {
        EXPECT_EQ(encode({cas::Type::clob, SQL_C_CHAR}, text, piece, 131072).bytes, text);
        const std::string units = wide(text);
        EXPECT_EQ(encode({cas::Type::clob, SQL_C_WCHAR}, units, piece, 131072).bytes, text);
    }
}

TEST(LobEncoder, AnErrorOfTheSourceIsTheResult) {
    for (const cas::Type type : {cas::Type::blob, cas::Type::clob}) {
        LobEncoder encoder{{type, SQL_C_BINARY},
                           [](std::span<std::byte>) -> base::Result<std::size_t> {
                               return base::Diag{{"HY008"}, "stop"};
                           }};
        std::array<std::byte, 8> to{};
        const auto count = encoder.read(to);
        ASSERT_FALSE(count);
        EXPECT_EQ(count.error().state.view(), "HY008");
    }
}

TEST(LobEncoder, ExistsForTheTypesThatComeInPieces) {
    EXPECT_TRUE(LobEncoder::exists(SQL_C_CHAR));
    EXPECT_TRUE(LobEncoder::exists(SQL_C_WCHAR));
    EXPECT_TRUE(LobEncoder::exists(SQL_C_BINARY));
    EXPECT_FALSE(LobEncoder::exists(SQL_C_SLONG));
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
