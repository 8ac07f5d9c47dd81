#include "cas/lob.h"

#include <algorithm>
#include <utility>

#include "cas/error_map.h"
#include "cas/reply.h"

namespace cubrid::odbc::cas {
namespace {

// Inside a packed handle stand the server's own type numbers, not those of columns and binds (CAS
// protocol 10, trap 5).
constexpr std::int32_t kInnerBlob = 33;
constexpr std::int32_t kInnerClob = 34;
constexpr std::size_t kSizeAt = 4;

}  // namespace

base::Result<LobHandle> LobHandle::parse(base::Bytes packed) {
    WireReader in{packed};
    const std::int32_t type = in.i32();
    const std::int64_t size = in.i64();
    const std::int32_t length = in.i32();
    const std::string_view locator = base::as_text(in.rest());
    const bool is_lob = type == kInnerBlob || type == kInnerClob;
    // Its NUL is counted; a text without one, or with another inside, is no path.
    const bool is_path = locator.size() > 1 && locator.find('\0') == locator.size() - 1;
    if (!in.ok() || !is_lob || size < 0 || !is_path ||
        locator.size() != static_cast<std::size_t>(length)) {
        return malformed("LOB handle");
    }
    return LobHandle{type == kInnerBlob ? Type::blob : Type::clob, size,
                     std::string{base::as_text(packed)}};
}

void LobHandle::raise_size(std::int64_t size) {
    size_ = std::max(size_, size);
    base::store_be(reinterpret_cast<std::byte*>(packed_.data()) + kSizeAt, size_);
}

void write_lob_new(WireWriter& out, Type type) {
    out.begin(Function::lob_new);
    out.int_arg(static_cast<std::int32_t>(type));
}

base::Result<LobHandle> read_lob_new(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    const base::Bytes packed = in.bytes(static_cast<std::size_t>(opened->result));
    if (!in.ok()) return malformed("new LOB");
    return LobHandle::parse(packed);
}

void write_lob_write(WireWriter& out, const LobHandle& lob, std::int64_t offset, base::Bytes data) {
    out.begin(Function::lob_write);
    out.bytes_arg(lob.packed());
    out.number_arg<std::int64_t>(offset);
    out.bytes_arg(data);
}

base::Result<std::size_t> read_lob_write(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    if (body.empty()) return malformed("written LOB");
    return static_cast<std::size_t>(opened->result);
}

void write_lob_read(WireWriter& out, const LobHandle& lob, std::int64_t offset,
                    std::int32_t length) {
    out.begin(Function::lob_read);
    out.bytes_arg(lob.packed());
    out.number_arg<std::int64_t>(offset);
    out.int_arg(length);
}

base::Result<base::Bytes> read_lob_read(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    const base::Bytes data = in.bytes(static_cast<std::size_t>(opened->result));
    if (!in.ok() || body.empty()) return malformed("read LOB");
    return data;
}

void bind_lob(WireWriter& out, const LobHandle& lob) {
    out.bind_type(lob.type());
    out.bytes_arg(lob.packed());
}

}  // namespace cubrid::odbc::cas
