// SQLGetData in parts of sizes that the input chooses, of a cell of any type and content: no write
// outside the buffer, the lengths add up, and the end comes.
#include <sql.h>
#include <sqlext.h>

#include <array>
#include <vector>

#include "convert/decode.h"
#include "input.h"

using namespace cubrid::odbc;
using namespace cubrid::odbc::convert;

namespace {

constexpr std::array<SQLSMALLINT, 8> kCTypes = {
    SQL_C_CHAR,      SQL_C_WCHAR,          SQL_C_BINARY,  SQL_C_SLONG,
    SQL_C_TYPE_DATE, SQL_C_TYPE_TIMESTAMP, SQL_C_NUMERIC, SQL_C_GUID};
constexpr std::array<base::Charset, 3> kNarrow = {base::Charset::utf8, base::Charset::euckr,
                                                  base::Charset::iso88591};

std::size_t size_of(SQLSMALLINT c_type, std::size_t wanted) {
    return c_type_size(c_type) != 0 ? c_type_size(c_type) : wanted;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    ColumnContext context;
    context.type.type = static_cast<cas::Type>(input.byte() % cas::kTypeCodes);
    const unsigned bits = input.byte();
    context.type.charset = static_cast<cas::WireCharset>(bits & 0x07U);
    context.type.collection = static_cast<cas::Collection>(bits & 0x60U);
    context.narrow = kNarrow[input.byte() % kNarrow.size()];
    const SQLSMALLINT c_type = kCTypes[input.byte() % kCTypes.size()];
    std::vector<std::size_t> sizes = {input.byte() % 40U, input.byte() % 40U, input.byte() % 40U};
    const base::Buffer copy = input.buffer();
    const cas::Cell cell{copy.data(), static_cast<std::int32_t>(copy.size())};

    Pieces pieces;
    SQLLEN before = -1;
    // Each byte of the cell makes four bytes of text at most, and each call but the stalled ones
    // delivers one.
    const std::size_t most_calls = 8 * copy.size() + 200;
    for (std::size_t call = 0;; ++call) {
        fuzz::require(call < most_calls);
        const std::size_t capacity = size_of(c_type, sizes[call % sizes.size()]);
        std::vector<std::byte> buffer(capacity);
        SQLLEN length = -1;
        const Target target{buffer.data(), static_cast<SQLLEN>(capacity), &length, &length};
        const Pieces::Part part = pieces.next(cell, c_type, target, context);
        if (part.no_more_data || part.no_such_pair) break;
        if (part.outcome == Outcome::bad_length || capacity == 0) {
            sizes = {8};
            continue;
        }
        if (is_error(part.outcome)) break;
        fuzz::require(length >= 0 && (before < 0 || length <= before));
        before = length;
    }
    return 0;
}
