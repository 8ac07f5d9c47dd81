#include "cas/prepare.h"

#include "cas/error_map.h"
#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using wire::body_hex;
using wire::HasState;
using wire::IsMalformed;
using wire::Message;

void column(Message& out, int charset_byte, int type, std::string_view label) {
    out.u8(charset_byte).u8(type).i16(2).i32(10).text(label).text("").text("dba.t");
    out.u8(1).text("NULL").u8(1).u8(1).u8(1).u8(0).u8(0).u8(1).u8(1);
}

Message select_reply() {
    Message out;
    out.i32(3).i32(-1).u8(21).i32(1).u8(0).i32(2);
    column(out, 0x80, 8, "id");
    column(out, 0x85, 2, "v");
    return out;
}

auto decode = [](const base::Buffer& body) { return read_prepare(body.view()); };

ColumnType type_of(const Message& bytes) {
    WireReader in{bytes.bytes()};
    const ColumnType type = read_type(in);
    EXPECT_TRUE(in.ok());
    EXPECT_EQ(in.remaining(), 0U);
    return type;
}

TEST(PrepareRequest, IsTextFlagsAndCommitByte) {
    WireWriter out;
    write_prepare(out, {.sql = "select 1", .autocommit = true});
    EXPECT_EQ(body_hex(out),
              "02"
              "0000000973656c656374203100"
              "0000000108"
              "0000000101");
}

TEST(PrepareRequest, ClosesHandlesFirst) {
    WireWriter out;
    const std::array<std::int32_t, 2> close{5, 6};
    write_prepare(out, {.sql = "x", .flags = 0, .close = close});
    EXPECT_EQ(body_hex(out),
              "02"
              "000000027800"
              "0000000100"
              "0000000100"
              "0000000400000005"
              "0000000400000006");
}

TEST(PrepareReply, DescribesTheStatement) {
    const Message body = select_reply();
    const auto prepared = read_prepare(body.bytes());
    ASSERT_TRUE(prepared);
    EXPECT_EQ(prepared->handle, 3);
    EXPECT_EQ(prepared->type, StatementType::select);
    EXPECT_EQ(prepared->markers, 1);
    EXPECT_TRUE(prepared->has_result());
    ASSERT_THAT(prepared->columns, SizeIs(2));
    const Column& first = prepared->columns[0];
    EXPECT_EQ(first.type, (ColumnType{Type::integer, Collection::none, WireCharset::ascii}));
    EXPECT_EQ(first.scale, 2);
    EXPECT_EQ(first.precision, 10);
    EXPECT_EQ(first.label, "id");
    EXPECT_EQ(first.attribute, "");
    EXPECT_EQ(first.table, "dba.t");
    EXPECT_EQ(first.default_text, "NULL");
    EXPECT_TRUE(first.not_null && first.auto_increment && first.unique_key && first.primary_key &&
                first.foreign_key && first.shared);
    EXPECT_EQ(prepared->columns[1].type.charset, WireCharset::utf8);
}

TEST(PrepareReply, OnlyStatementsWithACursorHaveAResult) {
    for (const int type : {14, 21, 24, 41, 0x7E}) {
        EXPECT_TRUE((Prepared{.type = static_cast<StatementType>(type)}.has_result())) << type;
    }
    for (const int type : {0, 20, 22, 23, 57, 71, 99, 0x7F}) {
        EXPECT_FALSE((Prepared{.type = static_cast<StatementType>(type)}.has_result())) << type;
    }
}

TEST(PrepareReply, AnErrorIsTheServers) {
    const Message body =
        Message{}.i32(-2).i32(-493).raw("Syntax: Unknown class \"dba.x\". select").zeros(1);
    EXPECT_THAT(read_prepare(body.bytes()).error(), HasState("42S02"));
}

TEST(PrepareReply, EveryPrefixIsRefused) {
    wire::expect_every_prefix_refused(select_reply(), decode);
}

TEST(PrepareReply, BytesOfANewerServerBehindTheEndAreTolerated) {
    EXPECT_TRUE(read_prepare(select_reply().u8(0).bytes()));
}

TEST(PrepareReply, AHandleIsNotZero) {
    EXPECT_THAT(read_prepare(select_reply().with_i32(0, 0).bytes()).error(), IsMalformed());
}

TEST(PrepareReply, ACountThatTheReplyCannotHoldIsRefused) {
    constexpr std::size_t kMarkers = 9;
    constexpr std::size_t kColumns = 14;
    EXPECT_THAT(read_prepare(select_reply().with_i32(kColumns, 0x7FFFFFFF).bytes()).error(),
                IsMalformed());
    EXPECT_THAT(read_prepare(select_reply().with_i32(kColumns, -1).bytes()).error(), IsMalformed());
    EXPECT_THAT(read_prepare(select_reply().with_i32(kMarkers, -1).bytes()).error(), IsMalformed());
}

TEST(PrepareReply, SurvivesHostileNumbers) { wire::try_hostile_ints(select_reply(), decode); }

TEST(ColumnType, TwoBytesHoldCollectionCharsetAndCode) {
    EXPECT_EQ(type_of(Message{}.u8(0x84).u8(2)),
              (ColumnType{Type::string, Collection::none, WireCharset::euckr}));
    EXPECT_EQ(type_of(Message{}.u8(0xA0).u8(8)),
              (ColumnType{Type::integer, Collection::set, WireCharset::ascii}));
    EXPECT_EQ(type_of(Message{}.u8(0xC5).u8(2)),
              (ColumnType{Type::string, Collection::multiset, WireCharset::utf8}));
    EXPECT_EQ(type_of(Message{}.u8(0xE0).u8(0)).collection, Collection::sequence);
    EXPECT_TRUE(type_of(Message{}.u8(0x80).u8(0)).is_tagged());
    EXPECT_FALSE(type_of(Message{}.u8(0xE0).u8(0)).is_tagged());
}

TEST(ColumnType, OneByteIsTheOldForm) {
    EXPECT_EQ(type_of(Message{}.u8(0x28)).type, Type::integer);
    EXPECT_EQ(type_of(Message{}.u8(0x28)).collection, Collection::set);
}

TEST(ColumnType, AnUnknownCodeIsRefused) {
    const Message bytes = Message{}.u8(0x80).u8(kTypeCodes);
    WireReader in{bytes.bytes()};
    read_type(in);
    EXPECT_FALSE(in.ok());
}

TEST(ColumnType, ACollectionValueMayCarryANumberOfTheServersOwn) {
    EXPECT_EQ(type_of(Message{}.u8(0xE5).u8(40)).collection, Collection::sequence);
    EXPECT_EQ(type_of(Message{}.u8(0xE5).u8(40)).type, Type::null);
}

TEST(CloseHandle, CarriesTheCommitByte) {
    WireWriter out;
    write_close_handle(out, 7, true);
    EXPECT_EQ(body_hex(out),
              "06"
              "0000000400000007"
              "0000000101");
}

TEST(ParameterInfo, IsRead) {
    WireWriter out;
    write_parameter_info(out, 7);
    EXPECT_EQ(body_hex(out),
              "1b"
              "0000000400000007");

    const Message body =
        Message{}.i32(2).u8(1).u8(0x80).u8(7).i16(2).i32(15).u8(0).u8(0x80).u8(0).i16(0).i32(0);
    const auto parameters = read_parameter_info(body.bytes());
    ASSERT_TRUE(parameters);
    ASSERT_THAT(*parameters, SizeIs(2));
    EXPECT_EQ((*parameters)[0].type.type, Type::numeric);
    EXPECT_EQ((*parameters)[0].scale, 2);
    EXPECT_EQ((*parameters)[0].precision, 15);
    EXPECT_EQ((*parameters)[1].type.type, Type::null);

    const auto decode_it = [](const base::Buffer& buffer) {
        return read_parameter_info(buffer.view());
    };
    wire::expect_every_prefix_refused(body, decode_it, 1);
    wire::try_hostile_ints(body, decode_it);
}

TEST(ParameterInfo, AStatementWithoutMarkersHasNone) {
    EXPECT_THAT(*read_parameter_info(Message{}.i32(0).bytes()), IsEmpty());
}

TEST(ParameterInfo, ACountThatTheReplyCannotHoldIsRefused) {
    EXPECT_THAT(read_parameter_info(Message{}.i32(0x7FFFFFFF).zeros(64).bytes()).error(),
                IsMalformed());
}

}  // namespace
}  // namespace cubrid::odbc::cas
