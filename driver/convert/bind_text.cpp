#include "convert/bind_text.h"

#include <string>

#include "base/utf.h"

namespace cubrid::odbc::convert {
namespace {

bool is_long(SQLSMALLINT sql_type) {
    return sql_type == SQL_LONGVARCHAR || sql_type == SQL_WLONGVARCHAR ||
           sql_type == SQL_LONGVARBINARY;
}

bool exceeds_declared(std::size_t length, const ParamContext& context) {
    return context.column_size != 0 && length > context.column_size && !is_long(context.sql_type);
}

bool exceeds(std::size_t characters, const ParamContext& context) {
    return exceeds_declared(characters, context) ||
           (context.target_size != 0 && characters > context.target_size);
}

bool bytes_exceed(std::size_t bytes, const ParamContext& context) {
    constexpr std::size_t kBitsPerByte = 8;
    return exceeds_declared(bytes, context) ||
           (context.target_size != 0 && bytes * kBitsPerByte > context.target_size);
}

void write_text(std::string_view text, cas::WireWriter& out) {
    out.bind_type(cas::Type::string);
    out.text_arg(text);
}

Outcome bind_utf8(std::string_view utf8, const ParamContext& context, cas::WireWriter& out) {
    const Outcome outcome = check_declared_size(utf8, context);
    if (outcome != Outcome::ok) return outcome;
    if (context.database == base::Charset::utf8) {
        write_text(utf8, out);
        return Outcome::ok;
    }
    const auto encoded = base::from_utf8(utf8, context.database);
    if (!encoded) return Outcome::bad_text;
    write_text(*encoded, out);
    return Outcome::ok;
}

}  // namespace

Outcome check_declared_size(std::string_view utf8, const ParamContext& context) {
    if (!exceeds(utf8.size(), context)) return Outcome::ok;  // a character has a byte at least
    const std::size_t last = utf8.find_last_not_of(' ');
    utf8 = utf8.substr(0, last == std::string_view::npos ? 0 : last + 1);
    return exceeds(base::utf8_length(utf8), context) ? Outcome::too_long : Outcome::ok;
}

Outcome bind_text(const Text& text, const ParamContext& context, cas::WireWriter& out) {
    if (text.charset == base::Charset::utf8 || base::is_ascii(text.bytes)) {
        return base::is_utf8(text.bytes) ? bind_utf8(text.bytes, context, out) : Outcome::bad_text;
    }
    const auto utf8 = base::to_utf8(text.bytes, text.charset);
    return utf8 ? bind_utf8(*utf8, context, out) : Outcome::bad_text;
}

Outcome bind_text(const WideText& text, const ParamContext& context, cas::WireWriter& out) {
    if (context.database != base::Charset::utf8) {
        const auto utf8 = base::to_utf8(text.units);
        return utf8 ? bind_utf8(*utf8, context, out) : Outcome::bad_text;
    }
    // Into the frame at once: a unit never takes more than three bytes.
    out.bind_type(cas::Type::string);
    const std::size_t argument = out.open_arg();
    const std::size_t begin = out.mark();
    const std::size_t room = text.units.size() * 3;
    auto* to = reinterpret_cast<char*>(out.extend(room + 1));
    const base::Step step = base::utf16_to_utf8(text.units, to, room);
    if (!step.valid) return Outcome::bad_text;
    to[step.target_written] = '\0';
    const Outcome outcome = check_declared_size({to, step.target_written}, context);
    out.rollback(begin + step.target_written + 1);
    out.close_arg(argument);
    return outcome;
}

Outcome bind_ascii(std::string_view text, const ParamContext& context, cas::WireWriter& out) {
    if (exceeds(text.size(), context)) return Outcome::too_long;
    write_text(text, out);
    return Outcome::ok;
}

Outcome bind_binary(base::Bytes bytes, const ParamContext& context, cas::WireWriter& out) {
    if (bytes_exceed(bytes.size(), context)) return Outcome::too_long;
    if (bytes.empty()) {
        // A VARBIT of no length would be NULL (CAS protocol 6.2); the server makes an empty one of
        // an empty text.
        write_text({}, out);
        return Outcome::ok;
    }
    out.bind_type(cas::Type::varbit);
    out.bytes_arg(bytes);
    return Outcome::ok;
}

Outcome bind_hex(std::string_view text, const ParamContext& context, cas::WireWriter& out) {
    const std::size_t length = text.size() / 2;
    text = text.substr(0, 2 * length);
    if (text.empty()) return bind_binary({}, context, out);
    if (bytes_exceed(length, context)) return Outcome::too_long;
    out.bind_type(cas::Type::varbit);
    const std::size_t argument = out.open_arg();
    if (!parse_hex(text, out.extend(length))) return Outcome::bad_text;
    out.close_arg(argument);
    return Outcome::ok;
}

}  // namespace cubrid::odbc::convert
