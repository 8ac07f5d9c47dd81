#include "cas/page.h"

#include <utility>

#include "cas/error_map.h"

namespace cubrid::odbc::cas {
namespace {

constexpr std::size_t kTupleHeader = 12;  // row number and OID
constexpr std::size_t kCellHeader = 4;
constexpr std::int32_t kNull = -1;  // the only size below zero that means something

// Where the tuples end; null when one of their lengths leads out of the reply.
const std::byte* skip_tuples(const std::byte* at, const std::byte* end, std::int32_t rows,
                             std::size_t columns) {
    const auto left = [&] { return static_cast<std::size_t>(end - at); };
    for (std::int32_t row = 0; row < rows; ++row) {
        if (left() < kTupleHeader) return nullptr;
        at += kTupleHeader;
        for (std::size_t column = 0; column < columns; ++column) {
            if (left() < kCellHeader) return nullptr;
            const auto size = base::load_be<std::int32_t>(at);
            at += kCellHeader;
            if (size < kNull) return nullptr;
            if (size <= 0) continue;  // null or empty
            if (left() < static_cast<std::size_t>(size)) return nullptr;
            at += size;
        }
    }
    return at;
}

}  // namespace

base::Result<Page> Page::parse(base::Buffer reply, std::size_t at, std::size_t columns) {
    constexpr std::size_t kCount = 4;
    constexpr std::size_t kEndFlag = 1;  // from V5 on
    if (at > reply.size() || reply.size() - at < kCount + kEndFlag)
        return malformed("page of rows");

    const std::byte* const end = reply.data() + reply.size() - kEndFlag;
    const auto rows = base::load_be<std::int32_t>(reply.data() + at);
    const std::byte* const tuples = reply.data() + at + kCount;
    // The tuples must fill the reply to its last byte: anything else was written for another number
    // of columns.
    if (rows < 0 || skip_tuples(tuples, end, rows, columns) != end)
        return malformed("page of rows");

    Page page;
    page.first_tuple_ = at + kCount;
    page.rows_ = rows;
    page.first_row_number_ = rows > 0 ? base::load_be<std::int32_t>(tuples) : 0;
    page.last_ = *end != std::byte{0};
    page.reply_ = std::move(reply);
    return page;
}

base::Buffer Page::release() {
    base::Buffer memory = std::move(reply_);
    *this = Page{};
    memory.clear();
    return memory;
}

}  // namespace cubrid::odbc::cas
