// The implementation row descriptor: columns of a result as the server describes them, in ODBC's
// terms.
#pragma once

#include <string>
#include <vector>

#include "cas/types.h"
#include "convert/describe.h"
#include "handles/desc.h"

namespace cubrid::odbc::handles {

std::vector<DescRecord> describe_result(const std::vector<cas::Column>& columns,
                                        const convert::DescribeOptions& options);

}  // namespace cubrid::odbc::handles
