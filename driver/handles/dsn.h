// A data source's entries in odbc.ini.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cubrid::odbc::handles {

// Nothing when the DSN or the entry is not there.
std::optional<std::string> dsn_value(const std::string& dsn, std::string_view entry);

}  // namespace cubrid::odbc::handles
