// Large objects, for clients and for functions.
#include <algorithm>

#include "exec/session.h"
#include "exec/session_entry.h"

namespace minicas {

Lob Session::new_lob() {
    const Entry entry(guard_);
    return engine_.lobs->create(transaction().id());
}

void Session::write_lob(const std::string& locator, std::int64_t offset, std::string_view bytes) {
    const Entry entry(guard_);
    engine_.lobs->write(locator, offset, bytes);
}

std::string Session::read_lob(const std::string& locator, std::int64_t offset, std::size_t length) {
    const Entry entry(guard_);
    return engine_.lobs->read(locator, offset, length);
}

Lob Session::make_lob(std::string_view bytes) {
    Lob lob = engine_.lobs->create(transaction().id());
    engine_.lobs->write(lob.locator, 0, bytes);
    lob.size = static_cast<std::int64_t>(bytes.size());
    return lob;
}

std::string Session::lob_bytes(const Lob& lob) const {
    return engine_.lobs->read(lob.locator, 0,
                              static_cast<std::size_t>(std::max<std::int64_t>(lob.size, 0)));
}

}  // namespace minicas
