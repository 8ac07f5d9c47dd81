// Large objects on a session's wire: read at any place, written from front to end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/byte_source.h"
#include "base/result.h"
#include "cas/lob.h"
#include "session/session.h"

namespace cubrid::odbc::session {

// Reads one LOB of a row. Other results may be open; in autocommit mode no transaction is left
// behind. The LOB stays readable while its row does not change, over commits too.
class LobReader {
 public:
    // `owner`: the statement that Session::serves() is asked for.
    LobReader(std::shared_ptr<Session> session, cas::LobHandle lob, const void* owner = nullptr)
        : session_{std::move(session)}, lob_{std::move(lob)}, owner_{owner} {}

    [[nodiscard]] cas::Type type() const { return lob_.type(); }
    [[nodiscard]] std::int64_t size() const { return lob_.size(); }

    // Fills `to` from `offset` on; fewer bytes only where the LOB ends. Errors: the server's (-1020
    // when the LOB is gone), HY000 the server gives less than the handle says, 08S01.
    base::Result<std::size_t> read(std::int64_t offset, std::span<std::byte> to);

 private:
    base::Result<std::size_t> read_step(Turn& turn, std::int64_t offset, std::span<std::byte> to,
                                        bool is_first);

    std::shared_ptr<Session> session_;
    cas::LobHandle lob_;
    const void* owner_;
};

// Makes a new LOB of all that `source` gives, in steps of bounded size. The handle is good for one
// bind (cas::bind_lob) within the same transaction: whoever executes with commit byte 0 or 1 and
// concludes ends it. Nothing is committed or rolled back here; after an error the caller reports
// Turn::failed() and concludes, and the server removes what was written. Errors: the source's, the
// server's, HY000 the server takes no more.
base::Result<cas::LobHandle> write_lob(Turn& turn, cas::Type type, const base::ByteSource& source);

}  // namespace cubrid::odbc::session
