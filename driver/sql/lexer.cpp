#include "sql/lexer.h"

#include <algorithm>
#include <array>

namespace cubrid::odbc::sql {
namespace {

// The rules are those of the server's scanner (src/parser/csql_lexer.l).

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '#' ||
           static_cast<unsigned char>(c) >= 0x80U;
}
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c); }

// Where the run of characters that `belongs` accepts ends.
template <class Predicate>
std::size_t run(std::string_view text, std::size_t from, Predicate belongs) {
    while (from < text.size() && belongs(text[from])) ++from;
    return from;
}

Lexeme lexeme(Token token, std::string_view text, std::size_t length) {
    return {token, text.substr(0, length), true};
}

template <Token kToken>
Lexeme single(std::string_view text, LexerOptions /*options*/) {
    return lexeme(kToken, text, 1);
}

Lexeme blank(std::string_view text, LexerOptions /*options*/) {
    return lexeme(Token::blank, text, run(text, 1, is_blank));
}

Lexeme word(std::string_view text, LexerOptions /*options*/) {
    return lexeme(Token::word, text, run(text, 1, is_word));
}

// The exponent at `at`, or nothing: "1e" is a number and a word.
std::size_t exponent(std::string_view text, std::size_t at) {
    if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return at;
    const std::size_t sign = at + 1;
    const bool is_signed = sign < text.size() && (text[sign] == '+' || text[sign] == '-');
    const std::size_t digits = sign + (is_signed ? 1 : 0);
    const std::size_t end = run(text, digits, is_digit);
    return end == digits ? at : end;
}

Lexeme number(std::string_view text, LexerOptions /*options*/) {
    if (text.starts_with("0x") || text.starts_with("0b")) {
        return lexeme(Token::number, text, run(text, 2, is_word));
    }
    std::size_t end = run(text, 0, is_digit);
    if (end < text.size() && text[end] == '.') end = run(text, end + 1, is_digit);
    return lexeme(Token::number, text, exponent(text, end));
}

Lexeme point(std::string_view text, LexerOptions options) {
    const bool fraction = text.size() > 1 && is_digit(text[1]);
    return fraction ? number(text, options) : single<Token::other>(text, options);
}

// A line comment ends before the line does.
Lexeme line_comment(std::string_view text) {
    return lexeme(Token::comment, text, std::min(text.find_first_of("\r\n", 2), text.size()));
}

Lexeme dash(std::string_view text, LexerOptions options) {
    return text.starts_with("--") ? line_comment(text) : single<Token::other>(text, options);
}

// Comments do not nest.
Lexeme slash(std::string_view text, LexerOptions options) {
    if (text.starts_with("//")) return line_comment(text);
    if (!text.starts_with("/*")) return single<Token::other>(text, options);
    const auto end = text.find("*/", 2);
    if (end == std::string_view::npos) return {Token::comment, text, false};
    return lexeme(Token::comment, text, end + 2);
}

// `stops`: the closing quote and what else needs a look inside. A doubled quote stands for one of
// them, except for brackets.
Lexeme quoted(Token token, std::string_view text, std::string_view stops) {
    const char quote = stops.front();
    for (std::size_t at = 1; at < text.size();) {
        const auto stop = text.find_first_of(stops, at);
        if (stop == std::string_view::npos) break;
        const bool escape = text[stop] != quote;
        const bool doubled = quote != ']' && text.substr(stop + 1, 1) == stops.substr(0, 1);
        if (!escape && !doubled) return lexeme(token, text, stop + 1);
        at = stop + 2;
    }
    return {token, text, false};
}

Lexeme string(std::string_view text, LexerOptions options) {
    return quoted(Token::string, text, options.backslash_escapes ? "'\\" : "'");
}

Lexeme double_quoted(std::string_view text, LexerOptions options) {
    if (options.ansi_quotes) return quoted(Token::quoted_name, text, "\"");
    return quoted(Token::string, text, options.backslash_escapes ? "\"\\" : "\"");
}

Lexeme bracketed(std::string_view text, LexerOptions /*options*/) {
    return quoted(Token::quoted_name, text, "]");
}

Lexeme backticked(std::string_view text, LexerOptions /*options*/) {
    return quoted(Token::quoted_name, text, "`");
}

using Scanner = Lexeme (*)(std::string_view text, LexerOptions options);

// By first character.
constexpr auto kScanners = [] {
    std::array<Scanner, 256> scanners{};
    for (std::size_t i = 0; i < scanners.size(); ++i) {
        const auto c = static_cast<char>(i);
        scanners[i] = single<Token::other>;
        if (is_blank(c)) scanners[i] = blank;
        if (is_letter(c)) scanners[i] = word;
        if (is_digit(c)) scanners[i] = number;
    }
    scanners['.'] = point;
    scanners['-'] = dash;
    scanners['/'] = slash;
    scanners['\''] = string;
    scanners['"'] = double_quoted;
    scanners['['] = bracketed;
    scanners['`'] = backticked;
    scanners['?'] = single<Token::marker>;
    scanners['{'] = single<Token::open_brace>;
    scanners['}'] = single<Token::close_brace>;
    scanners[';'] = single<Token::semicolon>;
    return scanners;
}();

}  // namespace

Lexeme Lexer::next() {
    if (rest_.empty()) return {};
    const Lexeme found = kScanners[static_cast<unsigned char>(rest_.front())](rest_, options_);
    rest_.remove_prefix(found.text.size());
    return found;
}

}  // namespace cubrid::odbc::sql
