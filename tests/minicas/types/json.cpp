#include "types/json.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "types/error.h"

namespace minicas {

namespace {

class Minifier {
 public:
    explicit Minifier(std::string_view text) : text_(text) {}

    std::string run() {
        value(0);
        blanks();
        if (at_ != text_.size()) fail("The document root must not be followed by other values.");
        return out_;
    }

 private:
    static constexpr int kMaxDepth = 256;

    [[noreturn]] void fail(const std::string& why) const {
        throw db_failure(db_error::kJson,
                         "Invalid json: " + why + " (" + std::to_string(at_) + ")");
    }

    void blanks() {
        while (at_ < text_.size() &&
               std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }

    char peek() {
        blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void take(char wanted, const char* why) {
        if (peek() != wanted) fail(why);
        out_.push_back(wanted);
        ++at_;
    }

    void string() {
        if (peek() != '"') fail("Missing a name for object member.");
        const auto begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
        if (at_ >= text_.size()) fail("Missing a closing quotation mark in string.");
        ++at_;
        out_ += json_quoted(json_unquoted(text_.substr(begin, at_ - begin)));
    }

    void members(char close, bool named, int depth) {
        out_.push_back(text_[at_++]);
        if (peek() == close) {
            out_.push_back(text_[at_++]);
            return;
        }
        while (true) {
            if (named) {
                string();
                take(':', "Missing a colon after a name of object member.");
            }
            value(depth + 1);
            if (peek() == close) break;
            take(',', "Missing a comma or a closing bracket.");
        }
        out_.push_back(text_[at_++]);
    }

    // What has a point or an exponent is a DOUBLE, and shows it.
    static std::string number_text(std::string_view word) {
        if (word.find_first_of(".eE") == std::string_view::npos) return std::string(word);
        char buffer[64];
        const double value = std::strtod(std::string(word).c_str(), nullptr);
        const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
        std::string out(buffer, end);
        return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
    }

    void value(int depth) {
        if (depth > kMaxDepth) fail("Nested too deeply.");
        const char c = peek();
        if (c == '{') return members('}', true, depth);
        if (c == '[') return members(']', false, depth);
        if (c == '"') return string();
        const auto begin = at_;
        while (at_ < text_.size() &&
               std::string_view(",]} \t\r\n").find(text_[at_]) == std::string_view::npos)
            ++at_;
        const auto word = text_.substr(begin, at_ - begin);
        const bool number =
            !word.empty() && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
        if (!number && word != "true" && word != "false" && word != "null") fail("Invalid value.");
        out_ += number ? number_text(word) : std::string(word);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

std::string normalized_json(std::string_view text) { return Minifier(text).run(); }

namespace {

[[noreturn]] void bad_path() { throw db_failure(db_error::kJsonPath, "Invalid JSON path"); }

// The end of the value that begins at `at`.
std::size_t value_end(std::string_view json, std::size_t at) {
    int open = 0;
    for (; at < json.size(); ++at) {
        const char c = json[at];
        if (open == 0 && (c == ',' || c == ']' || c == '}')) return at;
        if (c == '"')
            for (++at; at < json.size() && json[at] != '"'; ++at) at += json[at] == '\\';
        open += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (open == 0 && (c == ']' || c == '}' || c == '"')) return at + 1;
    }
    return at;
}

void append_utf8(std::string& out, unsigned code) {
    if (code < 0x80) {
        out.push_back(static_cast<char>(code));
    } else if (code < 0x800) {
        out.push_back(static_cast<char>(0xC0 | code >> 6));
        out.push_back(static_cast<char>(0x80 | (code & 63)));
    } else if (code < 0x10000) {
        out.push_back(static_cast<char>(0xE0 | code >> 12));
        out.push_back(static_cast<char>(0x80 | (code >> 6 & 63)));
        out.push_back(static_cast<char>(0x80 | (code & 63)));
    } else {
        out.push_back(static_cast<char>(0xF0 | code >> 18));
        out.push_back(static_cast<char>(0x80 | (code >> 12 & 63)));
        out.push_back(static_cast<char>(0x80 | (code >> 6 & 63)));
        out.push_back(static_cast<char>(0x80 | (code & 63)));
    }
}

unsigned hex4(std::string_view digits) {
    unsigned code = 0;
    std::from_chars(digits.data(), digits.data() + std::min<std::size_t>(digits.size(), 4), code,
                    16);
    return code;
}

struct Escape {
    char letter, meaning;
};
constexpr Escape kEscapes[] = {{'b', '\b'}, {'f', '\f'}, {'n', '\n'}, {'r', '\r'},
                               {'t', '\t'}, {'"', '"'},  {'\\', '\\'}};

}  // namespace

std::vector<JsonMember> json_members(std::string_view json) {
    if (!json.starts_with('[') && !json.starts_with('{')) return {{{}, json}};
    std::vector<JsonMember> members;
    for (std::size_t at = 1; at + 1 < json.size();) {
        JsonMember member;
        if (json.front() == '{') {
            const auto end = value_end(json, at);
            member.key = json.substr(at, end - at);
            at = end + 1;  // the colon
        }
        const auto end = value_end(json, at);
        member.value = json.substr(at, end - at);
        members.push_back(member);
        at = end + 1;
    }
    return members;
}

std::optional<std::string_view> json_find(std::string_view json, std::string_view path) {
    if (!path.starts_with('$')) bad_path();
    path.remove_prefix(1);
    while (!path.empty()) {
        std::optional<std::string_view> found;
        if (path.front() == '[') {
            std::size_t index = 0;
            const auto [rest, error] =
                std::from_chars(path.data() + 1, path.data() + path.size(), index);
            if (error != std::errc() || rest == path.data() + path.size() || *rest != ']')
                bad_path();
            path.remove_prefix(static_cast<std::size_t>(rest - path.data()) + 1);
            const auto members = json_members(json);
            if (json.starts_with('[') && index < members.size()) found = members[index].value;
            if (!json.starts_with('[') && !json.starts_with('{') && index == 0) found = json;
        } else {
            if (path.front() != '.' || path.size() < 2) bad_path();
            const auto end = path[1] == '"' ? path.find('"', 2) + 1 : path.find_first_of(".[", 1);
            const auto name = path.substr(1, end == std::string_view::npos ? end : end - 1);
            path.remove_prefix(std::min(end, path.size()));
            const std::string key = name.starts_with('"') ? std::string(name) : json_quoted(name);
            if (json.starts_with('{'))
                for (const auto& member : json_members(json))
                    if (member.key == key) found = member.value;
        }
        if (!found) return std::nullopt;
        json = *found;
    }
    return json;
}

std::string_view json_type_name(std::string_view json) {
    switch (json.empty() ? 'n' : json.front()) {
        case '{':
            return "JSON_OBJECT";
        case '[':
            return "JSON_ARRAY";
        case '"':
            return "STRING";
        case 'n':
            return "JSON_NULL";
        case 't':
        case 'f':
            return "BOOLEAN";
        default:
            break;
    }
    if (json.find_first_of(".eE") != std::string_view::npos) return "DOUBLE";
    return json.size() < 10 ? "INTEGER" : "BIGINT";
}

int json_depth(std::string_view json) {
    if (!json.starts_with('[') && !json.starts_with('{')) return 1;
    int deepest = 0;
    for (const auto& member : json_members(json))
        deepest = std::max(deepest, json_depth(member.value));
    return deepest + 1;
}

std::string json_quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto* escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                          [&](const Escape& e) { return e.meaning == c; });
        if (escape != std::end(kEscapes)) {
            out += {'\\', escape->letter};
        } else if (static_cast<unsigned char>(c) < 0x20) {
            static constexpr char kDigits[] = "0123456789ABCDEF";
            out += "\\u00";
            out += {kDigits[c >> 4], kDigits[c & 15]};
        } else {
            out.push_back(c);
        }
    }
    return out + '"';
}

std::string json_unquoted(std::string_view json) {
    if (!json.starts_with('"')) return std::string(json);
    std::string out;
    for (std::size_t at = 1; at + 1 < json.size(); ++at) {
        if (json[at] != '\\') {
            out.push_back(json[at]);
            continue;
        }
        const char letter = json[++at];
        if (letter == 'u') {
            unsigned code = hex4(json.substr(at + 1));
            at += 4;
            if (code >= 0xD800 && code < 0xDC00 && json.substr(at + 1, 2) == "\\u") {
                code = 0x10000 + ((code - 0xD800) << 10) + (hex4(json.substr(at + 3)) - 0xDC00);
                at += 6;
            }
            append_utf8(out, code);
            continue;
        }
        const auto* escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                          [&](const Escape& e) { return e.letter == letter; });
        out.push_back(escape == std::end(kEscapes) ? letter : escape->meaning);
    }
    return out;
}

}  // namespace minicas
