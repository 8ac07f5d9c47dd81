#include "net/certificate.h"

#include <openssl/evp.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <memory>

#include "net/asio.h"

namespace cubrid::odbc::net {
namespace {

constexpr std::size_t kSha256Bytes = 32;

// Hexadecimal digits as "AB:CD:…".
std::string in_pairs(std::string_view digits) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        if (i != 0) text += ':';
        for (const char digit : digits.substr(i, 2)) {
            text += static_cast<char>(std::toupper(static_cast<unsigned char>(digit)));
        }
    }
    return text;
}

std::string text_of(const ASN1_STRING* string) {
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(string)),
            static_cast<std::size_t>(ASN1_STRING_length(string))};
}

std::string address_text(const ASN1_OCTET_STRING* address) {
    const auto* bytes = ASN1_STRING_get0_data(address);
    const auto size = static_cast<std::size_t>(ASN1_STRING_length(address));
    asio::ip::address_v4::bytes_type v4{};
    asio::ip::address_v6::bytes_type v6{};
    if (size == v4.size()) {
        std::memcpy(v4.data(), bytes, v4.size());
        return asio::ip::address_v4{v4}.to_string();
    }
    if (size == v6.size()) {
        std::memcpy(v6.data(), bytes, v6.size());
        return asio::ip::address_v6{v6}.to_string();
    }
    return "?";
}

std::string common_name(const X509& certificate) {
    const X509_NAME* subject = X509_get_subject_name(&certificate);
    const int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
    return at < 0 ? "" : text_of(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
}

}  // namespace

std::string fingerprint_of(const X509& certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (X509_digest(&certificate, EVP_sha256(), digest.data(), &size) != 1) return {};
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string digits;
    for (unsigned i = 0; i < size; ++i) {
        digits += kDigits[digest[i] >> 4U];
        digits += kDigits[digest[i] & 0xFU];
    }
    return in_pairs(digits);
}

std::string names_of(const X509& certificate) {
    const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> names{
        static_cast<GENERAL_NAMES*>(
            X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)),
        &GENERAL_NAMES_free};
    if (!names) return common_name(certificate);
    std::string text;
    for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
        const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
        if (name->type != GEN_DNS && name->type != GEN_IPADD) continue;
        if (!text.empty()) text += ", ";
        text += name->type == GEN_DNS ? text_of(name->d.dNSName) : address_text(name->d.iPAddress);
    }
    return text;
}

std::optional<std::string> normal_fingerprint(std::string_view text) {
    std::string digits;
    for (const char c : text) {
        if (c != ':' && c != ' ')
            digits += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    constexpr std::string_view kPrefix = "sha256";
    if (digits.starts_with(kPrefix)) digits.erase(0, kPrefix.size());
    const bool hexadecimal = std::all_of(digits.begin(), digits.end(),
                                         [](unsigned char c) { return std::isxdigit(c) != 0; });
    if (!hexadecimal || digits.size() != 2 * kSha256Bytes) return std::nullopt;
    return in_pairs(digits);
}

}  // namespace cubrid::odbc::net
