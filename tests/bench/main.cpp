// Usage: tests/bench/run --help.
#include <cstdio>
#include <exception>
#include <functional>
#include <map>

#include "benchmarks.h"

int main(int count, char** words) {
    const std::map<std::string, std::function<void(const bench::Arguments&)>> benchmarks{
        {"insert", bench::array_insert},
        {"fetch", bench::fetch},
        {"select", bench::prepared_select},
        {"memory", bench::memory},
        {"lobs", bench::lobs}};
    try {
        const auto arguments = bench::read_arguments(count, words);
        for (const auto& name : arguments.names) benchmarks.at(name)(arguments);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
    return 0;
}
