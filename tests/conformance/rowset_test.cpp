#include <array>

#include "fixture.h"

namespace conformance {
namespace {

class Rowsets : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    // Reads ids 1..total in rowsets of `size` with everything checked.
    void read_in_rowsets(const std::string& table, std::size_t size, std::size_t total) {
        Guarded<SQLINTEGER> ids(size);
        Guarded<SQLLEN> lengths(size);
        Guarded<SQLUSMALLINT> statuses(size);
        Guarded<SQLULEN> fetched;
        Stmt stmt(dbc_);
        ASSERT_TRUE(succeeds(stmt, stmt.set(SQL_ATTR_ROW_ARRAY_SIZE, size)));
        stmt.set(SQL_ATTR_ROW_STATUS_PTR, statuses.data());
        stmt.set(SQL_ATTR_ROWS_FETCHED_PTR, fetched.data());
        SQLBindCol(stmt, 1, SQL_C_SLONG, ids.data(), 0, lengths.data());
        stmt.run("SELECT id FROM " + table + " ORDER BY id");
        std::size_t seen = 0;
        while (seen < total) {
            ids.poison();
            statuses.poison();
            ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt))) << seen;
            const std::size_t expected = std::min(size, total - seen);
            ASSERT_EQ(*fetched, expected);
            for (std::size_t i = 0; i < expected; ++i) {
                ASSERT_EQ(ids[i], static_cast<SQLINTEGER>(seen + i + 1));
                ASSERT_EQ(statuses[i], SQL_ROW_SUCCESS);
                ASSERT_EQ(lengths[i], 4);
            }
            for (std::size_t i = expected; i < size; ++i) ASSERT_EQ(statuses[i], SQL_ROW_NOROW);
            EXPECT_TRUE(ids.untouched(expected)) << "rows behind the last one are left alone";
            seen += expected;
        }
        ids.poison();
        EXPECT_EQ(SQLFetch(stmt), SQL_NO_DATA);
        EXPECT_EQ(*fetched, 0U);
        EXPECT_TRUE(ids.untouched());
    }
};

TEST_F(Rowsets, OfEverySizeGiveTheSameRows) {
    const std::string table = filled_table(3000);
    for (std::size_t size : {1U, 2U, 7U, 100U, 999U, 1000U, 1500U, 3000U, 3001U, 100000U}) {
        read_in_rowsets(table, size, 3000);
    }
}

TEST_F(Rowsets, OfAHundredThousandRows) {
    const std::string table = filled_table(100000);
    read_in_rowsets(table, 100000, 100000);
    read_in_rowsets(table, 60000, 100000);
}

TEST_F(Rowsets, AttributesSetBeforeTheStatementStay) {
    const std::string table = filled_table(6);
    std::array<SQLINTEGER, 4> ids{};
    std::array<SQLUSMALLINT, 4> statuses{};
    SQLULEN fetched = 0;
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 4);
    stmt_.set(SQL_ATTR_ROW_STATUS_PTR, statuses.data());
    stmt_.set(SQL_ATTR_ROWS_FETCHED_PTR, &fetched);
    SQLBindCol(stmt_, 1, SQL_C_SLONG, ids.data(), 0, nullptr);
    const std::string select = "SELECT id FROM " + table + " ORDER BY id";
    for (int variant = 0; variant < 3; ++variant) {
        if (variant == 0) {
            ASSERT_TRUE(succeeds(stmt_, stmt_.exec(select)));
        } else {
            ASSERT_TRUE(succeeds(stmt_, stmt_.prepare(select)));
            ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
        }
        auto fetch = [&] {
            return variant == 2 ? SQLFetchScroll(stmt_, SQL_FETCH_NEXT, 0) : SQLFetch(stmt_);
        };
        ids.fill(-1);
        ASSERT_TRUE(succeeds(stmt_, fetch()));
        EXPECT_EQ(fetched, 4U);
        EXPECT_THAT(ids, ElementsAre(1, 2, 3, 4));
        ids.fill(-1);
        ASSERT_TRUE(succeeds(stmt_, fetch()));
        EXPECT_EQ(fetched, 2U);
        EXPECT_THAT(ids, ElementsAre(5, 6, -1, -1));
        EXPECT_THAT(statuses,
                    ElementsAre(SQL_ROW_SUCCESS, SQL_ROW_SUCCESS, SQL_ROW_NOROW, SQL_ROW_NOROW));
        EXPECT_EQ(fetch(), SQL_NO_DATA);
        EXPECT_EQ(fetched, 0U);
        stmt_.close();
    }
}

TEST_F(Rowsets, RowWiseBindingAndOffset) {
    const std::string table = filled_table(25);
    struct Record {
        SQLINTEGER id;
        char text[20];
        SQLLEN text_length;
    };
    Guarded<Record> records(20);
    SQLULEN offset = 0;
    SQLULEN fetched = 0;
    stmt_.set(SQL_ATTR_ROW_BIND_TYPE, sizeof(Record));
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 10);
    stmt_.set(SQL_ATTR_ROW_BIND_OFFSET_PTR, &offset);
    stmt_.set(SQL_ATTR_ROWS_FETCHED_PTR, &fetched);
    SQLBindCol(stmt_, 1, SQL_C_SLONG, &records[0].id, 0, nullptr);
    SQLBindCol(stmt_, 2, SQL_C_CHAR, records[0].text, 20, &records[0].text_length);
    stmt_.run("SELECT id, s FROM " + table + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_TRUE(records.untouched(10));
    offset = 10 * sizeof(Record);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    for (int i = 0; i < 20; ++i) {
        const Record& record = records[static_cast<std::size_t>(i)];
        EXPECT_EQ(record.id, i + 1);
        EXPECT_EQ(std::string(record.text), "row " + std::to_string(i + 1));
        EXPECT_EQ(record.text_length, i < 9 ? 5 : 6);
    }
    offset = 0;
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(fetched, 5U);
    EXPECT_EQ(records[0].id, 21);
    EXPECT_EQ(records[5].id, 6) << "left alone";
}

TEST_F(Rowsets, SizesOfRowsAndOfParametersAreIndependent) {
    const std::string table = filled_table(250);
    AtPageEnd<SQLINTEGER> limit(0);
    AtPageEnd<SQLLEN> indicator(0);
    std::array<SQLINTEGER, 100> ids{};
    SQLULEN fetched = 0;
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 100);
    stmt_.set(SQL_ATTR_ROWS_FETCHED_PTR, &fetched);
    SQLBindCol(stmt_, 1, SQL_C_SLONG, ids.data(), 0, nullptr);
    bind_int(stmt_, 1, limit.get(), indicator.get());
    ASSERT_TRUE(succeeds(stmt_, stmt_.prepare("SELECT id FROM " + table + " WHERE id > ?")));
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_ROW_ARRAY_SIZE), 100U);
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_PARAMSET_SIZE), 1U);
    ASSERT_TRUE(succeeds(stmt_, SQLExecute(stmt_)));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(fetched, 100U);
    stmt_.close();
    SQLFreeStmt(stmt_, SQL_UNBIND);

    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 1);
    stmt_.set(SQL_ATTR_PARAMSET_SIZE, 3);
    SQLINTEGER more[3] = {1001, 1002, 1003};
    bind_int(stmt_, 1, more);
    ASSERT_TRUE(succeeds(stmt_, stmt_.exec("INSERT INTO " + table + " (id) VALUES (?)")));
    EXPECT_EQ(stmt_.row_count(), 3);
}

TEST_F(Rowsets, WrittenExactlyToTheEndOfTheBuffer) {
    const std::string table = filled_table(50);
    AtPageEnd<std::array<SQLINTEGER, 40>> ids({});
    AtPageEnd<std::array<SQLLEN, 40>> lengths({});
    AtPageEnd<std::array<SQLUSMALLINT, 40>> statuses({});
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 40);
    stmt_.set(SQL_ATTR_ROW_STATUS_PTR, statuses.get());
    SQLBindCol(stmt_, 1, SQL_C_SLONG, ids.get(), 0, lengths.get()->data());
    stmt_.run("SELECT id FROM " + table + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ((*ids.get())[39], 40);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ((*ids.get())[9], 50);
    EXPECT_EQ((*statuses.get())[39], SQL_ROW_NOROW);
}

TEST_F(Rowsets, WithoutAGoodRowTheFetchFails) {
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 3);
    std::array<SQLUSMALLINT, 3> statuses{};
    stmt_.set(SQL_ATTR_ROW_STATUS_PTR, statuses.data());
    std::array<SQLINTEGER, 3> numbers{};
    SQLBindCol(stmt_, 1, SQL_C_SLONG, numbers.data(), 0, nullptr);
    for (const char* values : {"'x' UNION ALL SELECT 'y' UNION ALL SELECT 'z'", "'x'"}) {
        stmt_.run("SELECT " + std::string(values));
        EXPECT_TRUE(fails(stmt_, SQLFetch(stmt_), "22018")) << values;
        EXPECT_EQ(statuses[0], SQL_ROW_ERROR);
        EXPECT_EQ(SQLFetch(stmt_), SQL_NO_DATA);
        stmt_.close();
    }
    stmt_.run("SELECT 'x' UNION ALL SELECT '1'");
    EXPECT_TRUE(warns(stmt_, SQLFetch(stmt_), "22018"));
    EXPECT_THAT(statuses, ElementsAre(SQL_ROW_ERROR, SQL_ROW_SUCCESS, SQL_ROW_NOROW));
}

TEST_F(Rowsets, RecordsOfRowsAreLimitedAndTheRestCounted) {
    const std::string table = filled_table(100);
    Dbc dbc = connect("MaxDiagRecords=10;");
    Stmt stmt(dbc);
    stmt.set(SQL_ATTR_ROW_ARRAY_SIZE, 100);
    std::array<std::array<char, 3>, 100> texts{};
    SQLBindCol(stmt, 1, SQL_C_CHAR, texts.data(), 3, nullptr);
    stmt.run("SELECT s FROM " + table + " ORDER BY id");
    EXPECT_TRUE(warns(stmt, SQLFetch(stmt), "01004"));
    const auto records = stmt.diagnostics();
    ASSERT_THAT(records, SizeIs(11));
    EXPECT_EQ(records.at(9).row, 10);
    EXPECT_EQ(records.at(10).state, "01000");
    EXPECT_EQ(records.at(10).row, 11);
    EXPECT_THAT(records.at(10).text, HasSubstr("90 more"));
}

TEST_F(Rowsets, WithoutRetrievingDataNoBufferIsWritten) {
    stmt_.run("SELECT 1 UNION ALL SELECT 2");
    Guarded<SQLINTEGER> number(1);
    Guarded<SQLLEN> length(1);
    SQLBindCol(stmt_, 1, SQL_C_SLONG, number.data(), 0, length.data());
    number.poison();
    length.poison();
    const SQLINTEGER untouched = number[0];
    ASSERT_TRUE(succeeds(stmt_, stmt_.set(SQL_ATTR_RETRIEVE_DATA, SQL_RD_OFF)));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(number[0], untouched);
    EXPECT_EQ(stmt_.text(1), "1") << "SQLGetData still reads the row";
    ASSERT_TRUE(succeeds(stmt_, stmt_.set(SQL_ATTR_RETRIEVE_DATA, SQL_RD_ON)));
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(number[0], 2);
}

TEST_F(Rowsets, WarningsAndErrorsBelongToTheirRows) {
    const std::string table = create_table("id INT PRIMARY KEY, s VARCHAR(20)");
    stmt_.run("INSERT INTO " + table +
              " VALUES (1, '11'), (2, 'not a number'), (3, '33'), (4, '44444444444444')");
    std::array<SQLUSMALLINT, 4> statuses{};
    Guarded<SQLSMALLINT> numbers(4);
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 4);
    stmt_.set(SQL_ATTR_ROW_STATUS_PTR, statuses.data());
    SQLBindCol(stmt_, 2, SQL_C_SSHORT, numbers.data(), 0, nullptr);
    stmt_.run("SELECT id, s FROM " + table + " ORDER BY id");
    EXPECT_EQ(SQLFetch(stmt_), SQL_SUCCESS_WITH_INFO);
    EXPECT_THAT(statuses,
                ElementsAre(SQL_ROW_SUCCESS, SQL_ROW_ERROR, SQL_ROW_SUCCESS, SQL_ROW_ERROR));
    EXPECT_EQ(numbers[0], 11);
    EXPECT_EQ(numbers[2], 33);
    const auto records = stmt_.diagnostics();
    ASSERT_THAT(records, SizeIs(2));
    EXPECT_EQ(records[0].state, "22018");
    EXPECT_EQ(records[0].row, 2);
    EXPECT_EQ(records[0].column, 2);
    EXPECT_EQ(records[1].state, "22003");
    EXPECT_EQ(records[1].row, 4);
}

TEST_F(Rowsets, SizeMayChangeBetweenFetches) {
    const std::string table = filled_table(100);
    std::array<SQLINTEGER, 50> ids{};
    SQLULEN fetched = 0;
    stmt_.set(SQL_ATTR_ROWS_FETCHED_PTR, &fetched);
    SQLBindCol(stmt_, 1, SQL_C_SLONG, ids.data(), 0, nullptr);
    stmt_.run("SELECT id FROM " + table + " ORDER BY id");
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(ids[0], 1);
    stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, 50);
    ASSERT_TRUE(succeeds(stmt_, SQLFetch(stmt_)));
    EXPECT_EQ(fetched, 50U);
    EXPECT_EQ(ids[49], 51);
    EXPECT_TRUE(fails(stmt_, stmt_.set(SQL_ATTR_ROW_ARRAY_SIZE, SQLULEN{0}), "HY024"));
}

}  // namespace
}  // namespace conformance
