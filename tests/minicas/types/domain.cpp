#include "types/domain.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <tuple>

#include "types/charset.h"

namespace minicas {

namespace {

using enum TypeCode;

enum class Family {
    kNone,
    kText,
    kBits,
    kInteger,
    kApproximate,
    kExact,
    kTemporal,
    kZone,
    kCollection
};

struct TypeRow {
    TypeCode type;
    Family family;
    int precision;
    int scale;
    std::string_view domain;
    std::string_view constant;
    std::string_view host_variable;
    std::string_view printed;
};

// Precision and scale as PREPARE reports them (CAS protocol 4.3.2).
constexpr std::array kTypes{
    TypeRow{kNull, Family::kNone, 0, 0, "null", "null", "null", "null"},
    TypeRow{kChar, Family::kText, kUndetermined, 0, "character", "char", "char", "char"},
    TypeRow{kString, Family::kText, kMaxVarcharPrecision, 0, "character varying", "varchar",
            "char varying", "varchar"},
    TypeRow{kNchar, Family::kText, kUndetermined, 0, "national character", "nchar", "nchar",
            "nchar"},
    TypeRow{kVarnchar, Family::kText, kMaxVarcharPrecision, 0, "national character varying",
            "nchar varying", "nchar varying", "nchar varying"},
    TypeRow{kBit, Family::kBits, kUndetermined, 0, "bit", "bit", "bit", "bit"},
    TypeRow{kVarbit, Family::kBits, kMaxVarcharPrecision, 0, "bit varying", "varbit", "bit varying",
            "bit varying"},
    TypeRow{kNumeric, Family::kExact, 15, 0, "numeric", "numeric", "numeric", "numeric"},
    TypeRow{kInt, Family::kInteger, 10, 0, "integer", "integer", "integer", "integer"},
    TypeRow{kShort, Family::kInteger, 5, 0, "smallint", "smallint", "short", "smallint"},
    TypeRow{kMonetary, Family::kApproximate, 15, 0, "monetary", "monetary", "monetary", "monetary"},
    TypeRow{kFloat, Family::kApproximate, 7, 0, "float", "float", "float", "float"},
    TypeRow{kDouble, Family::kApproximate, 15, 0, "double", "double", "double", "double"},
    TypeRow{kDate, Family::kTemporal, 10, 0, "date", "date", "date", "date"},
    TypeRow{kTime, Family::kTemporal, 8, 0, "time", "time", "time", "time"},
    TypeRow{kTimestamp, Family::kTemporal, 19, 0, "timestamp", "timestamp", "timestamp",
            "timestamp"},
    TypeRow{kSet, Family::kCollection, 0, 0, "set", "set", "set", "set"},
    TypeRow{kMultiset, Family::kCollection, 0, 0, "multiset", "multiset", "multiset", "multiset"},
    TypeRow{kSequence, Family::kCollection, 0, 0, "sequence", "sequence", "sequence", "sequence"},
    TypeRow{kObject, Family::kNone, 0, 0, "object", "object", "object", "object"},
    TypeRow{kBigint, Family::kInteger, 19, 0, "bigint", "bigint", "bigint", "bigint"},
    TypeRow{kDatetime, Family::kTemporal, 23, 3, "datetime", "datetime", "datetime", "datetime"},
    TypeRow{kBlob, Family::kNone, 0, 0, "blob", "blob", "blob", "blob"},
    TypeRow{kClob, Family::kNone, 0, 0, "clob", "clob", "clob", "clob"},
    TypeRow{kEnum, Family::kNone, 0, 0, "enum", "enum", "enum", "enum"},
    TypeRow{kTimestamptz, Family::kZone, 19, 0, "timestamptz", "timestamptz", "timestamptz",
            "timestamptz"},
    TypeRow{kTimestampltz, Family::kZone, 19, 0, "timestampltz", "timestampltz", "timestampltz",
            "timestampltz"},
    TypeRow{kDatetimetz, Family::kZone, 23, 3, "datetimetz", "datetimetz", "datetimetz",
            "datetimetz"},
    TypeRow{kDatetimeltz, Family::kZone, 23, 3, "datetimeltz", "datetimeltz", "datetimeltz",
            "datetimeltz"},
    TypeRow{kJson, Family::kNone, 0, 0, "json", "json", "json", "json"}};

const TypeRow& row(TypeCode type) {
    const auto found = std::find_if(kTypes.begin(), kTypes.end(),
                                    [&](const TypeRow& r) { return r.type == type; });
    return found == kTypes.end() ? kTypes.front() : *found;
}

bool has_family(TypeCode type, Family family) { return row(type).family == family; }

}  // namespace

Domain Domain::of(TypeCode type) {
    Domain domain;
    domain.type = type;
    domain.precision = row(type).precision;
    domain.scale = row(type).scale;
    return domain;
}

Domain Domain::character(TypeCode type, int precision) {
    Domain domain = of(type);
    domain.precision = precision;
    return domain;
}

Domain Domain::numeric(int precision, int scale) {
    Domain domain = of(kNumeric);
    domain.precision = std::min(precision, kMaxNumericPrecision);
    domain.scale = std::min(scale, kMaxNumericPrecision);
    return domain;
}

Domain Domain::collection(TypeCode kind, std::vector<Domain> elements) {
    Domain domain = of(kind);
    if (!elements.empty())
        domain.elements = std::make_shared<const std::vector<Domain>>(std::move(elements));
    return domain;
}

bool Domain::operator==(const Domain& other) const {
    const auto plain = [](const Domain& d) {
        return std::tie(d.type, d.precision, d.scale, d.collation, d.charset, d.labels,
                        d.class_name);
    };
    if (plain(*this) != plain(other)) return false;
    if (!elements || !other.elements) return elements == other.elements;
    return *elements == *other.elements;
}

const Domain* Domain::element() const {
    return elements && elements->size() == 1 ? &elements->front() : nullptr;
}

bool is_character(TypeCode type) { return has_family(type, Family::kText); }
bool is_bit(TypeCode type) { return has_family(type, Family::kBits); }
bool is_integer(TypeCode type) { return has_family(type, Family::kInteger); }
bool is_approximate(TypeCode type) { return has_family(type, Family::kApproximate); }
bool is_number(TypeCode type) {
    return is_integer(type) || is_approximate(type) || type == kNumeric;
}
bool is_datetime(TypeCode type) { return has_family(type, Family::kTemporal) || is_zoned(type); }
bool is_zoned(TypeCode type) { return has_family(type, Family::kZone); }
bool is_collection(TypeCode type) { return has_family(type, Family::kCollection); }
bool is_lob(TypeCode type) { return type == kBlob || type == kClob; }
bool is_national(TypeCode type) { return type == kNchar || type == kVarnchar; }

std::string_view domain_name(TypeCode type) { return row(type).domain; }
std::string_view constant_type_name(TypeCode type) { return row(type).constant; }
std::string_view host_variable_type_name(TypeCode type) { return row(type).host_variable; }

std::string printed_type(const Domain& domain) {
    std::string name(row(domain.type).printed);
    if (domain.type == kNumeric)
        return name + "(" + std::to_string(domain.precision) + "," + std::to_string(domain.scale) +
               ")";
    if (is_collection(domain.type) && domain.elements) {
        std::string list;
        for (const auto& element : *domain.elements)
            list += (list.empty() ? "" : ", ") + printed_type(element);
        return name + "(" + list + ")";
    }
    if (domain.type == kEnum && domain.labels) {
        std::string list;
        for (const auto& label : *domain.labels) list += (list.empty() ? "'" : ", '") + label + "'";
        return name + "(" + list + ")";
    }
    const bool sized = is_character(domain.type) || is_bit(domain.type);
    if (sized && domain.precision > 0 && domain.precision != kMaxVarcharPrecision)
        name += "(" + std::to_string(domain.precision) + ")";
    if (is_character(domain.type) && domain.charset != Domain::of(domain.type).charset)
        name += " collate " + collation_name(domain.charset, domain.collation);
    return name;
}

std::string described_type(const Domain& domain) {
    if (domain.type == kEnum) return "ENUM" + printed_type(domain).substr(4);
    Domain plain = domain;
    plain.charset = Domain::of(domain.type).charset;
    std::string text = printed_type(plain);
    if (domain.type == kString && domain.precision == kMaxVarcharPrecision)
        text += "(" + std::to_string(kMaxVarcharPrecision) + ")";
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

Charset charset_of(const Domain& domain) {
    if (is_collection(domain.type))
        return domain.elements ? charset_of(domain.elements->front()) : Charset::kUtf8;
    if (is_character(domain.type)) return domain.charset;
    if (domain.type == kEnum || domain.type == kJson) return Charset::kUtf8;
    return is_bit(domain.type) ? Charset::kRawBits : Charset::kAscii;
}

}  // namespace minicas
