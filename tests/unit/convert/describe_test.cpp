#include "convert/describe.h"

#include <gtest/gtest.h>

namespace cubrid::odbc::convert {
namespace {

Description of(cas::Type type, int precision = 0, int scale = 0, DescribeOptions options = {}) {
    return describe({type, cas::Collection::none, cas::WireCharset::utf8}, precision, scale,
                    options);
}

struct NumberCase {
    cas::Type type;
    SQLSMALLINT sql_type;
    SQLULEN size;
    SQLLEN octets;
    SQLLEN display;
    SQLINTEGER radix;
    SQLSMALLINT precision;
    const char* name;
};

TEST(Describe, NumbersHaveTheSizesOfTheReference) {
    const NumberCase cases[] = {
        {cas::Type::smallint, SQL_SMALLINT, 5, 2, 6, 10, 5, "SMALLINT"},
        {cas::Type::integer, SQL_INTEGER, 10, 4, 11, 10, 10, "INTEGER"},
        {cas::Type::bigint, SQL_BIGINT, 19, 8, 20, 10, 19, "BIGINT"},
        {cas::Type::real, SQL_REAL, 7, 4, 14, 2, 24, "FLOAT"},
        {cas::Type::double_precision, SQL_DOUBLE, 15, 8, 24, 2, 53, "DOUBLE"},
        {cas::Type::monetary, SQL_DOUBLE, 15, 8, 24, 2, 53, "MONETARY"},
    };
    for (const NumberCase& test : cases) {
        const Description description = of(test.type);
        EXPECT_EQ(description.concise_type, test.sql_type);
        EXPECT_EQ(description.verbose_type, test.sql_type);
        EXPECT_EQ(description.column_size, test.size);
        EXPECT_EQ(description.precision, test.precision);
        EXPECT_EQ(description.octet_length, test.octets);
        EXPECT_EQ(description.display_size, test.display);
        EXPECT_EQ(description.num_prec_radix, test.radix);
        EXPECT_FALSE(description.is_unsigned);
        EXPECT_EQ(description.type_name, test.name);
        EXPECT_EQ(description.searchable, SQL_PRED_BASIC);
    }
    EXPECT_TRUE(of(cas::Type::uinteger).is_unsigned);
}

TEST(Describe, ANumericHasPrecisionAndScale) {
    const Description description = of(cas::Type::numeric, 12, 3);
    EXPECT_EQ(description.concise_type, SQL_NUMERIC);
    EXPECT_EQ(description.column_size, 12U);
    EXPECT_EQ(description.precision, 12);
    EXPECT_EQ(description.decimal_digits, 3);
    EXPECT_EQ(description.scale, 3);
    EXPECT_EQ(description.display_size, 14);
    EXPECT_EQ(description.octet_length, 14);
    EXPECT_EQ(description.num_prec_radix, 10);
    EXPECT_EQ(of(cas::Type::numeric, -1, -1).column_size, 38U);
    EXPECT_EQ(of(cas::Type::numeric, 100000, 30000).decimal_digits, 38);
}

struct DatetimeCase {
    cas::Type type;
    SQLSMALLINT concise;
    SQLSMALLINT code;
    SQLULEN size;
    SQLSMALLINT digits;
    SQLLEN octets;
};

TEST(Describe, DatesAndTimesAreAsLongAsTheirText) {
    const DatetimeCase cases[] = {
        {cas::Type::date, SQL_TYPE_DATE, SQL_CODE_DATE, 10, 0, 6},
        {cas::Type::time, SQL_TYPE_TIME, SQL_CODE_TIME, 8, 0, 6},
        {cas::Type::timestamp, SQL_TYPE_TIMESTAMP, SQL_CODE_TIMESTAMP, 19, 0, 16},
        {cas::Type::datetime, SQL_TYPE_TIMESTAMP, SQL_CODE_TIMESTAMP, 23, 3, 16},
    };
    for (const DatetimeCase& test : cases) {
        const Description description = of(test.type);
        EXPECT_EQ(description.concise_type, test.concise);
        EXPECT_EQ(description.verbose_type, SQL_DATETIME);
        EXPECT_EQ(description.datetime_code, test.code);
        EXPECT_EQ(description.column_size, test.size);
        EXPECT_EQ(description.length, test.size);
        EXPECT_EQ(description.display_size, static_cast<SQLLEN>(test.size));
        EXPECT_EQ(description.decimal_digits, test.digits);
        EXPECT_EQ(description.precision, test.digits);
        EXPECT_EQ(description.scale, 0);
        EXPECT_EQ(description.octet_length, test.octets);
        EXPECT_EQ(description.num_prec_radix, 0);
        EXPECT_TRUE(description.is_unsigned);
        EXPECT_EQ(description.literal_suffix, "'");
    }
    EXPECT_EQ(of(cas::Type::datetimetz).column_size, 23U);
    EXPECT_GT(of(cas::Type::datetimetz).display_size, 23);
}

TEST(Describe, TextIsWideAndSizedInCharacters) {
    const Description description = of(cas::Type::string, 100);
    EXPECT_EQ(description.concise_type, SQL_WVARCHAR);
    EXPECT_EQ(description.column_size, 100U);
    EXPECT_EQ(description.display_size, 100);
    EXPECT_EQ(description.octet_length, 200);
    EXPECT_EQ(description.type_name, "VARCHAR");
    EXPECT_EQ(description.literal_prefix, "'");
    EXPECT_TRUE(description.case_sensitive);
    EXPECT_TRUE(description.is_unsigned);
    EXPECT_EQ(description.searchable, SQL_PRED_SEARCHABLE);
    EXPECT_EQ(of(cas::Type::character, 10).concise_type, SQL_WCHAR);
    EXPECT_EQ(of(cas::Type::nchar, 10).literal_prefix, "N'");
    EXPECT_EQ(of(cas::Type::enumeration).concise_type, SQL_WVARCHAR);
    EXPECT_EQ(of(cas::Type::enumeration).column_size, 255U);
    const DescribeOptions narrow{.wide_text = false};
    EXPECT_EQ(of(cas::Type::string, 100, 0, narrow).concise_type, SQL_VARCHAR);
    EXPECT_EQ(of(cas::Type::string, 100, 0, narrow).octet_length, 400);
    const DescribeOptions latin{.wide_text = false, .narrow = base::Charset::iso88591};
    EXPECT_EQ(of(cas::Type::string, 100, 0, latin).octet_length, 100);
    const DescribeOptions korean{.wide_text = false, .narrow = base::Charset::euckr};
    EXPECT_EQ(of(cas::Type::string, 100, 0, korean).octet_length, 200);
}

TEST(Describe, LongAndUndeterminedTextIsLong) {
    EXPECT_EQ(of(cas::Type::string, 4000).concise_type, SQL_WVARCHAR);
    EXPECT_EQ(of(cas::Type::string, 4001).concise_type, SQL_WLONGVARCHAR);
    EXPECT_EQ(of(cas::Type::string, 4001).column_size, 4001U);
    EXPECT_EQ(of(cas::Type::string, -1).concise_type, SQL_WLONGVARCHAR);
    EXPECT_EQ(of(cas::Type::string, -1).column_size, 1073741823U);
    EXPECT_EQ(of(cas::Type::string, 1073741823).type_name, "STRING");
    EXPECT_EQ(of(cas::Type::json).concise_type, SQL_WLONGVARCHAR);
    EXPECT_EQ(of(cas::Type::clob).concise_type, SQL_WLONGVARCHAR);
    EXPECT_EQ(of(cas::Type::null).concise_type, SQL_WLONGVARCHAR);
    const DescribeOptions narrow{.wide_text = false, .max_varchar = 10};
    EXPECT_EQ(of(cas::Type::string, 11, 0, narrow).concise_type, SQL_LONGVARCHAR);
    EXPECT_EQ(of(cas::Type::string, -1).octet_length, 2147483646);
    EXPECT_EQ(of(cas::Type::string, -1, 0, narrow).octet_length, 2147483647);
}

TEST(Describe, BitsAreCountedInBytes) {
    const Description description = of(cas::Type::bit, 13);
    EXPECT_EQ(description.concise_type, SQL_BINARY);
    EXPECT_EQ(description.column_size, 2U);
    EXPECT_EQ(description.octet_length, 2);
    EXPECT_EQ(description.display_size, 4);
    EXPECT_EQ(of(cas::Type::varbit, 80).concise_type, SQL_VARBINARY);
    EXPECT_EQ(of(cas::Type::varbit, 1073741823).concise_type, SQL_LONGVARBINARY);
    EXPECT_EQ(of(cas::Type::varbit, 1073741823).column_size, 134217728U);
    EXPECT_EQ(of(cas::Type::blob).concise_type, SQL_LONGVARBINARY);
    for (const auto lob : {cas::Type::blob, cas::Type::clob}) {
        EXPECT_EQ(of(lob).column_size, 2147483647U) << "LOBs may be longer than any other value";
        EXPECT_EQ(of(lob).octet_length, 2147483647);
        EXPECT_EQ(of(lob).display_size, 2147483647);
    }
}

TEST(Describe, CollectionsAndObjectsAreText) {
    const Description set = describe({cas::Type::integer, cas::Collection::set}, 0, 0, {});
    EXPECT_EQ(set.concise_type, SQL_WLONGVARCHAR);
    EXPECT_EQ(set.type_name, "SET");
    EXPECT_TRUE(set.is_unsigned);
    EXPECT_EQ(set.num_prec_radix, 0);
    EXPECT_EQ(of(cas::Type::object).concise_type, SQL_WVARCHAR);
}

TEST(Describe, EveryTypeCodeHasADescription) {
    for (std::size_t code = 0; code < 256; ++code) {
        const Description description = of(static_cast<cas::Type>(code));
        EXPECT_NE(description.column_size, 0U);
        EXPECT_NE(description.display_size, 0);
        EXPECT_FALSE(description.type_name.empty());
    }
}

}  // namespace
}  // namespace cubrid::odbc::convert
