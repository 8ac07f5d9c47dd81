#include "recording.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "cas/types.h"

namespace golden {
namespace {

std::string from_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        bytes += static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16));
    }
    return bytes;
}

Exchange read_exchange(const Json& json) {
    Exchange exchange;
    exchange.name = json["name"].string();
    exchange.connection = json["conn"].string();
    exchange.phase = json["phase"].string();
    exchange.function = json["function"].string();
    exchange.tls_port = json["broker"].string() == "tls";
    exchange.request = from_hex(json["request_hex"].string());
    exchange.response = from_hex(json["response_hex"].string());
    for (const Json& range : json["request_volatile"].items()) {
        exchange.request_volatile.emplace_back(range["offset"].integer(),
                                               range["length"].integer());
    }
    exchange.expect = json["expect"];
    return exchange;
}

}  // namespace

cubrid::odbc::base::Bytes Exchange::body() const {
    return cubrid::odbc::base::as_bytes(response).subspan(cubrid::odbc::cas::kFrameHeader);
}

cubrid::odbc::base::Buffer Exchange::body_buffer() const {
    cubrid::odbc::base::Buffer buffer;
    buffer.append(body());
    return buffer;
}

std::vector<std::filesystem::path> recordings() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{GOLDEN_RECORDINGS}) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

Recording read_recording(const std::filesystem::path& file) {
    std::ifstream in{file, std::ios::binary};
    const std::string document{std::istreambuf_iterator<char>{in}, {}};
    const Json json = Json::parse(document);
    Recording recording{json["scenario"].string(), {}};
    for (const Json& exchange : json["exchanges"].items()) {
        recording.exchanges.push_back(read_exchange(exchange));
    }
    return recording;
}

std::string to_hex(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char byte : bytes) {
        const auto value = static_cast<unsigned char>(byte);
        hex += kDigits[value >> 4U];
        hex += kDigits[value & 15U];
    }
    return hex;
}

}  // namespace golden
