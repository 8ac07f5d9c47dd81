// Exact decimal numbers of up to 38 digits: numeric text, SQL_NUMERIC_STRUCT and what lies between.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <optional>
#include <string>
#include <string_view>

#include "convert/outcome.h"

namespace cubrid::odbc::convert {

__extension__ using Uint128 = unsigned __int128;

inline constexpr int kMaxDigits = 38;

// (is_negative ? -1 : 1) * magnitude * 10^-scale; magnitude < 10^38, scale >= 0.
struct Decimal {
    Uint128 magnitude = 0;
    int scale = 0;
    bool is_negative = false;
};

// A numeric-literal of ODBC Appendix C, taken apart; an exponent is allowed, blanks around it are
// not part of it.
struct NumberText {
    bool is_negative = false;
    std::string_view whole;
    std::string_view fraction;
    int exponent = 0;
};
// Nothing when `text` is no number. Leading and trailing blanks are ignored.
std::optional<NumberText> scan_number(std::string_view text);

// The position of the first digit that is not zero: 1 for 1..9, 2 for 10..99, 0 for 0.1, -1 for
// 0.01; 0 for zero too.
int leading_position(const NumberText& text);

// ok, fraction_lost (digits behind the 38th were cut), or out_of_range (more than 38 whole digits).
Outcome to_decimal(const NumberText& text, Decimal& decimal);
// As above; bad_text when it is no number.
Outcome to_decimal(std::string_view text, Decimal& decimal);

// The number with exactly `scale` digits behind the point (below 0: zeros in front of it that are
// not stored), as a magnitude. out_of_range when whole digits are lost, or there are more than
// `precision`.
Outcome rescale(const Decimal& decimal, int precision, int scale, Uint128& magnitude);

Outcome to_numeric_struct(const Decimal& decimal, int precision, int scale,
                          SQL_NUMERIC_STRUCT& number);
Outcome from_numeric_struct(const SQL_NUMERIC_STRUCT& number, int scale, Decimal& decimal);

// Without exponent: "-12.50" for 1250 and scale 2, "0.05" for 5.
std::string print(const Decimal& decimal);

// As CUBRID takes a NUMERIC: at most 38 digits in all, a leading zero counted. fraction_lost when
// digits had to be cut.
Outcome print_numeric_bind(Decimal decimal, std::string& text);

}  // namespace cubrid::odbc::convert
