#include "handles/cursor.h"

#include <gmock/gmock.h>

#include <array>

#include "../session/results.h"

namespace cubrid::odbc::handles {
namespace {

using namespace session::fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;

cas::Page local_page(const Rows& rows) {
    // A FETCH reply without its result code.
    auto parsed = cas::Page::parse(page(rows).buffer(), 4, 1);
    EXPECT_TRUE(parsed);
    return std::move(*parsed);
}

class CursorTest : public testing::Test {
 protected:
    CursorTest() {
        ird.replace(std::vector<DescRecord>(1));
        set_concise_type(ird.change(1), SQL_INTEGER);
        ird.array_status_ptr = statuses.data();
        ird.rows_processed_ptr = &fetched;
    }
    void bind(SQLSMALLINT c_type, void* to, SQLLEN capacity, SQLLEN* length) {
        DescRecord& record = ard.change(1);
        set_concise_type(record, c_type);
        record.data_ptr = to;
        record.octet_length = capacity;
        record.indicator_ptr = length;
        record.octet_length_ptr = length;
    }
    static Cursor over(cas::Page page) {
        return Cursor{nullptr, std::move(page), {{cas::Type::integer}}, {}};
    }
    SQLRETURN fetch(Cursor& cursor) {
        diags.clear();
        auto code = cursor.fetch(ard, ird, Cursor::Retrieve::on, diags);
        if (!code) state = code.error().state.view();
        return code ? *code : SQLRETURN{SQL_ERROR};
    }
    SQLRETURN get(Cursor& cursor, SQLINTEGER& value) {
        SQLLEN length = 0;
        auto code = cursor.get_data(0, SQL_C_SLONG, {&value, sizeof value, &length, &length}, ard,
                                    SQL_C_SLONG, diags);
        if (!code) state = code.error().state.view();
        return code ? *code : SQLRETURN{SQL_ERROR};
    }

    Desc ard{DescKind::ard};
    Desc ird{DescKind::ird};
    std::array<SQLUSMALLINT, 4> statuses{99, 99, 99, 99};
    SQLULEN fetched = 99;
    std::array<SQLINTEGER, 4> values{};
    std::array<SQLLEN, 4> lengths{};
    DiagList diags;
    std::string state;
};

TEST_F(CursorTest, FillsARowsetAndTellsWhichRowsThereAre) {
    bind(SQL_C_SLONG, values.data(), 0, lengths.data());
    ard.array_size = 4;
    Cursor cursor = over(local_page({1, 3, true}));
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_EQ(fetched, 3U);
    EXPECT_THAT(values, ElementsAre(1, 2, 3, 0));
    EXPECT_THAT(statuses,
                ElementsAre(SQL_ROW_SUCCESS, SQL_ROW_SUCCESS, SQL_ROW_SUCCESS, SQL_ROW_NOROW));
    EXPECT_EQ(cursor.row_number(), 1U);
    EXPECT_EQ(fetch(cursor), SQL_NO_DATA);
    EXPECT_EQ(fetched, 0U);
    EXPECT_EQ(fetch(cursor), SQL_NO_DATA);
}

TEST_F(CursorTest, ARowsetGoesOverPages) {
    const FakeCas cas{{on(Function::execute, executed(5, {1, 2}), Status::active),
                       on(Function::fetch, page({3, 2}), Status::active),
                       on(Function::fetch, page({5, 1, true}), Status::idle)}};
    const auto session = cas.connected();
    Cursor cursor{open_result(session), {}, {{cas::Type::integer}}, {}};
    bind(SQL_C_SLONG, values.data(), 0, lengths.data());
    ard.array_size = 3;
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_THAT(values, ElementsAre(1, 2, 3, 0));
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_THAT(values, ElementsAre(4, 5, 3, 0));
    EXPECT_EQ(fetched, 2U);
    EXPECT_EQ(cursor.row_number(), 4U);
    EXPECT_EQ(fetch(cursor), SQL_NO_DATA);
}

TEST_F(CursorTest, TheFirstRowCanBeReadAfterThePageHasTurned) {
    const FakeCas cas{{on(Function::execute, executed(3, {1, 1}), Status::active),
                       on(Function::fetch, page({2, 2, true}), Status::idle)}};
    const auto session = cas.connected();
    Cursor cursor{open_result(session), {}, {{cas::Type::integer}}, {}};
    ard.array_size = 3;
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    SQLINTEGER value = 0;
    EXPECT_EQ(get(cursor, value), SQL_SUCCESS);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(get(cursor, value), SQL_NO_DATA) << "once";
}

TEST_F(CursorTest, ThereIsNothingToReadBeforeTheFirstRowAndBehindTheLast) {
    Cursor cursor = over(local_page({1, 1, true}));
    SQLINTEGER value = 0;
    EXPECT_EQ(get(cursor, value), SQL_ERROR);
    EXPECT_EQ(state, "24000");
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_EQ(get(cursor, value), SQL_SUCCESS);
    EXPECT_EQ(fetch(cursor), SQL_NO_DATA);
    EXPECT_EQ(get(cursor, value), SQL_ERROR);
}

TEST_F(CursorTest, AValueThatDoesNotFitFailsItsRowAlone) {
    std::array<SQLCHAR, 4> bytes{};
    bind(SQL_C_UTINYINT, bytes.data(), 0, lengths.data());
    ard.array_size = 2;
    Cursor cursor = over(local_page({255, 2, true}));
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS_WITH_INFO);
    EXPECT_EQ(statuses[0], SQL_ROW_SUCCESS);
    EXPECT_EQ(statuses[1], SQL_ROW_ERROR);
    ASSERT_EQ(diags.size(), 1U);
    EXPECT_EQ(diags.record(1)->state.view(), "22003");
    EXPECT_EQ(diags.record(1)->row, 2);
    EXPECT_EQ(diags.record(1)->column, 1);
}

TEST_F(CursorTest, AnErrorInARowsetOfOneRowIsAnError) {
    SQLCHAR byte = 0;
    bind(SQL_C_UTINYINT, &byte, 0, lengths.data());
    Cursor cursor = over(local_page({256, 1, true}));
    EXPECT_EQ(fetch(cursor), SQL_ERROR);
    EXPECT_EQ(diags.record(1)->state.view(), "22003");
}

TEST_F(CursorTest, APairThatCannotBeConvertedIs07006AndTakesNoRow) {
    SQL_DATE_STRUCT date{};
    bind(SQL_C_TYPE_DATE, &date, 0, nullptr);
    Cursor cursor = over(local_page({1, 1, true}));
    EXPECT_EQ(fetch(cursor), SQL_ERROR);
    EXPECT_EQ(state, "07006");
    bind(SQL_C_SLONG, values.data(), 0, nullptr);
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS) << "another binding takes effect at the next fetch";
    EXPECT_EQ(values[0], 1);
}

TEST_F(CursorTest, TheOffsetMovesEveryBoundPointer) {
    SQLLEN offset = sizeof(SQLINTEGER);
    bind(SQL_C_SLONG, values.data(), 0, nullptr);
    ard.bind_offset_ptr = &offset;
    Cursor cursor = over(local_page({7, 1, true}));
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_THAT(values, ElementsAre(0, 7, 0, 0));
}

TEST_F(CursorTest, FillsStructuresAtAnyAddress) {
#pragma pack(push, 1)
    struct Row {
        char tag;
        SQLINTEGER value;
        SQLLEN length;
    };
#pragma pack(pop)
    std::array<Row, 2> rows{};
    std::byte* base = reinterpret_cast<std::byte*>(rows.data());
    bind(SQL_C_SLONG, base + 1, 0, reinterpret_cast<SQLLEN*>(base + 1 + sizeof(SQLINTEGER)));
    ard.bind_type = sizeof(Row);
    ard.array_size = 2;
    Cursor cursor = over(local_page({1, 2, true}));
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_EQ(SQLINTEGER{rows[1].value}, 2);
    EXPECT_EQ(SQLLEN{rows[1].length}, 4);
    EXPECT_EQ(rows[1].tag, 0);
}

TEST_F(CursorTest, AConnectionThatBreaksInARowsetIsAnErrorAndNoEnd) {
    const FakeCas cas{
        {on(Function::execute, executed(9, {1, 2}), Status::active), closes_at(Function::fetch)}};
    const auto session = cas.connected();
    Cursor cursor{open_result(session), {}, {{cas::Type::integer}}, {}};
    ard.array_size = 4;
    EXPECT_EQ(fetch(cursor), SQL_ERROR);
    EXPECT_EQ(state, "08S01");
    EXPECT_EQ(fetched, 2U) << "so many had come";
    EXPECT_EQ(fetch(cursor), SQL_ERROR);
    EXPECT_EQ(state, "08S01");
}

TEST_F(CursorTest, WorksWithoutStatusesAndCounts) {
    ird.array_status_ptr = nullptr;
    ird.rows_processed_ptr = nullptr;
    ard.array_size = 100000;
    Cursor cursor = over(local_page({1, 3, true}));
    EXPECT_EQ(fetch(cursor), SQL_SUCCESS);
    EXPECT_EQ(fetch(cursor), SQL_NO_DATA);
}

}  // namespace
}  // namespace cubrid::odbc::handles
