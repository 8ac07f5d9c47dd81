#include "lob_fixture.h"

namespace conformance {
namespace {

class Lob : public LobFixture {};

TEST_F(Lob, BlobComesBackWholeWhateverItsSizeAndTheBuffer) {
    // The server gives 81,908 bytes to a request.
    for (const std::size_t size : {0, 1, 81907, 81908, 81909, 81910, 131072, 5 << 20}) {
        const std::string value = pattern(size);
        insert(static_cast<int>(size), value, "");
        for (const std::size_t capacity : {8192, 204800}) {
            select(static_cast<int>(size));
            EXPECT_EQ(read(1, SQL_C_BINARY, capacity), value) << size << ' ' << capacity;
        }
    }
}

TEST_F(Lob, CharacterBetweenTwoReadsStaysWhole) {
    int id = 0;
    for (const std::string prefix : {"a", "ab", "abc"}) {
        const std::string text = prefix + repeated("한", 100000);
        insert(++id, "", text);
        select(id);
        EXPECT_EQ(read(2, SQL_C_WCHAR, 4096), bytes_of(text));
        select(id);
        EXPECT_EQ(read(2, SQL_C_CHAR, 4096), text);
        select(id);
        EXPECT_EQ(read(2, SQL_C_BINARY, 4096), text);
    }
}

TEST_F(Lob, PartsTellTheRemainingLengthWhereItIsKnown) {
    insert(1, pattern(100000), repeated("é", 100000));
    select(1);
    Guarded<char> part(101);
    SQLLEN length = 0;
    for (SQLLEN left = 100000; left > 99700; left -= 101) {
        ASSERT_TRUE(
            warns(stmt(), SQLGetData(stmt(), 1, SQL_C_BINARY, part.data(), 101, &length), "01004"));
        EXPECT_EQ(length, left);
    }
    for (SQLLEN left = 200000; left > 199700; left -= 100) {
        ASSERT_TRUE(
            warns(stmt(), SQLGetData(stmt(), 2, SQL_C_CHAR, part.data(), 101, &length), "01004"));
        EXPECT_EQ(length, left);
    }
    select(1);
    ASSERT_TRUE(
        warns(stmt(), SQLGetData(stmt(), 2, SQL_C_WCHAR, part.data(), 100, &length), "01004"));
    EXPECT_EQ(length, SQL_NO_TOTAL);
    select(1);
    ASSERT_TRUE(
        warns(stmt(), SQLGetData(stmt(), 1, SQL_C_BINARY, part.data(), 0, &length), "01004"));
    EXPECT_EQ(length, 100000);
    EXPECT_TRUE(part[0] != '\0') << "a buffer without room is left alone";
}

TEST_F(Lob, EmptyAndNullStayDifferent) {
    insert(1, "", "");
    stmt().run("INSERT INTO " + table_ + " VALUES (2, NULL, NULL)");
    for (const SQLSMALLINT c_type : {SQL_C_CHAR, SQL_C_WCHAR, SQL_C_BINARY}) {
        for (const SQLUSMALLINT column : {1, 2}) {
            Guarded<char> out(8);
            SQLLEN length = -777;
            select(1);
            EXPECT_TRUE(
                succeeds(stmt(), SQLGetData(stmt(), column, c_type, out.data(), 8, &length)));
            EXPECT_EQ(length, 0);
            EXPECT_EQ(SQLGetData(stmt(), column, c_type, out.data(), 8, &length), SQL_NO_DATA);
            select(2);
            EXPECT_TRUE(
                succeeds(stmt(), SQLGetData(stmt(), column, c_type, out.data(), 8, &length)));
            EXPECT_EQ(length, SQL_NULL_DATA);
            EXPECT_EQ(SQLGetData(stmt(), column, c_type, out.data(), 8, &length), SQL_NO_DATA);
        }
    }
}

TEST_F(Lob, BlobAsTextIsHexadecimalDigits) {
    insert(1, std::string("\x00\x0A\xFF", 3), "");
    select(1);
    EXPECT_EQ(read(1, SQL_C_CHAR, 100), "000AFF");
    select(1);
    EXPECT_EQ(read(1, SQL_C_WCHAR, 10), bytes_of("000AFF"));
}

TEST_F(Lob, ColumnsMayBeReadInAnyOrderAndAgain) {
    const std::string blob = pattern(200000);
    const std::string clob = repeated("글", 50000);
    insert(1, blob, clob);
    select(1);
    Guarded<char> part(1000);
    SQLLEN length = 0;
    ASSERT_TRUE(
        warns(stmt(), SQLGetData(stmt(), 2, SQL_C_CHAR, part.data(), 1000, &length), "01004"));
    EXPECT_EQ(read(1, SQL_C_BINARY, 10000), blob);
    EXPECT_EQ(read(2, SQL_C_CHAR, 10000), clob) << "another column was read in between";
    EXPECT_EQ(read(1, SQL_C_BINARY, 300000), blob);
}

TEST_F(Lob, ShortTextBecomesNumbersAndDates) {
    insert(1, "", " 42 ");
    insert(2, "", "2026-12-01");
    insert(3, "", std::string(100000, '1'));
    SQLINTEGER number = 0;
    SQL_DATE_STRUCT date{};
    SQLLEN length = 0;
    select(1);
    ASSERT_TRUE(succeeds(stmt(), SQLGetData(stmt(), 2, SQL_C_SLONG, &number, 0, &length)));
    EXPECT_EQ(number, 42);
    EXPECT_EQ(SQLGetData(stmt(), 2, SQL_C_SLONG, &number, 0, &length), SQL_NO_DATA);
    EXPECT_TRUE(fails(stmt(), SQLGetData(stmt(), 1, SQL_C_SLONG, &number, 0, &length), "07006"));
    select(2);
    EXPECT_TRUE(fails(stmt(), SQLGetData(stmt(), 2, SQL_C_SLONG, &number, 0, &length), "22018"));
    ASSERT_TRUE(succeeds(stmt(), SQLGetData(stmt(), 2, SQL_C_TYPE_DATE, &date, 0, &length)));
    EXPECT_EQ(date.year, 2026);
    EXPECT_EQ(date.day, 1);
    select(3);
    EXPECT_TRUE(
        fails(stmt(), SQLGetData(stmt(), 2, SQL_C_SLONG, &number, 0, &length), "22018|22003"));
}

TEST_F(Lob, MaximumLengthCutsBetweenCharacters) {
    insert(1, pattern(1000), repeated("한", 1000));
    ASSERT_TRUE(succeeds(stmt(), stmt().set(SQL_ATTR_MAX_LENGTH, SQLULEN{100})));
    select(1);
    EXPECT_EQ(read(1, SQL_C_BINARY, 64), pattern(100));
    EXPECT_EQ(read(2, SQL_C_CHAR, 64), repeated("한", 33));
    select(1);
    EXPECT_EQ(read(2, SQL_C_WCHAR, 64), bytes_of(repeated("한", 33)));
}

TEST_F(Lob, IsReadWhileAnotherResultIsOpen) {
    const std::string rows = filled_table(5000);
    insert(1, pattern(300000), "");
    Stmt other(*dbc_);
    other.run("SELECT id FROM " + rows + " ORDER BY id");
    ASSERT_TRUE(succeeds(other, SQLFetch(other)));
    select(1);
    EXPECT_EQ(read(1, SQL_C_BINARY, 10000), pattern(300000));
    EXPECT_EQ(other.rest().size(), 4999U);
}

TEST_F(Lob, LeavesNoTransactionBehindWithAutocommit) {
    insert(1, pattern(100000), "");
    select(1);
    EXPECT_EQ(read(1, SQL_C_BINARY, 10000), pattern(100000));
    Dbc other = connect("LockTimeout=2000;");
    Stmt alter(other);
    EXPECT_TRUE(succeeds(alter, alter.exec("ALTER TABLE " + table_ + " ADD COLUMN x INT")));
}

TEST_F(Lob, IsReadableAfterACommit) {
    insert(1, pattern(100000), "");
    dbc_->autocommit(false);
    select(1);
    ASSERT_TRUE(succeeds(*dbc_, dbc_->commit()));
    EXPECT_EQ(read(1, SQL_C_BINARY, 10000), pattern(100000));
}

TEST_F(Lob, ThatIsGoneIsTheServersErrorAndTheStatementGoesOn) {
    insert(1, pattern(1000), "text");
    select(1);
    Dbc other = connect();
    Stmt(other).run("DELETE FROM " + table_);
    Guarded<char> out(10);
    SQLLEN length = 0;
    ASSERT_TRUE(
        fails(stmt(), SQLGetData(stmt(), 1, SQL_C_BINARY, out.data(), 10, &length), "HY000"));
    const auto record = stmt().diagnostics().at(0);
    EXPECT_EQ(record.native, -1020);
    EXPECT_THAT(record.text, HasSubstr("was not found"));
    EXPECT_EQ(record.column, 1);
    EXPECT_EQ(SQLFetch(stmt()), SQL_NO_DATA);
    stmt().close();
    EXPECT_EQ(stmt().number("SELECT COUNT(*) FROM " + table_), 0);
}

TEST_F(Lob, IsDescribedAsALongType) {
    stmt().run("SELECT b, c FROM " + table_);
    SQLSMALLINT type = 0;
    SQLULEN size = 0;
    SQLDescribeCol(stmt(), 1, nullptr, 0, nullptr, &type, &size, nullptr, nullptr);
    EXPECT_EQ(type, SQL_LONGVARBINARY);
    EXPECT_GT(size, 100000000U);
    SQLDescribeCol(stmt(), 2, nullptr, 0, nullptr, &type, &size, nullptr, nullptr);
    EXPECT_EQ(type, SQL_WLONGVARCHAR);
    EXPECT_GT(size, 100000000U);
}

}  // namespace
}  // namespace conformance
