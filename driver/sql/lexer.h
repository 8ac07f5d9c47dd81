// Splits SQL text into what matters to the driver: quotes, comments, markers, braces, words
// (CUBRID's lexical rules). Never allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cubrid::odbc::sql {

enum class Token : std::uint8_t {
    end,
    blank,
    comment,      // -- // /* */, hints too
    string,       // '...'
    quoted_name,  // "..." [...] `...`
    number,
    word,
    marker,  // ?
    open_brace,
    close_brace,
    semicolon,
    other  // one character
};

struct LexerOptions {
    bool backslash_escapes = false;  // no_backslash_escapes=no
    bool ansi_quotes = true;         // "..." is a name, else a string
};

struct Lexeme {
    Token token = Token::end;
    std::string_view text;
    bool closed = true;  // false: a quote or comment runs to the end of the text
};

class Lexer {
 public:
    explicit Lexer(std::string_view sql, LexerOptions options = {})
        : rest_{sql}, options_{options} {}
    Lexeme next();

 private:
    std::string_view rest_;
    LexerOptions options_;
};

}  // namespace cubrid::odbc::sql
