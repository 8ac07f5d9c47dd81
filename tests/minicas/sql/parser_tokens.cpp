// The parser's view of the tokens, and its entry points.
#include <algorithm>
#include <array>

#include "sql/parser.h"
#include "sql/parser_impl.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

// Words that end an expression or a table: no names unless quoted.
constexpr std::array<std::string_view, 56> kReserved{
    "all",    "and",     "as",      "asc",       "between",    "by",       "case",  "cast",
    "create", "cross",   "delete",  "desc",      "difference", "distinct", "drop",  "else",
    "end",    "except",  "exists",  "for",       "foreign",    "from",     "group", "having",
    "in",     "inner",   "insert",  "intersect", "into",       "is",       "join",  "left",
    "like",   "limit",   "natural", "not",       "null",       "on",       "or",    "order",
    "outer",  "primary", "right",   "select",    "set",        "table",    "then",  "union",
    "unique", "update",  "using",   "value",     "values",     "when",     "where", "xor"};

bool reserved(std::string_view word) {
    return std::find(kReserved.begin(), kReserved.end(), to_lower(word)) != kReserved.end();
}

}  // namespace

std::vector<Statement> parse(std::string_view sql) { return Parser(sql).statements(); }

SelectPtr parse_query(std::string_view sql) { return Parser(sql).select(); }

ExprPtr parse_expression(std::string_view sql) { return Parser(sql).expression(); }

std::vector<Statement> Parser::statements() {
    std::vector<Statement> out;
    while (true) {
        while (accept_punctuation(";")) {
        }
        if (at_end()) break;
        const auto begin = peek().begin;
        out.push_back(statement());
        out.back().begin = begin;
        out.back().end = peek().begin;
        if (!at_end() && !is_punctuation(";")) unexpected();
    }
    if (out.empty()) throw db_failure(db_error::kNoStatement, "No statement to execute.");
    return out;
}

void Parser::unexpected(std::string_view expecting) const {
    const Token& token = peek();
    if (token.kind == TokenKind::kEnd)
        throw syntax_failure("syntax error, unexpected end of file ");
    const auto before = sql_.substr(0, token.begin);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const auto newline = before.rfind('\n');
    const auto column = newline == std::string_view::npos ? token.begin + 1 : token.begin - newline;
    const auto rest = sql_.substr(token.end);
    std::string message =
        "In line " + std::to_string(line) + ", column " + std::to_string(column) + " before ";
    message += rest.empty() ? "END OF STATEMENT" : "'" + std::string(rest) + "'";
    message += "\nSyntax error: unexpected '" +
               std::string(sql_.substr(token.begin, token.end - token.begin)) + "'";
    if (!expecting.empty()) message += ", expecting " + std::string(expecting);
    throw syntax_failure(message + " ");
}

const Token& Parser::peek(std::size_t ahead) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token Parser::take() {
    Token token = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return token;
}

bool Parser::is_word(std::string_view word, std::size_t ahead) const {
    return peek(ahead).kind == TokenKind::kWord && same_name(peek(ahead).text, word);
}

bool Parser::is_punctuation(std::string_view text, std::size_t ahead) const {
    return peek(ahead).kind == TokenKind::kPunctuation && peek(ahead).text == text;
}

bool Parser::accept(std::string_view word) {
    if (!is_word(word)) return false;
    take();
    return true;
}

bool Parser::accept_all(std::initializer_list<std::string_view> words) {
    std::size_t ahead = 0;
    for (const auto word : words)
        if (!is_word(word, ahead++)) return false;
    for (std::size_t i = 0; i < words.size(); ++i) take();
    return true;
}

bool Parser::accept_punctuation(std::string_view text) {
    if (!is_punctuation(text)) return false;
    take();
    return true;
}

void Parser::expect(std::string_view word) {
    if (!accept(word)) unexpected();
}

void Parser::expect_punctuation(std::string_view text) {
    if (!accept_punctuation(text)) unexpected();
}

bool Parser::is_identifier(std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == TokenKind::kQuoted ||
           (token.kind == TokenKind::kWord && !reserved(token.text));
}

// Names are kept in lower case, as the server does.
std::string Parser::identifier() {
    if (!is_identifier()) unexpected();
    return to_lower(take().text);
}

std::string Parser::any_name() {
    if (peek().kind != TokenKind::kWord && peek().kind != TokenKind::kQuoted) unexpected();
    return to_lower(take().text);
}

std::string Parser::string_literal() {
    if (peek().kind != TokenKind::kString) unexpected();
    return take().text;
}

std::int64_t Parser::integer_literal() {
    const bool negative = accept_punctuation("-");
    if (peek().kind != TokenKind::kInteger || peek().text.size() > 18) unexpected();
    const std::int64_t value = std::stoll(take().text);
    return negative ? -value : value;
}

ObjectName Parser::object_name() {
    ObjectName name{"", identifier()};
    if (accept_punctuation(".")) name = {name.name, identifier()};
    return name;
}

std::vector<std::string> Parser::name_list() {
    expect_punctuation("(");
    std::vector<std::string> names;
    do {
        names.push_back(identifier());
    } while (accept_punctuation(","));
    expect_punctuation(")");
    return names;
}

void Parser::skip_balanced_to_end() {
    while (!at_end() && !is_punctuation(";")) take();
}

}  // namespace minicas
