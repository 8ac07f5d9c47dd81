#include "arguments.h"

#include <strings.h>
#include <cstdlib>
#include <functional>
#include <stdexcept>

namespace bench {
namespace {

// The value of a keyword in a connection string without braces.
std::string value_of(const std::string& text, const std::string& keyword) {
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(';', at), text.size());
        const auto equals = text.find('=', at);
        if (equals < end && equals - at == keyword.size() &&
            strncasecmp(text.c_str() + at, keyword.c_str(), keyword.size()) == 0) {
            return text.substr(equals + 1, end - equals - 1);
        }
        at = end + 1;
    }
    return {};
}

}  // namespace

std::string Arguments::through(const std::string& at, std::uint16_t at_port) const {
    // The first of two equal keywords wins.
    return "Server=" + at + ";Port=" + std::to_string(at_port) + ';' + connection_string;
}

Arguments read_arguments(int count, char** words) {
    Arguments read;
    std::map<std::string, std::string> texts{{"--server", ""},  {"--database", "testdb"},
                                             {"--user", "dba"}, {"--password", ""},
                                             {"--driver", ""},  {"--keywords", ""}};
    const std::map<std::string, int Arguments::*> numbers{
        {"--rounds", &Arguments::rounds},           {"--insert-rows", &Arguments::insert_rows},
        {"--fetch-rows", &Arguments::fetch_rows},   {"--selects", &Arguments::selects},
        {"--memory-rows", &Arguments::memory_rows}, {"--lob-mib", &Arguments::lob_mib}};
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word.rfind("--", 0) != 0) {
            read.names.push_back(word);
            continue;
        }
        if (++i == count) throw std::runtime_error{word + " needs a value"};
        if (const auto number = numbers.find(word); number != numbers.end()) {
            read.*(number->second) = std::stoi(words[i]);
        } else if (texts.count(word) != 0) {
            texts[word] = words[i];
        } else {
            throw std::runtime_error{"unknown option " + word};
        }
    }
    const char* environment = std::getenv("CUBRID_TEST_CONNSTR");
    if (texts["--server"].empty() && environment != nullptr) {
        const std::string given = environment;
        read.host = value_of(given, "Server");
        if (const auto port = value_of(given, "Port"); !port.empty()) {
            read.port = static_cast<std::uint16_t>(std::stoi(port));
        }
        read.connection_string = given + ';';
    } else {
        const auto colon = texts["--server"].rfind(':');
        if (colon == std::string::npos) throw std::runtime_error{"--server HOST:PORT is missing"};
        read.host = texts["--server"].substr(0, colon);
        read.port = static_cast<std::uint16_t>(std::stoi(texts["--server"].substr(colon + 1)));
        read.connection_string = "Database=" + texts["--database"] + ";UID=" + texts["--user"] +
                                 ";PWD=" + texts["--password"] + ';';
    }
    if (!texts["--driver"].empty()) {
        read.connection_string = "Driver=" + texts["--driver"] + ';' + read.connection_string;
    }
    read.connection_string = texts["--keywords"] + ';' + read.connection_string;
    return read;
}

}  // namespace bench
