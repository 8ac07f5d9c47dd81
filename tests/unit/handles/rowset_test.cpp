#include "handles/rowset.h"

#include <gmock/gmock.h>

#include "../session/fake_cas.h"

namespace cubrid::odbc::handles {
namespace {

using namespace session::fake;  // NOLINT(google-build-using-namespace): the script's words

// Rows of one INT, numbered from `first`.
cas::Page page_of(int first, int count) {
    auto parsed = cas::Page::parse(page({first, count}).buffer(), 4, 1);
    EXPECT_TRUE(parsed);
    return std::move(*parsed);
}

int value(Rowset& rowset) { return base::load_be<std::int32_t>(rowset.cell(0).data); }

// Adds `count` rows of the page, as the cursor does.
void add(Rowset& rowset, cas::RowWalker& walker, int count) {
    bool is_new_page = true;
    for (int i = 0; i < count; ++i) {
        ASSERT_TRUE(walker.next_row());
        rowset.add_row(walker, std::exchange(is_new_page, false));
    }
}

TEST(Rowset, BeginsOnItsFirstRow) {
    const cas::Page page = page_of(1, 3);
    cas::RowWalker walker{page, 1};
    Rowset rowset;
    EXPECT_EQ(rowset.rows(), 0U);
    add(rowset, walker, 3);
    EXPECT_EQ(rowset.rows(), 3U);
    EXPECT_EQ(rowset.position(), 0U);
    EXPECT_EQ(value(rowset), 1);
    EXPECT_EQ(value(rowset), 1) << "a cell may be read again";
}

TEST(Rowset, FindsRowsOfPagesThatWereLeft) {
    cas::Page page = page_of(1, 2);
    cas::RowWalker walker{page, 1};
    Rowset rowset;
    add(rowset, walker, 2);
    EXPECT_EQ(rowset.leave(std::move(page)).rows(), 0) << "it is still needed";
    page = page_of(3, 4);
    walker = cas::RowWalker{page, 1};
    add(rowset, walker, 4);
    for (const int row : {5, 0, 2, 1, 4, 3}) {
        rowset.move_to(static_cast<SQLULEN>(row));
        EXPECT_EQ(rowset.position(), static_cast<SQLULEN>(row));
        EXPECT_EQ(value(rowset), row + 1);
    }
}

TEST(Rowset, ANewOneBeginsInTheMiddleOfAPage) {
    const cas::Page page = page_of(1, 4);
    cas::RowWalker walker{page, 1};
    Rowset rowset;
    add(rowset, walker, 2);
    rowset.clear();
    ASSERT_TRUE(walker.next_row());
    rowset.add_row(walker, false);
    EXPECT_EQ(rowset.rows(), 1U);
    EXPECT_EQ(value(rowset), 3);
}

TEST(Rowset, APageThatNoRowIsOnIsGivenBackAtOnce) {
    Rowset rowset;
    EXPECT_EQ(rowset.leave(page_of(1, 2)).rows(), 2);
}

TEST(Rowset, TheMemoryOfAnOldRowsetServesTheNextPage) {
    cas::Page page = page_of(1, 2);
    cas::RowWalker walker{page, 1};
    Rowset rowset;
    add(rowset, walker, 2);
    rowset.leave(std::move(page));
    rowset.clear();
    page = page_of(3, 1);
    walker = cas::RowWalker{page, 1};
    add(rowset, walker, 1);
    EXPECT_EQ(rowset.leave(std::move(page)).rows(), 2) << "the page of the rowset before";
    EXPECT_EQ(value(rowset), 3);
}

}  // namespace
}  // namespace cubrid::odbc::handles
