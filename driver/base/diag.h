// What went wrong, as a value: one ODBC diagnostic record before it reaches a handle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cubrid::odbc::base {

// Five characters of ODBC Appendix A.
class SqlState {
 public:
    constexpr SqlState() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a literal is a state
    constexpr SqlState(const char (&text)[6]) { std::copy_n(text, 5, text_.begin()); }

    [[nodiscard]] constexpr std::string_view view() const { return {text_.data(), text_.size()}; }
    friend constexpr bool operator==(const SqlState&, const SqlState&) = default;

 private:
    std::array<char, 5> text_ = {'H', 'Y', '0', '0', '0'};
};

// Who found the fault; it decides the prefix of the message (ODBC, "Diagnostic Messages") and how
// `native` is read.
enum class Origin : std::uint8_t {
    driver,  // ours; native is 0 or one of the numbers in cubrid_odbc.h
    cas,     // indicator -1: a CAS error code, -10000 and below
    dbms     // indicator -2: an error code of the database server
};

inline constexpr std::int64_t kNoRow = -1;       // SQL_NO_ROW_NUMBER
inline constexpr std::int64_t kUnknownRow = -2;  // SQL_ROW_NUMBER_UNKNOWN
inline constexpr std::int32_t kNoColumn = -1;    // SQL_NO_COLUMN_NUMBER

struct Diag {
    SqlState state;
    std::string message;
    std::int32_t native = 0;
    Origin origin = Origin::driver;
    std::int64_t row = kNoRow;        // 1-based row of the rowset or parameter set
    std::int32_t column = kNoColumn;  // 1-based column or parameter
};

}  // namespace cubrid::odbc::base
