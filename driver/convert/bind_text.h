// Character and binary parameters: the database's character set, the declared size, what CUBRID
// takes on the wire.
#pragma once

#include "convert/sources.h"

namespace cubrid::odbc::convert {

// 22001 when more characters than declared are sent, blanks at the end not counted. A size of 0 is
// not declared, and that of a long type is not believed: applications pass anything there.
Outcome check_declared_size(std::string_view utf8, const ParamContext& context);

Outcome bind_text(const Text& text, const ParamContext& context, cas::WireWriter& out);
Outcome bind_text(const WideText& text, const ParamContext& context, cas::WireWriter& out);
// Printed by the driver.
Outcome bind_ascii(std::string_view text, const ParamContext& context, cas::WireWriter& out);

Outcome bind_binary(base::Bytes bytes, const ParamContext& context, cas::WireWriter& out);
// Pairs of hexadecimal digits; an odd one at the end is not converted (C to SQL: Character).
Outcome bind_hex(std::string_view text, const ParamContext& context, cas::WireWriter& out);

}  // namespace cubrid::odbc::convert
