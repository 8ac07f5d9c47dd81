// Opens results as the execution of a SELECT does, and reads their pages.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cas/execute.h"
#include "fake_cas.h"
#include "session/page_source.h"

namespace cubrid::odbc::session::fake {

// EXECUTE with the first page, as the script answers it.
inline std::unique_ptr<PageSource> open_result(const std::shared_ptr<Session>& session,
                                               int handle = 1, bool prefetch = true) {
    auto turn = session->begin();
    EXPECT_THAT(turn, Works());
    if (!turn) return nullptr;
    cas::begin_execute(turn->frame(),
                       {.handle = handle, .fetch = true, .autocommit = turn->commits_itself()});
    auto reply = turn->exchange();
    EXPECT_THAT(reply, Works());
    if (!reply) return nullptr;
    auto executed = cas::read_execute(std::move(*reply), 1, true);
    EXPECT_THAT(executed, Works());
    if (!executed) return nullptr;
    auto pages =
        std::make_unique<PageSource>(session, *turn,
                                     PageSource::Start{.handle = handle,
                                                       .columns = 1,
                                                       .count = executed->count,
                                                       .prefetch = prefetch,
                                                       .first = std::move(executed->page)});
    EXPECT_THAT(turn->conclude(Turn::Wrote::nothing), Works());
    return pages;
}

// The values of a page's rows; nothing behind the last page.
inline std::optional<std::vector<int>> values(const std::optional<cas::Page>& page) {
    if (!page) return std::nullopt;
    std::vector<int> values;
    cas::RowWalker rows{*page, 1};
    while (rows.next_row()) values.push_back(base::load_be<std::int32_t>(rows.next_cell().data));
    return values;
}

inline std::vector<int> next_values(PageSource& pages) {
    auto page = pages.next({});
    EXPECT_THAT(page, Works());
    return page ? values(*page).value_or(std::vector<int>{}) : std::vector<int>{};
}

// All that is still to come, by whole pages.
inline std::vector<int> rest_of(PageSource& pages) {
    std::vector<int> all;
    for (;;) {
        auto page = pages.next({});
        EXPECT_THAT(page, Works());
        if (!page || !*page) return all;
        const auto some = values(*page);
        all.insert(all.end(), some->begin(), some->end());
    }
}

}  // namespace cubrid::odbc::session::fake
