// The replies that begin a conversation or carry one value. What is accepted is within what the
// protocol says.
#include "cas/handshake.h"
#include "cas/reply.h"
#include "cas/transaction.h"
#include "input.h"

using namespace cubrid::odbc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::Input input{data, size};
    const base::Buffer body = input.buffer();
    const auto opened = cas::open_reply(body.view());
    fuzz::require(opened ? opened->result >= 0 : !opened.error().message.empty());
    static_cast<void>(cas::check_reply(body.view()));
    static_cast<void>(cas::read_db_parameter(body.view()));
    if (const auto version = cas::read_db_version(body.view())) fuzz::require(!version->empty());
    if (const auto reply = cas::read_open_reply(body.view())) {
        fuzz::require(reply->version >= cas::kOldestVersion &&
                      reply->version <= cas::kNewestVersion);
    }
    return 0;
}
