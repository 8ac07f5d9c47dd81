#include "cas/fetch.h"

#include <utility>

#include "cas/reply.h"

namespace cubrid::odbc::cas {

void write_fetch(WireWriter& out, const FetchRequest& request) {
    out.begin(Function::fetch);
    out.int_arg(request.handle);
    out.int_arg(request.first_row);
    out.int_arg(request.rows);
    out.byte_arg(0);  // not "sensitive": nothing is read again
    out.int_arg(0);   // the current result
}

base::Result<Page> read_fetch(base::Buffer reply, std::size_t columns) {
    const auto opened = open_reply(reply.view());
    if (!opened) return opened.error();
    const std::size_t at = opened->rest.position();
    return Page::parse(std::move(reply), at, columns);
}

void write_cursor_close(WireWriter& out, std::int32_t handle) {
    out.begin(Function::cursor_close);
    out.int_arg(handle);
}

}  // namespace cubrid::odbc::cas
