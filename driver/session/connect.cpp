#include "session/connect.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "cas/error_map.h"
#include "net/connect.h"

namespace cubrid::odbc::session {
namespace {

constexpr std::size_t kReadStep = std::size_t{1} << 20U;

base::Result<cas::HelloAnswer> say_hello(net::Stream& stream, bool tls, base::Deadline deadline) {
    const auto hello = cas::hello(tls);
    if (auto sent = stream.write_all(hello, deadline); !sent) return std::move(sent).error();
    std::array<std::byte, cas::kHelloAnswerBytes> answer{};
    if (auto read = stream.read_exact(answer.data(), answer.size(), deadline); !read) {
        return std::move(read).error();
    }
    return cas::read_hello_answer(base::load_be<std::int32_t>(answer.data()), tls);
}

}  // namespace

base::Diag as_login_error(base::Diag diag) {
    if (diag.state == base::SqlState{"HYT01"}) {
        diag.state = base::SqlState{"HYT00"};
        diag.message = "The login timeout expired before the server answered: " + diag.message;
    } else if (diag.state == base::SqlState{"08S01"}) {
        diag.state = base::SqlState{"08001"};
    }
    return diag;
}

base::Result<FrameHeader> read_frame_header(net::Stream& stream, base::Deadline deadline) {
    FrameHeader header{};
    if (auto read = stream.read_exact(header.data(), header.size(), deadline); !read)
        return std::move(read).error();
    return header;
}

base::Result<void> read_frame_body(net::Stream& stream, const FrameHeader& header,
                                   std::size_t max_frame, base::Deadline deadline,
                                   cas::CasInfo& info, base::Buffer& body) {
    const auto length = base::load_be<std::int32_t>(header.data());
    if (length < 0 || static_cast<std::size_t>(length) > max_frame) {
        return cas::malformed("a reply announces " + std::to_string(length) +
                              " bytes, more than MaxFrame allows");
    }
    std::copy_n(header.begin() + 4, info.bytes.size(), info.bytes.begin());
    body.clear();
    for (auto left = static_cast<std::size_t>(length); left > 0;) {
        const std::size_t step = std::min(left, kReadStep);
        if (auto read = stream.read_exact(body.extend(step), step, deadline); !read) return read;
        left -= step;
    }
    return {};
}

base::Result<void> read_frame(net::Stream& stream, std::size_t max_frame, base::Deadline deadline,
                              cas::CasInfo& info, base::Buffer& body) {
    auto header = read_frame_header(stream, deadline);
    if (!header) return std::move(header).error();
    return read_frame_body(stream, *header, max_frame, deadline, info, body);
}

base::Result<Link> connect(const Login& login, const cas::SessionId& resume,
                           base::Deadline deadline) {
    auto request = cas::write_open({.database = login.database,
                                    .user = login.user,
                                    .password = login.password,
                                    .url = login.url,
                                    .session = resume});
    if (!request) return std::move(request).error();

    auto stream = net::connect(login.endpoint, login.keep_alive_seconds, deadline);
    if (!stream) return std::move(stream).error();
    auto answer = say_hello(**stream, login.tls, deadline);
    if (!answer) return as_login_error(std::move(answer).error());
    if (answer->port != 0) {
        // A broker that cannot hand the socket over names the CAS's own port; the hello is not
        // repeated there.
        stream =
            net::connect({login.endpoint.host, answer->port}, login.keep_alive_seconds, deadline);
        if (!stream) return std::move(stream).error();
    }
    if (login.tls) {
        if (auto secured = (*stream)->start_tls(login.tls_options, deadline); !secured) {
            return as_login_error(std::move(secured).error());
        }
    }
    if (auto sent = (*stream)->write_all(*request, deadline); !sent) {
        return as_login_error(std::move(sent).error());
    }
    Link link;
    base::Buffer body;
    if (auto read = read_frame(**stream, login.max_frame, deadline, link.info, body); !read) {
        return as_login_error(std::move(read).error());
    }
    auto open = cas::read_open_reply(body.view());
    if (!open) return as_login_error(std::move(open).error());
    link.open = *open;
    link.stream = std::move(*stream);
    return link;
}

}  // namespace cubrid::odbc::session
