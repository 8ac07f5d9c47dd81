// SQL text in tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/type_code.h"

namespace minicas {

enum class TokenKind {
    kWord,    // identifier or keyword
    kQuoted,  // "x", [x], `x`
    kInteger,
    kDecimal,
    kFloat,
    kString,
    kNationalString,
    kBitString,
    kHexString,
    kMoney,  // $1.5
    kMarker,
    kVariable,  // @x
    kPunctuation,
    kEnd
};

struct Token {
    TokenKind kind = TokenKind::kEnd;
    std::string text;  // without quotes
    std::size_t begin = 0, end = 0;
    Charset charset = Charset::kUtf8;  // of a string with an introducer
};

// Throws -493 for an unterminated string or comment.
std::vector<Token> tokenize(std::string_view sql);

// How many markers the CAS counts: it looks at the text only and does not know quoted identifiers
// (CAS protocol 4.3).
int count_markers(std::string_view sql);

}  // namespace minicas
