// END_TRAN, GET/SET_DB_PARAMETER, GET_DB_VERSION, CON_CLOSE (CAS protocol 4.2, 4.14, 4.22, 4.25).
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas {

enum class EndTran : std::uint8_t { commit = 1, rollback = 2 };
void write_end_tran(WireWriter& out, EndTran how);

enum class DbParameter : std::int32_t {
    isolation_level = 1,  // 4 READ COMMITTED, 5 REPEATABLE READ, 6 SERIALIZABLE
    lock_timeout = 2,     // ms; -1 without end, 0 no wait, -2 (SET only) the server's default
    no_backslash_escapes = 5
};
void write_get_db_parameter(WireWriter& out, DbParameter parameter);
base::Result<std::int32_t> read_db_parameter(base::Bytes body);
void write_set_db_parameter(WireWriter& out, DbParameter parameter, std::int32_t value);

void write_get_db_version(WireWriter& out);
base::Result<std::string> read_db_version(base::Bytes body);

void write_con_close(WireWriter& out);

}  // namespace cubrid::odbc::cas
