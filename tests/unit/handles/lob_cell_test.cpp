// LOB columns of a result: what SQLFetch and SQLGetData ask the server for.
#include "handles/lob_cell.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>

#include "../session/results.h"
#include "handles/cursor.h"

namespace cubrid::odbc::handles {
namespace {

using namespace session::fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;

Message handle(int type, int size) {
    return Message{}.i32(type).i32(0).i32(size).text("file:a/b.1");
}
Message gives(std::string_view bytes) {
    return Message{}.i32(static_cast<std::int64_t>(bytes.size())).raw(bytes);
}

// A row for each handle, with this LOB in both of its columns; NULL for an empty message.
cas::Page page_of(const std::vector<Message>& handles) {
    Message body;
    body.i32(static_cast<std::int64_t>(handles.size()));
    int number = 0;
    for (const Message& handle : handles) {
        body.i32(++number).zeros(8);
        for (int column = 0; column < 2; ++column) {
            const auto size = static_cast<std::int64_t>(handle.size());
            body.i32(size == 0 ? -1 : size).raw(base::as_text(handle.bytes()));
        }
    }
    auto parsed = cas::Page::parse(body.u8(1).buffer(), 0, 2);
    EXPECT_TRUE(parsed);
    return std::move(*parsed);
}

class LobCellTest : public testing::Test {
 protected:
    LobCellTest() {
        ird.replace(std::vector<DescRecord>(2));
        ird.array_status_ptr = statuses.data();
        std::memset(buffer.data(), '#', buffer.size());
    }
    void connect(std::vector<Step> steps) {
        cas = std::make_unique<FakeCas>(std::move(steps));
        session = cas->connected();
    }
    Cursor over(const std::vector<Message>& handles, cas::Type type = cas::Type::blob) {
        const cas::ColumnType column{type};
        CursorOptions options;
        options.lobs = {session, this};
        return Cursor{nullptr, page_of(handles), {column, column}, options};
    }
    void bind(SQLSMALLINT c_type, SQLLEN capacity) {
        DescRecord& record = ard.change(2);
        set_concise_type(record, c_type);
        record.data_ptr = buffer.data();
        record.octet_length = capacity;
        record.indicator_ptr = lengths.data();
        record.octet_length_ptr = lengths.data();
    }
    SQLRETURN fetch(Cursor& cursor) {
        diags.clear();
        auto code = cursor.fetch(ard, ird, Cursor::Retrieve::on, diags);
        if (!code) failure = code.error();
        return code ? *code : SQLRETURN{SQL_ERROR};
    }
    SQLRETURN get(Cursor& cursor, std::size_t column, SQLLEN capacity,
                  SQLSMALLINT c_type = SQL_C_BINARY) {
        auto code = cursor.get_data(column, c_type,
                                    {buffer.data(), capacity, lengths.data(), lengths.data()}, ard,
                                    SQL_C_BINARY, diags);
        if (!code) failure = code.error();
        return code ? *code : SQLRETURN{SQL_ERROR};
    }
    std::string_view text(std::size_t count) const { return {buffer.data(), count}; }

    std::unique_ptr<FakeCas> cas;
    std::shared_ptr<session::Session> session;
    Desc ard{DescKind::ard};
    Desc ird{DescKind::ird};
    std::array<SQLUSMALLINT, 4> statuses{99, 99, 99, 99};
    std::array<SQLLEN, 4> lengths{-7, -7, -7, -7};
    std::array<char, 64> buffer{};
    DiagList diags;
    base::Diag failure;
};

TEST_F(LobCellTest, ABoundColumnAsksForWhatItsBufferTakes) {
    connect({on(Function::lob_read, gives("abcd"), Status::active),
             on(Function::end_tran, success(), Status::idle)});
    bind(SQL_C_BINARY, 4);
    Cursor cursor = over({handle(33, 1000)});
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS_WITH_INFO);
    EXPECT_EQ(text(5), "abcd#");
    EXPECT_EQ(lengths[0], 1000);
    EXPECT_EQ(cas->requests()[0].number(2), 4);
    EXPECT_EQ(statuses[0], SQL_ROW_SUCCESS_WITH_INFO);
}

TEST_F(LobCellTest, AColumnThatIsNotAskedForIsNotRead) {
    connect({});
    Cursor cursor = over({handle(33, 1000), Message{}, handle(33, 0)});
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    bind(SQL_C_BINARY, 4);
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS) << "NULL";
    EXPECT_EQ(lengths[0], SQL_NULL_DATA);
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS) << "empty";
    EXPECT_EQ(lengths[0], 0);
    EXPECT_EQ(text(1), "#");
    EXPECT_EQ(fetch(cursor), SQL_NO_DATA);
}

TEST_F(LobCellTest, PartsComeOutOfOneRead) {
    connect({on(Function::lob_read, gives("abcdef"), Status::active),
             on(Function::end_tran, success(), Status::idle)});
    Cursor cursor = over({handle(33, 6)});
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_EQ(get(cursor, 1, 4), SQL_SUCCESS_WITH_INFO);
    EXPECT_EQ(text(5), "abcd#");
    EXPECT_EQ(lengths[0], 6);
    EXPECT_EQ(get(cursor, 1, 4), SQL_SUCCESS);
    EXPECT_EQ(text(2), "ef");
    EXPECT_EQ(lengths[0], 2);
    EXPECT_EQ(get(cursor, 1, 4), SQL_NO_DATA);
}

TEST_F(LobCellTest, ComingBackToAColumnStartsAgain) {
    const auto read = [](std::string_view bytes) {
        return std::array{on(Function::lob_read, gives(bytes), Status::active),
                          on(Function::end_tran, success(), Status::idle)};
    };
    std::vector<Step> steps;
    for (int i = 0; i < 3; ++i) {
        for (Step& step : read("abcdef")) steps.push_back(std::move(step));
    }
    connect(std::move(steps));
    Cursor cursor = over({handle(33, 6)});
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    for (const std::size_t column : {1U, 0U, 1U}) {
        EXPECT_EQ(get(cursor, column, 3), SQL_SUCCESS_WITH_INFO);
        EXPECT_EQ(text(3), "abc");
    }
}

TEST_F(LobCellTest, AReadThatFailsFailsItsRowOnly) {
    connect({on(Function::lob_read, error(-1020, "was not found"), Status::active),
             on(Function::end_tran, success(), Status::idle),
             on(Function::lob_read, gives("abcd"), Status::active),
             on(Function::end_tran, success(), Status::idle)});
    bind(SQL_C_BINARY, 4);
    ard.array_size = 2;
    Cursor cursor = over({handle(33, 4), handle(33, 4)});
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS_WITH_INFO);
    EXPECT_THAT(statuses, ElementsAre(SQL_ROW_ERROR, SQL_ROW_SUCCESS, 99, 99));
    EXPECT_EQ(std::string_view(buffer.data() + 4, 4), "abcd");
    ASSERT_EQ(diags.size(), 1U);
    EXPECT_EQ(diags.record(1)->native, -1020);
    EXPECT_EQ(diags.record(1)->row, 1);
    EXPECT_EQ(diags.record(1)->column, 2);
}

TEST_F(LobCellTest, ALostConnectionIsTheErrorOfTheCall) {
    connect({closes_at(Function::lob_read)});
    bind(SQL_C_BINARY, 4);
    session->set_autocommit(false);
    Cursor cursor = over({handle(33, 4)});
    EXPECT_EQ(fetch(cursor), SQL_ERROR);
    EXPECT_EQ(failure.state.view(), "08S01");
}

TEST_F(LobCellTest, AHandleThatMakesNoSenseIsNotSent) {
    connect({});
    for (const Message& bad : {handle(34, 4), handle(23, 4), Message{}.raw("abc")}) {
        Cursor cursor = over({bad});
        EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
        EXPECT_EQ(get(cursor, 0, 4), SQL_ERROR);
        EXPECT_EQ(failure.state.view(), "08S01");
    }
}

TEST_F(LobCellTest, TextIsReadInTheDatabasesCharset) {
    connect({on(Function::lob_read, gives("a\xED\x95\x9C"), Status::active),
             on(Function::end_tran, success(), Status::idle)});
    Cursor cursor = over({handle(34, 4)}, cas::Type::clob);
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_EQ(get(cursor, 0, 64, SQL_C_WCHAR), SQL_SUCCESS);
    EXPECT_EQ(lengths[0], 4);
    EXPECT_EQ(std::memcmp(buffer.data(), u"a\xD55C", 6), 0);
}

TEST_F(LobCellTest, PairsOfTypesThatDoNotExistAre07006) {
    connect({});
    bind(SQL_C_TYPE_DATE, 0);
    Cursor cursor = over({handle(33, 4)});
    EXPECT_EQ(fetch(cursor), SQL_ERROR);
    EXPECT_EQ(failure.state.view(), "07006");
}

}  // namespace
}  // namespace cubrid::odbc::handles
