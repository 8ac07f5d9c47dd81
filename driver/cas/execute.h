// EXECUTE and PREPARE_AND_EXECUTE, CAS protocol 4.4 and 4.12, and NEXT_RESULT, 4.5.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "cas/page.h"
#include "cas/prepare.h"
#include "cas/types.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas {

struct ExecuteRequest {
    std::int32_t handle = 0;
    std::uint8_t flags = 0;
    std::int32_t max_column_bytes = 0;  // 0: whole values
    std::int32_t max_rows = 0;          // 0: all
    bool fetch = false;  // append the first page; only where the statement has a result
    bool autocommit = false;
    bool forward_only = true;
    std::int32_t query_timeout_ms = 0;
};
// Opens the frame; the caller then writes one bind (type and value) per marker and sends it.
void begin_execute(WireWriter& out, const ExecuteRequest& request);

// `prepare` as in PREPARE; `execute.handle`, `fetch`, `autocommit` and `forward_only` are the
// server's own choice here.
void write_prepare_and_execute(WireWriter& out, const PrepareRequest& prepare,
                               const ExecuteRequest& execute);

struct Executed {
    std::int32_t count = 0;            // rows of a SELECT, affected rows of DML
    std::vector<std::int32_t> counts;  // of each statement of the text
    std::vector<StatementType> types;
    // Set when the reply describes columns that PREPARE could not know (several statements in one
    // text).
    std::optional<std::vector<Column>> columns;
    std::optional<Page> page;  // the inline first page
};
// `columns`: how many the statement has according to PREPARE. `reply` is the whole body; a page
// takes it over.
base::Result<Executed> read_execute(base::Buffer reply, std::size_t columns, bool fetched);

struct PreparedAndExecuted {
    Prepared prepared;
    Executed executed;
};
base::Result<PreparedAndExecuted> read_prepare_and_execute(base::Buffer reply);

// Moves to the result of the next statement of the text; -10022 behind the last. The rows are
// fetched from position 1.
void write_next_result(WireWriter& out, std::int32_t handle, bool keep_current);
struct NextResult {
    std::int32_t count = 0;
    StatementType type = StatementType::unknown;
    std::vector<Column> columns;  // none: a statement without rows
};
base::Result<NextResult> read_next_result(base::Bytes body);

}  // namespace cubrid::odbc::cas
