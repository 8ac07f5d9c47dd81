// The values of all keywords for one connection: connection string first, then DSN, then default.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/charset.h"
#include "base/diag.h"
#include "base/result.h"
#include "options/conn_string.h"

namespace cubrid::odbc::options {

enum class ArrayCommit : std::uint8_t { batch, row };
enum class BulkStrategy : std::uint8_t { automatic, rows, groups, json };
enum class ZeroDate : std::uint8_t { error, null };

struct Settings {
    std::string driver;
    std::string dsn;
    std::string description;
    std::string server = "localhost";
    std::uint16_t port = 33000;
    std::string database;
    std::string uid = "PUBLIC";
    std::string pwd;
    bool ssl = false;
    bool ssl_verify = true;
    std::string ssl_ca;
    std::string ssl_fingerprint;
    base::Charset charset = base::Charset::utf8;
    bool wide_text = true;
    std::int32_t max_varchar = 4000;
    bool autocommit = true;
    bool autocommit_given = false;  // the application's own attribute wins over a default, not over
                                    // a given keyword's absence
    bool read_only = false;
    std::int32_t fetch_size = 100;
    bool prefetch = true;
    std::int32_t statement_cache = 32;
    ArrayCommit array_commit = ArrayCommit::batch;
    BulkStrategy bulk_strategy = BulkStrategy::automatic;
    std::int32_t max_diag_records = 1000;
    std::int64_t max_frame = std::int64_t{1} << 30;
    bool omit_schema = false;
    ZeroDate zero_date = ZeroDate::error;
    std::chrono::milliseconds login_timeout{30000};
    bool login_timeout_given = false;
    std::chrono::milliseconds query_timeout{0};
    std::chrono::seconds connection_timeout{0};
    std::optional<std::int32_t> lock_timeout_ms;
    std::string alt_hosts;
    bool load_balance = false;
    std::chrono::seconds rc_time{600};
    std::int32_t keep_alive_seconds = 30;
    std::string trace;
    std::string trace_level = "calls";
    std::int64_t trace_size = std::int64_t{64} << 20;
    std::string counters;
};

struct Read {
    Settings settings;
    std::vector<base::Diag>
        warnings;  // 01S00 for unknown keywords and for values that no keyword takes
};

// `given` wins; `dsn_value(name)` answers for the DSN's entries (nothing: not there). An empty
// value means the default. Errors: a value out of its keyword's range, with a text that names
// keyword, value and what is allowed (HY000 at SQLDriverConnect).
base::Result<Read> read_settings(
    const std::vector<Attribute>& given,
    const std::function<std::optional<std::string>(std::string_view)>& dsn_value);

}  // namespace cubrid::odbc::options
