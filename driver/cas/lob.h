// Large objects: the packed handle that stands for one, and LOB_NEW, LOB_WRITE, LOB_READ (CAS
// protocol 4.20 and 6.3.9). Sizes and offsets are bytes, of CLOBs too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "cas/types.h"
#include "cas/wire_writer.h"

namespace cubrid::odbc::cas {

// A packed handle of which every field has been checked: one that makes no sense ends the CAS that
// it is sent to, so nothing else is ever sent.
class LobHandle {
 public:
    // Of a cell or a bind. Errors: malformed.
    static base::Result<LobHandle> parse(base::Bytes packed);

    [[nodiscard]] Type type() const { return type_; }  // blob or clob
    [[nodiscard]] std::int64_t size() const { return size_; }
    [[nodiscard]] base::Bytes packed() const { return base::as_bytes(packed_); }

    // The server does not tell a handle that it has grown: whoever writes raises its size before
    // it is bound.
    void raise_size(std::int64_t size);

 private:
    LobHandle(Type type, std::int64_t size, std::string packed)
        : type_{type}, size_{size}, packed_{std::move(packed)} {}

    Type type_;
    std::int64_t size_;
    std::string packed_;
};

// `type`: blob or clob.
void write_lob_new(WireWriter& out, Type type);
base::Result<LobHandle> read_lob_new(base::Bytes body);

void write_lob_write(WireWriter& out, const LobHandle& lob, std::int64_t offset, base::Bytes data);
// How many bytes were written.
base::Result<std::size_t> read_lob_write(base::Bytes body);

// `length` is at least 1: a request for nothing destroys the session (CAS protocol 4.20). The
// server gives what fits in its buffer.
void write_lob_read(WireWriter& out, const LobHandle& lob, std::int64_t offset,
                    std::int32_t length);
// A view into the body; empty behind the end.
base::Result<base::Bytes> read_lob_read(base::Bytes body);

// The bind of a LOB that has been written.
void bind_lob(WireWriter& out, const LobHandle& lob);

}  // namespace cubrid::odbc::cas
