#include "cas/page_builder.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::IsMalformed;

TEST(PageBuilder, MakesAPageThatIsWalkedLikeAnyOther) {
    PageBuilder builder;
    builder.begin_row();
    builder.text("한글");
    builder.int16(-2);
    builder.begin_row();
    builder.null();
    builder.int32(70000);
    const auto page = builder.finish(2);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->rows(), 2);
    EXPECT_EQ(page->first_row_number(), 1);
    EXPECT_TRUE(page->is_last());

    RowWalker rows{*page, 2};
    ASSERT_TRUE(rows.next_row());
    EXPECT_EQ(base::as_text(rows.next_cell().bytes()), std::string("한글") + '\0');
    EXPECT_EQ(base::load_be<std::int16_t>(rows.next_cell().data), -2);
    ASSERT_TRUE(rows.next_row());
    EXPECT_TRUE(rows.next_cell().is_null());
    EXPECT_EQ(base::load_be<std::int32_t>(rows.next_cell().data), 70000);
    EXPECT_FALSE(rows.next_row());
}

TEST(PageBuilder, WithoutRowsMakesAnEmptyPage) { EXPECT_EQ(PageBuilder{}.finish(5)->rows(), 0); }

TEST(PageBuilder, StartsAnewAfterFinish) {
    PageBuilder builder;
    builder.begin_row();
    builder.int32(1);
    ASSERT_TRUE(builder.finish(1));
    EXPECT_EQ(builder.finish(1)->rows(), 0);
    builder.begin_row();
    builder.int32(2);
    EXPECT_EQ(builder.finish(1)->first_row_number(), 1);
}

TEST(PageBuilder, ARowWithAnotherNumberOfCellsIsFound) {
    PageBuilder builder;
    builder.begin_row();
    builder.int32(1);
    EXPECT_THAT(builder.finish(2).error(), IsMalformed());
}

}  // namespace
}  // namespace cubrid::odbc::cas
