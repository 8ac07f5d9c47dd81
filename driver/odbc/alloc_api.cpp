// SQLAllocHandle, SQLFreeHandle, SQLFreeStmt, environment attributes.
#include "handles/dbc.h"
#include "handles/desc.h"
#include "handles/env.h"
#include "handles/stmt.h"
#include "odbc/guard.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Dbc;
using handles::Desc;
using handles::DescKind;
using handles::Env;
using handles::Kind;
using handles::Stmt;

SQLRETURN allocate_env(SQLHANDLE* out) noexcept {
    try {
        *out = handles::add_handle(std::make_shared<Env>());
        return SQL_SUCCESS;
    } catch (...) {
        return SQL_ERROR;  // no handle that could carry a diagnostic
    }
}

base::Result<void> allocate_dbc(Env& env, SQLHANDLE* out) {
    auto owner = handles::find_handle<Env>(&env);
    auto dbc = std::make_shared<Dbc>(owner);
    env.add(dbc);
    *out = handles::add_handle(std::move(dbc));
    return {};
}

base::Result<void> allocate_stmt(Dbc& dbc, SQLHANDLE* out) {
    auto stmt = dbc.allocate_statement();
    if (!stmt) return std::move(stmt).error();
    *out = handles::add_handle(std::move(*stmt));
    return {};
}

base::Result<void> allocate_desc(Dbc& dbc, SQLHANDLE* out) {
    if (!dbc.connection()) return base::Diag{{"08003"}, "The handle is not connected"};
    auto desc = std::make_shared<Desc>(DescKind::ard, &dbc);
    dbc.add_descriptor(desc);
    *out = handles::add_handle(std::move(desc));
    return {};
}

template <class Parent, class Allocate>
SQLRETURN allocate(SQLHANDLE parent, SQLHANDLE* out, Allocate allocate_child) noexcept {
    return enter<Parent>(parent, [&](Parent& owner) -> base::Result<void> {
        if (out == nullptr) return base::Diag{{"HY009"}, "There is no place for the handle"};
        *out = SQL_NULL_HANDLE;
        return allocate_child(owner, out);
    });
}

SQLRETURN free_env(SQLHANDLE pointer) noexcept {
    const SQLRETURN code = enter<Env>(pointer, [](Env& env) -> base::Result<void> {
        if (env.connections().empty()) return {};
        return base::Diag{{"HY010"}, "The environment has connection handles"};
    });
    if (code == SQL_SUCCESS) handles::remove_handle(pointer, Kind::env);
    return code;
}

SQLRETURN free_dbc(SQLHANDLE pointer) noexcept {
    const SQLRETURN code = enter<Dbc>(pointer, [](Dbc& dbc) -> base::Result<void> {
        if (dbc.connection())
            return base::Diag{{"HY010"}, "The connection is open: disconnect first"};
        dbc.env()->remove(&dbc);
        return {};
    });
    if (code == SQL_SUCCESS) handles::remove_handle(pointer, Kind::dbc);
    return code;
}

SQLRETURN free_stmt_handle(SQLHANDLE pointer) noexcept {
    const auto handle = handles::remove_handle(pointer, Kind::stmt);
    if (!handle) return SQL_INVALID_HANDLE;
    auto& stmt = static_cast<Stmt&>(*handle);
    const std::lock_guard lock{stmt.mutex()};
    return guarded(stmt, [](Stmt& freed) -> base::Result<void> {
        freed.diags().clear();
        freed.release();
        freed.dbc().remove(&freed);
        return {};
    });
}

SQLRETURN free_desc(SQLHANDLE pointer) noexcept {
    const SQLRETURN code = enter<Desc>(pointer, [](Desc& desc) -> base::Result<void> {
        if (!desc.is_explicit())
            return base::Diag{{"HY017"}, "An implicit descriptor is freed with its statement"};
        desc.mark_freed();
        return {};
    });
    if (code == SQL_SUCCESS) handles::remove_handle(pointer, Kind::desc);
    return code;
}

base::Result<void> free_stmt(Stmt& stmt, SQLUSMALLINT option) {
    switch (option) {
        case SQL_CLOSE:
            stmt.close_result();
            return {};
        case SQL_UNBIND:
            stmt.ard().unbind_all();
            return {};
        case SQL_RESET_PARAMS:
            stmt.apd().unbind_all();
            return {};
        default:
            return base::Diag{{"HY092"},
                              "The option is neither SQL_CLOSE, SQL_UNBIND nor SQL_RESET_PARAMS"};
    }
}

}  // namespace
}  // namespace cubrid::odbc::entry

extern "C" {

SQLRETURN SQL_API SQLAllocHandle(SQLSMALLINT type, SQLHANDLE parent, SQLHANDLE* out) {
    using namespace cubrid::odbc::entry;
    switch (type) {
        case SQL_HANDLE_ENV:
            return out == nullptr ? SQLRETURN{SQL_ERROR} : allocate_env(out);
        case SQL_HANDLE_DBC:
            return allocate<Env>(parent, out, allocate_dbc);
        case SQL_HANDLE_STMT:
            return allocate<Dbc>(parent, out, allocate_stmt);
        case SQL_HANDLE_DESC:
            return allocate<Dbc>(parent, out, allocate_desc);
        default:
            return SQL_INVALID_HANDLE;
    }
}

SQLRETURN SQL_API SQLFreeHandle(SQLSMALLINT type, SQLHANDLE handle) {
    using namespace cubrid::odbc::entry;
    switch (type) {
        case SQL_HANDLE_ENV:
            return free_env(handle);
        case SQL_HANDLE_DBC:
            return free_dbc(handle);
        case SQL_HANDLE_STMT:
            return free_stmt_handle(handle);
        case SQL_HANDLE_DESC:
            return free_desc(handle);
        default:
            return SQL_INVALID_HANDLE;
    }
}

SQLRETURN SQL_API SQLFreeStmt(SQLHSTMT handle, SQLUSMALLINT option) {
    using namespace cubrid::odbc::entry;
    if (option == SQL_DROP) return free_stmt_handle(handle);
    return enter<Stmt>(handle, [&](Stmt& stmt) { return free_stmt(stmt, option); });
}

SQLRETURN SQL_API SQLSetEnvAttr(SQLHENV handle, SQLINTEGER attribute, SQLPOINTER value,
                                SQLINTEGER /*length*/) {
    using namespace cubrid::odbc::entry;
    return enter<Env>(handle, [&](Env& env) { return env.set_attribute(attribute, value); });
}

SQLRETURN SQL_API SQLGetEnvAttr(SQLHENV handle, SQLINTEGER attribute, SQLPOINTER value,
                                SQLINTEGER /*capacity*/, SQLINTEGER* length) {
    using namespace cubrid::odbc;
    return entry::enter<handles::Env>(handle, [&](handles::Env& env) -> base::Result<void> {
        auto number = env.attribute(attribute);
        if (!number) return std::move(number).error();
        if (value != nullptr) *static_cast<SQLINTEGER*>(value) = *number;
        if (length != nullptr) *length = sizeof(SQLINTEGER);
        return {};
    });
}

}  // extern "C"
