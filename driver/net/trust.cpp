#include "net/trust.h"

#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "net/asio.h"
#include "net/certificate.h"

namespace cubrid::odbc::net {
namespace {

namespace fs = std::filesystem;
namespace ssl = asio::ssl;

struct Remedy {
    int fault;
    const char* text;
};

constexpr char kTrustIt[] =
    "set SSLCA to a PEM file with the certificate or its issuer, or pin it with SSLFingerprint "
    "after comparing the value with the "
    "server's own file (cas_ssl_cert.crt)";
constexpr char kOtherName[] =
    "connect by a name that the certificate is for, or pin it with SSLFingerprint after comparing "
    "the value with the server's own "
    "file (cas_ssl_cert.crt)";
constexpr char kDates[] = "renew the server's certificate, or correct the clock of this machine";

constexpr std::array<Remedy, 9> kRemedies{{
    {X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, kTrustIt},
    {X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, kTrustIt},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, kTrustIt},
    {X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, kTrustIt},
    {X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, kTrustIt},
    {X509_V_ERR_HOSTNAME_MISMATCH, kOtherName},
    {X509_V_ERR_IP_ADDRESS_MISMATCH, kOtherName},
    {X509_V_ERR_CERT_HAS_EXPIRED, kDates},
    {X509_V_ERR_CERT_NOT_YET_VALID, kDates},
}};

const char* remedy(int fault) {
    const auto* const found =
        std::find_if(kRemedies.begin(), kRemedies.end(),
                     [fault](const Remedy& entry) { return entry.fault == fault; });
    return found == kRemedies.end() ? kTrustIt : found->text;
}

base::Diag unusable(const char* keyword, const std::string& value, const std::string& why) {
    return {"08001", std::string{keyword} + '=' + value + ": " + why};
}

// A folder of any PEM files. OpenSSL itself finds only those that c_rehash has given a hashed name.
void load_folder(ssl::context& context, const std::string& folder, ErrorCode& error) {
    context.add_verify_path(folder, error);
    std::error_code end_of_listing;
    for (const auto& entry : fs::directory_iterator{folder, end_of_listing}) {
        const auto extension = entry.path().extension();
        if (extension != ".pem" && extension != ".crt" && extension != ".cer") continue;
        ErrorCode no_certificate;  // a key, say: the folder may hold other things
        context.load_verify_file(entry.path().string(), no_certificate);
    }
}

// As a certificate holds it: without the zone of a link-local address.
std::string plain_text(const asio::ip::address& address) {
    if (address.is_v4()) return address.to_string();
    return asio::ip::address_v6{address.to_v6().to_bytes()}.to_string();
}

// Which certificate it was: for the message that offers to pin it.
std::string portrait(const X509& certificate) {
    return "it is for " + names_of(certificate) + ", SHA-256 fingerprint " +
           fingerprint_of(certificate);
}

}  // namespace

Trust::Trust(TlsOptions options, std::string peer)
    : options_{std::move(options)}, peer_{std::move(peer)} {}

base::Result<void> Trust::prepare(ssl::context& context) const {
    SSL_CTX* const native = context.native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    if (!options_.fingerprint.empty() && !normal_fingerprint(options_.fingerprint)) {
        return unusable("SSLFingerprint", options_.fingerprint,
                        "not a SHA-256 fingerprint, which is 64 hexadecimal digits");
    }
    if (!by_chain()) return {};
    // A server's own certificate in SSLCA is trusted although it is no certificate authority's.
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(native), X509_V_FLAG_PARTIAL_CHAIN);
    ErrorCode error;
    std::error_code no_folder;
    if (options_.ca.empty()) {
        context.set_default_verify_paths(error);
    } else if (fs::is_directory(options_.ca, no_folder)) {
        load_folder(context, options_.ca, error);
    } else {
        context.load_verify_file(options_.ca, error);
    }
    if (error) return unusable("SSLCA", options_.ca, error.message());
    return {};
}

base::Result<void> Trust::prepare(SSL& ssl) const {
    ErrorCode no_address;
    const auto address = asio::ip::make_address(options_.host_name, no_address);
    std::string host = options_.host_name;
    // "db.example.com." is the same name, and no certificate is written for it.
    if (host.ends_with('.')) host.pop_back();
    // An address is never sent as a server name (RFC 6066, 3).
    if (no_address) SSL_set_tlsext_host_name(&ssl, host.c_str());
    if (!by_chain()) return {};
    X509_VERIFY_PARAM* const expected = SSL_get0_param(&ssl);
    X509_VERIFY_PARAM_set_hostflags(expected, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    const int accepted = no_address
                             ? X509_VERIFY_PARAM_set1_host(expected, host.data(), host.size())
                             : X509_VERIFY_PARAM_set1_ip_asc(expected, plain_text(address).c_str());
    // An empty name would switch the check off.
    if (accepted != 1 || host.empty()) {
        return unusable("Server", host, "not a name that a certificate can be for");
    }
    return {};
}

bool Trust::look_at(bool good, X509_STORE_CTX& chain) {
    if (good || fault_ != X509_V_OK) return good;
    fault_ = X509_STORE_CTX_get_error(&chain);
    if (const X509* own = X509_STORE_CTX_get0_cert(&chain)) seen_ = portrait(*own);
    return false;
}

base::Result<void> Trust::check(const SSL& ssl) const {
    if (options_.fingerprint.empty()) return {};
    const X509* const own = SSL_get0_peer_certificate(&ssl);
    if (own != nullptr && fingerprint_of(*own) == normal_fingerprint(options_.fingerprint)) {
        return {};
    }
    return base::Diag{"08001", "the certificate of " + peer_ +
                                   " is not the one that SSLFingerprint names" +
                                   (own == nullptr ? "" : ": " + portrait(*own))};
}

base::Diag Trust::refusal(const std::string& reason) const {
    if (fault_ == X509_V_OK) {
        return {"08001", "no TLS with " + peer_ + ": " + reason +
                             ". Is it a broker with SSL=ON, and its certificate in date?"};
    }
    return {"08001", "the certificate of " + peer_ +
                         " is not trusted: " + X509_verify_cert_error_string(fault_) + "; " +
                         seen_ + ". To connect, " + remedy(fault_) + '.'};
}

}  // namespace cubrid::odbc::net
