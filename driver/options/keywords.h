// Every connection keyword, once: the parser, the setup library, the command line and
// docs/connecting.md read this table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cubrid::odbc::options {

enum class Key : std::uint8_t {
    driver,
    dsn,
    description,
    server,
    port,
    database,
    uid,
    pwd,
    ssl,
    ssl_verify,
    ssl_ca,
    ssl_fingerprint,
    charset,
    text_types,
    max_varchar,
    autocommit,
    read_only,
    fetch_size,
    prefetch,
    statement_cache,
    array_commit,
    bulk_strategy,
    max_diag_records,
    max_frame,
    omit_schema,
    zero_date,
    login_timeout,
    query_timeout,
    connection_timeout,
    lock_timeout,
    alt_hosts,
    load_balance,
    rc_time,
    keep_alive,
    trace,
    trace_level,
    trace_size,
    counters,
    ignored  // known to the official driver, without a meaning here: accepted without 01S00
};

enum class Kind : std::uint8_t {
    text,
    secret,
    boolean,
    number,
    size,
    choice,
    milliseconds,
    seconds
};

struct Keyword {
    Key key;
    std::string_view name;
    std::string_view aliases;  // separated by blanks
    Kind kind;
    std::string_view default_value;
    std::string_view choices;  // of Kind::choice and number ranges "1..65535", separated by blanks
    std::string_view meaning;  // one line, for documents
};

std::span<const Keyword> keywords();

// By name or alias, case-insensitively; nullptr when unknown.
const Keyword* find_keyword(std::string_view name);
const Keyword& keyword(Key key);

}  // namespace cubrid::odbc::options
