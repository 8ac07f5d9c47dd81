// A server, an environment and connections to it for one test.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "binding.h"
#include "guarded.h"
#include "handles.h"
#include "test_server.h"
#include "wide.h"
#include "wiretap.h"

namespace conformance {

using namespace test_support;  // NOLINT: the vocabulary of these tests
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Conformance : public testing::Test {
 protected:
    ~Conformance() override;

    TestServer server_;
    Env env_;

    // `extra` is written first and so wins over the server's keywords: "UID=x;PWD=y;".
    std::string connection_string(const std::string& extra = {}) const;
    Dbc connect(const std::string& extra = {});
    Dbc connect(const Env& env, const std::string& extra = {});
    Dbc connect_wide(const std::string& extra = {});
    // Through the wiretap.
    Wiretap& tap();
    Dbc connect_tapped(const std::string& extra = {});
    // Servers before 11.0 do so in silence.
    static bool cuts_long_text(const Dbc& dbc);
    // What the driver asks there before a statement's first execution with text or bits: the
    // server's version (once for each connection), the columns' lengths and the end of that
    // transaction.
    static constexpr std::size_t kLengthQuestions = 3;
    // Waits for what the driver has sent without waiting for its answer.
    static void settle(const Dbc& dbc);
    std::string tapped_connection_string(const std::string& extra = {});

    // A new table, dropped when the test ends: `create_table("id INT PRIMARY KEY, s VARCHAR(20)")`.
    std::string create_table(const std::string& columns);
    // A name that no other test uses; whatever table has it at the test's end is dropped.
    std::string new_name();
    // A table (id INT PRIMARY KEY, s VARCHAR(100)) with ids 1..rows.
    std::string filled_table(int rows);

    minicas::Server& minicas() { return *server_.minicas(); }

 private:
    std::unique_ptr<Wiretap> tap_;
    std::vector<std::string> tables_;
};

// A sanitizer keeps freed memory for a while.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kMemoryIsMeasurable = false;
#else
inline constexpr bool kMemoryIsMeasurable = true;
#endif

// Why a test does not run on one of the servers; the texts stand in skip-reasons.txt too.
inline constexpr char kNeedsServerFault[] =
    "needs minicas: a real server cannot be made to misbehave like this";
inline constexpr char kNeedsOtherServer[] =
    "needs minicas: a server of another version or with another database";
inline constexpr char kCutsLongText[] =
    "the server is older than 11.0: it cuts too long text in silence";
inline constexpr char kNeedsRealServer[] = "needs a real CUBRID: minicas has no such function";

#define NEEDS_MINICAS(reason) \
    if (TestServer::real()) GTEST_SKIP() << (reason)
#define NEEDS_REAL_SERVER \
    if (!TestServer::real()) GTEST_SKIP() << kNeedsRealServer

}  // namespace conformance
