// SQLConnect, SQLDriverConnect, SQLDisconnect, SQLEndTran.
#include "handles/dbc.h"
#include "handles/env.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Dbc;
using handles::Env;

template <class Char>
SQLRETURN connect(SQLHDBC handle, const Char* dsn, SQLSMALLINT dsn_length, const Char* user,
                  SQLSMALLINT user_length, const Char* password,
                  SQLSMALLINT password_length) noexcept {
    return enter<Dbc>(handle, [&](Dbc& dbc) -> base::Result<void> {
        const base::Charset narrow = dbc.narrow_charset();
        auto name = text_in(dsn, dsn_length, narrow);
        if (!name) return std::move(name).error();
        auto uid = optional_text_in(user, user_length, narrow);
        if (!uid) return std::move(uid).error();
        auto pwd = optional_text_in(password, password_length, narrow);
        if (!pwd) return std::move(pwd).error();
        return dbc.connect(*name, std::move(*uid), std::move(*pwd));
    });
}

template <class Char>
SQLRETURN driver_connect(SQLHDBC handle, const Char* text, SQLSMALLINT length, Char* completed,
                         SQLSMALLINT capacity, SQLSMALLINT* completed_length,
                         SQLUSMALLINT completion) noexcept {
    return enter<Dbc>(handle, [&](Dbc& dbc) -> base::Result<void> {
        if (completion > SQL_DRIVER_COMPLETE_REQUIRED)
            return base::Diag{{"HY110"}, "The completion is unknown"};
        if (capacity < 0) return base::Diag{{"HY090"}, "The buffer length is negative"};
        auto given = text_in(text, length, dbc.narrow_charset());
        if (!given) return std::move(given).error();
        // There is no dialog on this platform: what is missing stays missing, whatever completion
        // is asked for.
        auto complete = dbc.driver_connect(*given);
        if (!complete) return std::move(complete).error();
        return text_out<Char>(*complete, completed, capacity, completed_length, Unit::characters,
                              dbc.narrow_charset(), dbc.diags());
    });
}

base::Result<void> end_transactions(Env& env, SQLSMALLINT completion) {
    if (completion != SQL_COMMIT && completion != SQL_ROLLBACK) {
        return base::Diag{{"HY012"}, "A transaction can only be committed or rolled back"};
    }
    // Each connection is tried; one that fails does not keep the others from ending theirs.
    base::Result<void> all;
    for (const auto& dbc : env.connections()) {
        const std::lock_guard lock{dbc->mutex()};
        if (!dbc->connection()) continue;
        if (auto ended = dbc->end_transaction(completion); !ended && all) all = std::move(ended);
    }
    return all;
}

}  // namespace
}  // namespace cubrid::odbc::entry

extern "C" {

SQLRETURN SQL_API SQLConnect(SQLHDBC handle, SQLCHAR* dsn, SQLSMALLINT dsn_length, SQLCHAR* user,
                             SQLSMALLINT user_length, SQLCHAR* password,
                             SQLSMALLINT password_length) {
    return cubrid::odbc::entry::connect(handle, dsn, dsn_length, user, user_length, password,
                                        password_length);
}
SQLRETURN SQL_API SQLConnectW(SQLHDBC handle, SQLWCHAR* dsn, SQLSMALLINT dsn_length, SQLWCHAR* user,
                              SQLSMALLINT user_length, SQLWCHAR* password,
                              SQLSMALLINT password_length) {
    return cubrid::odbc::entry::connect(handle, dsn, dsn_length, user, user_length, password,
                                        password_length);
}

SQLRETURN SQL_API SQLDriverConnect(SQLHDBC handle, SQLHWND /*window*/, SQLCHAR* text,
                                   SQLSMALLINT length, SQLCHAR* completed, SQLSMALLINT capacity,
                                   SQLSMALLINT* completed_length, SQLUSMALLINT completion) {
    return cubrid::odbc::entry::driver_connect(handle, text, length, completed, capacity,
                                               completed_length, completion);
}
SQLRETURN SQL_API SQLDriverConnectW(SQLHDBC handle, SQLHWND /*window*/, SQLWCHAR* text,
                                    SQLSMALLINT length, SQLWCHAR* completed, SQLSMALLINT capacity,
                                    SQLSMALLINT* completed_length, SQLUSMALLINT completion) {
    return cubrid::odbc::entry::driver_connect(handle, text, length, completed, capacity,
                                               completed_length, completion);
}

SQLRETURN SQL_API SQLDisconnect(SQLHDBC handle) {
    using namespace cubrid::odbc::entry;
    return enter<Dbc>(handle, [](Dbc& dbc) { return dbc.disconnect(); });
}

SQLRETURN SQL_API SQLEndTran(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT completion) {
    using namespace cubrid::odbc::entry;
    switch (type) {
        case SQL_HANDLE_ENV:
            return enter<Env>(handle, [&](Env& env) { return end_transactions(env, completion); });
        case SQL_HANDLE_DBC:
            return enter<Dbc>(handle, [&](Dbc& dbc) { return dbc.end_transaction(completion); });
        default:
            return SQL_INVALID_HANDLE;
    }
}

}  // extern "C"
