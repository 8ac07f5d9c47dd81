// What the conversion tests share: wire cells, buffers with guards around them, one-line fetches
// and binds.
#pragma once

#include <gmock/gmock.h>

#include <bit>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "convert/decode.h"
#include "convert/encode.h"

namespace cubrid::odbc::convert::test {

class WireCell {
 public:
    explicit WireCell(std::vector<std::byte> bytes) : bytes_{std::move(bytes)} {}
    // NOLINTNEXTLINE(google-explicit-constructor): a wire cell is a cell
    operator cas::Cell() const { return {bytes_.data(), static_cast<std::int32_t>(bytes_.size())}; }
    [[nodiscard]] WireCell tagged(unsigned first, cas::Type type) const {
        std::vector<std::byte> bytes = {static_cast<std::byte>(first),
                                        static_cast<std::byte>(type)};
        bytes.insert(bytes.end(), bytes_.begin(), bytes_.end());
        return WireCell{bytes};
    }

 private:
    std::vector<std::byte> bytes_;
};

inline std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = base::as_bytes(text);
    return {bytes.begin(), bytes.end()};
}
inline WireCell raw_cell(std::string_view bytes) { return WireCell{bytes_of(bytes)}; }
inline WireCell text_cell(std::string_view text) { return raw_cell(std::string{text} + '\0'); }
template <class T>
WireCell integer_cell(T value) {
    std::vector<std::byte> bytes(sizeof(T));
    base::store_be(bytes.data(), value);
    return WireCell{bytes};
}
inline WireCell double_cell(double value) {
    return integer_cell(std::bit_cast<std::uint64_t>(value));
}
inline WireCell float_cell(float value) {
    return integer_cell(std::bit_cast<std::uint32_t>(value));
}
inline WireCell shorts_cell(std::initializer_list<int> shorts, std::string_view zone = {}) {
    std::vector<std::byte> bytes(2 * shorts.size());
    std::byte* at = bytes.data();
    for (const int value : shorts) {
        base::store_be(at, static_cast<std::uint16_t>(value));
        at += 2;
    }
    if (!zone.empty()) {
        const auto text = bytes_of(std::string{zone} + '\0');
        bytes.insert(bytes.end(), text.begin(), text.end());
    }
    return WireCell{bytes};
}

inline ColumnContext column(cas::Type type, cas::WireCharset charset = cas::WireCharset::utf8) {
    ColumnContext context;
    context.type = {type, cas::Collection::none, charset};
    return context;
}

inline constexpr unsigned char kPoison = 0x5A;
inline constexpr SQLLEN kUnset = -777;

// An application's buffer at an odd address between guards.
class GuardedBuffer {
 public:
    explicit GuardedBuffer(std::size_t capacity) : memory_(capacity + 2 * kGuard + 1, kPoison) {}

    [[nodiscard]] void* value() { return memory_.data() + kGuard + 1; }
    [[nodiscard]] std::string bytes(std::size_t count) const {
        const auto* from = reinterpret_cast<const char*>(memory_.data()) + kGuard + 1;
        return {from, count};
    }
    [[nodiscard]] std::u16string units(std::size_t count) const {
        std::u16string units(count, u'\0');
        std::memcpy(units.data(), memory_.data() + kGuard + 1, 2 * count);
        return units;
    }
    template <class T>
    [[nodiscard]] T as() const {
        T value;
        std::memcpy(&value, memory_.data() + kGuard + 1, sizeof value);
        return value;
    }
    // Nothing but the first `count` bytes of the buffer has been written.
    [[nodiscard]] bool is_untouched_behind(std::size_t count) const {
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            const bool may_be_written = i > kGuard && i <= kGuard + count;
            if (!may_be_written && memory_[i] != kPoison) return false;
        }
        return true;
    }
    [[nodiscard]] bool is_untouched() const { return is_untouched_behind(0); }

 private:
    static constexpr std::size_t kGuard = 32;
    std::vector<unsigned char> memory_;
};

// A fetch into a buffer of `capacity` bytes.
struct Fetched {
    Outcome outcome;
    SQLLEN length = kUnset;
    GuardedBuffer buffer;
};

inline Fetched fetch(const ColumnContext& context, const cas::Cell& cell, SQLSMALLINT c_type,
                     std::size_t capacity) {
    Fetched fetched{Outcome::ok, kUnset, GuardedBuffer{capacity}};
    const Decode decode = select_decoder(context.type, c_type);
    EXPECT_NE(decode, nullptr);
    if (decode == nullptr) return fetched;
    const Target target{fetched.buffer.value(), static_cast<SQLLEN>(capacity), &fetched.length,
                        &fetched.length};
    fetched.outcome = decode(cell, target, context);
    return fetched;
}

// A fetch into a C type of fixed size.
template <class T>
struct FetchedValue {
    Outcome outcome;
    T value;
};
template <class T>
FetchedValue<T> fetch_fixed(const ColumnContext& context, const cas::Cell& cell,
                            SQLSMALLINT c_type) {
    const Fetched fetched = fetch(context, cell, c_type, sizeof(T));
    EXPECT_TRUE(fetched.buffer.is_untouched_behind(sizeof(T)));
    if (is_error(fetched.outcome)) {
        EXPECT_TRUE(fetched.buffer.is_untouched());
        EXPECT_EQ(fetched.length, kUnset);
    } else {
        EXPECT_EQ(fetched.length, static_cast<SQLLEN>(sizeof(T)));
    }
    return {fetched.outcome, fetched.buffer.as<T>()};
}

// A fetch as SQL_C_CHAR or SQL_C_WCHAR that fits.
inline std::string fetch_text(const ColumnContext& context, const cas::Cell& cell) {
    constexpr std::size_t kRoom = 200;
    const Fetched fetched = fetch(context, cell, SQL_C_CHAR, kRoom);
    EXPECT_EQ(fetched.outcome, Outcome::ok);
    EXPECT_TRUE(fetched.buffer.is_untouched_behind(static_cast<std::size_t>(fetched.length) + 1));
    const Fetched wide = fetch(context, cell, SQL_C_WCHAR, 2 * kRoom);
    EXPECT_EQ(wide.outcome, Outcome::ok);
    return fetched.outcome == Outcome::ok
               ? fetched.buffer.bytes(static_cast<std::size_t>(fetched.length))
               : "";
}

// A bind: its wire type and value, when it succeeds.
struct Bound {
    Outcome outcome = Outcome::ok;
    cas::Type type = cas::Type::null;
    std::string bytes;
    // Without the NUL of the wire.
    [[nodiscard]] std::string text() const {
        return bytes.empty() ? bytes : bytes.substr(0, bytes.size() - 1);
    }
};

inline Bound bind(SQLSMALLINT c_type, const Source& source, const ParamContext& context) {
    Bound bound;
    const Encode encode = select_encoder(c_type, context.sql_type);
    EXPECT_NE(encode, nullptr);
    if (encode == nullptr) return bound;
    cas::WireWriter out;
    out.begin(cas::Function::execute);
    const std::size_t mark = out.mark();
    bound.outcome = encode(source, context, out);
    if (is_error(bound.outcome)) return bound;
    const base::Bytes frame = out.finish({}).subspan(mark);
    EXPECT_EQ(base::load_be<std::int32_t>(frame.data()), 1);
    bound.type = static_cast<cas::Type>(frame[4]);
    const auto size = static_cast<std::size_t>(base::load_be<std::int32_t>(frame.data() + 5));
    EXPECT_EQ(frame.size(), 9 + size);
    bound.bytes = base::as_text(frame.subspan(9));
    return bound;
}

inline ParamContext param(SQLSMALLINT sql_type, SQLULEN column_size = 0) {
    ParamContext context;
    context.sql_type = sql_type;
    context.column_size = column_size;
    return context;
}

inline Bound bind_text_as(SQLSMALLINT sql_type, std::string_view text, SQLULEN column_size = 0) {
    return bind(SQL_C_CHAR, {text.data(), static_cast<SQLLEN>(text.size())},
                param(sql_type, column_size));
}
// Any value of a fixed C type.
template <class T>
Bound bind_value_as(SQLSMALLINT c_type, SQLSMALLINT sql_type, const T& value,
                    SQLULEN column_size = 0) {
    std::vector<std::byte> odd(sizeof value + 1);
    std::memcpy(odd.data() + 1, &value, sizeof value);
    return bind(c_type, {odd.data() + 1, SQLLEN{0}}, param(sql_type, column_size));
}
template <class T>
T number_in(const Bound& bound) {
    EXPECT_EQ(bound.bytes.size(), sizeof(T));
    return base::load_be<T>(base::as_bytes(bound.bytes).data());
}

// Every C type, the ODBC 2 codes of dates and times left out.
inline std::vector<int> all_c_types() {
    std::vector<int> types = {SQL_C_CHAR,           SQL_C_WCHAR,   SQL_C_BINARY,    SQL_C_BIT,
                              SQL_C_STINYINT,       SQL_C_TINYINT, SQL_C_UTINYINT,  SQL_C_SSHORT,
                              SQL_C_SHORT,          SQL_C_USHORT,  SQL_C_SLONG,     SQL_C_LONG,
                              SQL_C_ULONG,          SQL_C_SBIGINT, SQL_C_UBIGINT,   SQL_C_FLOAT,
                              SQL_C_DOUBLE,         SQL_C_NUMERIC, SQL_C_TYPE_DATE, SQL_C_TYPE_TIME,
                              SQL_C_TYPE_TIMESTAMP, SQL_C_GUID};
    for (int type = SQL_C_INTERVAL_YEAR; type <= SQL_C_INTERVAL_MINUTE_TO_SECOND; ++type) {
        types.push_back(type);
    }
    return types;
}
inline std::string state_of(Outcome outcome) {
    return std::string{to_diag(outcome, 1, 1).state.view()};
}

}  // namespace cubrid::odbc::convert::test
