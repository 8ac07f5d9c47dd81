// A domain: a type with its precision, scale, charset, collation and element types.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "types/type_code.h"

namespace minicas {

enum class Collation { kBinary, kCaseInsensitive };

struct Domain {
    TypeCode type = TypeCode::kNull;
    int precision = 0;
    int scale = 0;
    Collation collation = Collation::kBinary;
    Charset charset = Charset::kUtf8;                             // of text
    std::shared_ptr<const std::vector<std::string>> labels = {};  // of ENUM
    std::string class_name = {};                                  // of OBJECT
    // Of collections, in the server's order; null: not restricted.
    std::shared_ptr<const std::vector<Domain>> elements = {};

    static Domain of(TypeCode type);  // with the usual precision and scale
    static Domain character(TypeCode type, int precision);
    static Domain numeric(int precision, int scale);
    static Domain collection(TypeCode kind, std::vector<Domain> elements);

    bool operator==(const Domain& other) const;
    // The one element domain of a collection; null: none, or several.
    const Domain* element() const;
};

bool is_character(TypeCode type);
bool is_bit(TypeCode type);
bool is_integer(TypeCode type);      // SHORT, INT, BIGINT
bool is_approximate(TypeCode type);  // FLOAT, DOUBLE, MONETARY
bool is_number(TypeCode type);
bool is_datetime(TypeCode type);  // everything with a date or a time
bool is_zoned(TypeCode type);     // with a time zone
bool is_collection(TypeCode type);
bool is_lob(TypeCode type);  // BLOB, CLOB
bool is_national(TypeCode type);

// How the server spells a type: in run time errors ("character varying"), in errors about constants
// ("varchar"), in errors about host variables ("char varying").
std::string_view domain_name(TypeCode type);
std::string_view constant_type_name(TypeCode type);
std::string_view host_variable_type_name(TypeCode type);
// As the parser prints it in CAST (`numeric(5,2)`).
std::string printed_type(const Domain& domain);
// As DESC shows it (`VARCHAR(10)`).
std::string described_type(const Domain& domain);

// As the type bytes show it (CAS protocol 4.3.3).
Charset charset_of(const Domain& domain);

}  // namespace minicas
