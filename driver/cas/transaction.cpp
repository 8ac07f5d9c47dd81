#include "cas/transaction.h"

#include "cas/error_map.h"
#include "cas/reply.h"

namespace cubrid::odbc::cas {

void write_end_tran(WireWriter& out, EndTran how) {
    out.begin(Function::end_tran);
    out.byte_arg(static_cast<std::uint8_t>(how));
}

void write_get_db_parameter(WireWriter& out, DbParameter parameter) {
    out.begin(Function::get_db_parameter);
    out.int_arg(static_cast<std::int32_t>(parameter));
}

base::Result<std::int32_t> read_db_parameter(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    const std::int32_t value = in.i32();
    if (!in.ok()) return malformed("database parameter");
    return value;
}

void write_set_db_parameter(WireWriter& out, DbParameter parameter, std::int32_t value) {
    out.begin(Function::set_db_parameter);
    out.int_arg(static_cast<std::int32_t>(parameter));
    out.int_arg(value);
}

void write_get_db_version(WireWriter& out) {
    out.begin(Function::get_db_version);
    out.byte_arg(0);  // commit nothing
}

base::Result<std::string> read_db_version(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    const std::string_view text = base::as_text(opened->rest.rest());
    if (text.empty() || text.front() == '\0') return malformed("database version");
    return std::string{text.substr(0, text.find('\0'))};
}

void write_con_close(WireWriter& out) { out.begin(Function::con_close); }

}  // namespace cubrid::odbc::cas
