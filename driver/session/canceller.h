// Asks the broker to stop what a CAS is doing. Runs beside the session, on a socket of its own, and
// takes none of its locks.
#pragma once

#include <cstdint>

#include "base/deadline.h"
#include "base/result.h"
#include "session/login.h"

namespace cubrid::odbc::session {

// CAS protocol 2.5, X1. Success when there was nothing to cancel. Errors: 08S01, HYT00; the session
// itself is not touched.
base::Result<void> cancel(const Login& login, std::int32_t cas_pid, base::Deadline deadline);

}  // namespace cubrid::odbc::session
