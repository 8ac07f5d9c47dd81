// Certificates made on the spot, and a TLS server that shows them.
#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "net/certificate.h"
#include "peer.h"

namespace cubrid::odbc::net {

template <auto Free>
struct Deleter {
    template <class T>
    void operator()(T* object) const {
        Free(object);
    }
};
using X509Ptr = std::unique_ptr<X509, Deleter<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using ContextPtr = std::unique_ptr<SSL_CTX, Deleter<SSL_CTX_free>>;
using SslPtr = std::unique_ptr<SSL, Deleter<SSL_free>>;

struct Identity {
    KeyPtr key;
    X509Ptr certificate;
};

struct Wish {
    std::string common_name = "www.cubrid.org";
    std::string names = "DNS:localhost,IP:127.0.0.1";  // subjectAltName, empty for none
    long valid_from = -3600;                           // seconds from now
    long valid_to = 3600;
};

inline Identity self_signed(const Wish& wish = {}) {
    Identity made{KeyPtr{EVP_EC_gen("P-256")}, X509Ptr{X509_new()}};
    X509* const certificate = made.certificate.get();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), wish.valid_from);
    X509_gmtime_adj(X509_getm_notAfter(certificate), wish.valid_to);
    X509_NAME* const name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(wish.common_name.c_str()), -1,
                               -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, made.key.get());
    if (!wish.names.empty()) {
        X509_EXTENSION* const names =
            X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, wish.names.c_str());
        X509_add_ext(certificate, names, -1);
        X509_EXTENSION_free(names);
    }
    X509_sign(certificate, made.key.get(), EVP_sha256());
    return made;
}

// A folder of its own with the certificate in `server.pem`.
class PemFolder {
 public:
    explicit PemFolder(const X509& certificate) {
        std::string path = testing::TempDir() + "cubrid-odbc-XXXXXX";
        path_ = ::mkdtemp(path.data());
        std::FILE* const file = std::fopen((path_ / "server.pem").c_str(), "w");
        PEM_write_X509(file, &certificate);
        std::fclose(file);
        std::ofstream{path_ / "server.crt"} << "no certificate";
    }
    PemFolder(const PemFolder&) = delete;
    ~PemFolder() { std::filesystem::remove_all(path_); }

    [[nodiscard]] std::string folder() const { return path_; }
    [[nodiscard]] std::string file() const { return path_ / "server.pem"; }

 private:
    std::filesystem::path path_;
};

// Inside TLS: echoes what comes until the client closes.
inline Peer::Talk tls_echo(const Identity& identity, int newest_version = TLS1_3_VERSION) {
    return [&identity, newest_version](Line& line) {
        const ContextPtr context{SSL_CTX_new(TLS_server_method())};
        SSL_CTX_use_certificate(context.get(), identity.certificate.get());
        SSL_CTX_use_PrivateKey(context.get(), identity.key.get());
        SSL_CTX_set_max_proto_version(context.get(), newest_version);
        const SslPtr ssl{SSL_new(context.get())};
        SSL_set_fd(ssl.get(), line.descriptor());
        if (SSL_accept(ssl.get()) != 1) return;
        std::string bytes(4096, '\0');
        for (;;) {
            const int count = SSL_read(ssl.get(), bytes.data(), static_cast<int>(bytes.size()));
            if (count <= 0) return;
            if (bytes.starts_with("bye")) return;  // as the server does: no close_notify
            if (SSL_write(ssl.get(), bytes.data(), count) != count) return;
        }
    };
}

}  // namespace cubrid::odbc::net
