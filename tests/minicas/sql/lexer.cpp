#include "sql/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "types/charset.h"
#include "types/error.h"

namespace minicas {

namespace {

bool word_start(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '#' ||
           (static_cast<unsigned char>(c) & 0x80);
}
bool word_part(char c) {
    return word_start(c) || std::isdigit(static_cast<unsigned char>(c)) || c == '$';
}
bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
 public:
    explicit Lexer(std::string_view sql) : sql_(sql) {}

    std::vector<Token> run() {
        while (skip_blanks()) tokens_.push_back(next());
        tokens_.push_back({TokenKind::kEnd, "", sql_.size(), sql_.size()});
        return std::move(tokens_);
    }

 private:
    char at(std::size_t offset) const {
        return at_ + offset < sql_.size() ? sql_[at_ + offset] : '\0';
    }

    bool skip_blanks() {
        while (at_ < sql_.size()) {
            if (std::isspace(static_cast<unsigned char>(sql_[at_]))) {
                ++at_;
            } else if ((at(0) == '-' && at(1) == '-') || (at(0) == '/' && at(1) == '/')) {
                at_ = std::min(sql_.find('\n', at_), sql_.size());
            } else if (at(0) == '/' && at(1) == '*') {
                const auto close = sql_.find("*/", at_ + 2);
                if (close == std::string_view::npos) throw syntax_failure("unterminated comment ");
                at_ = close + 2;
            } else {
                return true;
            }
        }
        return false;
    }

    Token next() {
        const char c = at(0);
        const auto begin = at_;
        Token token;
        if (c == '\'') {
            token = {TokenKind::kString, quoted('\''), 0, 0};
        } else if ((c == 'N' || c == 'n') && at(1) == '\'') {
            token = prefixed(TokenKind::kNationalString, 1);
        } else if ((c == 'B' || c == 'b') && at(1) == '\'') {
            token = prefixed(TokenKind::kBitString, 1);
        } else if ((c == 'X' || c == 'x') && at(1) == '\'') {
            token = prefixed(TokenKind::kHexString, 1);
        } else if (c == '_' && introducer() > 0) {
            const Charset charset = *find_charset(sql_.substr(at_ + 1, introducer() - 1));
            token = prefixed(TokenKind::kString, introducer());
            token.charset = charset;
        } else if (c == '"' || c == '`') {
            token = {TokenKind::kQuoted, quoted(c), 0, 0};
        } else if (c == '[') {
            token = {TokenKind::kQuoted, quoted(']'), 0, 0};
        } else if (digit(c) || (c == '.' && digit(at(1)))) {
            token = number();
        } else if (c == '$' && digit(at(1))) {
            ++at_;
            token = number();
            token.kind = TokenKind::kMoney;
        } else if (c == '?') {
            ++at_;
            token = {TokenKind::kMarker, "?", 0, 0};
        } else if (c == '@' && word_start(at(1))) {
            ++at_;
            token = {TokenKind::kVariable, word(), 0, 0};
        } else if (word_start(c)) {
            token = {TokenKind::kWord, word(), 0, 0};
        } else {
            token = {TokenKind::kPunctuation, punctuation(), 0, 0};
        }
        token.begin = begin;
        token.end = at_;
        return token;
    }

    // Length of `_utf8` and the like in front of a string, 0 if it is none.
    std::size_t introducer() const {
        const auto quote = sql_.find('\'', at_);
        if (quote == std::string_view::npos) return 0;
        return find_charset(sql_.substr(at_ + 1, quote - at_ - 1)) ? quote - at_ : 0;
    }

    Token prefixed(TokenKind kind, std::size_t prefix) {
        at_ += prefix;
        return {kind, quoted('\''), 0, 0};
    }

    std::string quoted(char close) {
        std::string text;
        for (++at_; at_ < sql_.size(); ++at_) {
            if (sql_[at_] == close) {
                if (at(1) != close || close == ']') {
                    ++at_;
                    return text;
                }
                ++at_;
            }
            text.push_back(sql_[at_]);
        }
        throw syntax_failure("unterminated string ");
    }

    std::string word() {
        const auto begin = at_;
        while (at_ < sql_.size() && word_part(sql_[at_])) ++at_;
        return std::string(sql_.substr(begin, at_ - begin));
    }

    Token number() {
        const auto begin = at_;
        auto kind = TokenKind::kInteger;
        while (digit(at(0))) ++at_;
        if (at(0) == '.') {
            kind = TokenKind::kDecimal;
            ++at_;
            while (digit(at(0))) ++at_;
        }
        const std::size_t sign = at(1) == '+' || at(1) == '-' ? 1 : 0;
        if ((at(0) == 'e' || at(0) == 'E') && digit(at(1 + sign))) {
            kind = TokenKind::kFloat;
            at_ += 1 + sign;
            while (digit(at(0))) ++at_;
        }
        return {kind, std::string(sql_.substr(begin, at_ - begin)), 0, 0};
    }

    std::string punctuation() {
        static constexpr std::array<std::string_view, 13> kPairs{
            "->>", "->", "<=>", "<=", ">=", "<>", "!=", "||", "&&", ":=", "<<", ">>", "=="};
        for (const auto pair : kPairs) {
            if (sql_.substr(at_, pair.size()) == pair) {
                at_ += pair.size();
                return std::string(pair);
            }
        }
        return std::string(1, sql_[at_++]);
    }

    std::string_view sql_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view sql) { return Lexer(sql).run(); }

int count_markers(std::string_view sql) {
    int count = 0;
    for (std::size_t at = 0; at < sql.size(); ++at) {
        const std::string_view two = sql.substr(at, 2);
        std::string_view close;
        if (sql[at] == '\'') close = "'";
        if (two == "--" || two == "//") close = "\n";
        if (two == "/*") close = "*/";
        if (!close.empty()) {
            at = sql.find(close, at + (close == "*/" ? 2 : 1));
            if (at == std::string_view::npos) break;
            at += close.size() - 1;
        } else if (sql[at] == '?') {
            ++count;
        }
    }
    return count;
}

}  // namespace minicas
