// Text to numbers of every kind: what is read is written back as the same number, and what a
// parameter sends the server takes.
#include <sql.h>
#include <sqlext.h>

#include <algorithm>
#include <string>

#include "convert/decimal.h"
#include "convert/decode.h"
#include "convert/encode.h"
#include "input.h"

using namespace cubrid::odbc;
using namespace cubrid::odbc::convert;

namespace {

void check_decimal(std::string_view text) {
    Decimal decimal;
    const Outcome outcome = to_decimal(text, decimal);
    fuzz::require((outcome == Outcome::bad_text) == !scan_number(text).has_value());
    if (is_error(outcome) || decimal.scale > 2 * kMaxDigits) return;
    const std::string printed = print(decimal);
    Decimal again;
    fuzz::require(to_decimal(printed, again) == Outcome::ok);
    fuzz::require(print(again) == printed);
    SQL_NUMERIC_STRUCT number{};
    if (to_numeric_struct(decimal, kMaxDigits, decimal.scale, number) != Outcome::ok) return;
    fuzz::require(from_numeric_struct(number, decimal.scale, again) == Outcome::ok);
    fuzz::require(print(again) == printed);
}

// A NUMERIC bind has 1 to 38 digits, a point and a sign (CAS protocol 6.2).
void check_bind(std::string_view text) {
    ParamContext context;
    context.sql_type = SQL_DECIMAL;
    cas::WireWriter out;
    out.begin(cas::Function::execute);
    const std::size_t mark = out.mark();
    const Encode encode = select_encoder(SQL_C_CHAR, SQL_DECIMAL);
    if (is_error(encode({text.data(), static_cast<SQLLEN>(text.size())}, context, out))) return;
    constexpr std::size_t kTypeAndLength = 9;
    std::string_view bound = base::as_text(out.since(mark)).substr(kTypeAndLength);
    fuzz::require(!bound.empty() && bound.back() == '\0');
    bound.remove_suffix(1);
    const auto digits =
        std::count_if(bound.begin(), bound.end(), [](char c) { return c >= '0' && c <= '9'; });
    fuzz::require(digits >= 1 && digits <= kMaxDigits);
    fuzz::require(bound.find_first_not_of("-.0123456789") == std::string_view::npos);
}

void check_columns(std::string_view text) {
    const std::string wire = std::string{text} + '\0';
    const cas::Cell cell{base::as_bytes(wire).data(), static_cast<std::int32_t>(wire.size())};
    ColumnContext context;
    context.type.type = cas::Type::string;
    const bool is_number = scan_number(text).has_value();
    for (const int c_type :
         {SQL_C_STINYINT, SQL_C_UTINYINT, SQL_C_SSHORT, SQL_C_USHORT, SQL_C_SLONG, SQL_C_ULONG,
          SQL_C_SBIGINT, SQL_C_UBIGINT, SQL_C_BIT, SQL_C_FLOAT, SQL_C_DOUBLE, SQL_C_NUMERIC}) {
        SQL_NUMERIC_STRUCT largest{};
        SQLLEN length = 0;
        const Decode decode = select_decoder(context.type, static_cast<SQLSMALLINT>(c_type));
        const Outcome outcome = decode(cell, {&largest, sizeof largest, &length, &length}, context);
        fuzz::require((outcome == Outcome::bad_text) == !is_number);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const base::Buffer copy = fuzz::Input{data, size}.buffer();
    const std::string_view text = base::as_text(copy.view());
    check_decimal(text);
    check_bind(text);
    check_columns(text);
    return 0;
}
