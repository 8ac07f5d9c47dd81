// Whom a TLS client believes: by chain and name, by fingerprint, or anybody (TlsOptions).
#pragma once

#include <openssl/ssl.h>

#include <string>

#include "base/result.h"
#include "net/asio.h"
#include "net/stream.h"

namespace cubrid::odbc::net {

class Trust {
 public:
    Trust(TlsOptions options, std::string peer);

    // TLS 1.2 or later, and the certificates to believe in. Errors: 08001.
    base::Result<void> prepare(asio::ssl::context& context) const;
    // The name to ask for and to expect.
    base::Result<void> prepare(SSL& ssl) const;
    // Each certificate of the chain on its way; what it returns decides. Remembers why a chain was
    // refused.
    bool look_at(bool good, X509_STORE_CTX& chain);
    [[nodiscard]] bool by_chain() const { return options_.verify && options_.fingerprint.empty(); }
    // After a good handshake: the pinned certificate, if one is given.
    base::Result<void> check(const SSL& ssl) const;
    // Why the handshake failed; `reason` is the TLS library's word for it.
    [[nodiscard]] base::Diag refusal(const std::string& reason) const;

 private:
    TlsOptions options_;
    std::string peer_;
    int fault_ = X509_V_OK;
    std::string seen_;  // of the refused chain's own certificate
};

}  // namespace cubrid::odbc::net
