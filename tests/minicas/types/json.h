// JSON text: checked, normalized, looked into. A normalized document has no blanks between its
// tokens, so its parts are parts of its text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace minicas {

// As the server stores it; throws -1197 for text that is no JSON.
std::string normalized_json(std::string_view text);

// The functions below take normalized text.

// `$.a.b[2]`; empty: there is nothing. Throws -1199 for what is no path.
std::optional<std::string_view> json_find(std::string_view json, std::string_view path);
std::string_view json_type_name(std::string_view json);  // INTEGER, JSON_ARRAY ...
// Keys and values of an object, the items of an array, or the scalar itself.
struct JsonMember {
    std::string_view key;  // with its quotes; empty in arrays
    std::string_view value;
};
std::vector<JsonMember> json_members(std::string_view json);
int json_depth(std::string_view json);
std::string json_quoted(std::string_view text);
std::string json_unquoted(std::string_view json);  // what is no string stays as it is

}  // namespace minicas
