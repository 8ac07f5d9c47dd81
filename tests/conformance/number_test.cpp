#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "fixture.h"

namespace conformance {
namespace {

class Numbers : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

// Reads column 1 of `sql` as a T: nothing when the driver said 22003 and left the buffer alone.
template <class T>
std::optional<T> read_number(Stmt& stmt, const std::string& sql, SQLSMALLINT c_type) {
    stmt.run(sql);
    EXPECT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    Guarded<T> out;
    SQLLEN length = -7;
    const SQLRETURN code = SQLGetData(stmt, 1, c_type, out.data(), 0, &length);
    std::optional<T> value;
    if (SQL_SUCCEEDED(code)) {
        EXPECT_EQ(length, static_cast<SQLLEN>(sizeof(T)));
        value = *out;
    } else {
        EXPECT_TRUE(fails(stmt, code, "22003")) << sql;
        EXPECT_TRUE(out.untouched()) << sql;
    }
    stmt.close();
    return value;
}

template <class T>
void expect_exact_or_out_of_range(Stmt& stmt, SQLSMALLINT c_type) {
    for (const std::int64_t value :
         {std::int64_t{9223372036854775807}, std::int64_t{4294967297}, std::int64_t{70000},
          std::int64_t{-1}, std::int64_t{300}, std::int64_t{127}, std::int64_t{0}}) {
        const bool below = value < 0 && std::is_unsigned_v<T>;
        const bool above =
            value > 0 && static_cast<std::uint64_t>(value) >
                             static_cast<std::uint64_t>(std::numeric_limits<T>::max());
        std::optional<T> expected;
        if (!below && !above) expected = static_cast<T>(value);
        const std::string sql = "SELECT CAST(" + std::to_string(value) + " AS BIGINT)";
        EXPECT_EQ(read_number<T>(stmt, sql, c_type), expected) << value << " as C type " << c_type;
    }
}

TEST_F(Numbers, WholeNumbersAreExactOrOutOfRangeInEveryCType) {
    expect_exact_or_out_of_range<SQLSMALLINT>(stmt_, SQL_C_SSHORT);
    expect_exact_or_out_of_range<SQLUSMALLINT>(stmt_, SQL_C_USHORT);
    expect_exact_or_out_of_range<SQLINTEGER>(stmt_, SQL_C_SLONG);
    expect_exact_or_out_of_range<SQLUINTEGER>(stmt_, SQL_C_ULONG);
    expect_exact_or_out_of_range<SQLSCHAR>(stmt_, SQL_C_STINYINT);
    expect_exact_or_out_of_range<SQLCHAR>(stmt_, SQL_C_UTINYINT);
    expect_exact_or_out_of_range<SQLBIGINT>(stmt_, SQL_C_SBIGINT);
    expect_exact_or_out_of_range<SQLUBIGINT>(stmt_, SQL_C_UBIGINT);
}

TEST_F(Numbers, LostFractionIs01S07) {
    stmt_.run("SELECT CAST('12.75' AS NUMERIC(10,2)), CAST(12.75 AS DOUBLE)");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    for (SQLUSMALLINT column : {1, 2}) {
        SQLINTEGER value = 0;
        SQLLEN length = 0;
        EXPECT_TRUE(
            warns(stmt_, SQLGetData(stmt_, column, SQL_C_SLONG, &value, 0, &length), "01S07"));
        EXPECT_EQ(value, 12);
    }
}

TEST_F(Numbers, OfEveryColumnTypeComeBackInTheirOwnCType) {
    const std::string table =
        create_table("a SMALLINT, b INT, c BIGINT, d FLOAT, e DOUBLE, f NUMERIC(20,5)");
    SQLSMALLINT a = -32768;
    SQLINTEGER b = 2147483647;
    SQLBIGINT c = std::numeric_limits<SQLBIGINT>::min() + 1;
    SQLREAL d = 0.1F;
    SQLDOUBLE e = -1.5e300;
    char f[] = "-123456789012345.67890";
    SQLLEN nts = SQL_NTS;
    bind(stmt_, 1, {.c_type = SQL_C_SSHORT, .sql_type = SQL_SMALLINT, .data = &a});
    bind(stmt_, 2, {.c_type = SQL_C_SLONG, .sql_type = SQL_INTEGER, .data = &b});
    bind(stmt_, 3, {.c_type = SQL_C_SBIGINT, .sql_type = SQL_BIGINT, .data = &c});
    bind(stmt_, 4, {.c_type = SQL_C_FLOAT, .sql_type = SQL_REAL, .data = &d});
    bind(stmt_, 5, {.c_type = SQL_C_DOUBLE, .sql_type = SQL_DOUBLE, .data = &e});
    bind(stmt_, 6,
         {.sql_type = SQL_NUMERIC, .data = f, .indicator = &nts, .size = 20, .digits = 5});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?,?,?,?,?,?)")));
    stmt_.run("SELECT * FROM " + table);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQLSMALLINT> ra;
    Guarded<SQLINTEGER> rb;
    Guarded<SQLBIGINT> rc;
    Guarded<SQLREAL> rd;
    Guarded<SQLDOUBLE> re;
    SQLLEN length = 0;
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_SSHORT, ra.data(), 0, &length)));
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 2, SQL_C_SLONG, rb.data(), 0, &length)));
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 3, SQL_C_SBIGINT, rc.data(), 0, &length)));
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 4, SQL_C_FLOAT, rd.data(), 0, &length)));
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 5, SQL_C_DOUBLE, re.data(), 0, &length)));
    EXPECT_EQ(*ra, a);
    EXPECT_EQ(*rb, b);
    EXPECT_EQ(*rc, c);
    EXPECT_EQ(*rd, d);
    EXPECT_EQ(*re, e);
    EXPECT_EQ(stmt_.text(6), f);
}

TEST_F(Numbers, DefaultCTypeFollowsTheColumn) {
    stmt_.run("SELECT CAST(5 AS INT), CAST(6 AS BIGINT), CAST(1.5 AS DOUBLE)");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQLINTEGER> a;
    Guarded<SQLBIGINT> b;
    Guarded<SQLDOUBLE> c;
    SQLLEN length = 0;
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_DEFAULT, a.data(), 0, &length)));
    EXPECT_EQ(length, 4);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 2, SQL_C_DEFAULT, b.data(), 0, &length)));
    EXPECT_EQ(length, 8);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 3, SQL_C_DEFAULT, c.data(), 0, &length)));
    EXPECT_EQ(*a, 5);
    EXPECT_EQ(*b, 6);
    EXPECT_EQ(*c, 1.5);
}

TEST_F(Numbers, NumericStructKeepsSignAndAllDigits) {
    const std::string table = create_table("id INT PRIMARY KEY, n NUMERIC(38,10)");
    SQL_NUMERIC_STRUCT number{};
    number.precision = 38;
    number.scale = 10;
    // 12345678901234567890123456789, little-endian.
    const SQLCHAR magnitude[] = {0x15, 0x81, 0x39, 0x6E, 0xB1, 0xC9,
                                 0xBE, 0x46, 0x32, 0x1B, 0xE4, 0x27};
    std::memcpy(number.val, magnitude, sizeof magnitude);
    SQLINTEGER id = 0;
    bind_int(stmt_, 1, &id);
    ASSERT_TRUE(succeeds(stmt_, bind(stmt_, 2,
                                     {.c_type = SQL_C_NUMERIC,
                                      .sql_type = SQL_NUMERIC,
                                      .data = &number,
                                      .stride = sizeof number,
                                      .size = 38,
                                      .digits = 10})));
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table + " VALUES (?, ?)")));
    for (SQLCHAR sign : {0, 1}) {
        id = sign;
        number.sign = sign;
        ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    }
    const std::string text = "1234567890123456789.0123456789";
    EXPECT_THAT(stmt_.query("SELECT n FROM " + table + " ORDER BY id"),
                ElementsAre(Row{"-" + text}, Row{text}));
}

TEST_F(Numbers, NumericStructHasScaleZeroUnlessTheDescriptorSaysOtherwise) {
    stmt_.run("SELECT CAST('-1234.5' AS NUMERIC(20,3))");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQL_NUMERIC_STRUCT> out;
    SQLLEN length = 0;
    ASSERT_TRUE(warns(stmt_, SQLGetData(stmt_, 1, SQL_C_NUMERIC, out.data(), 0, &length), "01S07"));
    SQLBIGINT magnitude = 0;
    std::memcpy(&magnitude, out[0].val, sizeof magnitude);
    EXPECT_EQ(out[0].sign, 0);
    EXPECT_EQ(out[0].scale, 0);
    EXPECT_EQ(magnitude, 1234);
    EXPECT_EQ(length, static_cast<SQLLEN>(sizeof(SQL_NUMERIC_STRUCT)));
}

TEST_F(Numbers, DoublesAsTextReadBackToTheSameNumber) {
    const std::string table = create_table("id INT PRIMARY KEY, d DOUBLE, f FLOAT");
    const double doubles[] = {0.0, 100.0, 1e15, 123456789.123, 0.1, 1e-300, -2.5e300};
    const float floats[] = {16777217.0F, 0.1F, 100.0F, 1.5e-30F, 0.0F, -3.25F, 3.4e38F};
    SQLINTEGER id = 0;
    double d = 0;
    float f = 0;
    bind_int(stmt_, 1, &id);
    bind(stmt_, 2, {.c_type = SQL_C_DOUBLE, .sql_type = SQL_DOUBLE, .data = &d});
    bind(stmt_, 3, {.c_type = SQL_C_FLOAT, .sql_type = SQL_REAL, .data = &f});
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table + " VALUES (?, ?, ?)")));
    for (id = 0; id < 7; ++id) {
        d = doubles[id];
        f = floats[id];
        ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    }
    const auto rows = stmt_.query("SELECT d, f FROM " + table + " ORDER BY id");
    ASSERT_THAT(rows, SizeIs(7));
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(std::strtod(rows[i][0]->c_str(), nullptr), doubles[i]) << *rows[i][0];
        EXPECT_EQ(std::strtof(rows[i][1]->c_str(), nullptr), floats[i]) << *rows[i][1];
        for (const Cell& cell : rows[i]) {
            EXPECT_TRUE((*cell)[0] == '-' || ((*cell)[0] >= '0' && (*cell)[0] <= '9')) << *cell;
        }
    }
}

TEST_F(Numbers, AlwaysUseAPointWhateverTheLocaleSays) {
    if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) std::setlocale(LC_ALL, "C.UTF-8");
    Dbc dbc = connect();
    Stmt stmt(dbc);
    const std::string table = create_table("n NUMERIC(10,2), d DOUBLE");
    char text[] = "39.5";
    SQLLEN nts = SQL_NTS;
    double d = 1.25;
    bind(stmt, 1,
         {.sql_type = SQL_DECIMAL, .data = text, .indicator = &nts, .size = 10, .digits = 2});
    bind(stmt, 2, {.c_type = SQL_C_DOUBLE, .sql_type = SQL_DOUBLE, .data = &d});
    EXPECT_TRUE(succeeds(stmt, stmt.exec("INSERT INTO " + table + " VALUES (?, ?)")));
    stmt.run("SELECT n, d FROM " + table);
    EXPECT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    double back = 0;
    SQLLEN length = 0;
    EXPECT_TRUE(succeeds(stmt, SQLGetData(stmt, 1, SQL_C_DOUBLE, &back, 0, &length)));
    EXPECT_EQ(back, 39.5);
    EXPECT_THAT(*stmt.text(2), testing::StartsWith("1.25"));
    stmt.close();
    EXPECT_THAT(stmt.query("SELECT n FROM " + table), ElementsAre(Row{"39.50"}));
    std::setlocale(LC_ALL, "C");
}

TEST_F(Numbers, WireTypeFollowsTheSqlType) {
    const std::string table = create_table("a SMALLINT, b INT, c BIGINT");
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    SQLSMALLINT a = -2;
    SQLINTEGER b = -3;
    SQLBIGINT c = -4;
    bind(stmt, 1, {.c_type = SQL_C_SSHORT, .sql_type = SQL_SMALLINT, .data = &a});
    bind(stmt, 2, {.c_type = SQL_C_SLONG, .sql_type = SQL_INTEGER, .data = &b});
    bind(stmt, 3, {.c_type = SQL_C_SBIGINT, .sql_type = SQL_BIGINT, .data = &c});
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?, ?, ?)")));
    tap().take();
    ASSERT_TRUE(succeeds(stmt, SQLExecute(stmt)));
    const auto requests = tap().take();
    // The tap may still have been busy with the commit that follows SQLPrepare.
    const auto execute = std::find_if(requests.begin(), requests.end(), [](const auto& request) {
        return request.function == kExecute;
    });
    ASSERT_NE(execute, requests.end());
    const auto arguments = execute->arguments();
    ASSERT_EQ(arguments.size(), 10U + 6);
    EXPECT_EQ(arguments[10], "\x09");
    EXPECT_EQ(arguments[11], "\xFF\xFE");
    EXPECT_EQ(arguments[12], "\x08");
    EXPECT_EQ(arguments[13], "\xFF\xFF\xFF\xFD");
    EXPECT_EQ(arguments[14], "\x15");
    EXPECT_EQ(arguments[15], "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFC");
}

TEST_F(Numbers, ValueThatDoesNotFitTheSqlTypeIs22003AndNotSent) {
    const std::string table = create_table("a SMALLINT");
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    SQLBIGINT value = 40000;
    bind(stmt, 1, {.c_type = SQL_C_SBIGINT, .sql_type = SQL_SMALLINT, .data = &value});
    ASSERT_TRUE(succeeds(stmt, stmt.prepare("INSERT INTO " + table + " VALUES (?)")));
    tap().take();
    EXPECT_TRUE(fails(stmt, SQLExecute(stmt), "22003"));
    for (int function : tap().take_functions()) EXPECT_NE(function, kExecute);
    EXPECT_EQ(stmt.number("SELECT COUNT(*) FROM " + table), 0);
}

TEST_F(Numbers, DeclaredSizeOfADecimalParameterNeverChangesTheValue) {
    const struct {
        SQLULEN size;
        SQLSMALLINT digits;
    } shapes[] = {{0, 0}, {18, 3}, {255, 3}, {38, 10}};
    for (const auto& shape : shapes) {
        const std::string table = create_table("n NUMERIC(20,5)");
        char text[] = "-12.345";
        SQLLEN nts = SQL_NTS;
        SQLRETURN code = bind(stmt_, 1,
                              {.sql_type = SQL_NUMERIC,
                               .data = text,
                               .indicator = &nts,
                               .size = shape.size,
                               .digits = shape.digits});
        if (!SQL_SUCCEEDED(code)) {
            EXPECT_TRUE(fails(stmt_, code, "HY104")) << shape.size;
            continue;
        }
        code = stmt_.exec("INSERT INTO " + table + " VALUES (?)");
        EXPECT_TRUE(SQL_SUCCEEDED(code)) << shape.size << ' ' << shape.digits;
        SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
        if (!SQL_SUCCEEDED(code)) continue;
        EXPECT_THAT(stmt_.query("SELECT n FROM " + table), ElementsAre(Row{"-12.34500"}));
        EXPECT_STREQ(text, "-12.345");
    }
}

TEST_F(Numbers, TextParametersConvertToNumericColumnTypes) {
    const std::string table = create_table("a INT, b BIGINT, c DOUBLE");
    char a[] = " 42 ";
    char b[] = "-9223372036854775808";
    char c[] = "1.5e3";
    SQLLEN nts = SQL_NTS;
    bind(stmt_, 1, {.sql_type = SQL_INTEGER, .data = a, .indicator = &nts});
    bind(stmt_, 2, {.sql_type = SQL_BIGINT, .data = b, .indicator = &nts});
    bind(stmt_, 3, {.sql_type = SQL_DOUBLE, .data = c, .indicator = &nts});
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?, ?, ?)")));
    SQLFreeStmt(stmt_, SQL_RESET_PARAMS);
    const auto rows = stmt_.query("SELECT a, b FROM " + table + " WHERE c = 1500");
    EXPECT_THAT(rows, ElementsAre(Row{"42", "-9223372036854775808"}));
}

TEST_F(Numbers, TextThatIsNoNumberIs22018) {
    const std::string table = create_table("a INT");
    char text[] = "12a";
    SQLLEN nts = SQL_NTS;
    bind(stmt_, 1, {.sql_type = SQL_INTEGER, .data = text, .indicator = &nts});
    EXPECT_TRUE(fails(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?)"), "22018"));
    stmt_.close();
    stmt_.run("SELECT 'abc'");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    Guarded<SQLINTEGER> out;
    SQLLEN length = 0;
    EXPECT_TRUE(fails(stmt_, SQLGetData(stmt_, 1, SQL_C_SLONG, out.data(), 0, &length), "22018"));
    EXPECT_TRUE(out.untouched());
}

TEST_F(Numbers, BitCTypeTakesZeroAndOneOnly) {
    Guarded<SQLCHAR> out;
    SQLLEN length = 0;
    stmt_.run("SELECT 1, 0, 2");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 1, SQL_C_BIT, out.data(), 0, &length)));
    EXPECT_EQ(*out, 1);
    EXPECT_TRUE(succeeds(stmt_, SQLGetData(stmt_, 2, SQL_C_BIT, out.data(), 0, &length)));
    EXPECT_EQ(*out, 0);
    EXPECT_TRUE(fails(stmt_, SQLGetData(stmt_, 3, SQL_C_BIT, out.data(), 0, &length), "22003"));
}

}  // namespace
}  // namespace conformance
