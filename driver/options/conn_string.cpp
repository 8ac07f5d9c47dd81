#include "options/conn_string.h"

#include <algorithm>

#include "options/text.h"

namespace cubrid::odbc::options {
namespace {

// ODBC, SQLDriverConnect: a value with one of these stands in braces.
constexpr std::string_view kSpecial = "[]{}(),;?*=!@";

class Parser {
 public:
    explicit Parser(std::string_view text) : text_{text} {}

    base::Result<std::vector<Attribute>> parse() {
        std::vector<Attribute> attributes;
        for (skip_separators(); at_ < text_.size(); skip_separators()) {
            auto attribute = parse_attribute();
            if (!attribute) return std::move(attribute).error();
            if (!is_repeated(attributes, *attribute)) attributes.push_back(std::move(*attribute));
        }
        return attributes;
    }

 private:
    // Semicolons without anything between them, and the commas that some tools leave at the end.
    void skip_separators() { skip(" \t\r\n\v\f;,"); }
    void skip(std::string_view characters) {
        at_ = std::min(text_.find_first_not_of(characters, at_), text_.size());
    }

    base::Result<Attribute> parse_attribute() {
        const auto start = at_;
        at_ = std::min(text_.find_first_of("=;", start), text_.size());
        Attribute attribute{std::string{trimmed(text_.substr(start, at_ - start))}, {}};
        if (at_ == text_.size() || text_[at_] == ';') return malformed("'=' is missing", start);
        if (attribute.keyword.empty()) return malformed("a keyword is missing", start);
        ++at_;
        skip(kBlanks);
        if (at_ < text_.size() && text_[at_] == '{') return parse_braced(std::move(attribute));
        const auto end = std::min(text_.find(';', at_), text_.size());
        attribute.value = trimmed(text_.substr(at_, end - at_));
        at_ = end;
        return attribute;
    }

    base::Result<Attribute> parse_braced(Attribute attribute) {
        const auto open = at_++;
        for (;;) {
            const auto brace = text_.find('}', at_);
            if (brace == std::string_view::npos) return malformed("'{' is not closed", open);
            attribute.value += text_.substr(at_, brace - at_);
            at_ = brace + 1;
            if (at_ == text_.size() || text_[at_] != '}') break;
            attribute.value += '}';
            ++at_;
        }
        skip(kBlanks);
        if (at_ < text_.size() && text_[at_] != ';') {
            return malformed("';' is missing after '}' (a '}' inside braces is doubled)", at_);
        }
        return attribute;
    }

    // Says where, not what: the text may hold a password.
    static base::Diag malformed(const char* what, std::size_t at) {
        return {"HY000", std::string{"the connection string is malformed: "} + what +
                             " at character " + std::to_string(at + 1)};
    }

    static bool is_repeated(const std::vector<Attribute>& earlier, const Attribute& attribute) {
        const Keyword* const known = find_keyword(attribute.keyword);
        return std::any_of(earlier.begin(), earlier.end(), [&](const Attribute& other) {
            if (same(other.keyword, attribute.keyword)) return true;
            return known != nullptr && known->key != Key::ignored &&
                   find_keyword(other.keyword) == known;
        });
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

base::Result<std::vector<Attribute>> parse_connection_string(std::string_view text) {
    return Parser{text}.parse();
}

std::string quoted(std::string_view value) {
    if (value.find_first_of(kSpecial) == std::string_view::npos && trimmed(value) == value) {
        return std::string{value};
    }
    std::string braced = "{";
    for (const char c : value) {
        braced += c;
        if (c == '}') braced += '}';
    }
    return braced + '}';
}

std::string format_connection_string(const std::vector<Attribute>& attributes) {
    std::string text;
    for (const auto& [keyword, value] : attributes) text += keyword + '=' + quoted(value) + ';';
    return text;
}

}  // namespace cubrid::odbc::options
