#include "cas/execute_array.h"

#include "cas/error_map.h"
#include "cas/reply.h"

namespace cubrid::odbc::cas {
namespace {

// Count and OID, or indicator, code and the length of the text.
constexpr std::size_t kSmallestOutcome = 12;
constexpr std::size_t kOid = 8;

// CAS protocol 4.10.
RowOutcome read_outcome(WireReader& in) {
    RowOutcome outcome;
    outcome.count = in.i32();
    if (!outcome.failed()) {
        in.bytes(kOid);
        return outcome;
    }
    outcome.code = in.i32();
    const std::int32_t length = in.i32();
    if (length < 0) in.fail();
    const auto text = base::as_text(in.bytes(length < 0 ? 0 : static_cast<std::size_t>(length)));
    outcome.message = text.ends_with('\0') ? text.substr(0, text.size() - 1) : text;
    return outcome;
}

}  // namespace

void begin_execute_array(WireWriter& out, std::int32_t handle, std::int32_t query_timeout_ms,
                         bool autocommit) {
    out.begin(Function::execute_array);
    out.int_arg(handle);
    out.int_arg(query_timeout_ms);
    out.byte_arg(autocommit ? 1 : 0);
}

base::Result<ArrayOutcomes> ArrayOutcomes::read(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader in = opened->rest;
    const std::int32_t size = in.count(kSmallestOutcome);
    const ArrayOutcomes outcomes{in, size};

    for (std::int32_t i = 0; i < size && in.ok(); ++i) read_outcome(in);
    in.i32();  // shard
    // A count that does not account for every byte would give rows the outcomes of others.
    if (!in.ok() || in.remaining() != 0) return malformed("array reply");
    return outcomes;
}

bool ArrayOutcomes::next(RowOutcome& outcome) {
    if (left_ == 0) return false;
    --left_;
    outcome = read_outcome(in_);
    return true;
}

}  // namespace cubrid::odbc::cas
