// Every field of SQLColAttribute for a column of every type, ODBC 3's and ODBC 2's: what Appendix D
// ("Column Size, Decimal Digits, Transfer Octet Length, and Display Size") and SQLSetDescField say.
#include <array>
#include <string>
#include <vector>

#include "fixture.h"

namespace conformance {
namespace {

constexpr SQLLEN kLongestText = 1073741823;
constexpr SQLLEN kLargest = 2147483647;

struct Numbers {
    SQLLEN verbose_type;
    SQLLEN concise_type;
    SQLLEN size;    // SQL_DESC_LENGTH; ODBC 2: SQL_COLUMN_PRECISION
    SQLLEN octets;  // SQL_DESC_OCTET_LENGTH; ODBC 2: SQL_COLUMN_LENGTH
    SQLLEN display;
    SQLLEN precision;
    SQLLEN scale;
    SQLLEN radix;
    SQLLEN digits;  // ODBC 2: SQL_COLUMN_SCALE
    SQLLEN is_unsigned;
    SQLLEN case_sensitive;
    SQLLEN searchable;
};

struct TypeCase {
    const char* declaration;
    const char* type_name;
    const char* prefix;
    const char* suffix;
    Numbers numbers;
};

constexpr SQLLEN kBasic = SQL_PRED_BASIC;
constexpr SQLLEN kLike = SQL_PRED_SEARCHABLE;
constexpr SQLLEN kNever = SQL_PRED_NONE;

constexpr Numbers text(SQLLEN type, SQLLEN size, SQLLEN octets, SQLLEN searchable) {
    return {type, type, size, octets, size, 0, 0, 0, 0, SQL_TRUE, SQL_TRUE, searchable};
}

constexpr Numbers bits(SQLLEN type, SQLLEN bytes, SQLLEN display, SQLLEN searchable) {
    return {type, type, bytes, bytes, display, 0, 0, 0, 0, SQL_TRUE, SQL_FALSE, searchable};
}

constexpr Numbers exact(SQLLEN type, SQLLEN size, SQLLEN scale, SQLLEN octets, SQLLEN display) {
    return {type,  type, size,  octets,    display,   size,
            scale, 10,   scale, SQL_FALSE, SQL_FALSE, kBasic};
}

constexpr Numbers approximate(SQLLEN type, SQLLEN size, SQLLEN mantissa, SQLLEN octets,
                              SQLLEN display) {
    return {type, type, size, octets, display, mantissa, 0, 2, 0, SQL_FALSE, SQL_FALSE, kBasic};
}

constexpr Numbers datetime(SQLLEN type, SQLLEN size, SQLLEN fraction, SQLLEN octets,
                           SQLLEN display) {
    return {SQL_DATETIME, type,     size,      octets, display, fraction, 0, 0,
            fraction,     SQL_TRUE, SQL_FALSE, kBasic};
}

const TypeCase kTypes[] = {
    {"SMALLINT", "SMALLINT", "", "", exact(SQL_SMALLINT, 5, 0, 2, 6)},
    {"INT", "INTEGER", "", "", exact(SQL_INTEGER, 10, 0, 4, 11)},
    {"BIGINT", "BIGINT", "", "", exact(SQL_BIGINT, 19, 0, 8, 20)},
    {"NUMERIC(12,3)", "NUMERIC", "", "", exact(SQL_NUMERIC, 12, 3, 14, 14)},
    {"NUMERIC(38,0)", "NUMERIC", "", "", exact(SQL_NUMERIC, 38, 0, 40, 40)},
    {"FLOAT", "FLOAT", "", "", approximate(SQL_REAL, 7, 24, 4, 14)},
    {"DOUBLE", "DOUBLE", "", "", approximate(SQL_DOUBLE, 15, 53, 8, 24)},
    {"MONETARY", "MONETARY", "", "", approximate(SQL_DOUBLE, 15, 53, 8, 24)},
    {"CHAR(10)", "CHAR", "'", "'", text(SQL_WCHAR, 10, 20, kLike)},
    {"VARCHAR(100)", "VARCHAR", "'", "'", text(SQL_WVARCHAR, 100, 200, kLike)},
    {"VARCHAR(5000)", "VARCHAR", "'", "'", text(SQL_WLONGVARCHAR, 5000, 10000, kLike)},
    {"STRING", "STRING", "'", "'", text(SQL_WLONGVARCHAR, kLongestText, 2 * kLongestText, kLike)},
    {"ENUM('red','green')", "ENUM", "'", "'", text(SQL_WVARCHAR, 255, 510, kLike)},
    {"JSON", "JSON", "JSON'", "'", text(SQL_WLONGVARCHAR, kLongestText, 2 * kLongestText, kBasic)},
    {"CLOB", "CLOB", "'", "'", text(SQL_WLONGVARCHAR, kLargest, kLargest, kNever)},
    {"BLOB", "BLOB", "X'", "'", bits(SQL_LONGVARBINARY, kLargest, kLargest, kNever)},
    {"BIT(12)", "BIT", "X'", "'", bits(SQL_BINARY, 2, 4, kBasic)},
    {"BIT VARYING(800)", "BIT VARYING", "X'", "'", bits(SQL_VARBINARY, 100, 200, kBasic)},
    {"DATE", "DATE", "DATE'", "'", datetime(SQL_TYPE_DATE, 10, 0, 6, 10)},
    {"TIME", "TIME", "TIME'", "'", datetime(SQL_TYPE_TIME, 8, 0, 6, 8)},
    {"TIMESTAMP", "TIMESTAMP", "TIMESTAMP'", "'", datetime(SQL_TYPE_TIMESTAMP, 19, 0, 16, 19)},
    {"DATETIME", "DATETIME", "DATETIME'", "'", datetime(SQL_TYPE_TIMESTAMP, 23, 3, 16, 23)},
    {"TIMESTAMPTZ", "TIMESTAMPTZ", "TIMESTAMPTZ'", "'",
     datetime(SQL_TYPE_TIMESTAMP, 19, 0, 16, 83)},
    {"TIMESTAMPLTZ", "TIMESTAMPLTZ", "TIMESTAMPLTZ'", "'",
     datetime(SQL_TYPE_TIMESTAMP, 19, 0, 16, 83)},
    {"DATETIMETZ", "DATETIMETZ", "DATETIMETZ'", "'", datetime(SQL_TYPE_TIMESTAMP, 23, 3, 16, 87)},
    {"DATETIMELTZ", "DATETIMELTZ", "DATETIMELTZ'", "'",
     datetime(SQL_TYPE_TIMESTAMP, 23, 3, 16, 87)},
    {"SET(INT)", "SET", "{", "}", text(SQL_WLONGVARCHAR, kLongestText, 2 * kLongestText, kBasic)},
    {"MULTISET(VARCHAR(10))", "MULTISET", "{", "}",
     text(SQL_WLONGVARCHAR, kLongestText, 2 * kLongestText, kBasic)},
    {"SEQUENCE(INT)", "SEQUENCE", "{", "}",
     text(SQL_WLONGVARCHAR, kLongestText, 2 * kLongestText, kBasic)},
};

struct NumberField {
    SQLUSMALLINT field;
    const char* name;
    SQLLEN Numbers::*expected;
};
const NumberField kNumberFields[] = {
    {SQL_DESC_TYPE, "TYPE", &Numbers::verbose_type},
    {SQL_DESC_CONCISE_TYPE, "CONCISE_TYPE", &Numbers::concise_type},
    {SQL_DESC_LENGTH, "LENGTH", &Numbers::size},
    {SQL_DESC_OCTET_LENGTH, "OCTET_LENGTH", &Numbers::octets},
    {SQL_DESC_DISPLAY_SIZE, "DISPLAY_SIZE", &Numbers::display},
    {SQL_DESC_PRECISION, "PRECISION", &Numbers::precision},
    {SQL_DESC_SCALE, "SCALE", &Numbers::scale},
    {SQL_DESC_NUM_PREC_RADIX, "NUM_PREC_RADIX", &Numbers::radix},
    {SQL_DESC_UNSIGNED, "UNSIGNED", &Numbers::is_unsigned},
    {SQL_DESC_CASE_SENSITIVE, "CASE_SENSITIVE", &Numbers::case_sensitive},
    {SQL_DESC_SEARCHABLE, "SEARCHABLE", &Numbers::searchable},
    {SQL_COLUMN_PRECISION, "ODBC 2's PRECISION", &Numbers::size},
    {SQL_COLUMN_LENGTH, "ODBC 2's LENGTH", &Numbers::octets},
    {SQL_COLUMN_SCALE, "ODBC 2's SCALE", &Numbers::digits},
};

class ColumnAttributes : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    SQLLEN number(SQLUSMALLINT column, SQLUSMALLINT field) {
        SQLLEN value = -77;
        EXPECT_TRUE(
            succeeds(stmt_, SQLColAttribute(stmt_, column, field, nullptr, 0, nullptr, &value)))
            << "field " << field;
        return value;
    }

    std::string text(SQLUSMALLINT column, SQLUSMALLINT field) {
        Guarded<SQLCHAR> out(200);
        SQLSMALLINT length = -77;
        EXPECT_TRUE(succeeds(
            stmt_, SQLColAttribute(stmt_, column, field, out.data(), 200, &length, nullptr)))
            << "field " << field;
        std::string value = reinterpret_cast<char*>(out.data());
        EXPECT_EQ(static_cast<std::size_t>(length), value.size()) << "field " << field;
        return value;
    }

    void prepare_table_of_every_type() {
        std::string columns;
        for (const TypeCase& type : kTypes) {
            columns += (columns.empty() ? "c" : ", c") + std::to_string(&type - kTypes) + " " +
                       type.declaration;
        }
        table_ = create_table(columns);
        ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT * FROM " + table_)));
    }

    std::string table_;
};

TEST_F(ColumnAttributes, NumbersOfEveryTypeAreThoseOfTheReference) {
    prepare_table_of_every_type();
    SQLUSMALLINT column = 0;
    for (const TypeCase& type : kTypes) {
        ++column;
        for (const NumberField& field : kNumberFields) {
            EXPECT_EQ(number(column, field.field), type.numbers.*field.expected)
                << type.declaration << ' ' << field.name;
        }
        EXPECT_EQ(number(column, SQL_DESC_FIXED_PREC_SCALE), SQL_FALSE) << type.declaration;
        EXPECT_EQ(number(column, SQL_DESC_AUTO_UNIQUE_VALUE), SQL_FALSE) << type.declaration;
        EXPECT_EQ(number(column, SQL_DESC_NULLABLE), SQL_NULLABLE) << type.declaration;
        EXPECT_EQ(number(column, SQL_COLUMN_NULLABLE), SQL_NULLABLE) << type.declaration;
        EXPECT_EQ(number(column, SQL_DESC_UPDATABLE), SQL_ATTR_READWRITE_UNKNOWN)
            << type.declaration;
        EXPECT_EQ(number(column, SQL_DESC_UNNAMED), SQL_NAMED) << type.declaration;
    }
}

TEST_F(ColumnAttributes, TextsOfEveryTypeAreThoseOfTheServer) {
    prepare_table_of_every_type();
    SQLUSMALLINT column = 0;
    for (const TypeCase& type : kTypes) {
        const std::string name = "c" + std::to_string(column++);
        EXPECT_EQ(text(column, SQL_DESC_TYPE_NAME), type.type_name) << type.declaration;
        EXPECT_EQ(text(column, SQL_DESC_LOCAL_TYPE_NAME), type.type_name) << type.declaration;
        EXPECT_EQ(text(column, SQL_DESC_LITERAL_PREFIX), type.prefix) << type.declaration;
        EXPECT_EQ(text(column, SQL_DESC_LITERAL_SUFFIX), type.suffix) << type.declaration;
        EXPECT_EQ(text(column, SQL_DESC_CATALOG_NAME), "") << type.declaration;
        for (const SQLUSMALLINT field :
             {SQL_DESC_NAME, SQL_DESC_LABEL, SQL_DESC_BASE_COLUMN_NAME, SQL_COLUMN_NAME}) {
            EXPECT_EQ(text(column, field), name) << "field " << field;
        }
        for (const SQLUSMALLINT field : {SQL_DESC_TABLE_NAME, SQL_DESC_BASE_TABLE_NAME}) {
            EXPECT_EQ(text(column, field), table_) << "field " << field;
        }
    }
}

TEST_F(ColumnAttributes, DescriptorTellsTheSame) {
    prepare_table_of_every_type();
    SQLHDESC ird = nullptr;
    ASSERT_TRUE(succeeds(
        stmt_, SQLGetStmtAttr(stmt_, SQL_ATTR_IMP_ROW_DESC, &ird, SQL_IS_POINTER, nullptr)));
    const SQLSMALLINT fields[] = {
        SQL_DESC_TYPE,       SQL_DESC_CONCISE_TYPE,    SQL_DESC_PRECISION, SQL_DESC_SCALE,
        SQL_DESC_NULLABLE,   SQL_DESC_UNSIGNED,        SQL_DESC_UNNAMED,   SQL_DESC_UPDATABLE,
        SQL_DESC_SEARCHABLE, SQL_DESC_FIXED_PREC_SCALE};
    for (SQLUSMALLINT column = 1; column <= std::size(kTypes); ++column) {
        for (const SQLSMALLINT field : fields) {
            SQLSMALLINT value = -77;
            SQLINTEGER length = 0;
            ASSERT_EQ(SQLGetDescField(ird, static_cast<SQLSMALLINT>(column), field, &value,
                                      SQL_IS_SMALLINT, &length),
                      SQL_SUCCESS);
            EXPECT_EQ(value, number(column, static_cast<SQLUSMALLINT>(field)))
                << kTypes[column - 1].declaration << " field " << field;
        }
    }
}

TEST_F(ColumnAttributes, KeysAndExpressionsTellWhatTheyAre) {
    table_ = create_table("id BIGINT AUTO_INCREMENT PRIMARY KEY, must INT NOT NULL, may INT");
    ASSERT_TRUE(succeeds(
        stmt_, stmt_.prepare("SELECT id, must, may AS \"May be\", id + 1 FROM " + table_)));
    EXPECT_EQ(number(1, SQL_DESC_AUTO_UNIQUE_VALUE), SQL_TRUE);
    EXPECT_EQ(number(2, SQL_DESC_AUTO_UNIQUE_VALUE), SQL_FALSE);
    EXPECT_EQ(number(1, SQL_DESC_NULLABLE), SQL_NO_NULLS);
    EXPECT_EQ(number(2, SQL_DESC_NULLABLE), SQL_NO_NULLS);
    EXPECT_EQ(number(3, SQL_DESC_NULLABLE), SQL_NULLABLE);
    EXPECT_EQ(text(3, SQL_DESC_LABEL), "May be");
    EXPECT_EQ(number(4, SQL_DESC_AUTO_UNIQUE_VALUE), SQL_FALSE);
    EXPECT_EQ(number(4, SQL_DESC_NULLABLE), SQL_NULLABLE_UNKNOWN);
    EXPECT_EQ(number(4, SQL_DESC_UPDATABLE), SQL_ATTR_READONLY);
    EXPECT_EQ(text(4, SQL_DESC_TABLE_NAME), "");
    EXPECT_EQ(text(4, SQL_DESC_BASE_COLUMN_NAME), "");
}

}  // namespace
}  // namespace conformance
