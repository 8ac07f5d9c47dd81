#include "cas/reply.h"

#include <string>

#include "cas/error_map.h"

namespace cubrid::odbc::cas {
namespace {

constexpr std::int32_t kCasIndicator = -1;
constexpr std::int32_t kDbmsIndicator = -2;

// The text reaches to the end of the body. Its NUL can be missing, and texts of the compiler end
// with a blank.
std::string error_text(base::Bytes bytes) {
    const std::string_view text = base::as_text(bytes);
    const auto last = text.find_last_not_of(std::string_view{"\0 \n", 3});
    return std::string{text.substr(0, last == std::string_view::npos ? 0 : last + 1)};
}

}  // namespace

base::Result<Opened> open_reply(base::Bytes body) {
    WireReader in{body};
    if (body.empty()) return Opened{.result = 0, .rest = in};

    const std::int32_t first = in.i32();
    if (!in.ok()) return malformed("a reply that is shorter than its result code");
    if (first >= 0) return Opened{.result = first, .rest = in};
    // The 4-byte form: the first int itself is the code (CAS protocol 5.2).
    if (in.remaining() == 0) return server_diag(base::Origin::cas, first, {});

    const std::int32_t code = in.i32();
    if (!in.ok() || (first != kCasIndicator && first != kDbmsIndicator)) {
        return malformed("an error reply without indicator and code");
    }
    const auto origin = first == kDbmsIndicator ? base::Origin::dbms : base::Origin::cas;
    return server_diag(origin, code, error_text(in.rest()));
}

base::Result<void> check_reply(base::Bytes body) {
    // Only the server's word that a commit has taken place is one.
    if (body.empty()) return malformed("a reply without its result code");
    // Bytes behind what a reply is known to hold are a newer server's; a newer driver will read
    // them.
    const auto opened = open_reply(body);
    if (!opened) return opened.error();
    return {};
}

}  // namespace cubrid::odbc::cas
