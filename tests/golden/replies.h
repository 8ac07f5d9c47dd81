// Decodes a recorded response with the driver's codec and writes it in the notation of `expect`.
#pragma once

#include <optional>

#include "base/result.h"
#include "replay.h"

namespace golden {

// The reading, or the server's error. Nothing when the driver has no decoder for this function's
// success.
std::optional<cubrid::odbc::base::Result<Json>> read_response(const Exchange& exchange,
                                                              Connection& connection);

cubrid::odbc::base::Result<Json> read_open_response(const Exchange& exchange);

}  // namespace golden
