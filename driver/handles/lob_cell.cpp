#include "handles/lob_cell.h"

#include <utility>

#include "cas/error_map.h"
#include "session/lob.h"

namespace cubrid::odbc::handles {

base::Result<convert::LobPieces> open_lob(const LobAccess& access, cas::Type type, cas::Cell cell,
                                          convert::LobPieces::Ahead ahead,
                                          std::uint64_t max_length) {
    auto handle = cas::LobHandle::parse(cell.bytes());
    if (!handle) return std::move(handle).error();
    if (handle->type() != type) return cas::malformed("LOB handle of another type");
    const auto reader =
        std::make_shared<session::LobReader>(access.session, std::move(*handle), access.owner);
    convert::LobContent content{
        .type = type,
        .size = reader->size(),
        .charset = access.session->charset(),
        .read = [reader](std::int64_t offset, std::span<std::byte> to) -> base::Result<void> {
            auto count = reader->read(offset, to);
            if (!count) return std::move(count).error();
            return {};
        }};
    return convert::LobPieces{std::move(content), ahead, max_length};
}

bool ends_connection(const base::Diag& diag) {
    return diag.state.view().substr(0, 2) == "08" || diag.state == base::SqlState{"HYT01"};
}

}  // namespace cubrid::odbc::handles
