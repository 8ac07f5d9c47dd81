// SQLGetDiagRec, SQLGetDiagField: they read a handle's diagnostics and never change them.
#include <cstring>
#include <memory>
#include <string>

#include "handles/dbc.h"
#include "handles/desc.h"
#include "handles/env.h"
#include "handles/stmt.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Dbc;
using handles::DiagList;
using handles::Handle;
using handles::Kind;
using handles::Stmt;

std::shared_ptr<Handle> find(SQLSMALLINT type, SQLHANDLE handle) {
    switch (type) {
        case SQL_HANDLE_ENV:
            return handles::find_handle(handle, Kind::env);
        case SQL_HANDLE_DBC:
            return handles::find_handle(handle, Kind::dbc);
        case SQL_HANDLE_STMT:
            return handles::find_handle(handle, Kind::stmt);
        case SQL_HANDLE_DESC:
            return handles::find_handle(handle, Kind::desc);
        default:
            return nullptr;
    }
}

const Dbc* connection_of(const Handle& handle) {
    if (handle.kind() == Kind::dbc) return static_cast<const Dbc*>(&handle);
    if (handle.kind() == Kind::stmt) return &static_cast<const Stmt&>(handle).dbc();
    return nullptr;
}

bool speaks_odbc2(const Handle& handle) {
    if (handle.kind() == Kind::env) return static_cast<const handles::Env&>(handle).is_odbc2();
    const Dbc* dbc = connection_of(handle);
    return dbc != nullptr && dbc->env()->is_odbc2();
}

// A statement has its connection for life: its connection handle's may be on its way out.
std::string data_source_of(Handle& handle) {
    if (handle.kind() == Kind::stmt) return static_cast<Stmt&>(handle).connection().settings.dsn;
    if (handle.kind() != Kind::dbc) return {};
    const auto connection = static_cast<Dbc&>(handle).connection();
    return connection ? connection->settings.dsn : std::string{};
}

base::Charset narrow_of(const Handle& handle) {
    const Dbc* dbc = connection_of(handle);
    return dbc == nullptr ? base::Charset::utf8 : dbc->narrow_charset();
}

std::string state_of(const Handle& handle, const base::Diag& diag) {
    return speaks_odbc2(handle) ? handles::odbc2_state(diag.state) : std::string{diag.state.view()};
}

template <class Char>
SQLRETURN get_diag_rec(SQLSMALLINT type, SQLHANDLE pointer, SQLSMALLINT number, Char* state,
                       SQLINTEGER* native, Char* text, SQLSMALLINT capacity,
                       SQLSMALLINT* length) noexcept {
    try {
        const auto handle = find(type, pointer);
        if (!handle) return SQL_INVALID_HANDLE;
        if (number < 1 || capacity < 0) return SQL_ERROR;
        const std::lock_guard lock{handle->mutex()};
        const base::Diag* diag = handle->diags().record(number);
        if (diag == nullptr) return SQL_NO_DATA;
        if (state != nullptr)
            write_text(state_of(*handle, *diag), state, SQL_SQLSTATE_SIZE + 1, base::Charset::utf8);
        if (native != nullptr) *native = diag->native;
        const Written written = write_text(handles::message_text(*diag), text,
                                           text == nullptr ? 0 : static_cast<std::size_t>(capacity),
                                           narrow_of(*handle));
        if (length != nullptr) *length = as_length<SQLSMALLINT>(written.length);
        return written.truncated && text != nullptr ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
    } catch (...) {
        return SQL_ERROR;
    }
}

// One field: text, or a number of the width that the reference gives.
struct Out {
    SQLPOINTER buffer;
    SQLSMALLINT capacity;
    SQLSMALLINT* length;

    template <class T>
    SQLRETURN number(T value) const {
        if (buffer != nullptr) std::memcpy(buffer, &value, sizeof value);
        return SQL_SUCCESS;
    }
    template <class Char>
    SQLRETURN text(std::string_view utf8, base::Charset narrow) const {
        if (capacity < 0 ||
            (buffer != nullptr && capacity % static_cast<SQLSMALLINT>(sizeof(Char)) != 0)) {
            return SQL_ERROR;
        }
        const std::size_t units = static_cast<std::size_t>(capacity) / sizeof(Char);
        const Written written =
            write_text(utf8, static_cast<Char*>(buffer), buffer == nullptr ? 0 : units, narrow);
        if (length != nullptr) *length = as_length<SQLSMALLINT>(written.length * sizeof(Char));
        return written.truncated && buffer != nullptr ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
    }
};

template <class Char>
SQLRETURN header_field(Handle& handle, SQLSMALLINT field, const Out& out) {
    const DiagList& diags = handle.diags();
    if (field == SQL_DIAG_NUMBER) return out.number(static_cast<SQLINTEGER>(diags.size()));
    if (field == SQL_DIAG_RETURNCODE) return out.number(diags.return_code);
    if (handle.kind() != Kind::stmt) return SQL_ERROR;
    const auto function = handles::dynamic_function(diags.statement_type);
    switch (field) {
        case SQL_DIAG_ROW_COUNT:
            return out.number(diags.row_count);
        case SQL_DIAG_CURSOR_ROW_COUNT:
            return out.number(diags.cursor_row_count);
        case SQL_DIAG_DYNAMIC_FUNCTION:
            return out.text<Char>(function.name, base::Charset::utf8);
        case SQL_DIAG_DYNAMIC_FUNCTION_CODE:
            return out.number(function.code);
        default:
            return SQL_ERROR;
    }
}

// Class and subclass of states that ODBC added to the standard's (ODBC, SQLGetDiagField,
// "SQL_DIAG_SUBCLASS_ORIGIN").
bool is_odbc_subclass(std::string_view state) {
    constexpr std::string_view kOdbcStates =
        " 01S00 01S01 01S02 01S06 01S07 07S01 08S01 21S01 21S02 25S01 25S02 25S03 42S01 42S02 "
        "42S11 42S12 42S21 42S22"
        " HY095 HY097 HY098 HY099 HY100 HY101 HY105 HY107 HY109 HY110 HY111 HYT00 HYT01 IM001 "
        "IM002 IM003 IM004 IM005"
        " IM006 IM007 IM008 IM010 IM011 IM012 ";
    return kOdbcStates.find(" " + std::string{state} + " ") != std::string_view::npos;
}

template <class Char>
SQLRETURN record_field(Handle& handle, const base::Diag& diag, SQLSMALLINT field, const Out& out) {
    const base::Charset narrow = narrow_of(handle);
    const std::string state = state_of(handle, diag);
    switch (field) {
        case SQL_DIAG_SQLSTATE:
            return out.text<Char>(state, narrow);
        case SQL_DIAG_NATIVE:
            return out.number(SQLINTEGER{diag.native});
        case SQL_DIAG_MESSAGE_TEXT:
            return out.text<Char>(handles::message_text(diag), narrow);
        case SQL_DIAG_CLASS_ORIGIN:
            return out.text<Char>(state.substr(0, 2) == "IM" ? "ODBC 3.0" : "ISO 9075", narrow);
        case SQL_DIAG_SUBCLASS_ORIGIN:
            return out.text<Char>(is_odbc_subclass(state) ? "ODBC 3.0" : "ISO 9075", narrow);
        case SQL_DIAG_CONNECTION_NAME:
            return out.text<Char>("", narrow);
        case SQL_DIAG_SERVER_NAME:
            return out.text<Char>(data_source_of(handle), narrow);
        case SQL_DIAG_ROW_NUMBER:
            return handle.kind() == Kind::stmt ? out.number(SQLLEN{diag.row})
                                               : SQLRETURN{SQL_ERROR};
        case SQL_DIAG_COLUMN_NUMBER:
            return handle.kind() == Kind::stmt ? out.number(SQLINTEGER{diag.column})
                                               : SQLRETURN{SQL_ERROR};
        default:
            return SQL_ERROR;
    }
}

bool is_header(SQLSMALLINT field) {
    return field == SQL_DIAG_NUMBER || field == SQL_DIAG_RETURNCODE ||
           field == SQL_DIAG_ROW_COUNT || field == SQL_DIAG_CURSOR_ROW_COUNT ||
           field == SQL_DIAG_DYNAMIC_FUNCTION || field == SQL_DIAG_DYNAMIC_FUNCTION_CODE;
}

template <class Char>
SQLRETURN get_diag_field(SQLSMALLINT type, SQLHANDLE pointer, SQLSMALLINT number, SQLSMALLINT field,
                         SQLPOINTER buffer, SQLSMALLINT capacity, SQLSMALLINT* length) noexcept {
    try {
        const auto handle = find(type, pointer);
        if (!handle) return SQL_INVALID_HANDLE;
        const std::lock_guard lock{handle->mutex()};
        const Out out{buffer, capacity, length};
        if (is_header(field)) return header_field<Char>(*handle, field, out);
        if (number < 1) return SQL_ERROR;
        const base::Diag* diag = handle->diags().record(number);
        if (diag == nullptr) return SQL_NO_DATA;
        return record_field<Char>(*handle, *diag, field, out);
    } catch (...) {
        return SQL_ERROR;
    }
}

}  // namespace
}  // namespace cubrid::odbc::entry

using namespace cubrid::odbc::entry;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLGetDiagRec(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number,
                                SQLCHAR* state, SQLINTEGER* native, SQLCHAR* text,
                                SQLSMALLINT capacity, SQLSMALLINT* length) {
    return get_diag_rec(type, handle, number, state, native, text, capacity, length);
}
SQLRETURN SQL_API SQLGetDiagRecW(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number,
                                 SQLWCHAR* state, SQLINTEGER* native, SQLWCHAR* text,
                                 SQLSMALLINT capacity, SQLSMALLINT* length) {
    return get_diag_rec(type, handle, number, state, native, text, capacity, length);
}
SQLRETURN SQL_API SQLGetDiagField(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number,
                                  SQLSMALLINT field, SQLPOINTER buffer, SQLSMALLINT capacity,
                                  SQLSMALLINT* length) {
    return get_diag_field<SQLCHAR>(type, handle, number, field, buffer, capacity, length);
}
SQLRETURN SQL_API SQLGetDiagFieldW(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number,
                                   SQLSMALLINT field, SQLPOINTER buffer, SQLSMALLINT capacity,
                                   SQLSMALLINT* length) {
    return get_diag_field<SQLWCHAR>(type, handle, number, field, buffer, capacity, length);
}

}  // extern "C"
