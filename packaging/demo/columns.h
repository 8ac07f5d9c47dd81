// Buffers bound column by column: one array of values and one of lengths for each column. The same
// buffers serve as parameters of an INSERT and as columns of a SELECT.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "odbc.h"
#include "rows.h"

namespace demo {

template <std::size_t Size>
struct Text {
    char bytes[Size];
};

template <class Value>
struct Column {
    explicit Column(std::size_t rows) : values(rows), lengths(rows) {}

    std::vector<Value> values;
    std::vector<SQLLEN> lengths;  // SQL_NULL_DATA, or the length of a text in bytes

    void set(std::size_t row, const std::optional<Value>& value) {
        lengths[row] = value ? SQLLEN{sizeof(Value)} : SQL_NULL_DATA;
        if (value) {
            values[row] = *value;
        }
    }
    void set(std::size_t row, const std::optional<std::string>& text) {
        lengths[row] = SQL_NULL_DATA;
        if (text) {
            const std::size_t size = std::min(text->size(), sizeof(Value));
            std::memcpy(values[row].bytes, text->data(), size);
            lengths[row] = static_cast<SQLLEN>(size);
        }
    }

    [[nodiscard]] std::optional<Value> value(std::size_t row) const {
        return lengths[row] == SQL_NULL_DATA ? std::nullopt : std::optional{values[row]};
    }
    [[nodiscard]] std::optional<std::string> text(std::size_t row) const {
        if (lengths[row] == SQL_NULL_DATA) {
            return std::nullopt;
        }
        return std::string{values[row].bytes, static_cast<std::size_t>(lengths[row])};
    }
};

struct Columns {
    explicit Columns(std::size_t rows)
        : id{rows}, name{rows}, price{rows}, created{rows}, amount{rows} {}

    Column<SQLINTEGER> id;
    Column<Text<80>> name;
    Column<SQLDOUBLE> price;
    Column<SQL_TIMESTAMP_STRUCT> created;
    Column<Text<24>> amount;

    void set(std::size_t at, const Row& row);
    [[nodiscard]] Row row(std::size_t at) const;

    // The arrays must stay where they are while the statement uses them.
    void bind_as_parameters(const Handle& stmt);
    void bind_as_result(const Handle& stmt);
};

}  // namespace demo
