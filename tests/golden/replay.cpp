#include "replay.h"

#include <algorithm>
#include <exception>

#include "cas/handshake.h"
#include "cas/reply.h"
#include "reading.h"
#include "replies.h"
#include "requests.h"

namespace golden {
namespace {

namespace base = cubrid::odbc::base;
namespace cas = cubrid::odbc::cas;

constexpr int kOldestVersion = static_cast<int>(cas::kOldestVersion);

int announced_version(const std::string& hello) {
    return static_cast<unsigned char>(hello.at(6)) & 0x3F;
}

std::string bytes_of(const auto& array) { return std::string{base::as_text(array)}; }

// The codec leaves out what the driver has no use for.
Json known_flags(const Json& flags) {
    Json known = Json::array();
    for (const Json& flag : flags.items()) {
        if (!flag.string().starts_with("REVERSE_")) known.add(flag);
    }
    return known;
}

// The server's text without the blanks at its end; nothing where the driver must supply its own.
std::string expected_text(const Json& error) {
    std::string text = error["message"].string();
    text.erase(text.find_last_not_of(" \n") + 1);
    return text;
}

}  // namespace

void Replay::run(const Recording& recording) {
    scenario_ = recording.scenario;
    connections_.clear();
    for (const Exchange& exchange : recording.exchanges) {
        ++counts_.exchanges;
        try {
            step(exchange);
        } catch (const std::exception& fault) {
            note(exchange, fault.what());
        }
    }
}

void Replay::step(const Exchange& exchange) {
    if (exchange.phase == "hello") return hello(exchange);
    if (exchange.phase == "broker") return broker(exchange);
    Connection& connection = connections_.at(exchange.connection);
    if (connection.version >= kOldestVersion) {
        exchange.phase == "open" ? open(exchange) : request(exchange);
    }
    if (exchange.answered()) {
        std::copy_n(base::as_bytes(exchange.response).begin() + 4, 4,
                    connection.info.bytes.begin());
        check(exchange, "cas_status", exchange.expect["cas_status"],
              Json::number(connection.info.in_transaction() ? 1 : 0));
    }
}

void Replay::hello(const Exchange& exchange) {
    Connection& connection = connections_[exchange.connection] = Connection{};
    connection.version = announced_version(exchange.request);
    const bool tls = exchange.request.starts_with("CUBRS");
    const std::string ours = bytes_of(cas::hello(tls));
    // Other magic words, client types and versions are those of other clients.
    if (exchange.request.substr(0, 8) == ours.substr(0, 8)) check_sent(exchange, ours);
    if (exchange.response.size() != 4) return;

    const auto code = base::load_be<std::int32_t>(base::as_bytes(exchange.response).data());
    const auto answer = cas::read_hello_answer(code, tls);
    decoded("hello");
    // Codes of the old kind are read as those of the new kind (CAS protocol 2.4).
    const long long wanted = exchange.expect["answer"].integer();
    check(exchange, "answer", Json::number(wanted < 0 && wanted > -10000 ? wanted - 9000 : wanted),
          Json::number(answer ? answer->port : answer.error().native));
}

void Replay::broker(const Exchange& exchange) {
    if (!exchange.request.starts_with("X1\x4C\xC0")) return;
    const auto pid = base::load_be<std::int32_t>(base::as_bytes(exchange.request).data() + 6);
    check_sent(exchange, bytes_of(cas::cancel_message(pid)));
}

void Replay::open(const Exchange& exchange) {
    if (const auto rebuilt = rebuild_open(exchange.request)) check_sent(exchange, *rebuilt);
    if (!exchange.answered() || exchange.body().empty()) return;
    const auto reading = read_open_response(exchange);
    if (!reading) return check_error(exchange, reading.error());
    decoded("open");
    check(exchange, "open", exchange.expect, *reading);
}

void Replay::request(const Exchange& exchange) {
    Connection& connection = connections_.at(exchange.connection);
    if (const auto rebuilt = rebuild_request(exchange.request, connection.info)) {
        check_sent(exchange, *rebuilt);
    }
    if (!exchange.answered()) return;
    const auto reading = read_response(exchange, connection);
    if (!reading) return;
    if (!*reading) return check_error(exchange, reading->error());
    decoded(exchange.function);
    if (exchange.expect.has("error")) return note(exchange, "an error was read as success");
    check(exchange, exchange.function, exchange.expect, **reading);
}

void Replay::check_sent(const Exchange& exchange, const std::string& rebuilt) {
    ++counts_.encoded;
    if (exchange.request != rebuilt) {
        note(exchange,
             "sent " + to_hex(exchange.request) + ", the codec writes " + to_hex(rebuilt));
    }
}

void Replay::check_error(const Exchange& exchange, const base::Diag& diag) {
    ++counts_.decoded;
    ++counts_.errors;
    const Json& error = exchange.expect["error"];
    if (error.is_null()) return note(exchange, "success was read as an error: " + diag.message);

    const bool dbms = error.has("indicator") && error["indicator"].integer() == -2;
    check(exchange, "error.code", error["code"], Json::number(diag.native));
    check(exchange, "error.dbms", Json::boolean(dbms),
          Json::boolean(diag.origin == base::Origin::dbms));
    const std::string text = expected_text(error);
    if (!text.empty()) {
        check(exchange, "error.message", Json::text(text), Json::text(show_message(diag.message)));
    } else if (diag.message.empty()) {
        note(exchange, "an error without a text");
    }
}

void Replay::check(const Exchange& exchange, const std::string& path, const Json& want,
                   const Json& got) {
    if (path.ends_with("flags")) {
        if (known_flags(want).line() != got.line())
            note(exchange, path + ": " + want.line() + ", read " + got.line());
    } else if (got.kind() == Json::Kind::object && want.kind() == Json::Kind::object) {
        for (std::size_t i = 0; i < got.keys().size(); ++i) {
            check(exchange, path + '.' + got.keys()[i], want[got.keys()[i]], got.items()[i]);
            if (got.keys()[i] == "rows")
                counts_.rows += static_cast<int>(got.items()[i].items().size());
        }
    } else if (got.kind() == Json::Kind::array && want.kind() == Json::Kind::array &&
               got.items().size() == want.items().size()) {
        for (std::size_t i = 0; i < got.items().size(); ++i) {
            check(exchange, path + '[' + std::to_string(i) + ']', want.items()[i], got.items()[i]);
        }
    } else if (want.line() != got.line()) {
        note(exchange, path + ": " + want.line() + ", read " + got.line());
    }
}

void Replay::decoded(const std::string& function) {
    ++counts_.decoded;
    ++counts_.by_function[function];
}

void Replay::note(const Exchange& exchange, const std::string& text) {
    differences_.push_back(scenario_ + ": " + exchange.name + ": " + text);
}

}  // namespace golden
