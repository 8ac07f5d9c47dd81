#include "options/keywords.h"

#include <algorithm>
#include <array>

#include "options/text.h"

namespace cubrid::odbc::options {
namespace {

// The first row of each key is the one that keyword() answers with.
// clang-format off
constexpr auto kKeywords = std::to_array<Keyword>({
    {Key::driver, "Driver", "", Kind::text, "", "", "name of the driver in odbcinst.ini, or the path of its library"},
    {Key::dsn, "DSN", "", Kind::text, "", "", "data source in odbc.ini"},
    {Key::description, "Description", "", Kind::text, "", "", "free text"},
    {Key::server, "Server", "HOST SERVERNAME", Kind::text, "localhost", "", "host of the broker: a name, an IPv4 address, or an IPv6 address in brackets"},
    {Key::port, "Port", "", Kind::number, "33000", "1..65535", "port of the broker (BROKER_PORT of cubrid_broker.conf)"},
    {Key::database, "Database", "DB_NAME DBNAME DB", Kind::text, "", "", "name of the database; required"},
    {Key::uid, "UID", "USER", Kind::text, "PUBLIC", "", "database user"},
    {Key::pwd, "PWD", "PASSWORD", Kind::secret, "", "", "password of the user"},
    {Key::ssl, "SSL", "USESSL", Kind::choice, "off", "off require", "TLS to the broker, which must have SSL=ON; yes means require, and there is no fall-back"},
    {Key::ssl_verify, "SSLVerify", "", Kind::boolean, "yes", "", "whether the server's certificate must be trusted; no leaves the connection open to an impostor"},
    {Key::ssl_ca, "SSLCA", "", Kind::text, "", "", "PEM file or folder of trusted certificates; empty means the system's"},
    {Key::ssl_fingerprint, "SSLFingerprint", "", Kind::text, "", "", "SHA-256 fingerprint of the server's certificate, trusted without chain and name"},
    {Key::charset, "Charset", "", Kind::choice, "utf8", "utf8 euckr iso88591", "character set of narrow application text"},
    {Key::text_types, "TextTypes", "", Kind::choice, "wide", "wide narrow", "whether character columns are reported as SQL_WVARCHAR and its kin or as SQL_VARCHAR"},
    {Key::max_varchar, "MaxVarchar", "", Kind::number, "4000", "1..1073741823", "characters above which a column is reported as a long type"},
    {Key::autocommit, "Autocommit", "", Kind::boolean, "yes", "", "initial SQL_ATTR_AUTOCOMMIT, unless the application sets it"},
    {Key::read_only, "ReadOnly", "", Kind::boolean, "no", "", "initial SQL_ATTR_ACCESS_MODE"},
    {Key::fetch_size, "FetchSize", "FETCH_SIZE", Kind::number, "100", "1..1000000", "rows asked for at a time when the rowset is smaller"},
    {Key::prefetch, "Prefetch", "", Kind::boolean, "yes", "", "ask for the next page of a result while the application works on this one"},
    {Key::statement_cache, "StatementCache", "", Kind::number, "32", "0..10000", "prepared statements kept on the server for SQLExecDirect"},
    {Key::array_commit, "ArrayCommit", "", Kind::choice, "batch", "batch row", "in autocommit: one commit for an array of parameters, or one for each row"},
    {Key::bulk_strategy, "BulkStrategy", "", Kind::choice, "auto", "auto rows groups json", "how an array of parameters is sent"},
    {Key::max_diag_records, "MaxDiagRecords", "", Kind::number, "1000", "1..32000", "diagnostic records of one call"},
    {Key::max_frame, "MaxFrame", "", Kind::size, "1 GiB", "1024..2147483647", "largest reply that is accepted"},
    {Key::omit_schema, "OmitSchema", "OMIT_SCHEMA", Kind::boolean, "no", "", "hide the owners' names in catalog results"},
    {Key::zero_date, "ZeroDate", "ZERODATETIMEBEHAVIOR", Kind::choice, "error", "error null", "what a date of zeros is: an error (22007) or NULL"},
    {Key::login_timeout, "LoginTimeout", "LOGIN_TIMEOUT", Kind::milliseconds, "30000", "0..2147483647", "time for the whole of connecting, 0 without end"},
    {Key::query_timeout, "QueryTimeout", "QUERY_TIMEOUT", Kind::milliseconds, "0", "0..2147483647", "initial SQL_ATTR_QUERY_TIMEOUT, 0 without end"},
    {Key::connection_timeout, "ConnectionTimeout", "", Kind::seconds, "0", "0..2147483", "initial SQL_ATTR_CONNECTION_TIMEOUT, 0 without end"},
    {Key::lock_timeout, "LockTimeout", "", Kind::milliseconds, "", "-1..2147483647", "how long a statement waits for locks, -1 without end, 0 not at all; empty: the server's"},
    {Key::alt_hosts, "AltHosts", "", Kind::text, "", "", "further brokers, host:port,host:port"},
    {Key::load_balance, "LoadBalance", "", Kind::boolean, "no", "", "try Server and AltHosts in random order"},
    {Key::rc_time, "RcTime", "", Kind::seconds, "600", "60..2147483", "how long an alternate host is kept before Server is tried again"},
    {Key::keep_alive, "KeepAlive", "", Kind::seconds, "30", "0..32767", "idle time before TCP keep-alive probes, 0 for none"},
    {Key::trace, "Trace", "", Kind::text, "", "", "file that the trace is written to; empty or off for none"},
    {Key::trace_level, "TraceLevel", "", Kind::choice, "calls", "errors calls wire", "what is traced"},
    {Key::trace_size, "TraceSize", "", Kind::size, "64 MiB", "4096..1099511627776", "size at which the trace begins again"},
    {Key::counters, "Counters", "", Kind::text, "", "", "file that the connection's counters are written to when it ends; empty or off for none"},
    {Key::ignored, "DISCONNECT_ON_QUERY_TIMEOUT", "DISCONNECTONQUERYTIMEOUT", Kind::text, "", "", "accepted without effect"},
    {Key::ignored, "LOGFILE", "LOGBASEDIR LOGSLOWQUERIES SLOWQUERYTHRESHOLDMILLIS LOGTRACEAPI LOGTRACENETWORK", Kind::text, "", "", "accepted without effect"},
    {Key::ignored, "FILEDSN", "SAVEFILE", Kind::text, "", "", "the driver manager's"},
});
// clang-format on

bool has_alias(const Keyword& entry, std::string_view name) {
    return any_word(entry.aliases, [name](std::string_view alias) { return same(alias, name); });
}

}  // namespace

std::span<const Keyword> keywords() { return kKeywords; }

const Keyword* find_keyword(std::string_view name) {
    const auto found = std::find_if(
        kKeywords.begin(), kKeywords.end(),
        [name](const Keyword& entry) { return same(entry.name, name) || has_alias(entry, name); });
    return found == kKeywords.end() ? nullptr : &*found;
}

const Keyword& keyword(Key key) {
    return *std::find_if(kKeywords.begin(), kKeywords.end(),
                         [key](const Keyword& entry) { return entry.key == key; });
}

}  // namespace cubrid::odbc::options
