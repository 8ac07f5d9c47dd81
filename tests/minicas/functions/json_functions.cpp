// JSON functions.
#include "types/json.h"

#include <array>

#include "functions/function_table.h"
#include "types/error.h"

namespace minicas {

namespace {

using enum TypeCode;

Domain json_result(const std::vector<Domain>&) { return Domain::of(kJson); }

// An argument that is a document, or the text of one.
std::string document(const Operation& self, const Values& v, std::size_t i) {
    const std::string text = self.text(v, i);
    return self.args[i].type == kJson ? text : normalized_json(text);
}

// An argument that becomes a part of a document: a text is a string.
std::string part(const Operation& self, const Values& v, std::size_t i) {
    const TypeCode type = self.args[i].type;
    if (v[i].is_null()) return "null";
    if (type == kJson) return v[i].text();
    if (is_number(type)) return normalized_json(self.text(v, i));
    if (is_character(type) || type == kEnum) return json_quoted(self.text(v, i));
    throw semantic_failure("Incompatible argument type " + std::string(domain_name(type)) +
                           ", expected type is: JSON VALUE. ");
}

Value extract(Environment&, const Operation& self, const Values& v) {
    const std::string json = document(self, v, 0);
    if (v.size() == 2) {
        const auto found = json_find(json, self.text(v, 1));
        return found && *found != "null" ? Value(*found) : Value();
    }
    std::string list;
    for (std::size_t i = 1; i < v.size(); ++i)
        if (const auto found = json_find(json, self.text(v, i)))
            list += (list.empty() ? "" : ",") + std::string(*found);
    return list.empty() ? Value() : Value("[" + list + "]");
}

Value object(Environment&, const Operation& self, const Values& v) {
    std::string members;
    for (std::size_t i = 0; i + 1 < v.size(); i += 2)
        members += (i ? "," : "") + json_quoted(self.text(v, i)) + ":" + part(self, v, i + 1);
    return Value("{" + members + "}");
}

Value array(Environment&, const Operation& self, const Values& v) {
    std::string items;
    for (std::size_t i = 0; i < v.size(); ++i) items += (i ? "," : "") + part(self, v, i);
    return Value("[" + items + "]");
}

Value type(Environment&, const Operation& self, const Values& v) {
    return Value(json_type_name(document(self, v, 0)));
}

Value length(Environment&, const Operation& self, const Values& v) {
    const std::string json = document(self, v, 0);
    const auto found = v.size() > 1 ? json_find(json, self.text(v, 1)) : std::string_view(json);
    return found ? Value(static_cast<std::int64_t>(json_members(*found).size())) : Value();
}

Value depth(Environment&, const Operation& self, const Values& v) {
    return Value(std::int64_t{json_depth(document(self, v, 0))});
}

Value valid(Environment&, const Operation& self, const Values& v) {
    try {
        document(self, v, 0);
        return Value(std::int64_t{1});
    } catch (const Error&) {
        return Value(std::int64_t{0});
    }
}

Value quote(Environment&, const Operation& self, const Values& v) {
    return Value(json_quoted(self.text(v, 0)));
}
Value unquote(Environment&, const Operation& self, const Values& v) {
    return Value(json_unquoted(self.text(v, 0)));
}

Value keys(Environment&, const Operation& self, const Values& v) {
    const std::string json = document(self, v, 0);
    if (!json.starts_with('{')) return {};
    std::string list;
    for (const auto& member : json_members(json))
        list += (list.empty() ? "" : ",") + std::string(member.key);
    return Value("[" + list + "]");
}

constexpr std::array kFunctions{
    FunctionRow{"json_extract", 2, kAny, json_result, extract},
    FunctionRow{"json_object", 0, kAny, json_result, object, kTakesNull},
    FunctionRow{"json_array", 0, kAny, json_result, array, kTakesNull},
    FunctionRow{"json_type", 1, 1, text_result, type},
    FunctionRow{"json_length", 1, 2, int_result, length},
    FunctionRow{"json_depth", 1, 1, int_result, depth},
    FunctionRow{"json_valid", 1, 1, int_result, valid},
    FunctionRow{"json_quote", 1, 1, text_result, quote},
    FunctionRow{"json_unquote", 1, 1, text_result, unquote},
    FunctionRow{"json_keys", 1, 1, json_result, keys}};

}  // namespace

std::span<const FunctionRow> json_functions() { return kFunctions; }

}  // namespace minicas
