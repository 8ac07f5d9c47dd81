#include "requests.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "cas/execute.h"
#include "cas/execute_array.h"
#include "cas/fetch.h"
#include "cas/handshake.h"
#include "cas/lob.h"
#include "cas/prepare.h"
#include "cas/transaction.h"
#include "cas/wire_reader.h"

namespace golden {
namespace {

namespace base = cubrid::odbc::base;
namespace cas = cubrid::odbc::cas;

// The arguments of a request; reading one in another form than the driver writes makes it "not
// ours".
class Args {
 public:
    explicit Args(std::vector<std::string_view> args) : args_{std::move(args)} {}

    std::uint8_t byte() { return number<std::uint8_t>(); }
    std::int64_t long_integer() { return number<std::int64_t>(); }
    bool flag() {
        const std::uint8_t value = byte();
        return require(value <= 1), value == 1;
    }
    std::int32_t integer() { return number<std::int32_t>(); }
    void constant_byte(std::uint8_t value) { require(byte() == value); }
    void constant_int(std::int32_t value) { require(integer() == value); }
    void empty() { require(raw().empty()); }
    void zero_cache_time() { require(number<std::int64_t>() == 0); }
    std::string_view text() {
        const std::string_view value = raw();
        return require(value.ends_with('\0')),
               value.substr(0, value.empty() ? 0 : value.size() - 1);
    }
    std::string_view raw() {
        return require(next_ < args_.size()), ours_ ? args_[next_++] : std::string_view{};
    }

    [[nodiscard]] std::size_t left() const { return ours_ ? args_.size() - next_ : 0; }
    void require(bool condition) { ours_ = ours_ && condition; }
    [[nodiscard]] bool all_taken() const { return ours_ && left() == 0; }

 private:
    template <class T>
    static T load(std::string_view bytes) {
        return base::load_be<T>(base::as_bytes(bytes).data());
    }
    template <class T>
    T number() {
        const std::string_view value = raw();
        require(value.size() == sizeof(T));
        return ours_ ? load<T>(value) : T{};
    }

    std::vector<std::string_view> args_;
    std::size_t next_ = 0;
    bool ours_ = true;
};

void binds(cas::WireWriter& out, Args& args) {
    while (args.left() > 0) {
        out.bind_type(static_cast<cas::Type>(args.byte()));
        out.bytes_arg(base::as_bytes(args.raw()));
    }
}

cas::PrepareRequest prepare_args(Args& args, std::size_t count, std::vector<std::int32_t>& close) {
    cas::PrepareRequest request{
        .sql = args.text(), .flags = args.byte(), .autocommit = args.flag()};
    for (std::size_t i = 3; i < count; ++i) close.push_back(args.integer());
    request.close = close;
    return request;
}

void limits(cas::ExecuteRequest& request, Args& args) {
    request.flags = args.byte();
    request.max_column_bytes = args.integer();
    request.max_rows = args.integer();
    args.empty();
}

void prepare(cas::WireWriter& out, Args& args) {
    std::vector<std::int32_t> close;
    cas::write_prepare(out, prepare_args(args, args.left(), close));
}

void execute(cas::WireWriter& out, Args& args) {
    cas::ExecuteRequest request;
    request.handle = args.integer();
    limits(request, args);
    request.fetch = args.flag();
    request.autocommit = args.flag();
    request.forward_only = args.flag();
    args.zero_cache_time();
    request.query_timeout_ms = args.integer();
    cas::begin_execute(out, request);
    binds(out, args);
}

void prepare_and_execute(cas::WireWriter& out, Args& args) {
    std::vector<std::int32_t> close;
    const auto count = static_cast<std::size_t>(args.integer());
    args.require(count >= 3 && count <= args.left());
    const cas::PrepareRequest prepared = prepare_args(args, count, close);
    cas::ExecuteRequest request;
    limits(request, args);
    args.zero_cache_time();
    request.query_timeout_ms = args.integer();
    cas::write_prepare_and_execute(out, prepared, request);
}

void execute_array(cas::WireWriter& out, Args& args) {
    const std::int32_t handle = args.integer();
    const std::int32_t timeout = args.integer();
    cas::begin_execute_array(out, handle, timeout, args.flag());
    binds(out, args);
}

void fetch(cas::WireWriter& out, Args& args) {
    cas::FetchRequest request;
    request.handle = args.integer();
    request.first_row = args.integer();
    request.rows = args.integer();
    args.constant_byte(0);
    args.constant_int(0);
    cas::write_fetch(out, request);
}

void end_tran(cas::WireWriter& out, Args& args) {
    const std::uint8_t how = args.byte();
    args.require(how == 1 || how == 2);
    cas::write_end_tran(out, static_cast<cas::EndTran>(how));
}

void close_req_handle(cas::WireWriter& out, Args& args) {
    const std::int32_t handle = args.integer();
    cas::write_close_handle(out, handle, args.flag());
}

void get_db_parameter(cas::WireWriter& out, Args& args) {
    cas::write_get_db_parameter(out, static_cast<cas::DbParameter>(args.integer()));
}

void set_db_parameter(cas::WireWriter& out, Args& args) {
    const auto parameter = static_cast<cas::DbParameter>(args.integer());
    cas::write_set_db_parameter(out, parameter, args.integer());
}

void get_db_version(cas::WireWriter& out, Args& args) {
    args.constant_byte(0);
    cas::write_get_db_version(out);
}

void next_result(cas::WireWriter& out, Args& args) {
    const std::int32_t handle = args.integer();
    cas::write_next_result(out, handle, args.flag());
}

void lob_new(cas::WireWriter& out, Args& args) {
    const std::int32_t type = args.integer();
    args.require(type == 23 || type == 24);
    cas::write_lob_new(out, static_cast<cas::Type>(type));
}

std::optional<cas::LobHandle> lob_handle(Args& args) {
    auto lob = cas::LobHandle::parse(base::as_bytes(args.raw()));
    args.require(lob.has_value());
    return lob ? std::optional{std::move(*lob)} : std::nullopt;
}

void lob_write(cas::WireWriter& out, Args& args) {
    const auto lob = lob_handle(args);
    const std::int64_t offset = args.long_integer();
    const std::string_view data = args.raw();
    if (lob) cas::write_lob_write(out, *lob, offset, base::as_bytes(data));
}

void lob_read(cas::WireWriter& out, Args& args) {
    const auto lob = lob_handle(args);
    const std::int64_t offset = args.long_integer();
    const std::int32_t length = args.integer();
    if (lob) cas::write_lob_read(out, *lob, offset, length);
}

using Rebuild = void (*)(cas::WireWriter&, Args&);

const std::map<int, Rebuild>& rebuilders() {
    static const std::map<int, Rebuild> kTable = {
        {1, end_tran},
        {2, prepare},
        {3, execute},
        {4, get_db_parameter},
        {5, set_db_parameter},
        {6, close_req_handle},
        {8, fetch},
        {15, get_db_version},
        {19, next_result},
        {21, execute_array},
        {27,
         [](cas::WireWriter& out, Args& args) { cas::write_parameter_info(out, args.integer()); }},
        {31, [](cas::WireWriter& out, Args&) { cas::write_con_close(out); }},
        {35, lob_new},
        {36, lob_write},
        {37, lob_read},
        {41, prepare_and_execute},
        {42,
         [](cas::WireWriter& out, Args& args) { cas::write_cursor_close(out, args.integer()); }},
    };
    return kTable;
}

std::string_view name_field(const std::string& request, std::size_t at) {
    const std::string_view field = std::string_view{request}.substr(at, 32);
    return field.substr(0, field.find('\0'));
}

}  // namespace

std::optional<std::vector<std::string_view>> split_arguments(std::string_view frame) {
    if (frame.size() <= cas::kFrameHeader) return std::nullopt;
    cas::WireReader in{base::as_bytes(frame)};
    const std::int32_t length = in.i32();
    in.bytes(4 + 1);  // CAS info, function
    std::vector<std::string_view> arguments;
    while (in.ok() && in.remaining() > 0) {
        const std::int32_t size = in.i32();
        if (size < 0) in.fail();
        arguments.push_back(base::as_text(in.bytes(static_cast<std::size_t>(size))));
    }
    const bool fits =
        in.ok() && static_cast<std::size_t>(length) == frame.size() - cas::kFrameHeader;
    return fits ? std::optional{arguments} : std::nullopt;
}

std::optional<std::string> rebuild_request(const std::string& frame, cas::CasInfo info) {
    const auto found = rebuilders().find(static_cast<unsigned char>(frame.at(cas::kFrameHeader)));
    if (found == rebuilders().end()) return std::nullopt;
    auto arguments = split_arguments(frame);
    if (!arguments) return std::nullopt;
    Args args{std::move(*arguments)};
    cas::WireWriter out;
    found->second(out, args);
    if (!args.all_taken()) return std::nullopt;
    return std::string{base::as_text(out.finish(info))};
}

std::optional<std::string> rebuild_open(const std::string& request) {
    const std::string_view url{request.c_str() + 96};
    cas::OpenRequest open{.database = name_field(request, 0),
                          .user = name_field(request, 32),
                          .password = name_field(request, 64),
                          .url = url};
    const auto session = base::as_bytes(request).subspan(608);
    std::copy(session.begin(), session.end(), open.session.begin());
    const auto bytes = cas::write_open(open);
    if (!bytes) return std::nullopt;
    return std::string{base::as_text(*bytes)};
}

}  // namespace golden
