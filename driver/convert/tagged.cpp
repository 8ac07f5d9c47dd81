#include "convert/tagged.h"

namespace cubrid::odbc::convert {
namespace {

constexpr unsigned kMark = 0x80;
constexpr unsigned kCollectionBits = 0x60;
constexpr unsigned kCharsetBits = 0x07;
constexpr std::int32_t kTypeBytes = 2;

}  // namespace

std::optional<TaggedValue> untag(const cas::Cell& cell) {
    if (cell.size < 1) return std::nullopt;
    const auto first = std::to_integer<unsigned>(cell.data[0]);
    // JSON has no type bytes, and begins in ASCII.
    if ((first & kMark) == 0) return TaggedValue{{cas::Type::json}, cell};
    if (cell.size < kTypeBytes) return std::nullopt;
    const auto code = std::to_integer<std::size_t>(cell.data[1]);
    if (code >= cas::kTypeCodes) return std::nullopt;
    TaggedValue value;
    value.type.type = static_cast<cas::Type>(code);
    value.type.collection = static_cast<cas::Collection>(first & kCollectionBits);
    value.type.charset = static_cast<cas::WireCharset>(first & kCharsetBits);
    value.cell = {cell.data + kTypeBytes, cell.size - kTypeBytes};
    return value;
}

}  // namespace cubrid::odbc::convert
