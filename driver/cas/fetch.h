// FETCH and CURSOR_CLOSE, CAS protocol 4.6 and 4.8.
#pragma once

#include <cstdint>

#include "base/buffer.h"
#include "base/result.h"
#include "cas/page.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas {

struct FetchRequest {
    std::int32_t handle = 0;
    std::int32_t first_row = 1;  // 1-based
    // Servers fill one network buffer whatever stands here; sent for brokers that may honour it.
    std::int32_t rows = 100;
};
void write_fetch(WireWriter& out, const FetchRequest& request);
base::Result<Page> read_fetch(base::Buffer reply, std::size_t columns);

void write_cursor_close(WireWriter& out, std::int32_t handle);

}  // namespace cubrid::odbc::cas
