// The body of a reply before its meaning: success or one of the error forms (CAS
// protocol 1.3, 5.1, 5.2).
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "cas/wire_reader.h"

namespace cubrid::odbc::cas {

struct Opened {
    std::int32_t result = 0;  // the first int; 0 for an empty body
    WireReader rest;          // what follows it
};

// A Diag when the body is an error frame: indicator, code and text, or the 4-byte form.
base::Result<Opened> open_reply(base::Bytes body);

// For requests whose answer carries nothing but success.
base::Result<void> check_reply(base::Bytes body);

}  // namespace cubrid::odbc::cas
