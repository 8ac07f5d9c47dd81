// What every entry point does around its one line of meaning: find the handle, lock it, clear its
// diagnostics, run, post the error of a failed Result, catch what the library throws, answer
// SQL_SUCCESS_WITH_INFO where warnings were left. No entry point calls another.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/result.h"
#include "handles/handle.h"
#include "handles/registry.h"
#include "handles/stmt.h"

namespace cubrid::odbc::entry {

inline base::Result<SQLRETURN> as_code(base::Result<SQLRETURN> result) { return result; }
inline base::Result<SQLRETURN> as_code(base::Result<void> result) {
    if (!result) return std::move(result).error();
    return SQLRETURN{SQL_SUCCESS};
}

template <class H, class Body>
SQLRETURN guarded(H& handle, Body&& body) noexcept {
    handles::DiagList& diags = handle.diags();
    try {
        SQLRETURN code = SQL_ERROR;
        try {
            auto result = as_code(body(handle));
            if (result) {
                code = *result;
            } else {
                diags.add(std::move(result).error());
                diags.sort();
            }
        } catch (const std::bad_alloc&) {
            diags.add({{"HY001"}, "The driver could not allocate memory"});
        } catch (const std::exception& thrown) {
            diags.add(
                {{"HY000"}, std::string{"Unexpected failure in the driver: "} + thrown.what()});
        }
        if (code == SQL_SUCCESS && !diags.empty()) code = SQL_SUCCESS_WITH_INFO;
        diags.return_code = code;
        return code;
    } catch (...) {
        return SQL_ERROR;  // not even a diagnostic could be made
    }
}

// Explicitly allocated descriptors can be those of several statements, and these in the hands of
// several threads (ODBC, "Types of Descriptors"): a call has them for itself.
class SharedDescriptors {
 public:
    explicit SharedDescriptors(handles::Handle& /*other*/) {}  // only statements use any
    explicit SharedDescriptors(handles::Stmt& stmt) : used_{stmt.shared_descriptors()} {
        for (const auto& desc : used_) locks_.emplace_back(desc->mutex());
    }

 private:
    std::vector<std::shared_ptr<handles::Desc>> used_;  // another thread may free them meanwhile
    std::vector<std::unique_lock<std::mutex>> locks_;
};

// `body` gets the handle and returns Result<void> or Result<SQLRETURN>.
template <class H, class Body>
SQLRETURN enter(SQLHANDLE pointer, Body&& body) noexcept {
    const auto handle = handles::find_handle<H>(pointer);
    if (!handle) return SQL_INVALID_HANDLE;
    const std::lock_guard lock{handle->mutex()};
    handle->diags().clear();
    return guarded(*handle, [&](H& entered) {
        const SharedDescriptors held{entered};
        return body(entered);
    });
}

}  // namespace cubrid::odbc::entry
