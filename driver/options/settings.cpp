#include "options/settings.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "options/text.h"
#include "options/values.h"

namespace cubrid::odbc::options {
namespace {

// Stores a value; false when the keyword does not take it.
using Setter = bool (*)(Settings&, const Keyword&, const std::string&);

template <auto Member>
bool text(Settings& settings, const Keyword& /*keyword*/, const std::string& value) {
    settings.*Member = value;
    return true;
}

// Old DSN files say "Trace = No".
template <auto Member>
bool file(Settings& settings, const Keyword& /*keyword*/, const std::string& value) {
    settings.*Member = parse_boolean(value) == false ? std::string{} : value;
    return true;
}

template <auto Member>
bool boolean(Settings& settings, const Keyword& /*keyword*/, const std::string& value) {
    const auto parsed = parse_boolean(value);
    if (parsed) settings.*Member = *parsed;
    return parsed.has_value();
}

template <auto Member, auto Parse>
bool number(Settings& settings, const Keyword& keyword, const std::string& value) {
    using Target = std::remove_reference_t<decltype(settings.*Member)>;
    const auto parsed = Parse(value);
    if (!parsed || !in_range(*parsed, keyword.choices)) return false;
    if constexpr (std::is_integral_v<Target>) {
        settings.*Member = static_cast<Target>(*parsed);
    } else if constexpr (std::is_same_v<Target, std::optional<std::int32_t>>) {
        settings.*Member = static_cast<std::int32_t>(*parsed);
    } else {
        settings.*Member = Target{*parsed};
    }
    return true;
}

template <class Value>
struct Choice {
    std::string_view name;
    Value value;
};

constexpr auto kSsl = std::to_array<Choice<bool>>({{"off", false}, {"require", true}});
constexpr auto kTextTypes = std::to_array<Choice<bool>>({{"wide", true}, {"narrow", false}});
constexpr auto kArrayCommits =
    std::to_array<Choice<ArrayCommit>>({{"batch", ArrayCommit::batch}, {"row", ArrayCommit::row}});
constexpr auto kBulkStrategies =
    std::to_array<Choice<BulkStrategy>>({{"auto", BulkStrategy::automatic},
                                         {"rows", BulkStrategy::rows},
                                         {"groups", BulkStrategy::groups},
                                         {"json", BulkStrategy::json}});
// The second and third are what the JDBC driver calls them.
constexpr auto kZeroDates = std::to_array<Choice<ZeroDate>>({{"error", ZeroDate::error},
                                                             {"exception", ZeroDate::error},
                                                             {"convertToNull", ZeroDate::null},
                                                             {"null", ZeroDate::null}});
constexpr auto kTraceLevels = std::to_array<Choice<std::string_view>>(
    {{"errors", "errors"}, {"calls", "calls"}, {"wire", "wire"}});

template <auto Member, const auto& Choices>
bool choice(Settings& settings, const Keyword& /*keyword*/, const std::string& value) {
    for (const auto& entry : Choices) {
        if (!same(entry.name, value)) continue;
        settings.*Member = entry.value;
        return true;
    }
    return false;
}

bool ssl(Settings& settings, const Keyword& keyword, const std::string& value) {
    return boolean<&Settings::ssl>(settings, keyword, value) ||
           choice<&Settings::ssl, kSsl>(settings, keyword, value);
}

bool charset(Settings& settings, const Keyword& /*keyword*/, const std::string& value) {
    const auto found = base::charset_by_name(value);
    if (found) settings.charset = *found;
    return found.has_value();
}

bool autocommit(Settings& settings, const Keyword& keyword, const std::string& value) {
    settings.autocommit_given = true;
    return boolean<&Settings::autocommit>(settings, keyword, value);
}

bool login_timeout(Settings& settings, const Keyword& keyword, const std::string& value) {
    settings.login_timeout_given = true;
    return number<&Settings::login_timeout, parse_milliseconds>(settings, keyword, value);
}

struct Rule {
    Key key;
    Setter set;
};

constexpr auto kRules = std::to_array<Rule>({
    {Key::driver, text<&Settings::driver>},
    {Key::dsn, text<&Settings::dsn>},
    {Key::description, text<&Settings::description>},
    {Key::server, text<&Settings::server>},
    {Key::port, number<&Settings::port, parse_number>},
    {Key::database, text<&Settings::database>},
    {Key::uid, text<&Settings::uid>},
    {Key::pwd, text<&Settings::pwd>},
    {Key::ssl, ssl},
    {Key::ssl_verify, boolean<&Settings::ssl_verify>},
    {Key::ssl_ca, text<&Settings::ssl_ca>},
    {Key::ssl_fingerprint, text<&Settings::ssl_fingerprint>},
    {Key::charset, charset},
    {Key::text_types, choice<&Settings::wide_text, kTextTypes>},
    {Key::max_varchar, number<&Settings::max_varchar, parse_number>},
    {Key::autocommit, autocommit},
    {Key::read_only, boolean<&Settings::read_only>},
    {Key::fetch_size, number<&Settings::fetch_size, parse_number>},
    {Key::prefetch, boolean<&Settings::prefetch>},
    {Key::statement_cache, number<&Settings::statement_cache, parse_number>},
    {Key::array_commit, choice<&Settings::array_commit, kArrayCommits>},
    {Key::bulk_strategy, choice<&Settings::bulk_strategy, kBulkStrategies>},
    {Key::max_diag_records, number<&Settings::max_diag_records, parse_number>},
    {Key::max_frame, number<&Settings::max_frame, parse_size>},
    {Key::omit_schema, boolean<&Settings::omit_schema>},
    {Key::zero_date, choice<&Settings::zero_date, kZeroDates>},
    {Key::login_timeout, login_timeout},
    {Key::query_timeout, number<&Settings::query_timeout, parse_milliseconds>},
    {Key::connection_timeout, number<&Settings::connection_timeout, parse_seconds>},
    {Key::lock_timeout, number<&Settings::lock_timeout_ms, parse_milliseconds>},
    {Key::alt_hosts, text<&Settings::alt_hosts>},
    {Key::load_balance, boolean<&Settings::load_balance>},
    {Key::rc_time, number<&Settings::rc_time, parse_seconds>},
    {Key::keep_alive, number<&Settings::keep_alive_seconds, parse_seconds>},
    {Key::trace, file<&Settings::trace>},
    {Key::trace_level, choice<&Settings::trace_level, kTraceLevels>},
    {Key::trace_size, number<&Settings::trace_size, parse_size>},
    {Key::counters, file<&Settings::counters>},
});

Setter setter(Key key) {
    return std::find_if(kRules.begin(), kRules.end(),
                        [key](const Rule& rule) { return rule.key == key; })
        ->set;
}

base::Diag refused(const Keyword& keyword, const std::string& value) {
    std::string allowed{keyword.choices};
    if (keyword.kind == Kind::boolean) allowed = "yes no";
    return {"HY000",
            std::string{keyword.name} + '=' + value + " is not possible; allowed: " + allowed};
}

using DsnValue = std::function<std::optional<std::string>(std::string_view)>;

std::optional<std::string> dsn_entry(const Keyword& keyword, const DsnValue& dsn_value) {
    if (!dsn_value) return std::nullopt;
    auto value = dsn_value(keyword.name);
    if (!value) {
        any_word(keyword.aliases, [&](std::string_view alias) {
            value = dsn_value(alias);
            return value.has_value();
        });
    }
    return value;
}

}  // namespace

base::Result<Read> read_settings(const std::vector<Attribute>& given, const DsnValue& dsn_value) {
    Read read;
    for (const auto& attribute : given) {
        if (find_keyword(attribute.keyword) != nullptr) continue;
        read.warnings.push_back(
            {"01S00", "the keyword " + attribute.keyword + " is unknown and was ignored"});
    }
    for (const Keyword& keyword : keywords()) {
        if (keyword.key == Key::ignored) continue;
        const auto found = std::find_if(given.begin(), given.end(), [&](const Attribute& entry) {
            return find_keyword(entry.keyword) == &keyword;
        });
        auto value =
            found != given.end() ? std::optional{found->value} : dsn_entry(keyword, dsn_value);
        if (!value || value->empty()) continue;
        if (!setter(keyword.key)(read.settings, keyword, *value)) return refused(keyword, *value);
    }
    return read;
}

}  // namespace cubrid::odbc::options
