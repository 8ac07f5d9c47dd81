// The broker's answer, and the open request made of any names: each field keeps its NUL.
#include "cas/handshake.h"
#include "input.h"

using namespace cubrid::odbc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const bool tls = (input.byte() & 1U) != 0;
    std::uint32_t answer = 0;
    for (int i = 0; i < 4; ++i) answer = answer << 8U | input.byte();
    const auto read = cas::read_hello_answer(static_cast<std::int32_t>(answer), tls);
    fuzz::require(read || !read.error().message.empty());

    cas::OpenRequest request;
    request.database = input.text();
    request.user = input.text();
    request.password = input.text();
    request.url = input.text();
    request.driver_version = base::as_text(input.rest());
    const auto open = cas::write_open(request);
    if (!open) return 0;
    for (const std::size_t last : {31U, 63U, 95U, 607U})
        fuzz::require((*open)[last] == std::byte{0});
    fuzz::require(base::as_text(*open).substr(0, request.database.size()) == request.database);
    return 0;
}
