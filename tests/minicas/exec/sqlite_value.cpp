// Values on their way to SQLite and back.
#include <cstring>

#include "exec/sqlite_bridge.h"
#include "types/cast.h"

namespace minicas {

namespace {

std::string big_endian(std::int64_t value) {
    auto bits =
        static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63);  // orders as unsigned bytes
    std::string out(8, '\0');
    for (std::size_t i = 8; i-- > 0; bits >>= 8) out[i] = static_cast<char>(bits & 255);
    return out;
}

std::int64_t from_big_endian(std::string_view bytes) {
    std::uint64_t bits = 0;
    for (const char c : bytes.substr(0, 8)) bits = bits << 8 | static_cast<unsigned char>(c);
    return static_cast<std::int64_t>(bits ^ (std::uint64_t{1} << 63));
}

// BIT: the bytes, and behind them how many bits of the last one count (0: all).
std::string bits_blob(const Bits& bits) { return bits.bytes + static_cast<char>(bits.bits % 8); }

Bits bits_of(std::string_view blob) {
    Bits out;
    if (blob.empty()) return out;
    const int rest = blob.back();
    out.bytes = blob.substr(0, blob.size() - 1);
    out.bits = static_cast<int>(out.bytes.size()) * 8 - (rest == 0 ? 0 : 8 - rest);
    return out;
}

// The same for a result and for a bound parameter.
template <typename Target>
struct Giver {
    Target& target;
    void operator()(std::monostate) const { target.null(); }
    void operator()(std::int64_t v) const { target.integer(v); }
    void operator()(double v) const { target.real(v); }
    void operator()(const Decimal& v) const { target.text(v.to_string()); }
    void operator()(const std::string& v) const { target.text(v); }
    void operator()(const Bits& v) const { target.blob(bits_blob(v)); }
    void operator()(const Zoned& v) const {
        target.blob(big_endian(v.instant) + big_endian(v.local) + v.zone);
    }
    void operator()(const Lob& v) const { packed(Value(v)); }
    void operator()(const std::shared_ptr<const Collection>& v) const { packed(Value(v)); }
    void packed(const Value& v) const {
        std::string bytes;
        pack(bytes, v);
        target.blob(bytes);
    }
};

struct ToResult {
    sqlite3_context* context;
    void null() const { sqlite3_result_null(context); }
    void integer(std::int64_t v) const { sqlite3_result_int64(context, v); }
    void real(double v) const { sqlite3_result_double(context, v); }
    void text(const std::string& v) const {
        sqlite3_result_text64(context, v.data(), v.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    void blob(const std::string& v) const {
        sqlite3_result_blob64(context, v.data(), v.size(), SQLITE_TRANSIENT);
    }
};

struct ToParameter {
    sqlite3_stmt* statement;
    int index;
    int code = SQLITE_OK;
    void null() { code = sqlite3_bind_null(statement, index); }
    void integer(std::int64_t v) { code = sqlite3_bind_int64(statement, index, v); }
    void real(double v) { code = sqlite3_bind_double(statement, index, v); }
    void text(const std::string& v) {
        code = sqlite3_bind_text64(statement, index, v.data(), v.size(), SQLITE_TRANSIENT,
                                   SQLITE_UTF8);
    }
    void blob(const std::string& v) {
        code = sqlite3_bind_blob64(statement, index, v.data(), v.size(), SQLITE_TRANSIENT);
    }
};

std::string_view bytes_of(sqlite3_value* value) {
    const void* data = sqlite3_value_blob(value);
    return {static_cast<const char*>(data),
            data ? static_cast<std::size_t>(sqlite3_value_bytes(value)) : 0};
}

std::string_view text_view(sqlite3_value* value) {
    const auto* data = sqlite3_value_text(value);
    return {reinterpret_cast<const char*>(data),
            data ? static_cast<std::size_t>(sqlite3_value_bytes(value)) : 0};
}

}  // namespace

void give_result(sqlite3_context* context, const Value& value) {
    ToResult target{context};
    value.visit(Giver<ToResult>{target});
}

int bind_value(sqlite3_stmt* statement, int index, const Value& value) {
    ToParameter target{statement, index};
    value.visit(Giver<ToParameter>{target});
    return target.code;
}

Value value_of(sqlite3_value* value, const Domain& domain) {
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL) return {};
    if (is_approximate(domain.type)) return Value(sqlite3_value_double(value));
    if (domain.type == TypeCode::kNumeric) {
        if (type == SQLITE_INTEGER) return Value(Decimal::from_int(sqlite3_value_int64(value)));
        const auto decimal = Decimal::parse(text_view(value));
        return decimal ? Value(*decimal) : Value();
    }
    if (is_character(domain.type) || domain.type == TypeCode::kJson)
        return Value(std::string(text_view(value)));
    if (is_bit(domain.type)) return Value(bits_of(bytes_of(value)));
    if (is_zoned(domain.type)) {
        const auto bytes = bytes_of(value);
        if (bytes.size() < 16) return {};
        return Value(Zoned{from_big_endian(bytes.substr(8)), from_big_endian(bytes),
                           std::string(bytes.substr(16))});
    }
    if (is_collection(domain.type) || is_lob(domain.type))
        return bytes_of(value).empty() ? Value() : unpack_column(bytes_of(value), 0);
    return Value(static_cast<std::int64_t>(sqlite3_value_int64(value)));
}

}  // namespace minicas
