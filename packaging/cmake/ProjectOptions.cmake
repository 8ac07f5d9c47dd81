# Compiler settings that every target of the project shares. Targets get them by linking `project_options`.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_package(Threads REQUIRED)

add_library(project_options INTERFACE)
# Without -Wnull-dereference: when it optimises, gcc 12 sees null in std::variant and behind look-ups that cannot fail. The
# sanitizers and clang-tidy's analyzer look for the real ones.
target_compile_options(project_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wdouble-promotion -Wimplicit-fallthrough
  $<$<BOOL:${CUBRID_ODBC_WERROR}>:-Werror>)
if(CUBRID_ODBC_SANITIZE)
  target_compile_options(project_options INTERFACE
    -fsanitize=${CUBRID_ODBC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(project_options INTERFACE -fsanitize=${CUBRID_ODBC_SANITIZE})
endif()
target_link_libraries(project_options INTERFACE Threads::Threads)
