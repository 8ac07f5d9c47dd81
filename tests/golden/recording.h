// The recorded exchanges of one scenario. README.md describes the files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/bytes.h"
#include "json.h"

namespace golden {

struct Exchange {
    std::string name;
    std::string connection;
    std::string phase;
    std::string function;  // of the phase "request"
    bool tls_port = false;
    std::string request;
    std::string response;
    // Offset and length of the request's bytes that are of one run only.
    std::vector<std::pair<std::size_t, std::size_t>> request_volatile;
    Json expect = Json::null();

    [[nodiscard]] bool answered() const { return !response.empty(); }
    // Without the 8 bytes of the frame header.
    [[nodiscard]] cubrid::odbc::base::Bytes body() const;
    [[nodiscard]] cubrid::odbc::base::Buffer body_buffer() const;
};

struct Recording {
    std::string scenario;
    std::vector<Exchange> exchanges;
};

std::vector<std::filesystem::path> recordings();
Recording read_recording(const std::filesystem::path& file);

std::string to_hex(std::string_view bytes);

}  // namespace golden
