// How long the driver takes to write or read one cell, beside a memcpy of the same bytes.
#include <sql.h>
#include <sqlext.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "cas/page.h"
#include "cas/wire_writer.h"
#include "convert/decode.h"
#include "convert/encode.h"
#include "rounds.h"

namespace {

using namespace cubrid::odbc;

constexpr std::size_t kRows = 10'000;
constexpr int kRounds = 15;

// Of each measurement, so that it takes longer than what disturbs it.
constexpr int kRepetitions = 20;

template <class Action>
std::function<void()> repeated(Action action) {
    return [action] {
        for (int i = 0; i < kRepetitions; ++i) action();
    };
}

// Each action works on all rows.
template <class Driver, class Copying>
void race(const std::string& title, Driver driver, Copying copying) {
    bench::compete({.title = title,
                    .rounds = kRounds,
                    .operations = kRows * kRepetitions,
                    .unit = "ns",
                    .before = {}},
                   {{"driver", repeated(driver)}, {"memcpy", repeated(copying)}});
}

// Seen by the compiler as changing, so that nothing is left out.
volatile std::size_t sink = 0;

struct Pair {
    const char* name;
    SQLSMALLINT c_type;
    SQLSMALLINT sql_type;
    SQLULEN size;
    std::size_t stride;
    std::string value;  // of each row, in the C type's form
};

template <class T>
std::string bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string utf16_of(const std::string& ascii) {
    std::string units;
    for (const char c : ascii) units += {c, '\0'};
    return units;
}

const std::string kText = "text of twenty-four byte";

std::vector<Pair> pairs() {
    const SQL_TIMESTAMP_STRUCT at{2024, 2, 29, 12, 30, 59, 123'000'000};
    return {{"int", SQL_C_SLONG, SQL_INTEGER, 0, 4, bytes_of(SQLINTEGER{123'456'789})},
            {"bigint", SQL_C_SBIGINT, SQL_BIGINT, 0, 8, bytes_of(SQLBIGINT{1} << 40)},
            {"double", SQL_C_DOUBLE, SQL_DOUBLE, 0, 8, bytes_of(1.0 / 7)},
            {"text", SQL_C_CHAR, SQL_VARCHAR, 40, 41, kText},
            {"wide", SQL_C_WCHAR, SQL_WVARCHAR, 40, 82, utf16_of(kText)},
            {"datetime", SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 23, 16, bytes_of(at)}};
}

void encode(const Pair& pair) {
    std::vector<char> column(kRows * pair.stride);
    for (std::size_t i = 0; i < kRows; ++i) {
        std::memcpy(&column[i * pair.stride], pair.value.data(), pair.value.size());
    }
    const auto length = static_cast<SQLLEN>(pair.value.size());
    convert::ParamContext context;
    context.sql_type = pair.sql_type;
    context.column_size = pair.size;
    const convert::Encode encoder = convert::select_encoder(pair.c_type, pair.sql_type);
    cas::WireWriter out;
    base::Buffer copy;
    race(
        std::string{"encode "} + pair.name,
        [&] {
            out.begin(cas::Function::execute_array);
            for (std::size_t i = 0; i < kRows; ++i) {
                const convert::Source source{&column[i * pair.stride], length,
                                             static_cast<SQLLEN>(pair.stride)};
                if (encoder(source, context, out) != convert::Outcome::ok) sink = i;
            }
            sink = out.mark();
        },
        [&] {
            copy.clear();
            for (std::size_t i = 0; i < kRows; ++i) {
                std::memcpy(copy.extend(pair.value.size()), &column[i * pair.stride],
                            pair.value.size());
            }
            sink = copy.size();
        });
}

// Cells of one column, as a server sends them.
std::vector<std::byte> cells_of(const std::string& value) {
    std::vector<std::byte> cells;
    for (std::size_t i = 0; i < kRows; ++i) {
        const auto* bytes = reinterpret_cast<const std::byte*>(value.data());
        cells.insert(cells.end(), bytes, bytes + value.size());
    }
    return cells;
}

struct Column {
    const char* name;
    cas::Type type;
    SQLSMALLINT c_type;
    std::size_t stride;
    std::string cell;
};

std::vector<Column> columns() {
    using namespace std::string_literals;
    return {{"int", cas::Type::integer, SQL_C_SLONG, 4, "\x07\x5b\xcd\x15"s},
            {"bigint", cas::Type::bigint, SQL_C_SBIGINT, 8, "\0\0\1\0\0\0\0\0"s},
            {"double", cas::Type::double_precision, SQL_C_DOUBLE, 8,
             "\x3f\xc2\x49\x24\x92\x49\x24\x92"s},
            {"text", cas::Type::string, SQL_C_CHAR, 41, kText + '\0'},
            {"wide", cas::Type::string, SQL_C_WCHAR, 82, kText + '\0'},
            {"datetime", cas::Type::datetime, SQL_C_TYPE_TIMESTAMP, 16,
             "\x07\xe8\0\2\0\x1d\0\x0c\0\x1e\0\x3b\0\x7b"s}};
}

void decode(const Column& column) {
    const auto cells = cells_of(column.cell);
    const std::size_t size = column.cell.size();
    std::vector<char> values(kRows * column.stride);
    std::vector<SQLLEN> lengths(kRows);
    convert::ColumnContext context;
    context.type = {column.type, cas::Collection::none, cas::WireCharset::utf8};
    const convert::Decode decoder = convert::select_decoder(context.type, column.c_type);
    race(
        std::string{"decode "} + column.name,
        [&] {
            for (std::size_t i = 0; i < kRows; ++i) {
                const cas::Cell cell{&cells[i * size], static_cast<std::int32_t>(size)};
                const convert::Target target{&values[i * column.stride],
                                             static_cast<SQLLEN>(column.stride), &lengths[i],
                                             &lengths[i]};
                if (decoder(cell, target, context) != convert::Outcome::ok) sink = i;
            }
        },
        [&] {
            for (std::size_t i = 0; i < kRows; ++i) {
                std::memcpy(&values[i * column.stride], &cells[i * size],
                            std::min(size, column.stride));
                lengths[i] = static_cast<SQLLEN>(size);
            }
            sink = values.size();
        });
}

}  // namespace

int main() {
    for (const auto& pair : pairs()) encode(pair);
    for (const auto& column : columns()) decode(column);
    return 0;
}
