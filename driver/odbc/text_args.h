// Text in and out of the C interface, in both forms: SQLCHAR in the connection's narrow character
// set, SQLWCHAR in UTF-16. Inside, text is UTF-8. Lengths are in the unit that each function's
// reference page gives.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/charset.h"
#include "base/result.h"
#include "handles/diag_list.h"

namespace cubrid::odbc::entry {

static_assert(sizeof(SQLWCHAR) == 2,
              "the driver speaks UTF-16 with unixODBC; build without SQL_WCHART_CONVERT");
static_assert(sizeof(SQLLEN) == 8, "64-bit Linux only");

// `length` in characters of its type, or SQL_NTS. Errors: HY090 a negative length, 22018 malformed
// text.
base::Result<std::string> text_in(const SQLCHAR* text, SQLINTEGER length, base::Charset narrow);
base::Result<std::string> text_in(const SQLWCHAR* text, SQLINTEGER length, base::Charset narrow);

// Nothing for a null pointer.
template <class Char>
base::Result<std::optional<std::string>> optional_text_in(const Char* text, SQLINTEGER length,
                                                          base::Charset narrow) {
    if (text == nullptr) return std::optional<std::string>{};
    auto in = text_in(text, length, narrow);
    if (!in) return std::move(in).error();
    return std::optional<std::string>{std::move(*in)};
}

// Writes at most `capacity` units, the terminator among them; never half a character. Returns the
// length of the whole text in units.
struct Written {
    std::size_t length;
    bool truncated;
};
Written write_text(std::string_view utf8, SQLCHAR* buffer, std::size_t capacity,
                   base::Charset narrow);
Written write_text(std::string_view utf8, SQLWCHAR* buffer, std::size_t capacity,
                   base::Charset narrow);

enum class Unit { characters, bytes };

// Lengths that the application's variable cannot hold are told as the largest that it can.
template <class Length>
Length as_length(std::size_t length) {
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<Length>::max());
    return static_cast<Length>(std::min(length, kMost));
}

// The usual way out: HY090 for a negative capacity (and an odd one in bytes of wide text), 01004
// when cut.
template <class Char, class Length>
base::Result<void> text_out(std::string_view utf8, void* buffer, SQLLEN capacity, Length* length,
                            Unit unit, base::Charset narrow, handles::DiagList& diags) {
    constexpr std::size_t kSize = sizeof(Char);
    if (capacity < 0) return base::Diag{{"HY090"}, "The buffer length is negative"};
    if (unit == Unit::bytes && capacity % static_cast<SQLLEN>(kSize) != 0 && buffer != nullptr) {
        return base::Diag{{"HY090"}, "The buffer length of wide text is odd"};
    }
    const std::size_t units =
        static_cast<std::size_t>(capacity) / (unit == Unit::bytes ? kSize : 1);
    const Written written =
        write_text(utf8, static_cast<Char*>(buffer), buffer == nullptr ? 0 : units, narrow);
    if (length != nullptr)
        *length = as_length<Length>(written.length * (unit == Unit::bytes ? kSize : 1));
    if (written.truncated && buffer != nullptr)
        diags.add({{"01004"}, "The text was cut to the size of the buffer"});
    return {};
}

}  // namespace cubrid::odbc::entry
