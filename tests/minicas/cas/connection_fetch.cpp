// FETCH, NEXT_RESULT and the cursor (CAS protocol 4.5 to 4.8).
#include <algorithm>

#include "cas/connection.h"
#include "types/error.h"

namespace minicas {

namespace {
constexpr int kFirstWithEndFlag = 5;
}

// Tuples from the 1-based position on until the page is full. True if the last row of the result is
// among them.
bool Connection::put_tuples(const Result& result, std::int64_t from, std::int64_t max_row,
                            std::string& out) const {
    const auto total = static_cast<std::int64_t>(result.tuples->count());
    const std::size_t count_at = out.size();
    put_int(out, 0);
    std::int64_t given = 0, at = from;
    const bool limited = max_row > 0 && max_row < total;
    if (limited && from > max_row && from < total) {
        // Behind the limit the last row that was delivered comes again, under the number that was
        // asked for.
        const auto tuple = result.tuples->tuple(static_cast<std::size_t>(max_row - 1));
        put_int(out, from);
        out.append(tuple.substr(4));
        given = 1;
    } else if (from >= 1) {
        const std::int64_t last = limited && from <= max_row ? max_row : total;
        for (; at <= last && (given == 0 || out.size() < host_.page_bytes()); ++at, ++given)
            out.append(result.tuples->tuple(static_cast<std::size_t>(at - 1)));
    }
    std::string count;
    put_int(count, given);
    out.replace(count_at, 4, count);
    const bool ended = limited && from <= max_row && from >= 1 ? false : given == 0 || at > total;
    if (style_.protocol >= kFirstWithEndFlag) put_byte(out, ended);
    return ended;
}

void Connection::fetch(const CasRequest& request, std::string& out) {
    if (request.args.size() < 5) throw cas_failure(cas_error::kArgs);
    Handle& h = handle(request.integer(0));
    const std::int64_t from = request.integer(1);
    const auto index = static_cast<std::size_t>(std::max(request.integer(4), 0));
    if (index > h.results.size()) throw cas_failure(cas_error::kNoMoreResultSet);
    if (h.results.empty()) throw cas_failure(cas_error::kNoMoreData);
    Result& result = h.results[index == 0 ? h.current : index - 1];
    if (result.lost)
        throw db_failure(db_error::kResultClosed,
                         "Attempted to operate a query result structure already closed.");
    if (!result.tuples) throw cas_failure(cas_error::kNoMoreData);
    const auto total = static_cast<std::int64_t>(result.tuples->count());
    if (total > 0 && from == total + 1)
        throw db_failure(db_error::kCursorPosition, "Invalid cursor position.");
    put_int(out, 0);
    const bool ended = put_tuples(result, from, h.max_row, out);
    if (ended && h.autocommit && h.forward_only && is_last_result(h)) {
        result.tuples.reset();
        commit();
    }
}

void Connection::next_result(const CasRequest& request, std::string& out) {
    if (request.args.size() < 2) throw cas_failure(cas_error::kArgs);
    Handle& h = handle(request.integer(0));
    if (h.current + 1 >= h.results.size()) throw cas_failure(cas_error::kNoMoreResultSet);
    if (request.byte(1) == 0) h.results[h.current].tuples.reset();
    const Result& result = h.results[++h.current];
    put_int(out, 0);
    put_int(out, result.count);
    put_byte(out, result.type);
    put_byte(out, 0);
    put_columns(out, result.columns, style_);
    if (!result.tuples && is_last_result(h) && h.autocommit && h.forward_only) commit();
}

void Connection::cursor(const CasRequest& request, std::string& out) {
    if (request.args.size() < 3) throw cas_failure(cas_error::kArgs);
    const Handle& h = handle(request.integer(0));
    if (h.results.empty() || !h.results[h.current].tuples) throw cas_failure(cas_error::kSrvHandle);
    put_int(out, 0);
    put_int(out, h.results[h.current].count);
}

void Connection::cursor_close(const CasRequest& request, std::string&) {
    const auto found = handles_.find(request.integer(0));
    if (found == handles_.end()) return;
    for (auto& result : found->second.results) result.tuples.reset();
}

}  // namespace minicas
