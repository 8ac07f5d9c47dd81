// From a wire cell to the application's buffer: one function per pair of wire type and C type,
// chosen before the loop (ODBC Appendix D, "Converting Data from SQL to C Data Types").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/charset.h"
#include "cas/page.h"
#include "cas/types.h"
#include "convert/interval.h"
#include "convert/outcome.h"

namespace cubrid::odbc::convert {

// Where a value goes. Null pointers are allowed everywhere: what is absent is not written.
struct Target {
    void* value = nullptr;
    SQLLEN capacity = 0;             // bytes; counts for character and binary targets only
    SQLLEN* octet_length = nullptr;  // gets the length of the whole value in bytes
    SQLLEN* indicator = nullptr;     // gets SQL_NULL_DATA; usually the same variable
};

// What a column's decoder needs to know besides the cell. Fixed for a result set.
struct ColumnContext {
    cas::ColumnType type;
    base::Charset narrow = base::Charset::utf8;  // of SQL_C_CHAR
    SQLSMALLINT numeric_precision = 38;  // SQL_C_NUMERIC: from the application row descriptor
    SQLSMALLINT numeric_scale = 0;
    IntervalPrecision interval{};    // of the intervals: likewise
    bool trim_float_zeros = false;   // oracle_compat_number_behavior; the shortest text has none
    bool zero_date_is_null = false;  // ZeroDate=null: a date of zeros is read as NULL
};

using Decode = Outcome (*)(cas::Cell cell, const Target& target, const ColumnContext& context);

// nullptr: the pair does not exist, 07006. `c_type` is concrete (see default_c_type), never
// SQL_C_DEFAULT. The cell that the function gets is never NULL; a column whose values carry their
// type (ColumnType::is_tagged) is resolved value by value inside the decoder, where a pair that
// does not exist is Outcome::bad_text.
Decode select_decoder(const cas::ColumnType& type, SQLSMALLINT c_type);

// NULL, for every pair.
Outcome write_null(const Target& target);

// Size in bytes of a C type of fixed length; 0 for character, binary and unknown ones.
std::size_t c_type_size(SQLSMALLINT c_type);
// What SQL_C_DEFAULT means for an SQL type (ODBC Appendix D, "Default C Data Types").
SQLSMALLINT default_c_type(SQLSMALLINT sql_type, bool is_unsigned = false);
bool is_known_c_type(SQLSMALLINT c_type);

// One column's SQLGetData in parts: resumes text and binary where the last call ended, delivers
// anything else once.
class Pieces {
 public:
    // Begins a new column or row.
    void reset() { state_ = State::fresh; }

    struct Part {
        Outcome outcome = Outcome::ok;
        bool no_more_data = false;  // SQL_NO_DATA: the value has been delivered whole before
        bool no_such_pair = false;  // 07006
    };
    // The cell stays valid and the same between reset() calls. A change of `c_type` in the middle
    // starts the value again. A capacity of 0 or a null value pointer asks for the length:
    // truncated, no progress. Parts of text end between characters; where not even one fits, it is
    // split. A buffer that holds nothing but a terminator gets it once (truncated), then
    // bad_length: a loop over it must end.
    Part next(cas::Cell cell, SQLSMALLINT c_type, const Target& target,
              const ColumnContext& context);

 private:
    enum class State : std::uint8_t { fresh, in_progress, finished };
    // How the target's units come out of the source's bytes.
    enum class Form : std::uint8_t { bytes, narrow, utf16, hex };

    Part begin(cas::Cell cell, SQLSMALLINT c_type, const Target& target,
               const ColumnContext& context);
    Outcome begin_long(cas::Cell cell, const Target& target, const ColumnContext& context);
    void begin_bytes(cas::Cell cell);
    Outcome begin_text(std::string_view text, base::Charset charset, base::Charset narrow);
    Outcome begin_short(Decode decode, cas::Cell cell, const Target& target,
                        const ColumnContext& context);
    Outcome deliver(const Target& target, base::Charset narrow);
    // Write what fits and return its units.
    std::size_t write_narrow(std::string_view rest, char* to, std::size_t room,
                             base::Charset narrow);
    std::size_t write_utf16(std::string_view rest, std::byte* to, std::size_t room);
    std::size_t write_hex(std::string_view rest, std::byte* to, std::size_t room);
    void finish();

    State state_ = State::fresh;
    Form form_ = Form::bytes;
    bool stalled_ = false;  // the last call had a buffer too small for anything
    SQLSMALLINT c_type_ = 0;
    char16_t pending_unit_ = 0;    // second half of a pair that was split
    std::size_t source_at_ = 0;    // bytes of the source delivered so far
    std::size_t target_left_ = 0;  // bytes of the target still to come, terminator not counted
    std::string_view source_;      // in the cell, unless `printed_` has it
    std::string printed_;  // the value as text, when it does not stand in the cell as it is wanted
};

}  // namespace cubrid::odbc::convert
