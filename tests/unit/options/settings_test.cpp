#include "options/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace cubrid::odbc::options {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using Dsn = std::map<std::string, std::string, std::less<>>;

base::Result<Read> read(std::string_view text, const Dsn& dsn = {}) {
    return read_settings(*parse_connection_string(text),
                         [&](std::string_view name) -> std::optional<std::string> {
                             const auto found = dsn.find(name);
                             if (found == dsn.end()) return std::nullopt;
                             return found->second;
                         });
}

Settings settings(std::string_view text, const Dsn& dsn = {}) {
    auto result = read(text, dsn);
    EXPECT_TRUE(result.has_value()) << result.error().message;
    return result ? result->settings : Settings{};
}

std::string fault(std::string_view text) {
    const auto result = read(text);
    if (result) return "none";
    EXPECT_EQ(result.error().state.view(), "HY000");
    return result.error().message;
}

TEST(Settings, ReadEveryKeyword) {
    const Settings got = settings(
        "Driver=d;DSN=n;Description=t;Server=s;Port=30000;Database=b;UID=u;PWD={;};SSL=require;"
        "SSLVerify=no;"
        "SSLCA=/"
        "ca;SSLFingerprint=AA;Charset=euc-kr;TextTypes=narrow;MaxVarchar=100;Autocommit=off;"
        "ReadOnly=yes;"
        "FetchSize=7;Prefetch=0;StatementCache=0;ArrayCommit=row;BulkStrategy=JSON;MaxDiagRecords="
        "5;MaxFrame=64M;"
        "OmitSchema=1;ZeroDate=null;LoginTimeout=5s;QueryTimeout=1500;ConnectionTimeout=3;"
        "LockTimeout=-1;"
        "AltHosts=a:1,b:2;LoadBalance=true;RcTime=60;KeepAlive=0;Trace=/"
        "t;TraceLevel=wire;TraceSize=1M;Counters=/c");
    EXPECT_EQ(got.driver, "d");
    EXPECT_EQ(got.dsn, "n");
    EXPECT_EQ(got.description, "t");
    EXPECT_EQ(got.server, "s");
    EXPECT_EQ(got.port, 30000);
    EXPECT_EQ(got.database, "b");
    EXPECT_EQ(got.uid, "u");
    EXPECT_EQ(got.pwd, ";");
    EXPECT_TRUE(got.ssl);
    EXPECT_FALSE(got.ssl_verify);
    EXPECT_EQ(got.ssl_ca, "/ca");
    EXPECT_EQ(got.ssl_fingerprint, "AA");
    EXPECT_EQ(got.charset, base::Charset::euckr);
    EXPECT_FALSE(got.wide_text);
    EXPECT_EQ(got.max_varchar, 100);
    EXPECT_FALSE(got.autocommit);
    EXPECT_TRUE(got.autocommit_given);
    EXPECT_TRUE(got.read_only);
    EXPECT_EQ(got.fetch_size, 7);
    EXPECT_FALSE(got.prefetch);
    EXPECT_EQ(got.statement_cache, 0);
    EXPECT_EQ(got.array_commit, ArrayCommit::row);
    EXPECT_EQ(got.bulk_strategy, BulkStrategy::json);
    EXPECT_EQ(got.max_diag_records, 5);
    EXPECT_EQ(got.max_frame, 64 << 20);
    EXPECT_TRUE(got.omit_schema);
    EXPECT_EQ(got.zero_date, ZeroDate::null);
    EXPECT_EQ(got.login_timeout, 5s);
    EXPECT_TRUE(got.login_timeout_given);
    EXPECT_EQ(got.query_timeout, 1500ms);
    EXPECT_EQ(got.connection_timeout, 3s);
    EXPECT_EQ(got.lock_timeout_ms, -1);
    EXPECT_EQ(got.alt_hosts, "a:1,b:2");
    EXPECT_TRUE(got.load_balance);
    EXPECT_EQ(got.rc_time, 60s);
    EXPECT_EQ(got.keep_alive_seconds, 0);
    EXPECT_EQ(got.trace, "/t");
    EXPECT_EQ(got.trace_level, "wire");
    EXPECT_EQ(got.trace_size, 1 << 20);
    EXPECT_EQ(got.counters, "/c");
}

class EachKeyword : public testing::TestWithParam<Keyword> {};

// The table's defaults are what documents say, those of Settings what happens.
TEST_P(EachKeyword, HasTheSameDefaultInTheTableAndInSettings) {
    const auto& keyword = GetParam();
    const std::string name{keyword.name};
    const Settings absent = settings("");
    const Settings empty = settings(name + '=');
    const Settings given = settings(name + '=' + std::string{keyword.default_value});
    for (const Settings& other : {empty, given}) {
        EXPECT_EQ(other.server, absent.server);
        EXPECT_EQ(other.port, absent.port);
        EXPECT_EQ(other.uid, absent.uid);
        EXPECT_EQ(other.pwd, absent.pwd);
        EXPECT_EQ(other.ssl, absent.ssl);
        EXPECT_EQ(other.ssl_verify, absent.ssl_verify);
        EXPECT_EQ(other.charset, absent.charset);
        EXPECT_EQ(other.wide_text, absent.wide_text);
        EXPECT_EQ(other.max_varchar, absent.max_varchar);
        EXPECT_EQ(other.autocommit, absent.autocommit);
        EXPECT_EQ(other.read_only, absent.read_only);
        EXPECT_EQ(other.fetch_size, absent.fetch_size);
        EXPECT_EQ(other.prefetch, absent.prefetch);
        EXPECT_EQ(other.statement_cache, absent.statement_cache);
        EXPECT_EQ(other.array_commit, absent.array_commit);
        EXPECT_EQ(other.bulk_strategy, absent.bulk_strategy);
        EXPECT_EQ(other.max_diag_records, absent.max_diag_records);
        EXPECT_EQ(other.max_frame, absent.max_frame);
        EXPECT_EQ(other.omit_schema, absent.omit_schema);
        EXPECT_EQ(other.zero_date, absent.zero_date);
        EXPECT_EQ(other.login_timeout, absent.login_timeout);
        EXPECT_EQ(other.query_timeout, absent.query_timeout);
        EXPECT_EQ(other.connection_timeout, absent.connection_timeout);
        EXPECT_EQ(other.lock_timeout_ms, absent.lock_timeout_ms);
        EXPECT_EQ(other.load_balance, absent.load_balance);
        EXPECT_EQ(other.rc_time, absent.rc_time);
        EXPECT_EQ(other.keep_alive_seconds, absent.keep_alive_seconds);
        EXPECT_EQ(other.trace, absent.trace);
        EXPECT_EQ(other.trace_level, absent.trace_level);
        EXPECT_EQ(other.trace_size, absent.trace_size);
        EXPECT_EQ(other.counters, absent.counters);
    }
    EXPECT_FALSE(empty.autocommit_given);
    EXPECT_FALSE(empty.login_timeout_given);
}

INSTANTIATE_TEST_SUITE_P(Settings, EachKeyword,
                         testing::ValuesIn(keywords().begin(), keywords().end()),
                         [](const auto& one) { return std::string{one.param.name}; });

TEST(Settings, TakeAliases) {
    const Settings got =
        settings("HOST=h;DB_NAME=d;USER=u;PASSWORD=p;FETCH_SIZE=5;USESSL=yes;login_timeout=7");
    EXPECT_EQ(got.server, "h");
    EXPECT_EQ(got.database, "d");
    EXPECT_EQ(got.uid, "u");
    EXPECT_EQ(got.pwd, "p");
    EXPECT_EQ(got.fetch_size, 5);
    EXPECT_TRUE(got.ssl);
    EXPECT_EQ(got.login_timeout, 7ms);
}

TEST(Settings, ComeFromTheDsnWhereTheStringIsSilent) {
    const Dsn dsn{{"Server", "dsnhost"}, {"DB_NAME", "dsndb"}, {"PWD", "secret"}, {"Port", ""}};
    const Settings got = settings("DSN=x;Server=mine;PASSWORD=", dsn);
    EXPECT_EQ(got.server, "mine");
    EXPECT_EQ(got.database, "dsndb");
    EXPECT_EQ(got.pwd, "") << "an empty value in the string is the default, not the DSN's";
    EXPECT_EQ(got.port, 33000);
}

TEST(Settings, WarnOfUnknownKeywordsAndGoOn) {
    const auto result = read("Server=s;Trusted_Connection=yes;LOGFILE=x;Foo=bar");
    ASSERT_TRUE(result.has_value());
    ASSERT_EQ(result->warnings.size(), 2U);
    EXPECT_EQ(result->warnings[0].state.view(), "01S00");
    EXPECT_THAT(result->warnings[0].message, HasSubstr("Trusted_Connection"));
    EXPECT_EQ(result->settings.server, "s");
}

TEST(Settings, NameWhatIsAllowedWhenAValueIsNot) {
    EXPECT_THAT(fault("Port=0"), HasSubstr("Port=0 is not possible; allowed: 1..65535"));
    EXPECT_THAT(fault("Port=70000"), HasSubstr("1..65535"));
    EXPECT_THAT(fault("Port=http"), HasSubstr("Port=http"));
    EXPECT_THAT(fault("Autocommit=maybe"), HasSubstr("allowed: yes no"));
    EXPECT_THAT(fault("SSL=prefer"), HasSubstr("off require"));
    EXPECT_THAT(fault("Charset=latin7"), HasSubstr("utf8 euckr iso88591"));
    EXPECT_THAT(fault("BulkStrategy=fast"), HasSubstr("auto rows groups json"));
    EXPECT_THAT(fault("LoginTimeout=-5"), HasSubstr("0..2147483647"));
    EXPECT_THAT(fault("MaxFrame=3G"), HasSubstr("MaxFrame=3G"));
    EXPECT_THAT(fault("DSN=x;USESSL=perhaps"), HasSubstr("SSL=perhaps"));
}

TEST(Settings, TakeTraceNoForNoTrace) {
    EXPECT_THAT(settings("Trace=No").trace, IsEmpty());
    EXPECT_THAT(settings("Counters=off").counters, IsEmpty());
}

TEST(Settings, NeedNoDsn) {
    EXPECT_EQ(read_settings({{"Server", "s"}}, nullptr)->settings.server, "s");
}

}  // namespace
}  // namespace cubrid::odbc::options
