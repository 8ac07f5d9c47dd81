// Recorded requests, written once more by the driver's codec from their arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cas/types.h"

namespace golden {

// The arguments of a frame, without their lengths; nothing when the lengths do not fit.
std::optional<std::vector<std::string_view>> split_arguments(std::string_view frame);

// Nothing when the driver has no such request, or when the recorder sent one that the driver never
// sends: deprecated functions, missing arguments, procedure calls.
std::optional<std::string> rebuild_request(const std::string& frame,
                                           cubrid::odbc::cas::CasInfo info);

// The same for the 628 bytes of an open request.
std::optional<std::string> rebuild_open(const std::string& request);

}  // namespace golden
