// SQLSetConnectAttr, SQLGetConnectAttr, SQLSetStmtAttr, SQLGetStmtAttr. Lengths of text are in
// bytes.
#include <string>

#include "handles/dbc.h"
#include "handles/stmt.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Dbc;
using handles::Stmt;

template <class T>
void store(SQLPOINTER out, SQLINTEGER* length, T value) {
    if (out != nullptr) *static_cast<T*>(out) = value;
    if (length != nullptr) *length = sizeof(T);
}

template <class Char>
SQLRETURN set_connect_attr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value,
                           SQLINTEGER length) noexcept {
    return enter<Dbc>(handle, [&](Dbc& dbc) -> base::Result<void> {
        if (!Dbc::is_text_attribute(attribute))
            return dbc.set_attribute(attribute, reinterpret_cast<SQLULEN>(value));
        const SQLINTEGER units =
            length == SQL_NTS ? SQL_NTS : length / static_cast<SQLINTEGER>(sizeof(Char));
        auto text = text_in(static_cast<const Char*>(value), units, dbc.narrow_charset());
        if (!text) return std::move(text).error();
        return dbc.set_text_attribute(attribute, *text);
    });
}

template <class Char>
SQLRETURN get_connect_attr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER out,
                           SQLINTEGER capacity, SQLINTEGER* length) noexcept {
    return enter<Dbc>(handle, [&](Dbc& dbc) -> base::Result<void> {
        auto got = dbc.attribute(attribute);
        if (!got) return std::move(got).error();
        if (const auto* text = std::get_if<std::string>(&got->value)) {
            return text_out<Char>(*text, out, capacity, length, Unit::bytes, dbc.narrow_charset(),
                                  dbc.diags());
        }
        if (const auto* wide = std::get_if<SQLULEN>(&got->value)) {
            store(out, length, *wide);
        } else {
            store(out, length, *std::get_if<SQLUINTEGER>(&got->value));
        }
        return {};
    });
}

SQLRETURN set_stmt_attr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value) noexcept {
    return enter<Stmt>(handle, [&](Stmt& stmt) { return stmt.set_attribute(attribute, value); });
}

SQLRETURN get_stmt_attr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER out,
                        SQLINTEGER* length) noexcept {
    return enter<Stmt>(handle, [&](Stmt& stmt) -> base::Result<void> {
        auto got = stmt.attribute(attribute);
        if (!got) return std::move(got).error();
        store(out, length, got->value);
        return {};
    });
}

}  // namespace
}  // namespace cubrid::odbc::entry

using namespace cubrid::odbc::entry;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLSetConnectAttr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value,
                                    SQLINTEGER length) {
    return set_connect_attr<SQLCHAR>(handle, attribute, value, length);
}
SQLRETURN SQL_API SQLSetConnectAttrW(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value,
                                     SQLINTEGER length) {
    return set_connect_attr<SQLWCHAR>(handle, attribute, value, length);
}
SQLRETURN SQL_API SQLGetConnectAttr(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value,
                                    SQLINTEGER capacity, SQLINTEGER* length) {
    return get_connect_attr<SQLCHAR>(handle, attribute, value, capacity, length);
}
SQLRETURN SQL_API SQLGetConnectAttrW(SQLHDBC handle, SQLINTEGER attribute, SQLPOINTER value,
                                     SQLINTEGER capacity, SQLINTEGER* length) {
    return get_connect_attr<SQLWCHAR>(handle, attribute, value, capacity, length);
}

// The statement attributes have no text among them: both forms are the same.
SQLRETURN SQL_API SQLSetStmtAttr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value,
                                 SQLINTEGER /*length*/) {
    return set_stmt_attr(handle, attribute, value);
}
SQLRETURN SQL_API SQLSetStmtAttrW(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value,
                                  SQLINTEGER /*length*/) {
    return set_stmt_attr(handle, attribute, value);
}
SQLRETURN SQL_API SQLGetStmtAttr(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value,
                                 SQLINTEGER /*capacity*/, SQLINTEGER* length) {
    return get_stmt_attr(handle, attribute, value, length);
}
SQLRETURN SQL_API SQLGetStmtAttrW(SQLHSTMT handle, SQLINTEGER attribute, SQLPOINTER value,
                                  SQLINTEGER /*capacity*/, SQLINTEGER* length) {
    return get_stmt_attr(handle, attribute, value, length);
}

}  // extern "C"
