#include "types/value.h"

#include <cstring>

namespace minicas {

namespace {

enum class Tag : char {
    kNull,
    kSmall,
    kInteger,
    kReal,
    kDecimal,
    kText,
    kBits,
    kZoned,
    kLob,
    kCollection
};

template <typename T>
void put(std::string& out, const T& value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    out.append(raw, sizeof(T));
}

void put_text(std::string& out, std::string_view text) {
    put(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
}

class Unpacker {
 public:
    explicit Unpacker(std::string_view packed) : rest_(packed) {}
    bool done() const { return rest_.empty(); }

    Value next() {
        switch (static_cast<Tag>(take<char>())) {
            case Tag::kNull:
                return {};
            case Tag::kSmall:
                return Value(std::int64_t{take<std::int32_t>()});
            case Tag::kInteger:
                return Value(take<std::int64_t>());
            case Tag::kReal:
                return Value(take<double>());
            case Tag::kDecimal: {
                const auto scale = take<std::int8_t>();
                return Value(Decimal{take<Int128>(), scale});
            }
            case Tag::kText:
                return Value(text());
            case Tag::kBits: {
                const auto bits = take<std::int32_t>();
                return Value(Bits{std::string(text()), bits});
            }
            case Tag::kZoned: {
                const auto local = take<std::int64_t>();
                const auto instant = take<std::int64_t>();
                return Value(Zoned{local, instant, std::string(text())});
            }
            case Tag::kLob: {
                const auto size = take<std::int64_t>();
                return Value(Lob{std::string(text()), size});
            }
            case Tag::kCollection:
                break;
        }
        auto collection = std::make_shared<Collection>();
        const auto count = take<std::uint32_t>();
        for (std::uint32_t i = 0; i < count; ++i) {
            TypedValue item;
            item.domain = Domain::of(take<TypeCode>());
            item.domain.precision = take<std::int32_t>();
            item.domain.scale = take<std::int32_t>();
            item.domain.charset = take<Charset>();
            item.value = next();
            collection->items.push_back(std::move(item));
        }
        return Value(std::shared_ptr<const Collection>(std::move(collection)));
    }

    void skip() {
        switch (static_cast<Tag>(rest_.front())) {
            case Tag::kNull:
                rest_.remove_prefix(1);
                return;
            case Tag::kSmall:
                rest_.remove_prefix(1 + sizeof(std::int32_t));
                return;
            case Tag::kInteger:
                rest_.remove_prefix(1 + sizeof(std::int64_t));
                return;
            case Tag::kReal:
                rest_.remove_prefix(1 + sizeof(double));
                return;
            case Tag::kDecimal:
                rest_.remove_prefix(2 + sizeof(Int128));
                return;
            case Tag::kText:
                take<char>();
                text();
                return;
            default:
                next();
        }
    }

 private:
    template <typename T>
    T take() {
        T value;
        std::memcpy(&value, rest_.data(), sizeof(T));
        rest_.remove_prefix(sizeof(T));
        return value;
    }

    std::string_view text() {
        const auto size = take<std::uint32_t>();
        const auto out = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return out;
    }

    std::string_view rest_;
};

struct Packer {
    std::string& out;

    void tag(Tag t) const { out.push_back(static_cast<char>(t)); }
    void operator()(std::monostate) const { tag(Tag::kNull); }
    void operator()(std::int64_t v) const {
        if (const auto small = static_cast<std::int32_t>(v); small == v) {
            tag(Tag::kSmall);
            put(out, small);
        } else {
            tag(Tag::kInteger);
            put(out, v);
        }
    }
    void operator()(double v) const {
        tag(Tag::kReal);
        put(out, v);
    }
    void operator()(const Decimal& v) const {
        tag(Tag::kDecimal);
        put(out, static_cast<std::int8_t>(v.scale));
        put(out, v.unscaled);
    }
    void operator()(const std::string& v) const {
        tag(Tag::kText);
        put_text(out, v);
    }
    void operator()(const Bits& v) const {
        tag(Tag::kBits);
        put(out, static_cast<std::int32_t>(v.bits));
        put_text(out, v.bytes);
    }
    void operator()(const Zoned& v) const {
        tag(Tag::kZoned);
        put(out, v.local);
        put(out, v.instant);
        put_text(out, v.zone);
    }
    void operator()(const Lob& v) const {
        tag(Tag::kLob);
        put(out, v.size);
        put_text(out, v.locator);
    }
    void operator()(const std::shared_ptr<const Collection>& v) const {
        tag(Tag::kCollection);
        put(out, static_cast<std::uint32_t>(v->items.size()));
        for (const auto& [domain, value] : v->items) {
            put(out, domain.type);
            put(out, static_cast<std::int32_t>(domain.precision));
            put(out, static_cast<std::int32_t>(domain.scale));
            put(out, domain.charset);
            pack(out, value);
        }
    }
};

}  // namespace

void pack(std::string& out, const Value& value) { value.visit(Packer{out}); }

std::string pack_row(const Row& row) {
    std::string out;
    for (const auto& value : row) pack(out, value);
    out.shrink_to_fit();
    return out;
}

Row unpack_row(std::string_view packed) {
    Unpacker unpacker(packed);
    Row row;
    while (!unpacker.done()) row.push_back(unpacker.next());
    return row;
}

Value unpack_column(std::string_view packed, std::size_t column) {
    Unpacker unpacker(packed);
    for (std::size_t i = 0; i < column; ++i) unpacker.skip();
    return unpacker.next();
}

}  // namespace minicas
