// EXECUTE and PREPARE_AND_EXECUTE; who commits (CAS protocol 4.4, 9.1).
#include "cas/connection.h"
#include "sql/statement_type.h"
#include "types/error.h"

namespace minicas {

namespace {

constexpr int kQueryAll = 0x02, kOnlyPlan = 0x08, kReturnKeys = 0x40;
constexpr std::size_t kFirstBind = 10;
constexpr int kFirstWithTimeout = 1, kFirstWithColumnInfo = 2, kFirstWithShard = 5;
constexpr std::size_t kAnswerHead = 64;  // about what stands in front of the tuples

}  // namespace

void Connection::execute(const CasRequest& request, std::string& out) {
    // V1+ has the query timeout, so binds begin at an even place.
    if (request.args.size() < kFirstBind || request.args.size() % 2 != 0)
        throw cas_failure(cas_error::kArgs);
    ExecuteArgs args;
    const int number = request.integer(0);
    args.flags = request.byte(1);
    args.max_col_size = request.integer(2);
    args.max_row = request.integer(3);
    args.fetch = request.byte(5) == 1;
    args.autocommit = request.byte(6) == 1;
    args.forward_only = request.byte(7) == 1;
    args.timeout_ms = request.integer(9) * (style_.protocol == kFirstWithTimeout ? 1000 : 1);
    Handle& h = handle(number);
    const std::size_t pairs = (request.args.size() - kFirstBind) / 2;
    if (h.markers > 0 && pairs != static_cast<std::size_t>(h.markers))
        throw cas_failure(cas_error::kNumBind);
    Binds binds;
    try {
        for (std::size_t i = 0; i < pairs && h.markers > 0; ++i)
            binds.push_back(
                read_bind(request.byte(kFirstBind + 2 * i), request.args[kFirstBind + 2 * i + 1]));
    } catch (const Error&) {
        if (args.autocommit) rollback();
        throw;
    }
    execute_handle(number, args, binds, out);
}

void Connection::execute_handle(int number, const ExecuteArgs& args, const Binds& binds,
                                std::string& out) {
    Handle& h = handle(number);
    set_timeout(args.timeout_ms);
    h.results.clear();
    h.current = 0;
    h.executed = true;
    h.autocommit = args.autocommit;
    h.forward_only = args.forward_only;
    h.max_row = args.max_row;
    h.keys = Handle::Keys::kNone;
    try {
        run_statements(h, args, binds);
    } catch (const Error& error) {
        // An outdated plan leaves the transaction open, even with autocommit.
        if (args.autocommit && error.code() != cas_error::kStmtPooling) rollback();
        throw;
    }
    put_execute_answer(h, out);
    Result& first = h.results[0];
    bool ended = false;
    const bool small = first.tuples && first.tuples->size() + kAnswerHead <= host_.page_bytes();
    if (args.fetch && first.tuples) {
        put_int(out, 0);
        const bool limited =
            args.max_row > 0 && args.max_row < static_cast<std::int64_t>(first.tuples->count());
        ended = put_tuples(first, 1, args.max_row, out) || limited;
    }
    const bool has_tuples = first.tuples != nullptr;
    if (args.autocommit && h.results.size() == 1) {
        if (ended && args.forward_only) first.tuples.reset();
        finish_autocommit(h, small || (ended && args.forward_only));
    }
    // The inner fetch fails when everything else is done (CAS protocol 4.4, traps).
    if (args.fetch && !has_tuples) throw cas_failure(cas_error::kNoMoreData);
}

// `small`: the server has delivered the whole result and committed by itself.
void Connection::finish_autocommit(Handle& h, bool small) {
    Result& result = h.results[0];
    if (!result.tuples && result.columns.empty()) return commit();
    if (h.holdable() || small) commit();
}

void Connection::run_statements(Handle& h, const ExecuteArgs& args, const Binds& binds) {
    if ((args.flags & kQueryAll) == 0 || h.text.statements.size() == 1) {
        h.results.push_back(run_one(h, 0, args, binds));
        return;
    }
    const auto mark = session_.mark();
    for (std::size_t i = 0; i < h.text.statements.size(); ++i) {
        if (h.failed.contains(i)) continue;
        try {
            if (i > 0) session_.describe(h.text, i);
            h.results.push_back(run_one(h, i, args, binds));
        } catch (const Error&) {
            h.failed.insert(i);
            h.results.clear();
            session_.rollback_to_mark(mark);
            throw;
        }
    }
}

Result Connection::run_one(Handle& h, std::size_t index, const ExecuteArgs& args,
                           const Binds& binds) {
    const Described& described = h.text.statements[index];
    WireStyle style = style_;
    style.max_col_size = args.max_col_size;
    style.time_zone = session_.time_zone();
    Result result;
    result.type = described.type;
    result.columns = described.columns;
    if (args.flags & kOnlyPlan) return result;
    if (described.has_result) result.tuples = std::make_shared<TupleStore>();
    const RowSink sink = [&](const Row& row, const std::vector<Domain>& domains,
                             std::int64_t object) {
        auto& out = result.tuples->begin_tuple();
        put_int(out, static_cast<std::int64_t>(result.tuples->count() + 1));
        put(out, object);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool open =
                i >= result.columns.size() || result.columns[i].domain.type == TypeCode::kNull;
            put_value(out, row[i], domains[i], style, open);
        }
        result.tuples->end_tuple();
    };
    const Outcome outcome =
        session_.execute(h.text, index, binds, described.has_result ? sink : RowSink(), true);
    result.count = outcome.count;
    if (args.max_row > 0 && described.has_result)
        result.count = std::min<std::int64_t>(result.count, args.max_row);
    if (index == 0) keep_keys(h, args, outcome);
    return result;
}

void Connection::keep_keys(Handle& h, const ExecuteArgs& args, const Outcome& outcome) {
    if (h.text.statements[0].type != statement_type::kInsert) return;
    h.keys = args.flags & kReturnKeys ? Handle::Keys::kKept : Handle::Keys::kNotAsked;
    h.key_columns = outcome.key_columns;
    h.key_rows = outcome.keys;
}

void Connection::put_execute_answer(const Handle& h, std::string& out) const {
    put_int(out, h.results[0].count);
    put_byte(out, 0);  // the client has no cache
    put_int(out, static_cast<std::int64_t>(h.results.size()));
    for (const auto& result : h.results) {
        put_byte(out, result.type);
        put_int(out, result.count);
        out.append(8 + 8, '\0');  // OID, cache time
    }
    if (style_.protocol >= kFirstWithColumnInfo) {
        const bool several = h.text.statements.size() > 1;
        put_byte(out, several);
        if (several) {
            const Described& first = h.text.statements[0];
            put_int(out, -1);
            put_byte(out, first.type);
            put_int(out, h.markers);
            put_byte(out, 0);
            put_columns(out, first.columns, style_);
        }
    }
    put_shard(out);
}

void Connection::put_shard(std::string& out) const {
    if (style_.protocol >= kFirstWithShard) put_int(out, -2);
}

void Connection::prepare_and_execute(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    const auto count = request.integer(0);
    if (count < 3 || request.args.size() < static_cast<std::size_t>(count) + 7)
        throw cas_failure(cas_error::kArgs);
    const auto after = static_cast<std::size_t>(count) + 1;
    const int number = prepare_text(request, 1, static_cast<std::size_t>(count), out);
    ExecuteArgs args;
    args.flags = request.byte(after);
    args.max_col_size = request.integer(after + 1);
    args.max_row = request.integer(after + 2);
    args.timeout_ms = request.integer(after + 5);
    args.autocommit = args.forward_only = request.byte(3) == 1;
    args.fetch = handle(number).text.statements[0].type == statement_type::kSelect;
    try {
        if (handle(number).markers > 0) throw cas_failure(cas_error::kNumBind);
        execute_handle(number, args, {}, out);
    } catch (const Error&) {
        handles_.erase(number);
        throw;
    }
}

}  // namespace minicas
