#include "cas/execute.h"

#include <utility>

#include "cas/error_map.h"
#include "cas/reply.h"

namespace cubrid::odbc::cas {
namespace {

constexpr std::size_t kOid = 8;
constexpr std::size_t kCacheTime = 8;
constexpr std::size_t kStatementResult = 1 + 4 + kOid + kCacheTime;

void write_limits(WireWriter& out, const ExecuteRequest& request) {
    out.byte_arg(request.flags);
    out.int_arg(request.max_column_bytes);
    out.int_arg(request.max_rows);
    out.empty_arg();  // parameter modes, of procedure calls only
}

// The driver keeps no results between executions, so there is no cache time to compare.
void write_cache_and_timeout(WireWriter& out, const ExecuteRequest& request) {
    out.number_arg<std::int64_t>(0);
    out.int_arg(request.query_timeout_ms);
}

// CAS protocol 4.4, up to the inline page.
Executed read_executed(std::int32_t count, WireReader& in) {
    Executed executed;
    executed.count = count;
    // "Your cached result is still good" answers a cache time that is never sent.
    if (in.u8() != 0) in.fail();

    const std::int32_t statements = in.count(kStatementResult);
    for (std::int32_t i = 0; i < statements; ++i) {
        executed.types.push_back(static_cast<StatementType>(in.u8()));
        executed.counts.push_back(in.i32());
        in.bytes(kOid + kCacheTime);
    }
    if (in.u8() != 0) {
        in.bytes(4 + 1 + 4 +
                 1);  // cache lifetime, statement type, markers, updatable: as PREPARE said
        executed.columns = read_columns(in);
    }
    in.i32();  // shard
    return executed;
}

// The inline page is a whole FETCH reply, result code included.
base::Result<Executed> finish(Executed executed, WireReader in, base::Buffer reply,
                              std::size_t columns, bool fetched) {
    if (fetched && in.i32() != 0) in.fail();
    if (!in.ok()) return malformed("execute reply");
    if (!fetched) return executed;

    auto page = Page::parse(std::move(reply), in.position(),
                            executed.columns ? executed.columns->size() : columns);
    if (!page) return std::move(page).error();
    if (page->rows() > 0 && page->first_row_number() != 1)
        return malformed("execute reply whose rows are not the first");
    executed.page = std::move(*page);
    return executed;
}

}  // namespace

void begin_execute(WireWriter& out, const ExecuteRequest& request) {
    out.begin(Function::execute);
    out.int_arg(request.handle);
    write_limits(out, request);
    out.byte_arg(request.fetch ? 1 : 0);
    out.byte_arg(request.autocommit ? 1 : 0);
    out.byte_arg(request.forward_only ? 1 : 0);
    write_cache_and_timeout(out, request);
}

void write_prepare_and_execute(WireWriter& out, const PrepareRequest& prepare,
                               const ExecuteRequest& execute) {
    constexpr std::size_t kFixedArgs = 3;
    out.begin(Function::prepare_and_execute);
    out.int_arg(static_cast<std::int32_t>(kFixedArgs + prepare.close.size()));
    write_prepare_args(out, prepare);
    write_limits(out, execute);
    write_cache_and_timeout(out, execute);
}

base::Result<Executed> read_execute(base::Buffer reply, std::size_t columns, bool fetched) {
    auto opened = open_reply(reply.view());
    if (!opened) return std::move(opened).error();
    Executed executed = read_executed(opened->result, opened->rest);
    return finish(std::move(executed), opened->rest, std::move(reply), columns, fetched);
}

base::Result<PreparedAndExecuted> read_prepare_and_execute(base::Buffer reply) {
    auto opened = open_reply(reply.view());
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    Prepared prepared = read_prepared(opened->result, in);
    Executed executed = read_executed(in.i32(), in);

    // The server appends the page for SELECT and nothing else (CAS protocol 4.12).
    const bool fetched = prepared.type == StatementType::select;
    auto finished =
        finish(std::move(executed), in, std::move(reply), prepared.columns.size(), fetched);
    if (!finished) return std::move(finished).error();
    return PreparedAndExecuted{std::move(prepared), std::move(*finished)};
}

void write_next_result(WireWriter& out, std::int32_t handle, bool keep_current) {
    out.begin(Function::next_result);
    out.int_arg(handle);
    out.byte_arg(keep_current ? 1 : 0);
}

base::Result<NextResult> read_next_result(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    NextResult result;
    result.count = in.i32();
    result.type = static_cast<StatementType>(in.u8());
    in.u8();  // updatable
    result.columns = read_columns(in);
    if (!in.ok()) return malformed("next result");
    return result;
}

}  // namespace cubrid::odbc::cas
