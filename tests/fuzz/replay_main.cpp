// Runs a fuzzer over its corpus, for compilers without libFuzzer: each file whole, and cut at every
// byte.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kCutUpTo = 1024;

// In a block of its own size, so that a read behind it is seen.
void run(const std::vector<std::uint8_t>& bytes, std::size_t size) {
    const std::vector<std::uint8_t> exact(bytes.begin(),
                                          bytes.begin() + static_cast<std::ptrdiff_t>(size));
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

std::vector<std::uint8_t> read(const std::filesystem::path& file) {
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

int main(int argc, char** argv) {
    int files = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto& entry : std::filesystem::directory_iterator{argv[i]}) {
            const std::vector<std::uint8_t> bytes = read(entry.path());
            run(bytes, bytes.size());
            for (std::size_t size = 0; size < bytes.size() && size < kCutUpTo; ++size)
                run(bytes, size);
            ++files;
        }
    }
    std::cout << files << " inputs\n";
    return files > 0 ? 0 : 1;
}
