// A CAS client as small as can be: sends frames that are ready, reads replies and throws them away.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

class RawClient {
 public:
    // `open`: the 628 bytes of an open request. Throws std::runtime_error, as all of it does.
    RawClient(const std::string& host, std::uint16_t port, const std::string& open);
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;
    ~RawClient();

    // The frame's header is filled in with the conversation's state. Returns the first int of the
    // reply; an error reply throws.
    std::int32_t exchange(std::string& frame);

 private:
    void send(const char* bytes, std::size_t count) const;
    // Gives `count` bytes, which stay valid until the next call.
    const char* take(std::size_t count);
    void skip(std::size_t count);
    void fill();

    int socket_ = -1;
    std::array<char, 4> cas_info_{'\0', '\xff', '\xff', '\xff'};
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

inline constexpr std::size_t kHeaderBytes = 8;

// A frame with room for the header in front.
std::string framed(const std::string& body);

}  // namespace bench
