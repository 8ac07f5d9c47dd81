#include "sql/markers.h"

#include <algorithm>

namespace cubrid::odbc::sql {
namespace {

bool is(const Lexeme& lexeme, std::string_view keyword) {
    return lexeme.token == Token::word &&
           std::equal(lexeme.text.begin(), lexeme.text.end(), keyword.begin(), keyword.end(),
                      [](char c, char lower) { return (c | 0x20) == lower; });
}

// Follows CREATE [OR REPLACE] {PROCEDURE | FUNCTION}, whose body in PL/CSQL has semicolons of its
// own. A body in Java has none: it is a name in a string.
class RoutineBody {
 public:
    void see(const Lexeme& lexeme) {
        if (place_ == Place::head) {
            if (is(lexeme, "procedure") || is(lexeme, "function")) place_ = Place::inside;
            if (!is(lexeme, "or") && !is(lexeme, "replace") && place_ == Place::head) {
                place_ = Place::outside;
            }
        } else if (place_ == Place::start) {
            place_ = is(lexeme, "create") ? Place::head : Place::outside;
        } else if (is(lexeme, "java")) {
            place_ = Place::outside;
        }
    }
    [[nodiscard]] bool is_inside() const { return place_ == Place::inside; }

 private:
    enum class Place : std::uint8_t { start, head, inside, outside };
    Place place_ = Place::start;
};

}  // namespace

Summary summarize(std::string_view sql, LexerOptions options) {
    Summary summary;
    RoutineBody body;
    bool begun = false;
    bool ended = false;
    // The server ignores what follows a zero byte.
    Lexer lexer{sql.substr(0, sql.find('\0')), options};
    for (auto lexeme = lexer.next(); lexeme.token != Token::end; lexeme = lexer.next()) {
        if (lexeme.token == Token::blank || lexeme.token == Token::comment) continue;
        if (lexeme.token == Token::semicolon) {
            ended = begun && !body.is_inside();
            continue;
        }
        summary.several_statements |= ended;
        if (lexeme.token == Token::marker) ++summary.markers;
        if (!begun && lexeme.token == Token::word) summary.first_word = lexeme.text;
        begun = true;
        body.see(lexeme);
    }
    return summary;
}

}  // namespace cubrid::odbc::sql
