// What the driver sends for a piece of work, taken down once and sent again without it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arguments.h"
#include "raw_client.h"
#include "wiretap.h"

namespace bench {

// A conversation through a wiretap: first what prepares, then what is measured.
class Recorder {
 public:
    explicit Recorder(const Arguments& arguments);
    [[nodiscard]] std::string connection_string() const;
    // All requests so far were preparation.
    void begin();
    // All since begin() are what is measured.
    void end();

 private:
    friend class Replay;
    Arguments arguments_;
    test_support::Wiretap wiretap_;
    std::vector<test_support::WireRequest> preparation_;
    std::vector<test_support::WireRequest> measured_;
};

// Sends what was recorded over a connection of its own, frame by frame, waiting for each reply.
class Replay {
 public:
    explicit Replay(const Recorder& recorder);
    void run();
    [[nodiscard]] std::string contents() const;  // "3 EXECUTE_ARRAY, 1 END_TRAN"

 private:
    struct Frame {
        int function;
        std::string bytes;
        std::int32_t handle;           // that it names, 0 for none
        std::int32_t prepared_handle;  // that its reply gave, 0 for none
    };
    static std::vector<Frame> frames(const std::vector<test_support::WireRequest>& requests);
    void send(Frame& frame);

    std::vector<Frame> measured_;
    RawClient client_;
    // The server of this connection may number its statements otherwise.
    std::map<std::int32_t, std::int32_t> handles_;
};

}  // namespace bench
