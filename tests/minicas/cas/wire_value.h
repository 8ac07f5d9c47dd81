// Types, columns and values as they travel (CAS protocol 4.3.2, 4.3.3, 6.2).
#pragma once

#include <string>
#include <string_view>

#include "query/analysis.h"
#include "types/time_zone.h"

namespace minicas {

// How a client wants it.
struct WireStyle {
    int protocol = 12;
    bool attributes = false;  // columns with the names of their attributes: of updatable queries
    int max_col_size = 0;     // bytes of text and bit columns; <= 0: all
    std::string time_zone{kServerZone};
};

void put_type(std::string& out, const ColumnInfo& column, const WireStyle& style);
void put_column(std::string& out, const ColumnInfo& column, const WireStyle& style);
void put_columns(std::string& out, const std::vector<ColumnInfo>& columns, const WireStyle& style);

// `typed`: with type bytes in front of the data, as columns without a type have.
void put_value(std::string& out, const Value& value, const Domain& domain, const WireStyle& style,
               bool typed);

// A large object by its locator (CAS protocol 6.3.9).
void put_lob(std::string& out, const Lob& lob, TypeCode type);
// Throws -10004 for bytes that are none.
Lob read_lob_handle(std::string_view bytes);

// A bind. Throws -10008 for a type code that no client may send, and what the server says of a
// malformed value.
TypedValue read_bind(int type_code, std::string_view bytes);

}  // namespace minicas
