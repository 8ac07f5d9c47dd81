#include <algorithm>
#include <array>

#include "functions/function_table.h"
#include "types/cast.h"
#include "types/charset.h"
#include "types/number_text.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

Value count(std::size_t n) { return Value(static_cast<std::int64_t>(n)); }

Value char_length(Environment&, const Operation& self, const Values& v) {
    return count(char_count(self.text(v, 0)));
}

Value octet_length(Environment&, const Operation& self, const Values& v) {
    if (is_bit(self.args[0].type)) return count(v[0].bits().bytes.size());
    return count(text_of(v[0], self.args[0]).size());
}

Value bit_length(Environment&, const Operation& self, const Values& v) {
    if (is_bit(self.args[0].type)) return Value(std::int64_t{v[0].bits().bits});
    return count(text_of(v[0], self.args[0]).size() * 8);
}

Value upper(Environment&, const Operation& self, const Values& v) {
    return Value(to_upper(self.text(v, 0)));
}
Value lower(Environment&, const Operation& self, const Values& v) {
    return Value(to_lower(self.text(v, 0)));
}

Value substr(Environment&, const Operation& self, const Values& v) {
    const std::string text = self.text(v, 0);
    const auto length = static_cast<std::int64_t>(char_count(text));
    std::int64_t first = self.integer(v, 1);
    if (first < 0) first = std::max<std::int64_t>(length + first + 1, 1);
    first = std::max<std::int64_t>(first, 1);
    const std::int64_t wanted = v.size() > 2 ? self.integer(v, 2) : length;
    if (wanted < 0) return {};
    return Value(
        char_range(text, static_cast<std::size_t>(first - 1), static_cast<std::size_t>(wanted)));
}

Value left(Environment&, const Operation& self, const Values& v) {
    const auto n = std::max<std::int64_t>(self.integer(v, 1), 0);
    return Value(char_range(self.text(v, 0), 0, static_cast<std::size_t>(n)));
}

Value right(Environment&, const Operation& self, const Values& v) {
    const std::string text = self.text(v, 0);
    const auto n = static_cast<std::size_t>(std::max<std::int64_t>(self.integer(v, 1), 0));
    const auto length = char_count(text);
    return Value(char_range(text, length > n ? length - n : 0, n));
}

Value trimmed(const Operation& self, const Values& v, bool front, bool back) {
    std::string text = self.text(v, 0);
    const std::string what = v.size() > 1 ? self.text(v, 1) : " ";
    if (what.empty()) return Value(text);
    while (front && text.starts_with(what)) text.erase(0, what.size());
    while (back && text.ends_with(what)) text.resize(text.size() - what.size());
    return Value(std::move(text));
}
Value trim(Environment&, const Operation& self, const Values& v) {
    return trimmed(self, v, self.unit != "trailing", self.unit != "leading");
}
Value ltrim(Environment&, const Operation& self, const Values& v) {
    return trimmed(self, v, true, false);
}
Value rtrim(Environment&, const Operation& self, const Values& v) {
    return trimmed(self, v, false, true);
}

Value padded(const Operation& self, const Values& v, bool front) {
    const std::string text = self.text(v, 0);
    const auto wanted = static_cast<std::size_t>(
        std::clamp<std::int64_t>(self.integer(v, 1), 0, kMaxVarcharPrecision));
    const std::string filler = v.size() > 2 ? self.text(v, 2) : " ";
    const auto length = char_count(text);
    if (length >= wanted || filler.empty()) return Value(char_range(text, 0, wanted));
    std::string padding;
    const auto filler_length = char_count(filler);
    std::size_t missing = wanted - length;
    for (; missing >= filler_length; missing -= filler_length) padding += filler;
    padding += char_range(filler, 0, missing);
    return Value(front ? padding + text : text + padding);
}
Value lpad(Environment&, const Operation& self, const Values& v) { return padded(self, v, true); }
Value rpad(Environment&, const Operation& self, const Values& v) { return padded(self, v, false); }

constexpr std::size_t kMaxText = 100U << 20;  // REPEAT beyond the size limit of strings gives NULL

Value repeat(Environment&, const Operation& self, const Values& v) {
    const std::string text = self.text(v, 0);
    const auto times = std::max<std::int64_t>(self.integer(v, 1), 0);
    if (!text.empty() && static_cast<std::size_t>(times) > kMaxText / text.size()) return {};
    std::string out;
    out.reserve(text.size() * static_cast<std::size_t>(times));
    for (std::int64_t i = 0; i < times && !text.empty(); ++i) out += text;
    return Value(std::move(out));
}
Domain repeat_result(const std::vector<Domain>& args) {
    return args[0].type == kNull ? Domain{} : Domain::character(kString, kUndetermined);
}

Value space(Environment&, const Operation& self, const Values& v) {
    const auto times = std::max<std::int64_t>(self.integer(v, 0), 0);
    if (static_cast<std::size_t>(times) > kMaxText) return {};
    return Value(std::string(static_cast<std::size_t>(times), ' '));
}

Value replace(Environment&, const Operation& self, const Values& v) {
    std::string text = self.text(v, 0);
    const std::string from = self.text(v, 1), to = v.size() > 2 ? self.text(v, 2) : "";
    if (from.empty()) return Value(std::move(text));
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return Value(std::move(text));
}

Value reverse(Environment&, const Operation& self, const Values& v) {
    std::string_view rest;
    const std::string text = self.text(v, 0);
    std::string out;
    for (rest = text; !rest.empty();) {
        const auto size = char_offset(rest, 1);
        out.insert(0, rest.substr(0, size));
        rest.remove_prefix(size);
    }
    return Value(std::move(out));
}

Value concat(Environment&, const Operation& self, const Values& v) {
    std::string out;
    for (std::size_t i = 0; i < v.size(); ++i) out += self.text(v, i);
    return Value(std::move(out));
}

Value concat_ws(Environment&, const Operation& self, const Values& v) {
    if (v[0].is_null()) return {};
    std::string out;
    bool first = true;
    for (std::size_t i = 1; i < v.size(); ++i) {
        if (v[i].is_null()) continue;
        out += (first ? "" : self.text(v, 0)) + self.text(v, i);
        first = false;
    }
    return Value(std::move(out));
}

Value position_of(const std::string& text, const std::string& part, std::int64_t from) {
    const auto begin =
        char_offset(text, static_cast<std::size_t>(std::max<std::int64_t>(from - 1, 0)));
    const auto at = text.find(part, begin);
    if (at == std::string::npos) return Value(std::int64_t{0});
    return count(char_count(std::string_view(text).substr(0, at)) + 1);
}
Value instr(Environment&, const Operation& self, const Values& v) {
    return position_of(self.text(v, 0), self.text(v, 1), v.size() > 2 ? self.integer(v, 2) : 1);
}
Value locate(Environment&, const Operation& self, const Values& v) {
    return position_of(self.text(v, 1), self.text(v, 0), v.size() > 2 ? self.integer(v, 2) : 1);
}

Value substring_index(Environment&, const Operation& self, const Values& v) {
    const std::string text = self.text(v, 0), separator = self.text(v, 1);
    std::int64_t n = self.integer(v, 2);
    if (n == 0 || separator.empty()) return Value("");
    if (n > 0) {
        auto at = text.find(separator);
        while (--n > 0 && at != std::string::npos) at = text.find(separator, at + separator.size());
        return Value(text.substr(0, at));
    }
    auto at = text.rfind(separator);
    while (++n < 0 && at != std::string::npos && at > 0) at = text.rfind(separator, at - 1);
    return Value(at == std::string::npos ? text : text.substr(at + separator.size()));
}

Value ascii(Environment&, const Operation& self, const Values& v) {
    const std::string text = self.text(v, 0);
    return Value(std::int64_t{text.empty() ? 0 : static_cast<unsigned char>(text[0])});
}

Value chr(Environment&, const Operation& self, const Values& v) {
    const auto code = self.integer(v, 0);
    if (code < 0) return {};
    std::string out;  // the bytes of the code, most significant first
    for (auto rest = code; rest > 0; rest >>= 8)
        out.insert(out.begin(), static_cast<char>(rest & 255));
    return Value(out.empty() ? std::string(1, '\0') : out);
}

Value hex(Environment&, const Operation& self, const Values& v) {
    if (is_bit(self.args[0].type)) return Value(hex_text(v[0].bits()));
    if (!is_number(self.args[0].type)) return Value(hex_text({text_of(v[0], self.args[0]), 0}));
    static constexpr char kDigits[] = "0123456789ABCDEF";
    auto rest = static_cast<std::uint64_t>(self.integer(v, 0));
    std::string out;
    do {
        out.insert(out.begin(), kDigits[rest & 15]);
        rest >>= 4;
    } while (rest != 0);
    return Value(std::move(out));
}

Value charset(Environment&, const Operation& self, const Values&) {
    const Domain& domain = self.args[0];
    return Value(charset_name(is_bit(domain.type) ? Charset::kBinary : charset_of(domain)));
}
Value collation(Environment&, const Operation& self, const Values&) {
    return Value(collation_name(charset_of(self.args[0]), self.args[0].collation));
}

Value strcmp(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{
        compare_values(Value(self.text(v, 0)), Value(self.text(v, 1)), Domain::of(kString))});
}

Value elt(Environment&, const Operation& self, const Values& v) {
    if (v[0].is_null()) return {};
    const auto n = self.integer(v, 0);
    if (n < 1 || n >= static_cast<std::int64_t>(v.size()) ||
        v[static_cast<std::size_t>(n)].is_null())
        return {};
    return Value(self.text(v, static_cast<std::size_t>(n)));
}

Value field(Environment&, const Operation& self, const Values& v) {
    for (std::size_t i = 1; i < v.size() && !v[0].is_null(); ++i)
        if (!v[i].is_null() && self.text(v, 0) == self.text(v, i)) return count(i);
    return Value(std::int64_t{0});
}

Value translate(Environment&, const Operation& self, const Values& v) {
    const std::string text = self.text(v, 0), from = self.text(v, 1), to = self.text(v, 2);
    std::string out;
    for (const char c : text) {
        const auto at = from.find(c);
        if (at == std::string::npos) {
            out.push_back(c);
        } else if (at < to.size()) {
            out.push_back(to[at]);
        }
    }
    return Value(std::move(out));
}

constexpr std::array kFunctions{
    FunctionRow{"char_length", 1, 1, int_result, char_length},
    FunctionRow{"octet_length", 1, 1, int_result, octet_length},
    FunctionRow{"bit_length", 1, 1, int_result, bit_length},
    FunctionRow{"upper", 1, 1, same_text_result, upper},
    FunctionRow{"lower", 1, 1, same_text_result, lower},
    FunctionRow{"substr", 2, 3, same_text_result, substr},
    FunctionRow{"left", 2, 2, same_text_result, left},
    FunctionRow{"right", 2, 2, same_text_result, right},
    FunctionRow{"trim", 1, 2, same_text_result, trim},
    FunctionRow{"ltrim", 1, 2, same_text_result, ltrim},
    FunctionRow{"rtrim", 1, 2, same_text_result, rtrim},
    FunctionRow{"lpad", 2, 3, long_text_result, lpad},
    FunctionRow{"rpad", 2, 3, long_text_result, rpad},
    FunctionRow{"repeat", 2, 2, repeat_result, repeat},
    FunctionRow{"space", 1, 1, text_result, space},
    FunctionRow{"replace", 2, 3, long_text_result, replace},
    FunctionRow{"reverse", 1, 1, same_text_result, reverse},
    FunctionRow{"concat", 1, kAny, text_result, concat},
    FunctionRow{"concat_ws", 2, kAny, text_result, concat_ws, kTakesNull},
    FunctionRow{"instr", 2, 3, int_result, instr},
    FunctionRow{"locate", 2, 3, int_result, locate},
    FunctionRow{"substring_index", 3, 3, same_text_result, substring_index},
    FunctionRow{"ascii", 1, 1, int_result, ascii},
    FunctionRow{"chr", 1, 1, long_text_result, chr},
    FunctionRow{"hex", 1, 1, text_result, hex},
    FunctionRow{"strcmp", 2, 2, int_result, strcmp},
    FunctionRow{"elt", 2, kAny, long_text_result, elt, kTakesNull},
    FunctionRow{"field", 2, kAny, int_result, field, kTakesNull},
    FunctionRow{"translate", 3, 3, text_result, translate},
    FunctionRow{"charset", 1, 1, long_text_result, charset, kTakesNull},
    FunctionRow{"collation", 1, 1, long_text_result, collation, kTakesNull}};

}  // namespace

std::span<const FunctionRow> text_functions() { return kFunctions; }

}  // namespace minicas
