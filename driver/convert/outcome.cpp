#include "convert/outcome.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace cubrid::odbc::convert {
namespace {

struct Meaning {
    base::SqlState state;
    std::string_view message;
};

// In the order of Outcome.
constexpr std::array<Meaning, 15> kMeanings = {{
    {"00000", ""},
    {"01004", "String data, right truncated"},
    {"01S07", "Fractional truncation"},
    {"22002", "Indicator variable required but not supplied"},
    {"22003", "Numeric value out of range"},
    {"22007", "Invalid datetime format: there is no such date, time or timestamp"},
    {"22008", "Datetime field overflow: a part of the value would be lost"},
    {"22015", "Interval field overflow: a field of the value has no place in the target"},
    {"22018", "Invalid character value for cast specification"},
    {"22001",
     "String data, right truncation: the value is longer than its declared size or its column"},
    {"HY090", "Invalid string or buffer length"},
    {"HY090",
     "The parameter has no value: its address is null, and its length is neither 0 nor "
     "SQL_NULL_DATA"},
    {"07S01", "Invalid use of default parameter"},
    {"08S01", "The server's value does not fit the type of its column"},
    {"HY000", "Unknown outcome of a conversion"},
}};
constexpr auto kUnknown = kMeanings.size() - 1;
static_assert(static_cast<std::size_t>(Outcome::malformed) + 1 == kUnknown);

}  // namespace

base::Diag to_diag(Outcome outcome, std::int64_t row, std::int32_t column) {
    const auto index = std::min(static_cast<std::size_t>(outcome), kUnknown);
    const Meaning& meaning = kMeanings[index];
    base::Diag diag;
    diag.state = meaning.state;
    diag.message = meaning.message;
    diag.row = row;
    diag.column = column;
    return diag;
}

}  // namespace cubrid::odbc::convert
