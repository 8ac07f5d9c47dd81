#include <cstdlib>
#include <fstream>
#include <functional>

#include "fixture.h"

namespace conformance {
namespace {

class Memory : public Conformance {
 protected:
    void SetUp() override {
        if (!kMemoryIsMeasurable) GTEST_SKIP() << "memory is not measured under a sanitizer";
    }
};

long resident_kilobytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmRSS:", 0) == 0) return std::strtol(line.c_str() + 6, nullptr, 10);
    }
    return 0;
}

// The test server shares the process, so what it keeps counts too: the bound is loose, the number
// of rounds is not.
TEST_F(Memory, DoesNotGrowWhenCyclesAreRepeated) {
    const std::string table = filled_table(20);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    const std::pair<const char*, std::function<void()>> cycles[] = {
        {"execute, fetch and close",
         [&] { EXPECT_EQ(stmt.query("SELECT id, s FROM " + table).size(), 20U); }},
        {"prepare and execute a new statement",
         [&] {
             Stmt fresh(dbc);
             EXPECT_EQ(fresh.prepare("SELECT s FROM " + table + " WHERE id = 1"), SQL_SUCCESS);
             EXPECT_EQ(SQLExecute(fresh), SQL_SUCCESS);
         }},
        {"fail and read the diagnostics",
         [&] {
             EXPECT_EQ(stmt.exec("SELEKT"), SQL_ERROR);
             EXPECT_EQ(stmt.diagnostics().size(), 1U);
         }},
    };
    for (const auto& [name, cycle] : cycles) {
        for (int round = 0; round < 200; ++round) cycle();
        const long before = resident_kilobytes();
        for (int round = 0; round < 1000; ++round) cycle();
        EXPECT_LT(resident_kilobytes() - before, 4096) << name;
    }
}

TEST_F(Memory, DoesNotGrowWhenConnectionsComeAndGo) {
    auto cycle = [this] {
        Dbc dbc = connect();
        EXPECT_EQ(Stmt(dbc).number("SELECT 1"), 1);
    };
    for (int round = 0; round < 50; ++round) cycle();
    const long before = resident_kilobytes();
    for (int round = 0; round < 200; ++round) cycle();
    EXPECT_LT(resident_kilobytes() - before, 8192);
}

TEST_F(Memory, DoesNotGrowWithTheResult) {
    const std::string table = filled_table(100000);
    Dbc dbc = connect();
    Stmt stmt(dbc);
    auto read = [&] {
        stmt.run("SELECT id, s FROM " + table);
        long rows = 0;
        while (SQLFetch(stmt) == SQL_SUCCESS) ++rows;
        stmt.close();
        EXPECT_EQ(rows, 100000);
    };
    read();
    const long before = resident_kilobytes();
    read();
    EXPECT_LT(resident_kilobytes() - before, 4096);
}

}  // namespace
}  // namespace conformance
