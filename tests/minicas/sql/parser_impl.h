// The parser, shared by the files that hold its parts.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sql/ast.h"
#include "sql/lexer.h"

namespace minicas {

class Parser {
 public:
    explicit Parser(std::string_view sql) : sql_(sql), tokens_(tokenize(sql)) {}

    std::vector<Statement> statements();
    SelectPtr select();
    ExprPtr expression();
    bool at_end() const { return peek().kind == TokenKind::kEnd; }
    [[noreturn]] void unexpected(std::string_view expecting = {}) const;

 private:
    // Tokens (parser_tokens.cpp).
    const Token& peek(std::size_t ahead = 0) const;
    Token take();
    bool is_word(std::string_view word, std::size_t ahead = 0) const;
    bool is_punctuation(std::string_view text, std::size_t ahead = 0) const;
    bool accept(std::string_view word);
    bool accept_all(
        std::initializer_list<std::string_view> words);  // all of them in a row, or none
    bool accept_punctuation(std::string_view text);
    void expect(std::string_view word);
    void expect_punctuation(std::string_view text);
    bool is_identifier(std::size_t ahead = 0) const;
    std::string identifier();
    std::string any_name();  // reserved words too
    std::string string_literal();
    std::int64_t integer_literal();
    ObjectName object_name();
    std::vector<std::string> name_list();  // (a, b)
    void skip_balanced_to_end();

    // Expressions (parser_expression.cpp, parser_primary.cpp).
    ExprPtr make(ExprKind kind, std::string text = {}) const;
    ExprPtr finish(ExprPtr expr, std::size_t begin) const;
    ExprPtr binary(std::string op, ExprPtr left, ExprPtr right) const;
    ExprPtr or_expression();
    ExprPtr xor_expression();
    ExprPtr and_expression();
    ExprPtr not_expression();
    ExprPtr predicate();
    ExprPtr comparison_tail(ExprPtr left);
    ExprPtr in_tail(ExprPtr left, bool negated);
    ExprPtr like_tail(ExprPtr left, bool negated);
    ExprPtr bit_or();
    ExprPtr bit_and();
    ExprPtr shift();
    ExprPtr sum();
    ExprPtr product();
    ExprPtr power();
    ExprPtr unary();
    ExprPtr primary();
    ExprPtr bare_primary();
    ExprPtr parenthesized();
    ExprPtr literal();
    ExprPtr number(const Token& token);
    ExprPtr typed_literal(TypeCode type, std::string_view keyword);
    ExprPtr collection(TypeCode type);
    ExprPtr case_expression();
    ExprPtr cast_expression();
    ExprPtr word_expression();
    ExprPtr function_call(std::string name);
    ExprPtr special_call(const std::string& name);
    ExprPtr trim_call();
    ExprPtr date_arithmetic_call(std::string name);
    void window(Expr& call);
    std::vector<ExprPtr> expression_list();
    bool starts_query() const;

    // Queries (parser_select.cpp).
    SelectPtr set_operand();
    SelectPtr simple_select();
    SelectPtr values_select();
    void from_clause(Select& select);
    TableRef table_ref();
    std::string optional_alias();
    std::vector<OrderItem> order_items();
    void order_and_limit(Select& select);

    // Statements.
    Statement statement();
    StatementBody create(int& type);
    StatementBody drop(int& type);
    StatementBody set_statement(int& type);
    StatementBody get_statement(int& type);
    StatementBody show(int& type);
    StatementBody insert(bool replace);
    StatementBody update();
    StatementBody delete_statement();
    StatementBody merge();
    StatementBody create_table();
    StatementBody create_view(bool replace);
    StatementBody create_index(bool unique);
    StatementBody alter_table();
    void table_element(CreateTable& table);
    AlterAction alter_action();
    ColumnDefinition column_definition(std::vector<ConstraintDefinition>* constraints);
    bool constraint_definition(ConstraintDefinition& out);
    void foreign_key_tail(ConstraintDefinition& out);
    std::vector<IndexColumn> index_columns();
    std::vector<Assignment> assignments();
    Domain data_type();
    Domain type_name();
    Domain collection_type(TypeCode kind);
    int optional_length(int without);
    UserStatement user_statement();
    SerialStatement serial_statement();

    std::string_view sql_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int markers_ = 0;
    int depth_ = 0;
};

}  // namespace minicas
