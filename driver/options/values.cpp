#include "options/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>

#include "options/text.h"

namespace cubrid::odbc::options {
namespace {

constexpr std::int64_t kKibi = 1024;
constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 3600;

struct Word {
    std::string_view name;
    bool value;
};

constexpr auto kBooleans = std::to_array<Word>({{"yes", true},
                                                {"no", false},
                                                {"on", true},
                                                {"off", false},
                                                {"true", true},
                                                {"false", false},
                                                {"1", true},
                                                {"0", false}});

constexpr auto kSizes = std::to_array<Unit>({{"", 1},
                                             {"B", 1},
                                             {"K", kKibi},
                                             {"M", kKibi* kKibi},
                                             {"G", kKibi* kKibi* kKibi},
                                             {"T", kKibi* kKibi* kKibi* kKibi}});

constexpr auto kMilliseconds = std::to_array<Unit>({{"", 1},
                                                    {"ms", 1},
                                                    {"s", kSecond},
                                                    {"m", kMinute* kSecond},
                                                    {"min", kMinute* kSecond},
                                                    {"h", kHour* kSecond}});

struct Quantity {
    std::int64_t number;
    std::string_view unit;
};

std::optional<Quantity> split(std::string_view text) {
    text = trimmed(text);
    Quantity quantity{};
    const auto [rest, fault] =
        std::from_chars(text.data(), text.data() + text.size(), quantity.number);
    if (fault != std::errc{}) return std::nullopt;
    quantity.unit = trimmed(text.substr(static_cast<std::size_t>(rest - text.data())));
    return quantity;
}

std::optional<std::int64_t> times(const Quantity& quantity, std::string_view unit,
                                  std::span<const Unit> units) {
    const auto found = std::find_if(units.begin(), units.end(),
                                    [unit](const Unit& entry) { return same(entry.name, unit); });
    if (found == units.end()) return std::nullopt;
    const auto limit = std::numeric_limits<std::int64_t>::max() / found->factor;
    if (quantity.number > limit || quantity.number < -limit) return std::nullopt;
    return quantity.number * found->factor;
}

}  // namespace

std::optional<bool> parse_boolean(std::string_view text) {
    const auto found =
        std::find_if(kBooleans.begin(), kBooleans.end(),
                     [word = trimmed(text)](const Word& entry) { return same(entry.name, word); });
    if (found == kBooleans.end()) return std::nullopt;
    return found->value;
}

std::optional<std::int64_t> parse_number(std::string_view text) {
    const auto quantity = split(text);
    if (!quantity || !quantity->unit.empty()) return std::nullopt;
    return quantity->number;
}

std::optional<std::int64_t> parse_size(std::string_view text) {
    const auto quantity = split(text);
    if (!quantity) return std::nullopt;
    auto unit = quantity->unit;
    for (const std::string_view ending : {"iB", "B"}) {
        if (unit.size() > ending.size() && same(unit.substr(unit.size() - ending.size()), ending)) {
            unit.remove_suffix(ending.size());
            break;
        }
    }
    return times(*quantity, unit, kSizes);
}

std::optional<std::int64_t> parse_milliseconds(std::string_view text) {
    const auto quantity = split(text);
    return quantity ? times(*quantity, quantity->unit, kMilliseconds) : std::nullopt;
}

std::optional<std::int64_t> parse_seconds(std::string_view text) {
    const auto quantity = split(text);
    if (!quantity) return std::nullopt;
    if (quantity->unit.empty()) return quantity->number;
    const auto milliseconds = times(*quantity, quantity->unit, kMilliseconds);
    if (!milliseconds || *milliseconds % kSecond != 0) return std::nullopt;
    return *milliseconds / kSecond;
}

bool in_range(std::int64_t value, std::string_view range) {
    const auto dots = range.find("..");
    const auto least = parse_number(range.substr(0, dots));
    const auto most = parse_number(range.substr(dots + 2));
    return least && most && value >= *least && value <= *most;
}

}  // namespace cubrid::odbc::options
