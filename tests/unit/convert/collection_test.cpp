#include "convert/collection.h"

#include <optional>
#include <utility>

#include "support.h"

namespace cubrid::odbc::convert::test {
namespace {

ColumnContext set_of(cas::Type type) {
    ColumnContext context = column(type);
    context.type.collection = cas::Collection::set;
    return context;
}

std::string element(const cas::Cell& cell) {
    std::string size(4, '\0');
    base::store_be(reinterpret_cast<std::byte*>(size.data()), cell.size);
    return size + std::string{base::as_text(cell.bytes())};
}

WireCell set_cell(cas::Type type, const std::vector<cas::Cell>& cells) {
    std::string bytes(5, static_cast<char>(type));
    base::store_be(reinterpret_cast<std::byte*>(bytes.data() + 1),
                   static_cast<std::int32_t>(cells.size()));
    for (const cas::Cell& cell : cells) bytes += element(cell);
    return raw_cell(bytes);
}

TEST(Collection, ElementsAreListedInBraces) {
    const WireCell one = integer_cell<std::int32_t>(1);
    const WireCell two = integer_cell<std::int32_t>(-2);
    EXPECT_EQ(fetch_text(set_of(cas::Type::integer), set_cell(cas::Type::integer, {one, two, {}})),
              "{1, -2, NULL}");
    EXPECT_EQ(fetch_text(set_of(cas::Type::null), set_cell(cas::Type::null, {})), "{}");
    const WireCell text = text_cell("한 글");
    EXPECT_EQ(fetch_text(set_of(cas::Type::string), set_cell(cas::Type::string, {text, text})),
              "{한 글, 한 글}");
    const WireCell bits = raw_cell("\x0A\xFF");
    EXPECT_EQ(fetch_text(set_of(cas::Type::bit), set_cell(cas::Type::bit, {bits})), "{0AFF}");
    const WireCell date = shorts_cell({2024, 1, 2});
    EXPECT_EQ(fetch_text(set_of(cas::Type::date), set_cell(cas::Type::date, {date})),
              "{2024-01-02}");
}

TEST(Collection, TheElementTypeOfTheValueCounts) {
    const WireCell one = integer_cell<std::int64_t>(1);
    EXPECT_EQ(fetch_text(set_of(cas::Type::null), set_cell(cas::Type::bigint, {one})), "{1}");
    const WireCell tagged = set_cell(cas::Type::bigint, {one}).tagged(0xE5, cas::Type::blob);
    EXPECT_EQ(fetch_text(column(cas::Type::null), tagged), "{1}");
}

TEST(Collection, ItIsConvertedAsTheTextThatItIsDescribedAs) {
    const WireCell one = integer_cell<std::int32_t>(1);
    const WireCell cell = set_cell(cas::Type::integer, {one});
    EXPECT_EQ(fetch(set_of(cas::Type::integer), cell, SQL_C_SLONG, 4).outcome, Outcome::bad_text);
    EXPECT_EQ(fetch(set_of(cas::Type::integer), cell, SQL_C_BINARY, 9).buffer.bytes(3), "{1}");
}

TEST(Collection, ElementsThatWouldReadAsOthersAreQuoted) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "{''}"},          {"NULL", "{'NULL'}"}, {"null", "{'null'}"}, {"nullx", "{nullx}"},
        {" a", "{' a'}"},      {"a ", "{'a '}"},     {"a b", "{a b}"},     {"a, b", "{'a, b'}"},
        {"it's", "{'it''s'}"}, {"{1}", "{'{1}'}"},   {"\"x\"", "{\"x\"}"},
    };
    for (const auto& [element, text] : cases) {
        const WireCell cell = text_cell(element);
        EXPECT_EQ(fetch_text(set_of(cas::Type::string), set_cell(cas::Type::string, {cell})), text);
    }
    const auto fixed = [](std::string_view text) {
        const WireCell cell = text_cell(text);
        return fetch_text(set_of(cas::Type::character), set_cell(cas::Type::character, {cell}));
    };
    EXPECT_EQ(fixed("ab "), "{ab }");
    EXPECT_EQ(fixed("   "), "{'   '}");
    EXPECT_EQ(fixed(" b "), "{' b '}");
}

Bound bind_set(std::string_view text, base::Charset database = base::Charset::utf8,
               base::Charset narrow = base::Charset::utf8, SQLSMALLINT c_type = SQL_C_CHAR) {
    Bound bound;
    const Encode encode = select_encoder(c_type, SQL_VARCHAR, cas::Collection::set);
    ParamContext context = param(SQL_VARCHAR);
    context.database = database;
    context.narrow = narrow;
    cas::WireWriter out;
    out.begin(cas::Function::execute);
    const std::size_t mark = out.mark();
    bound.outcome = encode({text.data(), static_cast<SQLLEN>(text.size())}, context, out);
    if (bound.outcome != Outcome::ok) return bound;
    const base::Bytes frame = out.finish({}).subspan(mark);
    bound.type = static_cast<cas::Type>(frame[4]);
    EXPECT_EQ(base::load_be<std::int32_t>(frame.data() + 5),
              static_cast<std::int32_t>(frame.size() - 9));
    bound.bytes = base::as_text(frame.subspan(9));
    return bound;
}

// The bind of the elements; nothing is NULL.
std::string sequence_of(const std::vector<std::optional<std::string>>& elements) {
    std::string bytes(1, static_cast<char>(cas::Type::string));
    for (const auto& element : elements) {
        const std::string wire = element ? *element + '\0' : std::string{};
        std::string size(4, '\0');
        base::store_be(reinterpret_cast<std::byte*>(size.data()),
                       static_cast<std::int32_t>(wire.size()));
        bytes += size + wire;
    }
    return bytes;
}

TEST(EncodeCollection, ItsTextBecomesASequenceOfTexts) {
    using Elements = std::vector<std::optional<std::string>>;
    const std::vector<std::pair<std::string, Elements>> cases = {
        {"{}", {}},
        {" { } ", {}},
        {"{1}", {"1"}},
        {"{1,-2, NULL ,null}", {"1", "-2", std::nullopt, std::nullopt}},
        {"{a b, 'c, d' , 'it''s','NULL',''}", {"a b", "c, d", "it's", "NULL", ""}},
        {"{한글, '''}'''}", {"한글", "'}'"}},
        {"{\"x\"}", {"\"x\""}},
    };
    for (const auto& [text, elements] : cases) {
        const Bound bound = bind_set(text);
        EXPECT_EQ(bound.outcome, Outcome::ok) << text;
        EXPECT_EQ(bound.type, cas::Type::sequence);
        EXPECT_EQ(bound.bytes, sequence_of(elements)) << text;
    }
    EXPECT_EQ(bind_set("{é}", base::Charset::iso88591).bytes, sequence_of({"\xE9"}));
    EXPECT_EQ(bind_set("{\xB0\xA1}", base::Charset::utf8, base::Charset::euckr).bytes,
              sequence_of({"가"}));
    EXPECT_EQ(bind_set("{\xB0}", base::Charset::utf8, base::Charset::euckr).outcome,
              Outcome::bad_text);
    EXPECT_EQ(bind_set("{1}", base::Charset::utf8, base::Charset::utf8, SQL_C_BINARY).bytes,
              sequence_of({"1"}));
}

TEST(EncodeCollection, WhatIsNoCollectionIsRefused) {
    for (const char* text : {"", "{", "}", "1", "{1", "1}", "{1,}", "{,1}", "{,}", "{1,,2}", "{'a}",
                             "{'a'b}", "{a'b}", "{{1}}", "{a}}", "\xFF", "{\xFF}"}) {
        EXPECT_EQ(bind_set(text).outcome, Outcome::bad_text) << text;
    }
    EXPECT_EQ(bind_set("{한}", base::Charset::iso88591).outcome, Outcome::bad_text);
    EXPECT_EQ(bind_set("{'한'}", base::Charset::iso88591).outcome, Outcome::bad_text);
    EXPECT_EQ(select_encoder(SQL_C_SLONG, SQL_VARCHAR, cas::Collection::set), nullptr);
    EXPECT_NE(select_encoder(SQL_C_WCHAR, SQL_VARCHAR, cas::Collection::multiset), nullptr);
    EXPECT_NE(select_encoder(SQL_C_BINARY, SQL_VARCHAR, cas::Collection::sequence), nullptr);
}

TEST(Collection, WhatIsCutOffIsMalformed) {
    const WireCell one = integer_cell<std::int32_t>(1);
    const WireCell whole = set_cell(cas::Type::integer, {one, one});
    const cas::Cell cell = whole;
    const std::string bytes{base::as_text(cell.bytes())};
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const Fetched fetched =
            fetch(set_of(cas::Type::integer), raw_cell(bytes.substr(0, size)), SQL_C_CHAR, 50);
        EXPECT_EQ(fetched.outcome, Outcome::malformed) << size;
        EXPECT_TRUE(fetched.buffer.is_untouched());
    }
}

TEST(Collection, AnElementWithATypeOfItsOwnIsMalformed) {
    const WireCell inner = integer_cell<std::int32_t>(1).tagged(0x85, cas::Type::integer);
    EXPECT_EQ(
        fetch(set_of(cas::Type::null), set_cell(cas::Type::null, {inner}), SQL_C_CHAR, 50).outcome,
        Outcome::malformed);
}

TEST(Collection, ItCanBeReadInParts) {
    const WireCell one = integer_cell<std::int32_t>(1);
    const ColumnContext context = set_of(cas::Type::integer);
    const WireCell cell = set_cell(cas::Type::integer, {one, one});
    Pieces pieces;
    char buffer[4];
    SQLLEN length = 0;
    std::string all;
    while (!pieces.next(cell, SQL_C_CHAR, {buffer, 4, &length, &length}, context).no_more_data)
        all += buffer;
    EXPECT_EQ(all, "{1, 1}");
}

TEST(Object, AnIdentifierIsText) {
    const WireCell cell = raw_cell(std::string{"\0\0\1\0\0\2\xFF\xFF", 8});
    EXPECT_EQ(fetch_text(column(cas::Type::object), cell), "@256|2|-1");
    EXPECT_EQ(fetch(column(cas::Type::object), raw_cell("1234567"), SQL_C_CHAR, 50).outcome,
              Outcome::malformed);
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
