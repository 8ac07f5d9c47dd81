// The live handles of the process. A pointer from the application is looked up here before its
// memory is touched, so a null, foreign or freed handle is SQL_INVALID_HANDLE and nothing worse; a
// handle that is freed while another thread is inside a call lives until that call returns.
#pragma once

#include <memory>

#include "handles/handle.h"

namespace cubrid::odbc::handles {

// Returns the pointer that the application gets.
void* add_handle(std::shared_ptr<Handle> handle);
std::shared_ptr<Handle> find_handle(const void* pointer, Kind kind);
// The handle is found no more. Nothing when it was not alive.
std::shared_ptr<Handle> remove_handle(const void* pointer, Kind kind);

template <class H>
std::shared_ptr<H> find_handle(const void* pointer) {
    return std::static_pointer_cast<H>(find_handle(pointer, H::kKind));
}

}  // namespace cubrid::odbc::handles
