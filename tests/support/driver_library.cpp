#include "driver_library.h"

#include <dlfcn.h>

#include <stdexcept>

namespace test_support {

void* driver_symbol(const char* name) {
    static void* const library = dlopen(CUBRID_ODBC_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    return dlsym(library, name);
}

void* required_driver_symbol(const char* name) {
    void* symbol = driver_symbol(name);
    if (symbol == nullptr) throw std::runtime_error(std::string("not exported: ") + name);
    return symbol;
}

}  // namespace test_support
