// EXECUTE_ARRAY, CAS protocol 4.10.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "cas/wire_reader.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas {

// Opens the frame; the caller then writes the binds row by row and sends it.
void begin_execute_array(WireWriter& out, std::int32_t handle, std::int32_t query_timeout_ms,
                         bool autocommit);

// What became of one row: affected rows, or the server's error. `message` is a view into the reply.
struct RowOutcome {
    std::int32_t count = 0;  // < 0: failed
    std::int32_t code = 0;
    std::string_view message;

    [[nodiscard]] bool failed() const { return count < 0; }
};

// The outcomes in the order of the rows. There can be fewer of them than rows were sent: an
// interrupted array stops.
class ArrayOutcomes {
 public:
    // Checks the whole reply; afterwards next() cannot fail. The outcomes are views into `body`.
    static base::Result<ArrayOutcomes> read(base::Bytes body);

    [[nodiscard]] std::int32_t size() const { return size_; }
    bool next(RowOutcome& outcome);

 private:
    explicit ArrayOutcomes(WireReader in, std::int32_t size) : in_{in}, size_{size}, left_{size} {}

    WireReader in_;
    std::int32_t size_ = 0;
    std::int32_t left_ = 0;
};

}  // namespace cubrid::odbc::cas
