// What a certificate shows of itself.
#pragma once

#include <openssl/x509.h>

#include <optional>
#include <string>
#include <string_view>

namespace cubrid::odbc::net {

// SHA-256 of the whole certificate, as `openssl x509 -fingerprint -sha256` prints it: "AB:CD:…".
std::string fingerprint_of(const X509& certificate);

// The names and addresses that it is for: subjectAltName, or the common name where there is none.
// Separated by ", ".
std::string names_of(const X509& certificate);

// `text` in the form of fingerprint_of: case, colons, blanks and a leading "sha256:" do not matter.
// Nothing when it is not 32 bytes in hexadecimal.
std::optional<std::string> normal_fingerprint(std::string_view text);

}  // namespace cubrid::odbc::net
