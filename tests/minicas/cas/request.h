// A request frame, split (CAS protocol 1.2).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cas/bytes.h"

namespace minicas {

struct CasRequest {
    int function = 0;
    std::unique_ptr<const std::string> body;  // stays where it is when the request moves
    std::vector<std::string_view> args;       // into the body

    bool has(std::size_t i) const { return i < args.size(); }
    std::int32_t integer(std::size_t i) const { return has(i) ? get<std::int32_t>(args[i]) : 0; }
    int byte(std::size_t i) const {
        return has(i) && !args[i].empty() ? static_cast<unsigned char>(args[i][0]) : 0;
    }
    // Up to the first NUL.
    std::string text(std::size_t i) const {
        return has(i) ? std::string(args[i].substr(0, args[i].find('\0'))) : std::string();
    }
};

// Empty: a length runs past the end of the body.
inline std::optional<CasRequest> split_request(std::string body) {
    CasRequest request;
    request.body = std::make_unique<const std::string>(std::move(body));
    const std::string_view bytes = *request.body;
    request.function = static_cast<unsigned char>(bytes[0]);
    for (std::size_t at = 1; at < bytes.size();) {
        if (at + 4 > bytes.size()) return std::nullopt;
        const auto length = get<std::int32_t>(bytes, at);
        at += 4;
        if (length < 0 || at + static_cast<std::size_t>(length) > bytes.size()) return std::nullopt;
        request.args.push_back(bytes.substr(at, static_cast<std::size_t>(length)));
        at += static_cast<std::size_t>(length);
    }
    return request;
}

}  // namespace minicas
