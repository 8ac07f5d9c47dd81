// A LOB column's cell is only a handle; its value comes over the wire when it is asked for.
#pragma once

#include <cstdint>
#include <memory>

#include "base/result.h"
#include "cas/page.h"
#include "cas/types.h"
#include "convert/lob_pieces.h"
#include "session/session.h"

namespace cubrid::odbc::handles {

inline bool is_lob(const cas::ColumnType& type) {
    return type.collection == cas::Collection::none &&
           (type.type == cas::Type::blob || type.type == cas::Type::clob);
}

// Where the LOBs of a result are read.
struct LobAccess {
    std::shared_ptr<session::Session> session;
    const void* owner = nullptr;  // the statement that Session::serves() is asked for
};

// `cell` is not NULL. Errors: 08S01 it is no handle of a LOB of this type.
base::Result<convert::LobPieces> open_lob(const LobAccess& access, cas::Type type, cas::Cell cell,
                                          convert::LobPieces::Ahead ahead,
                                          std::uint64_t max_length);

// An error of reading that is the call's, not only the row's.
bool ends_connection(const base::Diag& diag);

}  // namespace cubrid::odbc::handles
