// A value of any domain. The domain stands beside it: in the column, the expression or the bind.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "types/decimal.h"
#include "types/domain.h"

namespace minicas {

struct Bits {
    std::string bytes;  // left aligned
    int bits = 0;
};

// A time with its zone. `instant` orders: milliseconds since 0001-01-01 UTC.
struct Zoned {
    std::int64_t local = 0;  // packed DATETIME in the zone (calendar.h)
    std::int64_t instant = 0;
    std::string zone;
};

// A large object lives in a file of its own (store/lob_store.h).
struct Lob {
    std::string locator;
    std::int64_t size = 0;  // as who made the handle says, also when the file has another
};

struct Collection;

// What is stored: integers, enumeration indexes and packed dates as int64; FLOAT, DOUBLE and
// MONETARY as double.
class Value {
 public:
    Value() = default;
    explicit Value(std::int64_t v) : data_(v) {}
    explicit Value(double v) : data_(v) {}
    explicit Value(const Decimal& v) : data_(v) {}
    explicit Value(std::string v) : data_(std::move(v)) {}
    explicit Value(std::string_view v) : data_(std::string(v)) {}
    explicit Value(const char* v) : data_(std::string(v)) {}
    explicit Value(Bits v) : data_(std::move(v)) {}
    explicit Value(Zoned v) : data_(std::move(v)) {}
    explicit Value(Lob v) : data_(std::move(v)) {}
    explicit Value(std::shared_ptr<const Collection> v) : data_(std::move(v)) {}

    bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
    std::int64_t integer() const { return std::get<std::int64_t>(data_); }
    double real() const { return std::get<double>(data_); }
    const Decimal& decimal() const { return std::get<Decimal>(data_); }
    const std::string& text() const { return std::get<std::string>(data_); }
    const Bits& bits() const { return std::get<Bits>(data_); }
    const Zoned& zoned() const { return std::get<Zoned>(data_); }
    const Lob& lob() const { return std::get<Lob>(data_); }
    const Collection& collection() const {
        return *std::get<std::shared_ptr<const Collection>>(data_);
    }

    template <typename Visitor>
    decltype(auto) visit(Visitor&& visitor) const {
        return std::visit(std::forward<Visitor>(visitor), data_);
    }

 private:
    std::variant<std::monostate, std::int64_t, double, Decimal, std::string, Bits, Zoned, Lob,
                 std::shared_ptr<const Collection>>
        data_;
};

struct TypedValue {
    Domain domain;
    Value value;
};

struct Collection {
    std::vector<TypedValue> items;
};

// A stored row is one string: no allocation per column, and what a storage file keeps.
using Row = std::vector<Value>;
void pack(std::string& out, const Value& value);
std::string pack_row(const Row& row);
Row unpack_row(std::string_view packed);
Value unpack_column(std::string_view packed, std::size_t column);

}  // namespace minicas
