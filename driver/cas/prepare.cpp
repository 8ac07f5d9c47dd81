#include "cas/prepare.h"

#include <utility>

#include "cas/error_map.h"
#include "cas/reply.h"

namespace cubrid::odbc::cas {
namespace {

// Type, scale, precision, four empty texts, eight flags.
constexpr std::size_t kSmallestColumn = 1 + 2 + 4 + 4 * 4 + 8;
// Mode, type, scale, precision.
constexpr std::size_t kSmallestParameter = 1 + 1 + 2 + 4;

// CAS protocol 4.3.2.
Column read_column(WireReader& in) {
    Column column;
    column.type = read_type(in);
    column.scale = in.i16();
    column.precision = in.i32();
    column.label = in.text();
    column.attribute = in.text();
    column.table = in.text();
    column.not_null = in.u8() != 0;
    column.default_text = in.text();
    column.auto_increment = in.u8() != 0;
    column.unique_key = in.u8() != 0;
    column.primary_key = in.u8() != 0;
    in.bytes(2);  // reverse index, reverse unique
    column.foreign_key = in.u8() != 0;
    column.shared = in.u8() != 0;
    return column;
}

}  // namespace

// CAS protocol 4.3.3.
ColumnType read_type(WireReader& in) {
    constexpr std::uint8_t kTwoBytes = 0x80;
    constexpr std::uint8_t kCollectionBits = 0x60;
    constexpr std::uint8_t kOldCodeBits = 0x1F;
    constexpr std::uint8_t kCharsetBits = 0x07;

    ColumnType type;
    const std::uint8_t first = in.u8();
    type.collection = static_cast<Collection>(first & kCollectionBits);
    std::uint8_t code = first & kOldCodeBits;
    if ((first & kTwoBytes) != 0) {
        type.charset = static_cast<WireCharset>(first & kCharsetBits);
        code = in.u8();
    }
    if (code < kTypeCodes) {
        type.type = static_cast<Type>(code);
    } else if (type.collection == Collection::none) {
        in.fail();
    }
    // Collections that are values of an untyped column have a number of the server's own there;
    // what counts is the element type inside the value (CAS protocol 4.6).
    return type;
}

std::vector<Column> read_columns(WireReader& in) {
    const std::int32_t count = in.count(kSmallestColumn);
    std::vector<Column> columns;
    columns.reserve(static_cast<std::size_t>(count));
    for (std::int32_t i = 0; i < count && in.ok(); ++i) columns.push_back(read_column(in));
    return columns;
}

bool Prepared::has_result() const {
    switch (type) {
        case StatementType::select:
        case StatementType::call:
        case StatementType::get_statistics:
        case StatementType::evaluate:
        case StatementType::call_procedure:
            return true;
        default:
            return false;
    }
}

void write_prepare_args(WireWriter& out, const PrepareRequest& request) {
    out.text_arg(request.sql);
    out.byte_arg(request.flags);
    out.byte_arg(request.autocommit ? 1 : 0);
    for (const std::int32_t handle : request.close) out.int_arg(handle);
}

void write_prepare(WireWriter& out, const PrepareRequest& request) {
    out.begin(Function::prepare);
    write_prepare_args(out, request);
}

Prepared read_prepared(std::int32_t handle, WireReader& in) {
    Prepared prepared;
    prepared.handle = handle;
    if (handle == 0) in.fail();
    in.i32();  // lifetime in a result cache that the driver does not have
    prepared.type = static_cast<StatementType>(in.u8());
    prepared.markers = in.i32();
    if (prepared.markers < 0) in.fail();
    in.u8();  // updatable; the driver does not ask for it
    prepared.columns = read_columns(in);
    return prepared;
}

base::Result<Prepared> read_prepare(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    Prepared prepared = read_prepared(opened->result, in);
    if (!in.ok()) return malformed("prepare reply");
    return prepared;
}

void write_close_handle(WireWriter& out, std::int32_t handle, bool autocommit) {
    out.begin(Function::close_req_handle);
    out.int_arg(handle);
    out.byte_arg(autocommit ? 1 : 0);
}

void write_parameter_info(WireWriter& out, std::int32_t handle) {
    out.begin(Function::parameter_info);
    out.int_arg(handle);
}

base::Result<std::vector<Parameter>> read_parameter_info(base::Bytes body) {
    auto opened = open_reply(body);
    if (!opened) return std::move(opened).error();
    WireReader& in = opened->rest;
    const auto count = static_cast<std::size_t>(opened->result);
    if (count > in.remaining() / kSmallestParameter) return malformed("parameter info");

    std::vector<Parameter> parameters(count);
    for (Parameter& parameter : parameters) {
        in.u8();  // mode: 1, or 0 when nothing is known
        parameter.type = read_type(in);
        parameter.scale = in.i16();
        parameter.precision = in.i32();
    }
    if (!in.ok()) return malformed("parameter info");
    return parameters;
}

}  // namespace cubrid::odbc::cas
