// What the driver's codec decoded, in the notation of the recordings' `expect`.
#pragma once

#include <string_view>
#include <vector>

#include "cas/execute_array.h"
#include "cas/page.h"
#include "cas/prepare.h"
#include "json.h"

namespace golden {

Json show_columns(const std::vector<cubrid::odbc::cas::Column>& columns);
Json show_parameters(const std::vector<cubrid::odbc::cas::Parameter>& parameters);
// tuples, row_numbers, rows and end.
Json show_page(const cubrid::odbc::cas::Page& page,
               const std::vector<cubrid::odbc::cas::Column>& columns);
Json show_outcomes(cubrid::odbc::cas::ArrayOutcomes outcomes);

// Bytes of a large object.
Json show_bytes(std::string_view bytes);

// Identifiers and numbers of one run in a server's message are written as stars.
std::string show_message(std::string_view message);

}  // namespace golden
