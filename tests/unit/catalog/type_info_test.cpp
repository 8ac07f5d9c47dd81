#include "catalog/type_info.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace cubrid::odbc::catalog {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// One row of the result, decoded by hand.
struct TypeRow {
    std::string name;
    int type = 0;
    int size = 0;
    std::optional<std::string> prefix;
    std::optional<int> datetime_sub;
    int verbose_type = 0;
};

std::optional<std::string> text_of(cas::Cell cell) {
    if (cell.is_null()) return std::nullopt;
    return std::string{base::as_text(cell.bytes().first(cell.bytes().size() - 1))};
}
std::optional<int> number_of(cas::Cell cell) {
    if (cell.is_null()) return std::nullopt;
    return cell.size == 2 ? base::load_be<std::int16_t>(cell.data)
                          : base::load_be<std::int32_t>(cell.data);
}

std::vector<TypeRow> rows_of(const LocalResult& result) {
    constexpr std::size_t kSqlDataType = 15;
    std::vector<TypeRow> rows;
    cas::RowWalker walker{result.page, result.columns.size()};
    while (walker.next_row()) {
        std::vector<cas::Cell> cells;
        for (std::size_t i = 0; i < result.columns.size(); ++i) cells.push_back(walker.next_cell());
        rows.push_back({text_of(cells[0]).value_or(""), number_of(cells[1]).value_or(0),
                        number_of(cells[2]).value_or(0), text_of(cells[3]),
                        number_of(cells[kSqlDataType + 1]),
                        number_of(cells[kSqlDataType]).value_or(0)});
    }
    return rows;
}

std::vector<TypeRow> types(SQLSMALLINT type, const TypeInfoOptions& options = {}) {
    auto result = type_info(type, options);
    EXPECT_TRUE(result);
    return result ? rows_of(*result) : std::vector<TypeRow>{};
}
std::vector<std::string> names(SQLSMALLINT type, const TypeInfoOptions& options = {}) {
    std::vector<std::string> all;
    for (const TypeRow& row : types(type, options)) all.push_back(row.name);
    return all;
}

TEST(TypeInfo, HasTheColumnsOfOdbc) {
    const auto result = type_info(SQL_ALL_TYPES, {});
    ASSERT_TRUE(result);
    ASSERT_THAT(result->columns, SizeIs(19));
    EXPECT_EQ(result->columns[0].label, "TYPE_NAME");
    EXPECT_EQ(result->columns[2].label, "COLUMN_SIZE");
    EXPECT_EQ(result->columns[10].label, "FIXED_PREC_SCALE");
    EXPECT_EQ(result->columns[11].label, "AUTO_UNIQUE_VALUE");
    EXPECT_EQ(result->columns[18].label, "INTERVAL_PRECISION");
}

TEST(TypeInfo, HasOtherColumnNamesForOdbc2) {
    const auto result = type_info(SQL_ALL_TYPES, {.odbc2 = true});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->columns[2].label, "PRECISION");
    EXPECT_EQ(result->columns[10].label, "MONEY");
    EXPECT_EQ(result->columns[11].label, "AUTO_INCREMENT");
}

TEST(TypeInfo, IsOrderedByTypeAlsoAsOdbc2NumbersThem) {
    for (const bool odbc2 : {false, true}) {
        const auto rows = types(SQL_ALL_TYPES, {.odbc2 = odbc2});
        EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
            return a.type < b.type;
        })) << odbc2;
    }
}

TEST(TypeInfo, TheClosestTypeComesFirst) {
    EXPECT_EQ(names(SQL_TYPE_TIMESTAMP).front(), "DATETIME");
    EXPECT_EQ(names(SQL_DOUBLE).front(), "DOUBLE");
    EXPECT_EQ(names(SQL_VARCHAR).front(), "VARCHAR");
    EXPECT_EQ(names(SQL_WVARCHAR).front(), "VARCHAR");
}

TEST(TypeInfo, TextIsFoundUnderItsWideAndItsNarrowType) {
    for (const bool wide : {false, true}) {
        const TypeInfoOptions options{.wide_text = wide};
        EXPECT_THAT(types(SQL_WVARCHAR, options),
                    Contains(testing::Field(&TypeRow::type, SQL_WVARCHAR)));
        EXPECT_THAT(types(SQL_VARCHAR, options),
                    Contains(testing::Field(&TypeRow::type, SQL_VARCHAR)));
    }
}

TEST(TypeInfo, TextTellsItsTrueLength) {
    EXPECT_EQ(types(SQL_VARCHAR).front().size, 1073741823);
    EXPECT_EQ(types(SQL_WLONGVARCHAR).front().size, 1073741823);
}

TEST(TypeInfo, NumbersTellTheirDigits) {
    EXPECT_EQ(types(SQL_INTEGER).front().size, 10);
    EXPECT_EQ(types(SQL_SMALLINT).front().size, 5);
    EXPECT_EQ(types(SQL_BIGINT).front().size, 19);
    EXPECT_EQ(types(SQL_NUMERIC).front().size, 38);
    EXPECT_EQ(types(SQL_REAL).front().size, 7);
    EXPECT_EQ(types(SQL_DOUBLE).front().size, 15);
}

TEST(TypeInfo, DatesHaveTheirVerboseTypeAndSubcode) {
    const auto date = types(SQL_TYPE_DATE).front();
    EXPECT_EQ(date.verbose_type, SQL_DATETIME);
    EXPECT_EQ(date.datetime_sub, SQL_CODE_DATE);
    EXPECT_EQ(date.prefix, "DATE'");
    EXPECT_EQ(types(SQL_INTEGER).front().datetime_sub, std::nullopt);
}

TEST(TypeInfo, Odbc2AsksForDatesByOtherNumbers) {
    EXPECT_THAT(names(SQL_DATE), ElementsAre("DATE"));
    EXPECT_EQ(types(SQL_DATE, {.odbc2 = true}).front().type, SQL_DATE);
    EXPECT_EQ(types(SQL_DATE).front().type, SQL_TYPE_DATE);
}

TEST(TypeInfo, ATypeThatCubridDoesNotHaveGivesNoRow) {
    EXPECT_THAT(types(SQL_GUID), IsEmpty());
    EXPECT_THAT(types(SQL_INTERVAL_DAY), IsEmpty());
    EXPECT_THAT(types(SQL_TINYINT), IsEmpty());
}

TEST(TypeInfo, WhatIsNoTypeAtAllIsHY004) {
    for (const SQLSMALLINT type : {SQLSMALLINT{14}, SQLSMALLINT{-100}, SQLSMALLINT{32767}}) {
        const auto result = type_info(type, {});
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().state.view(), "HY004");
    }
}

}  // namespace
}  // namespace cubrid::odbc::catalog
