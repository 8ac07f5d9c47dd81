#include "cas/page_builder.h"

#include <cstring>
#include <utility>

namespace cubrid::odbc::cas {
namespace {

constexpr std::size_t kCount = 4;
constexpr std::size_t kOid = 8;

template <class T>
void number(base::Buffer& out, T value) {
    std::byte* at = out.extend(4 + sizeof(T));
    base::store_be<std::int32_t>(at, sizeof(T));
    base::store_be<T>(at + 4, value);
}

}  // namespace

PageBuilder::PageBuilder() { out_.extend(kCount); }

void PageBuilder::begin_row() {
    ++rows_;
    std::byte* at = out_.extend(4 + kOid);
    base::store_be(at, rows_);
    std::memset(at + 4, 0, kOid);
}

void PageBuilder::null() { base::store_be<std::int32_t>(out_.extend(4), -1); }

void PageBuilder::text(std::string_view utf8) {
    base::store_be(out_.extend(4), static_cast<std::int32_t>(utf8.size() + 1));
    out_.append(base::as_bytes(utf8));
    *out_.extend(1) = std::byte{0};
}

void PageBuilder::int16(std::int16_t value) { number(out_, value); }

void PageBuilder::int32(std::int32_t value) { number(out_, value); }

base::Result<Page> PageBuilder::finish(std::size_t columns) {
    base::store_be(out_.data(), std::exchange(rows_, 0));
    *out_.extend(1) = std::byte{1};
    base::Buffer page = std::move(out_);
    out_.extend(kCount);
    return Page::parse(std::move(page), 0, columns);
}

}  // namespace cubrid::odbc::cas
