// PREPARE, CAS protocol 4.3.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cas/types.h"
#include "cas/wire_reader.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas {

struct PrepareRequest {
    std::string_view sql{};  // in the database's character set
    std::uint8_t flags = kPrepareHoldable;
    bool autocommit = false;                // a failure rolls the whole transaction back
    std::span<const std::int32_t> close{};  // handles that are closed first
};
void write_prepare(WireWriter& out, const PrepareRequest& request);

struct Prepared {
    std::int32_t handle = 0;
    StatementType type = StatementType::unknown;
    std::int32_t markers = 0;
    std::vector<Column> columns{};

    // SELECT and everything else that opens a cursor (CAS protocol 4.3.1).
    [[nodiscard]] bool has_result() const;
};
base::Result<Prepared> read_prepare(base::Bytes body);

// Parts that the messages of other functions share.
void write_prepare_args(WireWriter& out, const PrepareRequest& request);
Prepared read_prepared(std::int32_t handle, WireReader& in);
std::vector<Column> read_columns(WireReader& in);
ColumnType read_type(WireReader& in);

// CLOSE_REQ_HANDLE, CAS protocol 4.9.
void write_close_handle(WireWriter& out, std::int32_t handle, bool autocommit);

// PARAMETER_INFO, CAS protocol 4.18: what the server knows of the markers; type null = nothing.
struct Parameter {
    ColumnType type{};
    int scale = 0;
    int precision = 0;
};
void write_parameter_info(WireWriter& out, std::int32_t handle);
base::Result<std::vector<Parameter>> read_parameter_info(base::Bytes body);

}  // namespace cubrid::odbc::cas
