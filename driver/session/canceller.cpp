#include "session/canceller.h"

#include <array>
#include <utility>

#include "cas/handshake.h"
#include "net/connect.h"

namespace cubrid::odbc::session {

base::Result<void> cancel(const Login& login, std::int32_t cas_pid, base::Deadline deadline) {
    auto stream = net::connect(login.endpoint, 0, deadline);
    if (!stream) return std::move(stream).error();
    if (auto sent = (*stream)->write_all(cas::cancel_message(cas_pid), deadline); !sent)
        return sent;
    // The broker answers when it has passed the signal on; a negative answer means that nothing was
    // running.
    std::array<std::byte, cas::kHelloAnswerBytes> answer{};
    return (*stream)->read_exact(answer.data(), answer.size(), deadline);
}

}  // namespace cubrid::odbc::session
