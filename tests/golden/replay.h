// Feeds one recording to the codec, exchange by exchange, and notes what differs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diag.h"
#include "cas/types.h"
#include "recording.h"

namespace golden {

// What the codec has to know of a connection.
struct Connection {
    int version = 0;
    cubrid::odbc::cas::CasInfo info;
    // Columns by statement handle; none for handles of functions that the driver does not use.
    std::map<std::int32_t, std::vector<cubrid::odbc::cas::Column>> statements;
};

class Replay {
 public:
    struct Counts {
        int exchanges = 0;
        int decoded = 0;                         // responses whose reading was compared
        int errors = 0;                          // of those: error replies
        int rows = 0;                            // rows whose values were compared
        int encoded = 0;                         // requests that were written again and compared
        std::map<std::string, int> by_function;  // decoded responses that are no errors
    };

    void run(const Recording& recording);
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] const std::vector<std::string>& differences() const { return differences_; }

 private:
    void step(const Exchange& exchange);
    void hello(const Exchange& exchange);
    void broker(const Exchange& exchange);
    void open(const Exchange& exchange);
    void request(const Exchange& exchange);

    void check_sent(const Exchange& exchange, const std::string& rebuilt);
    void check_error(const Exchange& exchange, const cubrid::odbc::base::Diag& diag);
    // Compares the members that `got` has.
    void check(const Exchange& exchange, const std::string& path, const Json& want,
               const Json& got);
    void decoded(const std::string& function);
    void note(const Exchange& exchange, const std::string& text);

    std::string scenario_;
    std::map<std::string, Connection> connections_;
    Counts counts_;
    std::vector<std::string> differences_;
};

}  // namespace golden
