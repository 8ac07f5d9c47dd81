// What the command line and the environment say.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace bench {

struct Arguments {
    std::string host = "127.0.0.1";
    std::uint16_t port = 33000;
    std::string connection_string;  // to the server, without Server and Port
    int rounds = 5;
    int insert_rows = 100'000;
    int fetch_rows = 1'000'000;
    int selects = 10'000;
    int memory_rows = 1'000'000;
    int lob_mib = 1024;
    std::vector<std::string> names;

    // To another port of the same conversation: a wiretap's.
    [[nodiscard]] std::string through(const std::string& at, std::uint16_t at_port) const;
    [[nodiscard]] std::string direct() const { return through(host, port); }
};

// Throws std::runtime_error with what is wrong.
Arguments read_arguments(int count, char** words);

}  // namespace bench
