#include "cas/execute.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using wire::body_hex;
using wire::HasState;
using wire::IsMalformed;
using wire::Message;

void statement(Message& out, int type, int count) { out.u8(type).i32(count).zeros(16); }

void column(Message& out, std::string_view label) {
    out.u8(0x80).u8(8).i16(0).i32(10).text(label).text("").text("").u8(0).text("").zeros(7);
}

// One row of one INT.
void page(Message& out) { out.i32(0).i32(1).i32(1).zeros(8).i32(4).i32(42).u8(1); }

Message select_reply() {
    Message out;
    out.i32(1).u8(0).i32(1);
    statement(out, 21, 1);
    out.u8(0).i32(-2);
    page(out);
    return out;
}

Message insert_reply() {
    Message out;
    out.i32(5).u8(0).i32(1);
    statement(out, 20, 5);
    out.u8(0).i32(-2);
    return out;
}

// Two statements in one text: the reply describes the columns of the first.
Message described_reply() {
    Message out;
    out.i32(1).u8(0).i32(2);
    statement(out, 21, 1);
    statement(out, 20, 7);
    out.u8(1).i32(-1).u8(21).i32(0).u8(0).i32(1);
    column(out, "a");
    out.i32(-2);
    page(out);
    return out;
}

Message prepared_and_executed_reply() {
    Message out;
    out.i32(4).i32(-1).u8(21).i32(0).u8(0).i32(1);
    column(out, "a");
    return out.raw(base::as_text(select_reply().bytes()));
}

auto decode_select = [](base::Buffer body) { return read_execute(std::move(body), 1, true); };
auto decode_insert = [](base::Buffer body) { return read_execute(std::move(body), 0, false); };
auto decode_described = [](base::Buffer body) { return read_execute(std::move(body), 0, true); };
auto decode_both = [](base::Buffer body) { return read_prepare_and_execute(std::move(body)); };

TEST(ExecuteRequest, ListsItsArgumentsInOrder) {
    WireWriter out;
    begin_execute(out, {.handle = 1,
                        .flags = kExecuteQueryAll,
                        .max_column_bytes = 16,
                        .max_rows = 5,
                        .fetch = true,
                        .autocommit = true,
                        .forward_only = false,
                        .query_timeout_ms = 300});
    out.bind_type(Type::integer);
    out.int_arg(500);
    EXPECT_EQ(body_hex(out),
              "03"
              "0000000400000001"
              "0000000102"
              "0000000400000010"
              "0000000400000005"
              "00000000"
              "0000000101"
              "0000000101"
              "0000000100"
              "000000080000000000000000"
              "000000040000012c"
              "0000000108"
              "00000004000001f4");
}

TEST(ExecuteReply, HoldsCountAndInlinePage) {
    auto executed = decode_select(select_reply().buffer());
    ASSERT_TRUE(executed);
    EXPECT_EQ(executed->count, 1);
    EXPECT_THAT(executed->counts, ElementsAre(1));
    EXPECT_THAT(executed->types, ElementsAre(StatementType::select));
    EXPECT_FALSE(executed->columns);
    ASSERT_TRUE(executed->page);
    EXPECT_EQ(executed->page->rows(), 1);
    EXPECT_TRUE(executed->page->is_last());
    RowWalker rows{*executed->page, 1};
    ASSERT_TRUE(rows.next_row());
    EXPECT_EQ(base::load_be<std::int32_t>(rows.next_cell().data), 42);
}

TEST(ExecuteReply, RowsThatAreNotTheFirstOfTheResultAreMalformed) {
    // They stand at the end: number, OID, length and value of the row, and the end flag.
    const std::size_t row_number = select_reply().size() - (4 + 8 + 4 + 4 + 1);
    EXPECT_TRUE(decode_select(select_reply().with_i32(row_number, 1).buffer()));
    EXPECT_THAT(decode_select(select_reply().with_i32(row_number, 2).buffer()).error(),
                IsMalformed());
}

TEST(ExecuteReply, BytesOfANewerServerBehindTheShardAreTolerated) {
    const auto executed = decode_insert(insert_reply().buffer());
    ASSERT_TRUE(executed);
    EXPECT_EQ(executed->count, 5);
    EXPECT_FALSE(executed->page);
    EXPECT_TRUE(decode_insert(insert_reply().u8(0).buffer()));
}

TEST(ExecuteReply, ItsOwnColumnsDecideOverThoseOfPrepare) {
    const auto executed = decode_described(described_reply().buffer());
    ASSERT_TRUE(executed);
    EXPECT_THAT(executed->counts, ElementsAre(1, 7));
    ASSERT_TRUE(executed->columns);
    ASSERT_THAT(*executed->columns, SizeIs(1));
    EXPECT_EQ(executed->columns->front().label, "a");
    EXPECT_EQ(executed->page->rows(), 1);
}

TEST(ExecuteReply, AnotherNumberOfColumnsIsMalformed) {
    for (const std::size_t columns : {0U, 2U, 100000U}) {
        EXPECT_THAT(read_execute(select_reply().buffer(), columns, true).error(), IsMalformed())
            << columns;
    }
}

TEST(ExecuteReply, ACachedResultThatNobodyHasIsMalformed) {
    EXPECT_THAT(decode_insert(Message{}.i32(1).u8(1).buffer()).error(), IsMalformed());
}

TEST(ExecuteReply, AnErrorIsTheServers) {
    const Message body = Message{}.i32(-2).i32(-670).raw("unique").zeros(1);
    EXPECT_THAT(decode_select(body.buffer()).error(), HasState("23000"));
    EXPECT_EQ(decode_select(body.buffer()).error().native, -670);
}

TEST(ExecuteReply, EveryPrefixIsRefused) {
    wire::expect_every_prefix_refused(select_reply(), decode_select);
    wire::expect_every_prefix_refused(insert_reply(), decode_insert);
    wire::expect_every_prefix_refused(described_reply(), decode_described);
}

TEST(ExecuteReply, ACountThatTheReplyCannotHoldIsRefused) {
    constexpr std::size_t kStatements = 5;
    EXPECT_THAT(decode_insert(insert_reply().with_i32(kStatements, 0x7FFFFFFF).buffer()).error(),
                IsMalformed());
    EXPECT_THAT(decode_insert(insert_reply().with_i32(kStatements, -1).buffer()).error(),
                IsMalformed());
}

TEST(ExecuteReply, SurvivesHostileNumbers) {
    wire::try_hostile_ints(select_reply(), decode_select);
    wire::try_hostile_ints(described_reply(), decode_described);
}

TEST(PrepareAndExecuteRequest, CountsThePrepareArguments) {
    WireWriter out;
    const std::array<std::int32_t, 1> close{9};
    write_prepare_and_execute(out, {.sql = "x", .flags = 8, .autocommit = true, .close = close},
                              {.flags = kExecuteQueryAll, .query_timeout_ms = 1});
    EXPECT_EQ(body_hex(out),
              "29"
              "0000000400000004"
              "000000027800"
              "0000000108"
              "0000000101"
              "0000000400000009"
              "0000000102"
              "0000000400000000"
              "0000000400000000"
              "00000000"
              "000000080000000000000000"
              "0000000400000001");
}

TEST(PrepareAndExecuteReply, IsBothRepliesInOne) {
    const auto both = decode_both(prepared_and_executed_reply().buffer());
    ASSERT_TRUE(both);
    EXPECT_EQ(both->prepared.handle, 4);
    EXPECT_THAT(both->prepared.columns, SizeIs(1));
    EXPECT_EQ(both->executed.count, 1);
    EXPECT_EQ(both->executed.page->rows(), 1);
}

TEST(PrepareAndExecuteReply, OnlyASelectHasAPage) {
    Message body = Message{}.i32(4).i32(-1).u8(20).i32(0).u8(0).i32(0).raw(
        base::as_text(insert_reply().bytes()));
    const auto both = decode_both(body.buffer());
    ASSERT_TRUE(both);
    EXPECT_EQ(both->executed.count, 5);
    EXPECT_FALSE(both->executed.page);
}

TEST(PrepareAndExecuteReply, EveryPrefixIsRefused) {
    wire::expect_every_prefix_refused(prepared_and_executed_reply(), decode_both);
}

TEST(PrepareAndExecuteReply, SurvivesHostileNumbers) {
    wire::try_hostile_ints(prepared_and_executed_reply(), decode_both);
}

TEST(NextResult, IsRead) {
    WireWriter out;
    write_next_result(out, 3, false);
    EXPECT_EQ(body_hex(out),
              "13"
              "0000000400000003"
              "0000000100");

    Message body = Message{}.i32(0).i32(2).u8(21).u8(0).i32(1);
    column(body, "b");
    const auto result = read_next_result(body.bytes());
    ASSERT_TRUE(result);
    EXPECT_EQ(result->count, 2);
    EXPECT_EQ(result->type, StatementType::select);
    EXPECT_THAT(result->columns, SizeIs(1));

    const auto decode = [](const base::Buffer& buffer) { return read_next_result(buffer.view()); };
    wire::expect_every_prefix_refused(body, decode);
    wire::try_hostile_ints(body, decode);
}

TEST(NextResult, AStatementWithoutRowsHasNoColumns) {
    EXPECT_THAT(read_next_result(Message{}.i32(0).i32(1).u8(20).u8(0).i32(0).bytes())->columns,
                IsEmpty());
}

TEST(NextResult, TheEndIsAnErrorOfItsOwn) {
    EXPECT_EQ(read_next_result(Message{}.i32(-1).i32(kCasNoMoreResultSet).zeros(1).bytes())
                  .error()
                  .native,
              kCasNoMoreResultSet);
}

}  // namespace
}  // namespace cubrid::odbc::cas
