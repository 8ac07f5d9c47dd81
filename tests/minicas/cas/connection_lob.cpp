// LOB_NEW, LOB_WRITE, LOB_READ (CAS protocol 4.20).
#include <algorithm>

#include "cas/connection.h"
#include "types/error.h"

namespace minicas {

namespace {

constexpr std::int32_t kLongestRead = 81908;  // what fits into the buffer of a new CAS

}  // namespace

void Connection::lob_new(const CasRequest& request, std::string& out) {
    const auto type = static_cast<TypeCode>(request.integer(0));
    if (request.args.size() != 1 || !is_lob(type)) throw cas_failure(cas_error::kArgs);
    std::string handle;
    put_lob(handle, session_.new_lob(), type);
    put_int(out, static_cast<std::int64_t>(handle.size()));
    out.append(handle);
}

void Connection::lob_write(const CasRequest& request, std::string& out) {
    if (request.args.size() != 3) throw cas_failure(cas_error::kArgs);
    session_.write_lob(read_lob_handle(request.args[0]).locator, get<std::int64_t>(request.args[1]),
                       request.args[2]);
    put_int(out, static_cast<std::int64_t>(request.args[2].size()));
}

void Connection::lob_read(const CasRequest& request, std::string& out) {
    if (request.args.size() != 3) throw cas_failure(cas_error::kArgs);
    const std::int32_t length = request.integer(2);
    if (length < 0) throw cas_failure(cas_error::kArgs);
    if (length == 0) {  // ends the connection between CAS and server
        session_.rollback();
        server_lost_ = true;
        throw db_failure(db_error::kServerLost,
                         "Your transaction has been aborted by the system due to server failure "
                         "or mode change.");
    }
    const std::string bytes = session_.read_lob(
        read_lob_handle(request.args[0]).locator, get<std::int64_t>(request.args[1]),
        static_cast<std::size_t>(std::min(length, kLongestRead)));
    put_int(out, static_cast<std::int64_t>(bytes.size()));
    out.append(bytes);
}

// What a CAS answers that has lost its server.
std::string Connection::answer_without_server(bool end_tran) {
    if (!end_tran)
        return error_body(db_failure(db_error::kServerLost, "Server no longer responding."));
    in_transaction_ = false;
    closes_ = true;
    return error_body(db_failure(db_error::kNotRestarted, "A database has not been restarted."));
}

}  // namespace minicas
