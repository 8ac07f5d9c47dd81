#include "cas/page.h"

#include <utility>

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::IsMalformed;
using wire::Message;

void row(Message& out, int number) { out.i32(number).zeros(8); }

// Two rows of three columns, from row 7 on.
Message two_rows() {
    Message out;
    out.i32(2);
    row(out, 7);
    out.i32(4).i32(42).i32(-1).i32(0);
    row(out, 8);
    out.i32(-1).i32(3).raw("ab").u8(0).i32(2).i16(9);
    return out.u8(0);
}

auto decode = [](base::Buffer body) { return Page::parse(std::move(body), 0, 3); };

TEST(Page, KnowsItsRows) {
    const auto page = decode(two_rows().buffer());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->rows(), 2);
    EXPECT_EQ(page->first_row_number(), 7);
    EXPECT_FALSE(page->is_last());
}

TEST(Page, IsWalkedCellByCell) {
    const auto page = decode(two_rows().buffer());
    ASSERT_TRUE(page);
    RowWalker rows{*page, 3};
    EXPECT_EQ(rows.rows_left(), 2);
    ASSERT_TRUE(rows.next_row());
    EXPECT_EQ(base::load_be<std::int32_t>(rows.next_cell().data), 42);
    EXPECT_TRUE(rows.next_cell().is_null());
    const Cell empty = rows.next_cell();
    EXPECT_FALSE(empty.is_null());
    EXPECT_TRUE(empty.bytes().empty());
    ASSERT_TRUE(rows.next_row());
    EXPECT_TRUE(rows.next_cell().is_null());
    EXPECT_EQ(base::as_text(rows.next_cell().bytes()), (std::string_view{"ab\0", 3}));
    EXPECT_EQ(rows.next_cell().size, 2);
    EXPECT_FALSE(rows.next_row());
}

TEST(Page, CellsThatAreNotTakenAreSkipped) {
    const auto page = decode(two_rows().buffer());
    RowWalker rows{*page, 3};
    ASSERT_TRUE(rows.next_row());
    rows.next_cell();
    ASSERT_TRUE(rows.next_row());
    EXPECT_TRUE(rows.next_cell().is_null());
    EXPECT_FALSE(rows.next_row());
}

TEST(Page, NoRowsIsAPageToo) {
    const auto page = Page::parse(Message{}.i32(0).u8(1).buffer(), 0, 3);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->rows(), 0);
    EXPECT_TRUE(page->is_last());
    RowWalker rows{*page, 3};
    EXPECT_FALSE(rows.next_row());
}

TEST(Page, ADefaultPageIsEmptyAndLast) {
    const Page page;
    EXPECT_TRUE(page.is_last());
    RowWalker rows{page, 3};
    EXPECT_FALSE(rows.next_row());
    EXPECT_FALSE(RowWalker{}.next_row());
}

TEST(Page, BeginsWhereItIsTold) {
    const auto page = Page::parse(Message{}.raw("head").i32(0).u8(1).buffer(), 4, 0);
    EXPECT_TRUE(page);
    EXPECT_THAT(Page::parse(Message{}.i32(0).u8(1).buffer(), 6, 0).error(), IsMalformed());
    EXPECT_THAT(Page::parse(base::Buffer{}, 0, 0).error(), IsMalformed());
}

TEST(Page, MovesWithItsMemory) {
    auto page = decode(two_rows().buffer());
    const Page moved = std::move(*page);
    RowWalker rows{moved, 3};
    ASSERT_TRUE(rows.next_row());
    EXPECT_EQ(base::load_be<std::int32_t>(rows.next_cell().data), 42);
}

TEST(Page, GivesItsMemoryBack) {
    auto page = decode(two_rows().buffer());
    const base::Buffer memory = page->release();
    EXPECT_EQ(memory.size(), 0U);
    EXPECT_GE(memory.capacity(), two_rows().size());
    EXPECT_EQ(page->rows(), 0);
    RowWalker rows{*page, 3};
    EXPECT_FALSE(rows.next_row());
}

TEST(Page, EveryPrefixIsRefused) { wire::expect_every_prefix_refused(two_rows(), decode); }

TEST(Page, AnotherNumberOfColumnsIsMalformed) {
    for (const std::size_t columns : {0U, 2U, 4U, 1U << 30U}) {
        EXPECT_THAT(Page::parse(two_rows().buffer(), 0, columns).error(), IsMalformed()) << columns;
    }
}

TEST(Page, AnotherNumberOfRowsIsMalformed) {
    for (const std::int32_t rows : {0, 1, 3, 0x7FFFFFFF, -1}) {
        EXPECT_THAT(decode(two_rows().with_i32(0, rows).buffer()).error(), IsMalformed()) << rows;
    }
}

TEST(Page, ALengthThatLeadsOutIsMalformed) {
    constexpr std::size_t kFirstCell = 4 + 12;
    for (const std::int32_t size : {0x7FFFFFFF, 1000, 5}) {
        EXPECT_THAT(decode(two_rows().with_i32(kFirstCell, size).buffer()).error(), IsMalformed())
            << size;
    }
}

TEST(Page, WhatItAcceptsCanBeWalked) {
    wire::try_hostile_ints(two_rows(), [](base::Buffer body) {
        auto page = decode(std::move(body));
        if (page) {
            RowWalker rows{*page, 3};
            std::size_t bytes = 0;
            while (rows.next_row()) {
                for (int i = 0; i < 3; ++i) {
                    for (const std::byte byte : rows.next_cell().bytes())
                        bytes += std::to_integer<std::size_t>(byte);
                }
            }
            EXPECT_LT(bytes, 10000U);
        }
        return page;
    });
}

}  // namespace
}  // namespace cubrid::odbc::cas
