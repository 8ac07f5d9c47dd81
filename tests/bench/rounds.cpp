#include "rounds.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>

namespace bench {
namespace {

double processor_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

struct Measured {
    std::vector<double> wall;
    std::vector<double> processor;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void run_once(const Plan& plan, const Contender& contender, Measured* measured) {
    if (plan.before) plan.before();
    const auto start = std::chrono::steady_clock::now();
    const double processor = processor_seconds();
    contender.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (measured == nullptr) return;
    measured->wall.push_back(took.count());
    measured->processor.push_back(processor_seconds() - processor);
}

void print(const char* name, const std::vector<double>& values, double scale, const char* unit) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    std::printf("    %-10s median %10.2f %s   (%.2f .. %.2f)\n", name, median(values) * scale, unit,
                *least * scale, *most * scale);
}

// Of the medians, and the least and the greatest of a round.
void print_ratio(const char* name, const std::vector<double>& ours,
                 const std::vector<double>& theirs) {
    std::vector<double> ratios(ours.size());
    std::transform(ours.begin(), ours.end(), theirs.begin(), ratios.begin(), std::divides<>{});
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    std::printf("    %-10s ratio  %10.3f      (%.3f .. %.3f)\n", name,
                median(ours) / median(theirs), *least, *most);
}

}  // namespace

void compete(const Plan& plan, const std::vector<Contender>& contenders) {
    std::vector<Measured> measured(contenders.size());
    for (const auto& contender : contenders) run_once(plan, contender, nullptr);
    for (int round = 0; round < plan.rounds; ++round) {
        for (std::size_t i = 0; i < contenders.size(); ++i) {
            const auto turn = round % 2 == 0 ? i : contenders.size() - 1 - i;
            run_once(plan, contenders[turn], &measured[turn]);
        }
    }
    const double scale = (plan.unit == "ms"   ? 1e3
                          : plan.unit == "us" ? 1e6
                                              : 1e9) /
                         plan.operations;
    std::printf("%s\n", plan.title.c_str());
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        std::printf("  %s\n", contenders[i].name.c_str());
        print("wall", measured[i].wall, scale, plan.unit.c_str());
        print("processor", measured[i].processor, scale, plan.unit.c_str());
    }
    for (std::size_t i = 1; i < contenders.size(); ++i) {
        std::printf("  %s / %s\n", contenders[0].name.c_str(), contenders[i].name.c_str());
        print_ratio("wall", measured[0].wall, measured[i].wall);
        print_ratio("processor", measured[0].processor, measured[i].processor);
    }
    std::fflush(stdout);
}

}  // namespace bench
