#include <cstring>

#include "array_fixture.h"

namespace conformance {
namespace {

using ArrayInsert = ArrayCase;

TEST_F(ArrayInsert, StoresEverySetOnce) {
    ParameterSets sets(7);
    sets.attach(stmt_);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare(insert_)));
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_THAT(sets.statuses(), Each(kGood));
    EXPECT_EQ(sets.processed(), 7U);
    EXPECT_EQ(stmt_.row_count(), 7);
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3, 4, 5, 6, 7));
    Stmt reader(dbc_);
    EXPECT_THAT(reader.query("SELECT s FROM " + table_ + " WHERE id IN (1, 7) ORDER BY id"),
                ElementsAre(Row{"row 1"}, Row{"row 7"}));
}

TEST_F(ArrayInsert, WorksThroughExecDirectToo) {
    ParameterSets sets(3);
    sets.attach(stmt_);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    EXPECT_EQ(sets.processed(), 3U);
    EXPECT_EQ(stmt_.row_count(), 3);
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3));
}

TEST_F(ArrayInsert, StepsThroughEveryCType) {
    const std::string table = create_table(
        "id INT PRIMARY KEY, a BIGINT, b DOUBLE, c FLOAT, d SMALLINT, e DATE, f DATETIME, "
        "g NUMERIC(10,2), h VARCHAR(20), i VARCHAR(20), j BIT VARYING(64)");
    SQLINTEGER ids[4] = {1, 2, 3, 4};
    SQLBIGINT a[4] = {1LL << 40, 2, 3, -4};
    double b[4] = {0.5, 1.5, 2.5, -3.5};
    float c[4] = {0.25F, 1.25F, 2.25F, -3.25F};
    SQLCHAR d[4] = {1, 0, 1, 0};
    SQL_DATE_STRUCT e[4] = {{2024, 1, 1}, {2024, 1, 2}, {2024, 1, 3}, {2024, 1, 4}};
    SQL_TIMESTAMP_STRUCT f[4] = {{2024, 1, 1, 1, 1, 1, 1000000},
                                 {2024, 1, 1, 1, 1, 2, 2000000},
                                 {2024, 1, 1, 1, 1, 3, 3000000},
                                 {2024, 1, 1, 1, 1, 4, 4000000}};
    SQL_NUMERIC_STRUCT g[4] = {};
    for (SQLCHAR i = 0; i < 4; ++i) g[i] = {10, 2, 1, {static_cast<SQLCHAR>(100 + i)}};
    char h[4][8] = {"one", "two", "three", "four"};
    SQLWCHAR i[4][6] = {{0xAC00, 0}, {0xAC01, 0}, {0xAC02, 0}, {0xAC03, 0}};
    SQLCHAR j[4][4] = {{1, 0, 3, 4}, {2}, {3}, {4}};
    SQLLEN fixed[4] = {0, 0, SQL_NULL_DATA, 0};
    SQLLEN texts[4] = {SQL_NTS, 3, SQL_NULL_DATA, SQL_NTS};
    SQLLEN bytes[4] = {4, 1, SQL_NULL_DATA, 1};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 4);
    bind_int(stmt_, 1, ids);
    const Parameter parameters[] = {
        {.c_type = SQL_C_SBIGINT, .sql_type = SQL_BIGINT, .data = a, .indicator = fixed},
        {.c_type = SQL_C_DOUBLE, .sql_type = SQL_DOUBLE, .data = b, .indicator = fixed},
        {.c_type = SQL_C_FLOAT, .sql_type = SQL_REAL, .data = c, .indicator = fixed},
        {.c_type = SQL_C_BIT, .sql_type = SQL_SMALLINT, .data = d, .indicator = fixed},
        {.c_type = SQL_C_TYPE_DATE, .sql_type = SQL_TYPE_DATE, .data = e, .indicator = fixed},
        {.c_type = SQL_C_TYPE_TIMESTAMP,
         .sql_type = SQL_TYPE_TIMESTAMP,
         .data = f,
         .indicator = fixed,
         .size = 23,
         .digits = 3},
        {.c_type = SQL_C_NUMERIC,
         .sql_type = SQL_NUMERIC,
         .data = g,
         .indicator = fixed,
         .size = 10,
         .digits = 2},
        {.data = h, .indicator = texts, .stride = sizeof h[0], .size = 20},
        {.c_type = SQL_C_WCHAR,
         .sql_type = SQL_WVARCHAR,
         .data = i,
         .indicator = texts,
         .stride = sizeof i[0],
         .size = 20},
        {.c_type = SQL_C_BINARY,
         .sql_type = SQL_VARBINARY,
         .data = j,
         .indicator = bytes,
         .stride = sizeof j[0],
         .size = 8}};
    SQLUSMALLINT number = 1;
    for (const Parameter& parameter : parameters) {
        ASSERT_TRUE(succeeds(stmt_, bind(stmt_, ++number, parameter))) << number;
    }
    // Set 2 of the wide text has 3 bytes by `texts`: an odd length.
    texts[1] = SQL_NTS;
    ASSERT_TRUE(
        succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " VALUES (?,?,?,?,?,?,?,?,?,?,?)")));
    const auto rows = Stmt(dbc_).query(
        "SELECT a, d, e, f, g, h, i, j FROM " + table +
        " WHERE b IS NULL AND c IS NULL OR b = id - 0.5 AND c = id - 0.75 OR id = 4 AND b = -3.5 "
        "AND c = -3.25 ORDER BY id");
    const Cell null;
    EXPECT_THAT(
        rows,
        ElementsAre(
            Row{"1099511627776", "1", "2024-01-01", "2024-01-01 01:01:01.001", "1.00", "one", "가",
                "01000304"},
            Row{"2", "0", "2024-01-02", "2024-01-01 01:01:02.002", "1.01", "two", "각", "02"},
            Row{null, null, null, null, null, null, null, null},
            Row{"-4", "0", "2024-01-04", "2024-01-01 01:01:04.004", "1.03", "four", "갃", "04"}));
}

TEST_F(ArrayInsert, WideTextsUseTheBufferLengthAsStride) {
    SQLINTEGER ids[5] = {1, 2, 3, 4, 5};
    SQLWCHAR texts[5][20];
    std::memset(texts, 0xDD, sizeof texts);
    Wide one("x");
    Wide nineteen("가나다라마바사아자차카타파하abcde");
    texts[0][0] = 0;
    std::memcpy(texts[1], one.data(), 4);
    std::memcpy(texts[2], nineteen.data(), 40);
    std::memcpy(texts[4], nineteen.data(), 40);
    SQLLEN lengths[5] = {0, SQL_NTS, SQL_NTS, SQL_NULL_DATA, 28};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 5);
    bind_int(stmt_, 1, ids);
    ASSERT_TRUE(succeeds(stmt_, bind(stmt_, 2,
                                     {.c_type = SQL_C_WCHAR,
                                      .sql_type = SQL_WVARCHAR,
                                      .data = texts,
                                      .indicator = lengths,
                                      .stride = 40,
                                      .size = 40})));
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    EXPECT_THAT(Stmt(dbc_).query("SELECT s FROM " + table_ + " ORDER BY id"),
                ElementsAre(Row{""}, Row{"x"}, Row{"가나다라마바사아자차카타파하abcde"},
                            Row{std::nullopt}, Row{"가나다라마바사아자차카타파하"}));
}

TEST_F(ArrayInsert, RowWiseBindingStepsByTheStructure) {
    struct Record {
        SQLINTEGER id;
        SQLLEN id_length;
        char text[24];
        SQLLEN text_length;
    };
    std::vector<Record> records(100);
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i].id = static_cast<SQLINTEGER>(i);
        records[i].id_length = 0;
        const std::string text = "text " + std::to_string(i);
        text.copy(records[i].text, sizeof records[i].text);
        records[i].text_length = i % 10 == 0 ? SQL_NULL_DATA : SQL_NTS;
    }
    stmt_.set(SQL_ATTR_PARAM_BIND_TYPE, sizeof(Record));
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, records.size());
    bind_int(stmt_, 1, &records[0].id, &records[0].id_length);
    bind_text(stmt_, 2, records[0].text, sizeof records[0].text, &records[0].text_length);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    EXPECT_EQ(stmt_.row_count(), 100);
    Stmt reader(dbc_);
    EXPECT_EQ(reader.number("SELECT COUNT(*) FROM " + table_ + " WHERE s IS NULL"), 10);
    EXPECT_THAT(reader.query("SELECT s FROM " + table_ + " WHERE id = 99"),
                ElementsAre(Row{"text 99"}));
}

TEST_F(ArrayInsert, BindOffsetMovesEveryPointer) {
    SQLINTEGER ids[6] = {1, 2, 3, 4, 5, 6};
    SQLULEN offset = 0;
    SQLLEN lengths[6] = {};
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 2);
    stmt_.set(SQL_ATTR_PARAM_BIND_TYPE, sizeof(SQLINTEGER));
    stmt_.set(SQL_ATTR_PARAM_BIND_OFFSET_PTR, &offset);
    bind_int(stmt_, 1, ids);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    for (offset = 0; offset < sizeof ids; offset += 2 * sizeof(SQLINTEGER)) {
        ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    }
    EXPECT_THAT(stored(), ElementsAre(1, 2, 3, 4, 5, 6));

    // Column-wise, with the indicators moved too.
    Stmt columns(dbc_);
    SQLINTEGER more[4] = {11, 12, 13, 14};
    lengths[1] = SQL_NULL_DATA;
    offset = 0;
    columns.set(SQL_ATTR_PARAM_BIND_OFFSET_PTR, &offset);
    bind_int(columns, 1, more, lengths);
    ASSERT_TRUE(succeeds(columns, columns.prepare("INSERT INTO " + table_ + " (id) VALUES (?)")));
    ASSERT_TRUE(succeeds(columns, SQLExecute(columns)));
    offset = sizeof(SQLLEN);
    EXPECT_TRUE(fails(columns, SQLExecute(columns), "23000"));
}

TEST_F(ArrayInsert, IgnoredSetsAreLeftOut) {
    ParameterSets sets(6);
    SQLUSMALLINT operations[6] = {SQL_PARAM_PROCEED, SQL_PARAM_IGNORE,  SQL_PARAM_IGNORE,
                                  SQL_PARAM_PROCEED, SQL_PARAM_PROCEED, SQL_PARAM_IGNORE};
    sets.attach(stmt_);
    stmt_.set(SQL_ATTR_PARAM_OPERATION_PTR, operations);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    EXPECT_THAT(sets.statuses(), ElementsAre(kGood, kUnused, kUnused, kGood, kGood, kUnused));
    EXPECT_EQ(sets.processed(), 6U) << "as many statuses as the application has to look at";
    EXPECT_EQ(stmt_.row_count(), 3);
    EXPECT_THAT(stored(), ElementsAre(1, 4, 5));
}

TEST_F(ArrayInsert, AllSetsIgnoredStoresNothing) {
    ParameterSets sets(3);
    SQLUSMALLINT operations[3] = {SQL_PARAM_IGNORE, SQL_PARAM_IGNORE, SQL_PARAM_IGNORE};
    sets.attach(stmt_);
    stmt_.set(SQL_ATTR_PARAM_OPERATION_PTR, operations);
    const SQLRETURN code = stmt_.exec(insert_);
    EXPECT_TRUE(code == SQL_SUCCESS || code == SQL_NO_DATA) << code;
    EXPECT_THAT(sets.statuses(), Each(kUnused));
    EXPECT_THAT(stored(), IsEmpty());
}

TEST_F(ArrayInsert, SizeMayChangeBetweenExecutions) {
    ParameterSets sets(8);
    sets.attach(stmt_);
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare(insert_)));
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_EQ(sets.processed(), 3U);
    EXPECT_EQ(stmt_.row_count(), 3);
    sets.ids[0] = 100;
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 1);
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_EQ(sets.processed(), 1U);
    for (SQLINTEGER& id : sets.ids) id += 1000;
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 8);
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    EXPECT_EQ(sets.processed(), 8U);
    EXPECT_THAT(stored(), SizeIs(12));
}

TEST_F(ArrayInsert, SizeZeroIsHY024AndTheSizeIsReadBack) {
    EXPECT_TRUE(fails(stmt_, stmt_.set(SQL_ATTR_PARAMSET_SIZE, SQLULEN{0}), "HY024"));
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_PARAMSET_SIZE), 1U);
    EXPECT_TRUE(succeeds(stmt_, stmt_.set(SQL_ATTR_PARAMSET_SIZE, 12345)));
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_PARAMSET_SIZE), 12345U);
}

TEST_F(ArrayInsert, HundredThousandSetsAreOneExecution) {
    ParameterSets sets(100000);
    sets.attach(stmt_);
    sets.poison();
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    EXPECT_EQ(sets.processed(), 100000U);
    EXPECT_EQ(stmt_.row_count(), 100000);
    EXPECT_THAT(sets.statuses(), Each(kGood));
    Stmt reader(dbc_);
    EXPECT_EQ(reader.number("SELECT COUNT(*) FROM " + table_), 100000);
    EXPECT_EQ(reader.number("SELECT COUNT(*) FROM " + table_ + " WHERE s = 'row ' || id"), 100000);
}

TEST_F(ArrayInsert, WithoutCommitIsInvisibleToOthers) {
    dbc_.autocommit(false);
    ParameterSets sets(5);
    sets.attach(stmt_);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    EXPECT_THAT(stored(), IsEmpty());
    ASSERT_TRUE(succeeds(dbc_, dbc_.rollback()));
    EXPECT_THAT(stored(), IsEmpty());
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec(insert_)));
    ASSERT_TRUE(succeeds(dbc_, dbc_.commit()));
    EXPECT_THAT(stored(), SizeIs(5));
}

}  // namespace
}  // namespace conformance
