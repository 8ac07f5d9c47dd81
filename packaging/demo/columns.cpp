#include "columns.h"

namespace demo {

void Columns::set(std::size_t at, const Row& row) {
    id.set(at, std::optional{row.id});
    name.set(at, row.name);
    price.set(at, row.price);
    created.set(at, row.created);
    amount.set(at, row.amount);
}

Row Columns::row(std::size_t at) const {
    return {.id = id.value(at).value_or(-1),
            .name = name.text(at),
            .price = price.value(at),
            .created = created.value(at),
            .amount = amount.text(at)};
}

namespace {

struct ParameterType {
    SQLSMALLINT c_type;
    SQLSMALLINT sql_type;
    SQLULEN size;
    SQLSMALLINT digits;
};

template <class Value>
void bind_parameter(const Handle& stmt, SQLUSMALLINT number, ParameterType type,
                    Column<Value>& column) {
    stmt.check(
        SQLBindParameter(stmt.get(), number, SQL_PARAM_INPUT, type.c_type, type.sql_type, type.size,
                         type.digits, column.values.data(), sizeof(Value), column.lengths.data()),
        "SQLBindParameter");
}

template <class Value>
void bind_column(const Handle& stmt, SQLUSMALLINT number, SQLSMALLINT c_type,
                 Column<Value>& column) {
    stmt.check(SQLBindCol(stmt.get(), number, c_type, column.values.data(), sizeof(Value),
                          column.lengths.data()),
               "SQLBindCol");
}

}  // namespace

void Columns::bind_as_parameters(const Handle& stmt) {
    bind_parameter(stmt, 1, {SQL_C_SLONG, SQL_INTEGER, 10, 0}, id);
    bind_parameter(stmt, 2, {SQL_C_CHAR, SQL_VARCHAR, 60, 0}, name);
    bind_parameter(stmt, 3, {SQL_C_DOUBLE, SQL_DOUBLE, 15, 0}, price);
    bind_parameter(stmt, 4, {SQL_C_TYPE_TIMESTAMP, SQL_TYPE_TIMESTAMP, 23, 3}, created);
    bind_parameter(stmt, 5, {SQL_C_CHAR, SQL_NUMERIC, 15, 2}, amount);
}

void Columns::bind_as_result(const Handle& stmt) {
    bind_column(stmt, 1, SQL_C_SLONG, id);
    bind_column(stmt, 2, SQL_C_CHAR, name);
    bind_column(stmt, 3, SQL_C_DOUBLE, price);
    bind_column(stmt, 4, SQL_C_TYPE_TIMESTAMP, created);
    bind_column(stmt, 5, SQL_C_CHAR, amount);
}

}  // namespace demo
