// Collections as parameters. The server converts no text to a collection, but it converts a
// SEQUENCE of texts to a SET, MULTISET or SEQUENCE of any element type (CAS protocol 6.2).
#pragma once

#include "convert/sources.h"

namespace cubrid::odbc::convert {

// "{1, NULL, 'a, b'}", as CollectionReader shows it.
Outcome bind_collection(const Text& text, const ParamContext& context, cas::WireWriter& out);

struct CollectionBinder {
    template <class V>
    static Outcome bind(const V&, const ParamContext&, cas::WireWriter&) = delete;

    static Outcome bind(const Text& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_collection(value, context, out);
    }
    static Outcome bind(const Binary& value, const ParamContext& context, cas::WireWriter& out) {
        return bind_collection({base::as_text(value.bytes), context.narrow}, context, out);
    }
};

}  // namespace cubrid::odbc::convert
