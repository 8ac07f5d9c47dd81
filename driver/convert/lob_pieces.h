// From a LOB to the application's buffer, whole or part by part, in windows of bounded size (ODBC,
// SQLGetData, "Retrieving Variable-Length Data in Parts").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/charset.h"
#include "base/result.h"
#include "cas/types.h"
#include "convert/decode.h"

namespace cubrid::odbc::convert {

// A LOB that can be read at any place.
struct LobContent {
    cas::Type type = cas::Type::clob;             // blob or clob
    std::int64_t size = 0;                        // bytes
    base::Charset charset = base::Charset::utf8;  // of a CLOB
    // Fills the span from the offset on; the span never reaches beyond `size`.
    std::function<base::Result<void>(std::int64_t offset, std::span<std::byte>)> read;
};

// Once it is in memory, a LOB converts as an ordinary value of this type does; a NULL always.
cas::ColumnType in_memory_type(cas::Type lob);

// Whether the pair of types exists; else 07006.
bool lob_converts_to(cas::Type lob, SQLSMALLINT c_type);

class LobPieces {
 public:
    // Of what no call needs, nothing is read: `ahead` says that another call may follow, so that
    // small parts do not cost a request each. `max_length`: SQL_ATTR_MAX_LENGTH; 0 = all.
    enum class Ahead : bool { no, yes };
    LobPieces(LobContent content, Ahead ahead, std::uint64_t max_length = 0);

    // As Pieces::next, except that the length is SQL_NO_TOTAL where only reading on would tell it.
    // Errors: those of reading.
    base::Result<Pieces::Part> next(SQLSMALLINT c_type, const Target& target,
                                    const ColumnContext& context);

 private:
    enum class State : std::uint8_t { fresh, in_progress, finished };
    enum class Form : std::uint8_t { bytes, hex, same_text, narrow, utf16 };

    void begin(SQLSMALLINT c_type, base::Charset narrow);
    base::Result<Outcome> deliver(const Target& target);
    // Copies what fits into `room` units at `to`; `units`: how many that were.
    base::Result<Outcome> copy_parts(std::byte* to, std::size_t room, std::size_t& units);
    base::Result<Outcome> deliver_whole(SQLSMALLINT c_type, const Target& target,
                                        const ColumnContext& context);
    // The next window, converted; `room`: units that the buffer still takes.
    base::Result<Outcome> fill(std::size_t room);
    Outcome convert(std::string_view window);
    void finish();
    [[nodiscard]] std::string_view next_part(std::size_t room, bool must_give) const;
    [[nodiscard]] SQLLEN length_left() const;

    LobContent content_;
    Ahead ahead_;
    bool cut_ = false;  // SQL_ATTR_MAX_LENGTH leaves an end out
    State state_ = State::fresh;
    Form form_ = Form::bytes;
    SQLSMALLINT c_type_ = 0;
    base::Charset narrow_ = base::Charset::utf8;
    bool stalled_ = false;   // the last call had a buffer too small for anything
    std::int64_t read_ = 0;  // bytes of the LOB that are converted
    std::string window_;     // as read
    std::string ready_;      // converted
    std::size_t given_ = 0;  // bytes of ready_ that are delivered
};

}  // namespace cubrid::odbc::convert
