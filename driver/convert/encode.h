// From the application's buffer to a bound value in the request frame: one function per pair of C
// type and SQL type, chosen before the loop (ODBC Appendix D, "Converting Data from C to SQL Data
// Types").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include "base/charset.h"
#include "cas/types.h"
#include "cas/wire_writer.h"
#include "convert/interval.h"
#include "convert/outcome.h"

namespace cubrid::odbc::convert {

// One parameter value of one row; never NULL, data at execution or default (see classify).
struct Source {
    const void* value = nullptr;
    SQLLEN length = SQL_NTS;  // bytes or SQL_NTS; counts for character and binary sources only
    SQLLEN capacity =
        0;  // bytes of the buffer where known (arrays): SQL_NTS is not searched beyond; 0 = unknown
};

// What a parameter's encoder needs to know besides the value. Fixed for an execution.
struct ParamContext {
    SQLSMALLINT sql_type = SQL_VARCHAR;
    SQLULEN column_size = 0;  // as bound; 0 = not given
    // Characters, or bits, of the column that the value goes to, on servers that would cut it in
    // silence; 0 = the server says itself when a value is too long.
    SQLULEN target_size = 0;
    SQLSMALLINT decimal_digits = 0;
    base::Charset narrow = base::Charset::utf8;    // of SQL_C_CHAR
    base::Charset database = base::Charset::utf8;  // of text on the wire
    SQLSMALLINT numeric_precision = 38;  // SQL_C_NUMERIC: from the application parameter descriptor
    SQLSMALLINT numeric_scale = 0;
    IntervalPrecision interval{};  // of the C intervals: likewise
};

// Writes two arguments, type and value. After an error the caller takes the row back
// (WireWriter::rollback).
using Encode = Outcome (*)(const Source& source, const ParamContext& context, cas::WireWriter& out);

// nullptr: the pair does not exist, 07006. `c_type` is concrete, never SQL_C_DEFAULT. `marker`:
// where the server says that the marker is a collection (CAS protocol 4.18), text is sent as one.
Encode select_encoder(SQLSMALLINT c_type, SQLSMALLINT sql_type,
                      cas::Collection marker = cas::Collection::none);

// The bytes before the terminator of a SQL_C_CHAR or SQL_C_WCHAR value, or all of its buffer;
// `capacity` as in Source.
SQLLEN terminated_bytes(SQLSMALLINT c_type, const void* value, SQLLEN capacity);

// Character and binary types, whose values SQLPutData may bring in pieces.
bool takes_pieces(SQLSMALLINT sql_type);

// SQL types that SQLBindParameter accepts; others are HY004.
bool is_known_sql_type(SQLSMALLINT sql_type);

}  // namespace cubrid::odbc::convert
