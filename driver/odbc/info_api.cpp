// SQLGetInfo, SQLGetFunctions.
#include <algorithm>
#include <array>
#include <string>

#include "handles/dbc.h"
#include "handles/functions.h"
#include "handles/info.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Dbc;

template <class Char>
SQLRETURN get_info(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER out, SQLSMALLINT capacity,
                   SQLSMALLINT* length) noexcept {
    return enter<Dbc>(handle, [&](Dbc& dbc) -> base::Result<void> {
        auto value = handles::get_info(dbc, type);
        if (!value) return std::move(value).error();
        if (const auto* text = std::get_if<std::string>(&*value)) {
            return text_out<Char>(*text, out, capacity, length, Unit::bytes, dbc.narrow_charset(),
                                  dbc.diags());
        }
        std::visit(
            [&](const auto& number) {
                using Value = std::decay_t<decltype(number)>;
                if constexpr (!std::is_same_v<Value, std::string>) {
                    if (out != nullptr) *static_cast<Value*>(out) = number;
                    if (length != nullptr) *length = sizeof(Value);
                }
            },
            *value);
        return {};
    });
}

base::Result<void> get_functions(SQLUSMALLINT function, SQLUSMALLINT* out) {
    if (out == nullptr) return base::Diag{{"HY009"}, "There is no place for the answer"};
    const auto supported = handles::supported_functions();
    if (function == SQL_API_ODBC3_ALL_FUNCTIONS) {
        std::fill_n(out, SQL_API_ODBC3_ALL_FUNCTIONS_SIZE, SQLUSMALLINT{0});
        for (const SQLUSMALLINT id : supported) {
            out[id >> 4U] = static_cast<SQLUSMALLINT>(out[id >> 4U] | 1U << (id & 0xFU));
        }
        return {};
    }
    if (function == SQL_API_ALL_FUNCTIONS) {
        constexpr SQLUSMALLINT kOdbc2Functions = 100;
        std::fill_n(out, kOdbc2Functions, SQLUSMALLINT{SQL_FALSE});
        for (const SQLUSMALLINT id : supported) {
            if (id < kOdbc2Functions) out[id] = SQL_TRUE;
        }
        return {};
    }
    *out = std::find(supported.begin(), supported.end(), function) != supported.end() ? SQL_TRUE
                                                                                      : SQL_FALSE;
    return {};
}

}  // namespace
}  // namespace cubrid::odbc::entry

using namespace cubrid::odbc::entry;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLGetInfo(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER out,
                             SQLSMALLINT capacity, SQLSMALLINT* length) {
    return get_info<SQLCHAR>(handle, type, out, capacity, length);
}
SQLRETURN SQL_API SQLGetInfoW(SQLHDBC handle, SQLUSMALLINT type, SQLPOINTER out,
                              SQLSMALLINT capacity, SQLSMALLINT* length) {
    return get_info<SQLWCHAR>(handle, type, out, capacity, length);
}
SQLRETURN SQL_API SQLGetFunctions(SQLHDBC handle, SQLUSMALLINT function, SQLUSMALLINT* out) {
    return enter<Dbc>(handle, [&](Dbc&) { return get_functions(function, out); });
}

}  // extern "C"
