// The functions by name, in tables of their own files.
#pragma once

#include <span>
#include <string_view>

#include "functions/operation.h"

namespace minicas {

using Values = std::vector<Value>;
using Runner = Value (*)(Environment&, const Operation&, const Values&);
using ResultRule = Domain (*)(const std::vector<Domain>&);

enum : unsigned { kTakesNull = 1, kImpure = 2, kTakesLobs = 4 };

struct FunctionRow {
    std::string_view name;
    std::size_t min_args, max_args;
    ResultRule result;
    Runner run;
    unsigned flags = 0;
};

inline constexpr std::size_t kAny = 255;

std::span<const FunctionRow> text_functions();
std::span<const FunctionRow> number_functions();
std::span<const FunctionRow> date_functions();
std::span<const FunctionRow> session_functions();
std::span<const FunctionRow> json_functions();
std::span<const FunctionRow> lob_functions();
std::span<const FunctionRow> zone_functions();

// Common result rules.
inline Domain int_result(const std::vector<Domain>&) { return Domain::of(TypeCode::kInt); }
inline Domain bigint_result(const std::vector<Domain>&) { return Domain::of(TypeCode::kBigint); }
inline Domain double_result(const std::vector<Domain>&) { return Domain::of(TypeCode::kDouble); }
inline Domain text_result(const std::vector<Domain>&) {
    return Domain::character(TypeCode::kString, kUndetermined);
}
inline Domain long_text_result(const std::vector<Domain>&) { return Domain::of(TypeCode::kString); }
// The text keeps the length of the first argument.
inline Domain same_text_result(const std::vector<Domain>& args) {
    if (args.empty() || args[0].type == TypeCode::kNull) return Domain{};
    const bool text = is_character(args[0].type);
    Domain out = Domain::character(TypeCode::kString, text ? args[0].precision : kUndetermined);
    out.collation = args[0].collation;
    if (text && !is_national(args[0].type)) out.charset = args[0].charset;
    return out;
}

// The text forms of to_char, date_format and str_to_date (date_format.cpp).
std::string format_moment(const Moment& moment, TypeCode type,
                          std::string_view format);                         // YYYY-MM-DD
std::string format_percent(const Moment& moment, std::string_view format);  // %Y-%m-%d
Moment parse_with_format(std::string_view text, std::string_view format,
                         TypeCode type);                               // YYYY-MM-DD
Moment parse_percent(std::string_view text, std::string_view format);  // %Y-%m-%d

}  // namespace minicas
