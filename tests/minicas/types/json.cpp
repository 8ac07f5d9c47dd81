// JSON text: checked and without the blanks between its tokens, as the server stores it.
#include "types/cast.h"
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
        take('"', "Missing a name for object member.");
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\\') out_.push_back(text_[at_++]);
            if (at_ < text_.size()) out_.push_back(text_[at_++]);
        }
        if (at_ == text_.size()) fail("Missing a closing quotation mark in string.");
        out_.push_back(text_[at_++]);
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
        out_.append(word);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string out_;
};

}  // namespace

std::string normalized_json(std::string_view text) { return Minifier(text).run(); }

}  // namespace minicas
