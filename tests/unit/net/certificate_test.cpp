#include "net/certificate.h"

#include "certificates.h"

namespace cubrid::odbc::net {
namespace {

TEST(Certificate, NamesWhomItIsFor) {
    EXPECT_EQ(names_of(*self_signed().certificate), "localhost, 127.0.0.1");
    EXPECT_EQ(names_of(*self_signed({.names = ""}).certificate), "www.cubrid.org");
    EXPECT_EQ(names_of(*self_signed({.names = "IP:::1"}).certificate), "::1");
}

TEST(Certificate, HasAFingerprintAsOpensslPrintsIt) {
    const auto certificate = self_signed();
    const std::string text = fingerprint_of(*certificate.certificate);
    EXPECT_EQ(text.size(), 32U * 3 - 1);
    EXPECT_EQ(text.find_first_not_of("0123456789ABCDEF:"), std::string::npos);
}

TEST(NormalFingerprint, ForgivesCaseColonsBlanksAndPrefix) {
    const std::string digits = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    const std::string pairs =
        "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:"
        "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF";
    EXPECT_EQ(normal_fingerprint(digits), pairs);
    EXPECT_EQ(normal_fingerprint(pairs), pairs);
    EXPECT_EQ(normal_fingerprint("SHA256:" + digits), pairs);
    EXPECT_EQ(normal_fingerprint(" 00 11" + digits.substr(4)), pairs);
}

TEST(NormalFingerprint, WantsThirtyTwoBytes) {
    const std::string digits(64, 'a');
    EXPECT_EQ(normal_fingerprint(digits.substr(1)), std::nullopt);
    EXPECT_EQ(normal_fingerprint(digits + "0"), std::nullopt);
    EXPECT_EQ(normal_fingerprint(digits.substr(1) + "g"), std::nullopt);
    EXPECT_EQ(normal_fingerprint(std::string(40, 'a')), std::nullopt);  // SHA-1
    EXPECT_EQ(normal_fingerprint(""), std::nullopt);
}

}  // namespace
}  // namespace cubrid::odbc::net
