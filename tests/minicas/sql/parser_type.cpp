// Data types.
#include <algorithm>
#include <array>

#include "sql/parser_impl.h"
#include "types/charset.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

struct TypeWord {
    std::string_view word;
    TypeCode type;
};

constexpr std::array kPlainTypes{TypeWord{"int", kInt},
                                 TypeWord{"integer", kInt},
                                 TypeWord{"short", kShort},
                                 TypeWord{"smallint", kShort},
                                 TypeWord{"bigint", kBigint},
                                 TypeWord{"monetary", kMonetary},
                                 TypeWord{"date", kDate},
                                 TypeWord{"time", kTime},
                                 TypeWord{"string", kString},
                                 TypeWord{"timestamptz", kTimestamptz},
                                 TypeWord{"timestampltz", kTimestampltz},
                                 TypeWord{"datetimetz", kDatetimetz},
                                 TypeWord{"datetimeltz", kDatetimeltz},
                                 TypeWord{"blob", kBlob},
                                 TypeWord{"clob", kClob},
                                 TypeWord{"json", kJson},
                                 TypeWord{"object", kObject},
                                 TypeWord{"double", kDouble},
                                 TypeWord{"float", kFloat},
                                 TypeWord{"real", kFloat},
                                 TypeWord{"timestamp", kTimestamp},
                                 TypeWord{"datetime", kDatetime}};

}  // namespace

int Parser::optional_length(int without) {
    if (!accept_punctuation("(")) return without;
    const auto length = integer_literal();
    expect_punctuation(")");
    if (length < 1 || length > kMaxVarcharPrecision)
        throw syntax_failure("Precision " + std::to_string(length) + " is not valid. ");
    return static_cast<int>(length);
}

Domain Parser::data_type() {
    Domain domain = type_name();
    while (true) {
        const bool charset = accept("charset") || accept_all({"character", "set"});
        if (!charset && !accept("collate")) return domain;
        const std::string name = to_lower(any_name());
        const auto known = charset ? find_charset(name) : charset_of_collation(name);
        if (!known)
            throw semantic_failure("Unknown " + std::string(charset ? "charset" : "collation") +
                                   ": '" + name + "'. ");
        if (!is_national(domain.type)) domain.charset = *known;
        if (!charset && name.ends_with("_ci")) domain.collation = Collation::kCaseInsensitive;
    }
}

Domain Parser::collection_type(TypeCode kind) {
    accept("of");
    std::vector<Domain> elements;
    if (accept_punctuation("(")) {
        do {
            elements.push_back(data_type());
        } while (accept_punctuation(","));
        expect_punctuation(")");
        // The server keeps them the other way round.
        std::reverse(elements.begin(), elements.end());
    } else if (peek().kind == TokenKind::kWord && !is_word("default") && !is_word("not")) {
        elements.push_back(data_type());
    }
    return Domain::collection(kind, std::move(elements));
}

Domain Parser::type_name() {
    if (peek().kind != TokenKind::kWord) unexpected();
    const bool national = is_word("nchar") ||
                          (is_word("national") && (is_word("char", 1) || is_word("character", 1)));
    if (national && accept("national")) {
    }
    if (accept("char") || accept("character") || accept("nchar")) {
        if (accept("varying"))
            return Domain::character(national ? kVarnchar : kString,
                                     optional_length(kMaxVarcharPrecision));
        return Domain::character(national ? kNchar : kChar, optional_length(1));
    }
    if (accept("varchar")) return Domain::character(kString, optional_length(kMaxVarcharPrecision));
    if (accept("bit")) {
        if (accept("varying"))
            return Domain::character(kVarbit, optional_length(kMaxVarcharPrecision));
        return Domain::character(kBit, optional_length(1));
    }
    if (accept("numeric") || accept("decimal") || accept("dec")) {
        if (!accept_punctuation("(")) return Domain::of(kNumeric);
        const auto precision = integer_literal();
        const auto scale = accept_punctuation(",") ? integer_literal() : 0;
        expect_punctuation(")");
        if (precision < 1 || precision > kMaxNumericPrecision || scale < 0 || scale > precision)
            throw syntax_failure("Precision (" + std::to_string(precision) +
                                 ") or scale is not valid. ");
        return Domain::numeric(static_cast<int>(precision), static_cast<int>(scale));
    }
    if (accept("enum")) {
        Domain domain = Domain::of(kEnum);
        auto labels = std::make_shared<std::vector<std::string>>();
        expect_punctuation("(");
        do {
            labels->push_back(string_literal());
        } while (accept_punctuation(","));
        expect_punctuation(")");
        domain.labels = std::move(labels);
        return domain;
    }
    for (const auto& [word, type] : {TypeWord{"set", kSet},
                                     {"multiset", kMultiset},
                                     {"list", kSequence},
                                     {"sequence", kSequence}}) {
        if (accept(word)) return collection_type(type);
    }
    for (const auto& [word, type] : kPlainTypes) {
        if (!accept(word)) continue;
        if (type == kDouble) accept("precision");
        if (type == kFloat || type == kInt || type == kShort || type == kBigint) optional_length(1);
        if (type != kTimestamp && type != kDatetime) return Domain::of(type);
        const bool stamp = type == kTimestamp;
        if (accept_all({"with", "local", "time", "zone"}))
            return Domain::of(stamp ? kTimestampltz : kDatetimeltz);
        if (accept_all({"with", "time", "zone"}))
            return Domain::of(stamp ? kTimestamptz : kDatetimetz);
        return Domain::of(type);
    }
    if (!is_identifier()) unexpected();
    Domain domain = Domain::of(kObject);
    const ObjectName name = object_name();
    domain.class_name = (name.owner.empty() ? "" : name.owner + ".") + name.name;
    return domain;
}

}  // namespace minicas
