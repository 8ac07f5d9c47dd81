// ODBC connection strings: parse, quote, complete (ODBC, SQLDriverConnect, "Comments").
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "options/keywords.h"

namespace cubrid::odbc::options {

struct Attribute {
    std::string keyword;  // as written
    std::string value;    // braces taken off
};

// In the order of the text. The first of two equal keywords wins (both names of one keyword are
// equal); white space around keywords goes. 08001-free: a malformed string (no '=', an open brace)
// is HY000 with a text that shows where.
base::Result<std::vector<Attribute>> parse_connection_string(std::string_view text);

// A value with special characters in braces, "}" doubled.
std::string quoted(std::string_view value);
std::string format_connection_string(const std::vector<Attribute>& attributes);

}  // namespace cubrid::odbc::options
