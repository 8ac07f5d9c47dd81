// Contenders that run in turn, and what is printed of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Contender {
    std::string name;
    std::function<void()> run;
};

struct Plan {
    std::string title;
    int rounds = 5;
    double operations = 1;         // in one run; the table shows the time of one
    std::string unit = "ms";       // of that time: ms, us or ns
    std::function<void()> before;  // each run, not measured
};

// One run of each to warm up, then the rounds; every second one in reverse order. Prints wall and
// the processor time of this thread: median, least and most. The first contender is compared with
// each other one.
void compete(const Plan& plan, const std::vector<Contender>& contenders);

}  // namespace bench
