// The lexemes of any text, put together, are the text.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sql/markers.h"

using namespace cubrid::odbc::sql;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    for (const bool backslash : {false, true}) {
        for (const bool ansi : {false, true}) {
            const LexerOptions options{.backslash_escapes = backslash, .ansi_quotes = ansi};
            Lexer lexer{text, options};
            std::size_t seen = 0;
            int markers = 0;
            for (auto lexeme = lexer.next(); lexeme.token != Token::end; lexeme = lexer.next()) {
                if (lexeme.text.empty() || lexeme.text.data() != text.data() + seen) std::abort();
                // Only the last lexeme can be open.
                seen += lexeme.text.size();
                if (!lexeme.closed && seen != size) std::abort();
                if (lexeme.token == Token::marker) ++markers;
            }
            if (seen != size || summarize(text, options).markers > markers) std::abort();
        }
    }
    return 0;
}
