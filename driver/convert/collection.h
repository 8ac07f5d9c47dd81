// Values that ODBC knows only as text: SET, MULTISET, SEQUENCE as "{1, 2, NULL}" and object
// identifiers as "@page|slot|volume".
#pragma once

#include "convert/readers.h"

namespace cubrid::odbc::convert {

// Text that does not stand on the wire as it is shown; always UTF-8.
struct RenderedText {
    std::string text;
};

// Elements as CUBRID's other drivers show them, without quotes, unless the text would then be that
// of another collection.
bool needs_quotes(std::string_view element);
bool is_null_word(std::string_view element);  // NULL in either case
struct CollectionReader {
    using Value = RenderedText;
    static Outcome read(const cas::Cell& cell, const ColumnContext& context, Value& value);
};
struct ObjectReader {
    using Value = RenderedText;
    static Outcome read(const cas::Cell& cell, const ColumnContext&, Value& value);
};

}  // namespace cubrid::odbc::convert
