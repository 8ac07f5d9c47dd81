#include "json.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace golden {

class JsonReader {
 public:
    explicit JsonReader(std::string_view document) : text_{document} {}

    Json document() {
        Json value = read();
        skip_blanks();
        if (at_ != text_.size()) fail("more than one value");
        return value;
    }

 private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error{"JSON, offset " + std::to_string(at_) + ": " + what};
    }
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    char peek() {
        skip_blanks();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char wanted) {
        if (peek() != wanted) return false;
        ++at_;
        return true;
    }
    void expect(char wanted) {
        if (!take(wanted)) fail(std::string{"no "} + wanted);
    }

    Json read() {
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return Json::text(string());
            default:
                return word();
        }
    }
    Json object() {
        Json value{Json::Kind::object, {}};
        expect('{');
        if (take('}')) return value;
        do {
            skip_blanks();
            value.keys_.push_back(string());
            expect(':');
            value.items_.push_back(read());
        } while (take(','));
        expect('}');
        return value;
    }
    Json array() {
        Json value = Json::array();
        expect('[');
        if (take(']')) return value;
        do {
            value.add(read());
        } while (take(','));
        expect(']');
        return value;
    }
    Json word() {
        const auto end = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
        const std::string_view taken = text_.substr(at_, end - at_);
        if (taken.empty()) fail("no value");
        at_ = end;
        return taken == "null" ? Json::null() : Json{Json::Kind::word, std::string{taken}};
    }

    std::string string() {
        std::string value;
        expect('"');
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\\') {
                ++at_;
                escape(value);
            } else {
                value += text_[at_++];
            }
        }
        expect('"');
        return value;
    }
    void escape(std::string& value) {
        static const std::map<char, char> kPlain = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},
                                                    {'b', '\b'}, {'f', '\f'},  {'n', '\n'},
                                                    {'r', '\r'}, {'t', '\t'}};
        if (at_ == text_.size()) fail("a cut escape");
        const char kind = text_[at_++];
        if (kind == 'u') {
            unsigned code = hex4();
            if (code >= 0xD800 && code < 0xDC00) {
                if (text_.substr(at_, 2) != "\\u") fail("half a surrogate pair");
                at_ += 2;
                code = 0x10000 + ((code - 0xD800) << 10U) + (hex4() - 0xDC00);
            }
            append_utf8(value, code);
        } else if (const auto plain = kPlain.find(kind); plain != kPlain.end()) {
            value += plain->second;
        } else {
            fail("an unknown escape");
        }
    }
    unsigned hex4() {
        if (text_.size() - at_ < 4) fail("a cut \\u");
        const std::string digits{text_.substr(at_, 4)};
        at_ += 4;
        return static_cast<unsigned>(std::stoul(digits, nullptr, 16));
    }
    static void append_utf8(std::string& out, unsigned code) {
        const auto tail = [&](unsigned shift) {
            out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
        };
        if (code < 0x80) {
            out += static_cast<char>(code);
        } else if (code < 0x800) {
            out += static_cast<char>(0xC0U | (code >> 6U));
            tail(0);
        } else if (code < 0x10000) {
            out += static_cast<char>(0xE0U | (code >> 12U));
            tail(6);
            tail(0);
        } else {
            out += static_cast<char>(0xF0U | (code >> 18U));
            tail(12);
            tail(6);
            tail(0);
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

Json Json::parse(std::string_view document) { return JsonReader{document}.document(); }

Json Json::object(std::initializer_list<std::pair<std::string, Json>> members) {
    Json value{Kind::object, {}};
    for (const auto& [key, member] : members) value.set(key, member);
    return value;
}

const Json* Json::find(std::string_view key) const {
    const auto at = std::ranges::find(keys_, key);
    return at == keys_.end() ? nullptr : &items_[static_cast<std::size_t>(at - keys_.begin())];
}

const Json& Json::operator[](std::string_view key) const {
    static const Json kNothing;
    const Json* member = find(key);
    return member != nullptr ? *member : kNothing;
}

void Json::set(std::string_view key, Json value) {
    keys_.emplace_back(key);
    items_.push_back(std::move(value));
}

std::string Json::line() const {
    switch (kind_) {
        case Kind::null:
            return "null";
        case Kind::word:
            return text_;
        case Kind::text:
            return '"' + text_ + '"';
        case Kind::array: {
            std::string out;
            for (const Json& item : items_) out += (out.empty() ? "" : ", ") + item.line();
            return '[' + out + ']';
        }
        case Kind::object: {
            std::map<std::string, std::string> sorted;
            for (std::size_t i = 0; i < keys_.size(); ++i) sorted[keys_[i]] = items_[i].line();
            std::string out;
            for (const auto& [key, value] : sorted) {
                out += (out.empty() ? "" : ", ") + key + ": " + value;
            }
            return '{' + out + '}';
        }
    }
    return {};
}

}  // namespace golden
