#include <array>

#include "fixture.h"

namespace conformance {
namespace {

class Attributes : public Conformance {
 protected:
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};
};

TEST_F(Attributes, PointersAndSizesOfAStatementAreReadBack) {
    SQLULEN counter = 0;
    std::array<SQLUSMALLINT, 4> statuses{};
    const struct {
        SQLINTEGER attribute;
        void* value;
    } pointers[] = {{SQL_ATTR_ROW_STATUS_PTR, statuses.data()},
                    {SQL_ATTR_ROWS_FETCHED_PTR, &counter},
                    {SQL_ATTR_ROW_BIND_OFFSET_PTR, &counter},
                    {SQL_ATTR_ROW_OPERATION_PTR, statuses.data()},
                    {SQL_ATTR_PARAM_STATUS_PTR, statuses.data()},
                    {SQL_ATTR_PARAMS_PROCESSED_PTR, &counter},
                    {SQL_ATTR_PARAM_BIND_OFFSET_PTR, &counter},
                    {SQL_ATTR_PARAM_OPERATION_PTR, statuses.data()}};
    for (const auto& [attribute, value] : pointers) {
        ASSERT_TRUE(succeeds(stmt_, stmt_.set(attribute, value))) << attribute;
        void* read = nullptr;
        ASSERT_TRUE(
            succeeds(stmt_, SQLGetStmtAttr(stmt_, attribute, &read, SQL_IS_POINTER, nullptr)));
        EXPECT_EQ(read, value) << attribute;
    }
    const struct {
        SQLINTEGER attribute;
        SQLULEN value;
    } numbers[] = {{SQL_ATTR_ROW_ARRAY_SIZE, 17}, {SQL_ATTR_ROW_BIND_TYPE, 64},
                   {SQL_ATTR_PARAMSET_SIZE, 18},  {SQL_ATTR_PARAM_BIND_TYPE, 72},
                   {SQL_ATTR_MAX_ROWS, 19},       {SQL_ATTR_QUERY_TIMEOUT, 20}};
    for (const auto& [attribute, value] : numbers) {
        ASSERT_TRUE(succeeds(stmt_, stmt_.set(attribute, value))) << attribute;
        EXPECT_EQ(stmt_.attribute(attribute), value) << attribute;
    }
}

TEST_F(Attributes, DefaultsAreThoseOfTheStandard) {
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_ROW_ARRAY_SIZE), 1U);
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_PARAMSET_SIZE), 1U);
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_ROW_BIND_TYPE), SQLULEN{SQL_BIND_BY_COLUMN});
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_MAX_ROWS), 0U);
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_MAX_LENGTH), 0U);
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_QUERY_TIMEOUT), 0U);
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_CURSOR_TYPE), SQLULEN{SQL_CURSOR_FORWARD_ONLY});
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_CONCURRENCY), SQLULEN{SQL_CONCUR_READ_ONLY});
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_NOSCAN), SQLULEN{SQL_NOSCAN_OFF});
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_RETRIEVE_DATA), SQLULEN{SQL_RD_ON});
    EXPECT_EQ(dbc_.attribute(SQL_ATTR_ACCESS_MODE), SQLULEN{SQL_MODE_READ_WRITE});
    EXPECT_EQ(dbc_.attribute(SQL_ATTR_CONNECTION_TIMEOUT), 0U);
}

TEST_F(Attributes, UnknownOnesAreRefused) {
    EXPECT_TRUE(fails(stmt_, stmt_.set(31999, SQLULEN{1}), "HY092"));
    EXPECT_TRUE(fails(dbc_, dbc_.set(31999, 1), "HY092"));
    EXPECT_TRUE(fails(dbc_, dbc_.set(SQL_ATTR_AUTOCOMMIT, 17), "HY024"));
}

TEST_F(Attributes, ForwardOnlyDriverSubstitutesOtherCursorTypes) {
    const SQLRETURN code = stmt_.set(SQL_ATTR_CURSOR_TYPE, SQL_CURSOR_STATIC);
    if (code == SQL_SUCCESS) {
        EXPECT_EQ(stmt_.attribute(SQL_ATTR_CURSOR_TYPE), SQLULEN{SQL_CURSOR_STATIC});
        return;
    }
    EXPECT_TRUE(warns(stmt_, code, "01S02"));
    EXPECT_EQ(stmt_.attribute(SQL_ATTR_CURSOR_TYPE), SQLULEN{SQL_CURSOR_FORWARD_ONLY});
}

TEST_F(Attributes, CurrentCatalogIsTheDatabaseAndNoOther) {
    std::array<SQLCHAR, 64> name{};
    SQLINTEGER length = 0;
    ASSERT_TRUE(succeeds(
        dbc_, SQLGetConnectAttr(dbc_, SQL_ATTR_CURRENT_CATALOG, name.data(), 64, &length)));
    EXPECT_EQ(std::string(reinterpret_cast<char*>(name.data())), server_.database());
    EXPECT_EQ(static_cast<std::size_t>(length), server_.database().size());
    EXPECT_TRUE(succeeds(dbc_, SQLSetConnectAttr(dbc_, SQL_ATTR_CURRENT_CATALOG,
                                                 chars(server_.database()), SQL_NTS)));
    EXPECT_EQ(SQLSetConnectAttr(dbc_, SQL_ATTR_CURRENT_CATALOG, chars("elsewhere"), SQL_NTS),
              SQL_ERROR);
    Guarded<SQLCHAR> small(3);
    EXPECT_TRUE(warns(dbc_,
                      SQLGetConnectAttr(dbc_, SQL_ATTR_CURRENT_CATALOG, small.data(), 3, &length),
                      "01004"));
    EXPECT_EQ(static_cast<std::size_t>(length), server_.database().size());
}

TEST_F(Attributes, WideCatalogNameIsCountedInBytes) {
    Dbc dbc = connect_wide();
    std::array<SQLWCHAR, 64> name{};
    SQLINTEGER length = 0;
    ASSERT_TRUE(succeeds(
        dbc, SQLGetConnectAttrW(dbc, SQL_ATTR_CURRENT_CATALOG, name.data(), 128, &length)));
    EXPECT_EQ(utf8(name.data()), server_.database());
    EXPECT_EQ(static_cast<std::size_t>(length), 2 * server_.database().size());
}

TEST_F(Attributes, AccessModeIsKept) {
    ASSERT_TRUE(succeeds(dbc_, dbc_.set(SQL_ATTR_ACCESS_MODE, SQL_MODE_READ_ONLY)));
    EXPECT_EQ(dbc_.attribute(SQL_ATTR_ACCESS_MODE), SQLULEN{SQL_MODE_READ_ONLY});
    Dbc read_only = connect("ReadOnly=yes;");
    EXPECT_EQ(read_only.attribute(SQL_ATTR_ACCESS_MODE), SQLULEN{SQL_MODE_READ_ONLY});
}

TEST_F(Attributes, NumbersAreWrittenInTheirOwnWidth) {
    Guarded<SQLUINTEGER> connection;
    ASSERT_TRUE(succeeds(dbc_, SQLGetConnectAttr(dbc_, SQL_ATTR_AUTOCOMMIT, connection.data(),
                                                 SQL_IS_UINTEGER, nullptr)));
    EXPECT_EQ(*connection, SQLUINTEGER{SQL_AUTOCOMMIT_ON});
    Guarded<SQLULEN> statement;
    ASSERT_TRUE(succeeds(stmt_, SQLGetStmtAttr(stmt_, SQL_ATTR_ROW_ARRAY_SIZE, statement.data(),
                                               SQL_IS_UINTEGER, nullptr)));
    EXPECT_EQ(*statement, 1U);
}

}  // namespace
}  // namespace conformance
