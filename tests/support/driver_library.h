// The driver's own entry points, past the driver manager, which filters some faults.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <string>

namespace test_support {

void* driver_symbol(const char* name);  // null when it is not exported

// `driver_function<decltype(SQLFetch)>("SQLFetch")(statement)`; throws when it is not exported.
void* required_driver_symbol(const char* name);
template <class Function>
Function* driver_function(const char* name) {
    return reinterpret_cast<Function*>(required_driver_symbol(name));
}

}  // namespace test_support
