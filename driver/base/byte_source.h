// Bytes that come in pieces, from wherever they come.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/result.h"

namespace cubrid::odbc::base {

// Fills as much of the span as it has at hand and tells how much that was; 0 = the end. Never asked
// again behind the end or an error.
using ByteSource = std::function<Result<std::size_t>(std::span<std::byte>)>;

}  // namespace cubrid::odbc::base
