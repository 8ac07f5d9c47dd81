// How much memory an action takes.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>

namespace bench {

// VmHWM, the most memory that the process has held, in KiB.
inline long high_water_mark() {
    std::ifstream status{"/proc/self/status"};
    std::string word;
    while (status >> word && word != "VmHWM:") continue;
    long kib = 0;
    status >> kib;
    return kib;
}

// From now on the mark is that of what is held now (Linux, proc(5), clear_refs).
inline void lower_high_water_mark() { std::ofstream{"/proc/self/clear_refs"} << '5'; }

template <class Action>
void growth(const std::string& title, Action action) {
    lower_high_water_mark();
    const long before = high_water_mark();
    action();
    std::printf("%s: VmHWM grows by %ld KiB (%ld -> %ld)\n", title.c_str(),
                high_water_mark() - before, before, high_water_mark());
    std::fflush(stdout);
}

}  // namespace bench
