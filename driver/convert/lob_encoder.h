// From the application's bytes, in whatever pieces they come, to the bytes of a LOB (ODBC Appendix
// D, "Converting Data from C to SQL Data Types"). Memory does not grow with the value.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "base/charset.h"
#include "cas/types.h"
#include "convert/outcome.h"

namespace cubrid::odbc::convert {

class LobEncoder {
 public:
    struct Form {
        cas::Type lob = cas::Type::clob;               // blob or clob
        SQLSMALLINT c_type = SQL_C_CHAR;               // SQL_C_CHAR, SQL_C_WCHAR or SQL_C_BINARY
        base::Charset narrow = base::Charset::utf8;    // of SQL_C_CHAR
        base::Charset database = base::Charset::utf8;  // of the CLOB
    };
    // Other C types have no encoder: their values are sent as ordinary ones.
    static bool exists(SQLSMALLINT c_type) {
        return c_type == SQL_C_CHAR || c_type == SQL_C_WCHAR || c_type == SQL_C_BINARY;
    }

    // `source`: raw bytes of the C type; a character, a surrogate pair or two hexadecimal digits
    // may be split between its pieces.
    LobEncoder(const Form& form, base::ByteSource source)
        : form_{form}, source_{std::move(source)} {}

    // A base::ByteSource of the LOB's bytes. Errors: the source's; 22018 text that is malformed,
    // not expressible in the database's character set or no pairs of hexadecimal digits; HY090 half
    // a unit of UTF-16 at the end. The column is left to the caller.
    base::Result<std::size_t> read(std::span<std::byte> to);

 private:
    base::Result<void> refill();
    [[nodiscard]] std::string_view complete_part() const;
    Outcome convert(std::string_view raw);
    Outcome convert_hex(std::string_view digits);

    Form form_;
    base::ByteSource source_;
    bool at_end_ = false;
    std::string raw_;        // of the application, still to be converted
    std::string ready_;      // of the LOB, still to be handed out
    std::size_t given_ = 0;  // bytes of ready_ handed out
};

}  // namespace cubrid::odbc::convert
