// From the error codes of the CAS and of the database server to SQLSTATE (CAS protocol 5.3, 5.4).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diag.h"

namespace cubrid::odbc::cas {

// `message` decides only where one code stands for many faults (-493, -494, -495, -427); it is
// English on a default server.
base::SqlState sqlstate_for(base::Origin origin, std::int32_t code, std::string_view message);

// The diagnostic of a server error. CAS errors come without a text; the driver supplies its own.
base::Diag server_diag(base::Origin origin, std::int32_t code, std::string message);

// A reply that breaks the protocol: 08S01. The connection must not be used again (nothing is ever
// resynchronised).
base::Diag malformed(std::string_view what);

}  // namespace cubrid::odbc::cas
