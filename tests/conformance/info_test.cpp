#include <array>
#include <regex>

#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

using Info = Conformance;

std::string text_info(const Dbc& dbc, SQLUSMALLINT type) {
    std::array<SQLCHAR, 512> out{};
    SQLSMALLINT length = -1;
    EXPECT_TRUE(succeeds(dbc, SQLGetInfo(dbc, type, out.data(), 512, &length))) << type;
    std::string text = reinterpret_cast<char*>(out.data());
    EXPECT_EQ(static_cast<std::size_t>(length), text.size()) << type;
    return text;
}

template <class T>
T number_info(const Dbc& dbc, SQLUSMALLINT type) {
    Guarded<T> value;
    EXPECT_TRUE(succeeds(dbc, SQLGetInfo(dbc, type, value.data(), 0, nullptr))) << type;
    return *value;
}

TEST_F(Info, NamesAndVersionsAreReal) {
    Dbc dbc = connect();
    const std::regex version(R"(\d\d\.\d\d\.\d{4}.*)");
    EXPECT_EQ(text_info(dbc, SQL_DBMS_NAME), "CUBRID");
    EXPECT_THAT(text_info(dbc, SQL_DRIVER_NAME), HasSubstr("libcubridodbc.so"));
    EXPECT_TRUE(std::regex_match(text_info(dbc, SQL_DBMS_VER), version))
        << text_info(dbc, SQL_DBMS_VER);
    EXPECT_TRUE(std::regex_match(text_info(dbc, SQL_DRIVER_VER), version))
        << text_info(dbc, SQL_DRIVER_VER);
    EXPECT_THAT(text_info(dbc, SQL_DRIVER_ODBC_VER), testing::AnyOf("03.52", "03.80"));
    EXPECT_EQ(text_info(dbc, SQL_DATABASE_NAME), server_.database());
    EXPECT_EQ(text_info(dbc, SQL_DATA_SOURCE_NAME), "");
}

TEST_F(Info, DataSourceNameIsTold) {
    const std::string dsn = Registration::add_data_source(server_.keywords());
    Dbc dbc(env_);
    ASSERT_TRUE(succeeds(dbc, dbc.connect("DSN=" + dsn)));
    EXPECT_EQ(text_info(dbc, SQL_DATA_SOURCE_NAME), dsn);
}

TEST_F(Info, NumbersHaveTheirExactSize) {
    Dbc dbc = connect();
    EXPECT_EQ(number_info<SQLUSMALLINT>(dbc, SQL_CURSOR_COMMIT_BEHAVIOR), SQL_CB_PRESERVE);
    EXPECT_EQ(number_info<SQLUSMALLINT>(dbc, SQL_CURSOR_ROLLBACK_BEHAVIOR), SQL_CB_CLOSE);
    EXPECT_EQ(number_info<SQLUINTEGER>(dbc, SQL_PARAM_ARRAY_ROW_COUNTS), SQL_PARC_NO_BATCH);
    EXPECT_EQ(number_info<SQLUINTEGER>(dbc, SQL_PARAM_ARRAY_SELECTS), SQL_PAS_BATCH);
    EXPECT_EQ(number_info<SQLUINTEGER>(dbc, SQL_ASYNC_MODE), SQL_AM_NONE);
    EXPECT_EQ(number_info<SQLUSMALLINT>(dbc, SQL_TXN_CAPABLE), SQL_TC_ALL);
    EXPECT_EQ(number_info<SQLUINTEGER>(dbc, SQL_DEFAULT_TXN_ISOLATION), SQL_TXN_READ_COMMITTED);
    EXPECT_EQ(text_info(dbc, SQL_CATALOG_NAME), "N");
}

TEST_F(Info, IsolationLevelsThatAreListedCanBeSet) {
    Dbc dbc = connect();
    const auto mask = number_info<SQLUINTEGER>(dbc, SQL_TXN_ISOLATION_OPTION);
    EXPECT_EQ(mask, SQL_TXN_READ_COMMITTED | SQL_TXN_REPEATABLE_READ | SQL_TXN_SERIALIZABLE);
    EXPECT_EQ(dbc.attribute(SQL_ATTR_TXN_ISOLATION), SQL_TXN_READ_COMMITTED);
    for (SQLULEN level : {SQL_TXN_REPEATABLE_READ, SQL_TXN_SERIALIZABLE, SQL_TXN_READ_COMMITTED}) {
        EXPECT_TRUE(succeeds(dbc, dbc.set(SQL_ATTR_TXN_ISOLATION, level)));
        EXPECT_EQ(dbc.attribute(SQL_ATTR_TXN_ISOLATION), level);
    }
    const SQLRETURN code = dbc.set(SQL_ATTR_TXN_ISOLATION, SQL_TXN_READ_UNCOMMITTED);
    EXPECT_TRUE(fails(dbc, code, "HYC00") || warns(dbc, code, "01S02"));
}

TEST_F(Info, WideLengthsAreBytes) {
    Dbc narrow = connect();
    Dbc wide = connect_wide();
    for (SQLUSMALLINT type :
         {SQL_DBMS_NAME, SQL_DRIVER_NAME, SQL_DBMS_VER, SQL_DRIVER_VER, SQL_DATABASE_NAME}) {
        std::array<SQLWCHAR, 512> out{};
        SQLSMALLINT length = 0;
        ASSERT_TRUE(succeeds(wide, SQLGetInfoW(wide, type, out.data(), 1024, &length)));
        const std::string text = utf8(out.data());
        EXPECT_EQ(static_cast<std::size_t>(length), 2 * text.size()) << type;
        EXPECT_EQ(text, text_info(narrow, type));
    }
}

TEST_F(Info, TextThatDoesNotFitIsCutWithItsWholeLengthTold) {
    Dbc dbc = connect();
    Guarded<SQLCHAR> out(3);
    SQLSMALLINT length = 0;
    EXPECT_TRUE(warns(dbc, SQLGetInfo(dbc, SQL_DBMS_NAME, out.data(), 3, &length), "01004"));
    EXPECT_STREQ(reinterpret_cast<char*>(out.data()), "CU");
    EXPECT_EQ(length, 6);

    Dbc wide_dbc = connect_wide();
    Guarded<SQLWCHAR> wide(2);
    EXPECT_TRUE(
        warns(wide_dbc, SQLGetInfoW(wide_dbc, SQL_DBMS_NAME, wide.data(), 4, &length), "01004"));
    EXPECT_EQ(utf8(wide.data()), "C");
    EXPECT_EQ(length, 12);
}

TEST_F(Info, OddWideBufferIsHY090) {
    DirectConnection direct(server_.keywords());
    std::array<SQLWCHAR, 8> out{};
    SQLSMALLINT length = 0;
    EXPECT_EQ(CUBRID_DIRECT(SQLGetInfoW)(direct.dbc(), SQL_DBMS_NAME, out.data(), 7, &length),
              SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(SQL_HANDLE_DBC, direct.dbc()), "HY090");
}

TEST_F(Info, NegativeBufferLengthIsHY090) {
    DirectConnection direct(server_.keywords());
    std::array<SQLCHAR, 8> out{};
    SQLSMALLINT length = 0;
    EXPECT_EQ(CUBRID_DIRECT(SQLGetInfo)(direct.dbc(), SQL_DBMS_NAME, out.data(), -1, &length),
              SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(SQL_HANDLE_DBC, direct.dbc()), "HY090");
}

TEST_F(Info, UnknownTypeIsHY096) {
    Dbc dbc = connect();
    std::array<SQLCHAR, 64> out{};
    SQLSMALLINT length = 0;
    EXPECT_TRUE(fails(dbc, SQLGetInfo(dbc, 29999, out.data(), 64, &length), "HY096"));
}

TEST_F(Info, NullBufferGivesTheLength) {
    Dbc dbc = connect();
    SQLSMALLINT length = 0;
    const SQLRETURN code = SQLGetInfo(dbc, SQL_DBMS_NAME, nullptr, 0, &length);
    EXPECT_TRUE(SQL_SUCCEEDED(code));
    EXPECT_EQ(length, 6);
}

TEST_F(Info, QuoteCharacterWorksInTheSession) {
    Dbc dbc = connect();
    const std::string q = text_info(dbc, SQL_IDENTIFIER_QUOTE_CHAR);
    const std::string name = new_name();
    Stmt stmt(dbc);
    stmt.run("CREATE TABLE " + name + " (" + q + "order" + q + " INT)");
    stmt.run("INSERT INTO " + q + name + q + " (" + q + "order" + q + ") VALUES (7)");
    EXPECT_EQ(stmt.number("SELECT " + q + "order" + q + " FROM " + q + name + q), 7);
}

TEST_F(Info, FunctionsThatAreAnnouncedAreExported) {
    Dbc dbc = connect();
    SQLUSMALLINT exists[SQL_API_ODBC3_ALL_FUNCTIONS_SIZE] = {};
    ASSERT_TRUE(succeeds(dbc, SQLGetFunctions(dbc, SQL_API_ODBC3_ALL_FUNCTIONS, exists)));
    const struct {
        SQLUSMALLINT id;
        const char* name;
    } functions[] = {{SQL_API_SQLALLOCHANDLE, "SQLAllocHandle"},
                     {SQL_API_SQLBINDCOL, "SQLBindCol"},
                     {SQL_API_SQLBINDPARAMETER, "SQLBindParameter"},
                     {SQL_API_SQLBROWSECONNECT, "SQLBrowseConnect"},
                     {SQL_API_SQLBULKOPERATIONS, "SQLBulkOperations"},
                     {SQL_API_SQLCANCEL, "SQLCancel"},
                     {SQL_API_SQLCLOSECURSOR, "SQLCloseCursor"},
                     {SQL_API_SQLCOLATTRIBUTE, "SQLColAttribute"},
                     {SQL_API_SQLCOLUMNPRIVILEGES, "SQLColumnPrivileges"},
                     {SQL_API_SQLCOLUMNS, "SQLColumns"},
                     {SQL_API_SQLCONNECT, "SQLConnect"},
                     {SQL_API_SQLDESCRIBECOL, "SQLDescribeCol"},
                     {SQL_API_SQLDESCRIBEPARAM, "SQLDescribeParam"},
                     {SQL_API_SQLDISCONNECT, "SQLDisconnect"},
                     {SQL_API_SQLDRIVERCONNECT, "SQLDriverConnect"},
                     {SQL_API_SQLENDTRAN, "SQLEndTran"},
                     {SQL_API_SQLEXECDIRECT, "SQLExecDirect"},
                     {SQL_API_SQLEXECUTE, "SQLExecute"},
                     {SQL_API_SQLFETCH, "SQLFetch"},
                     {SQL_API_SQLFETCHSCROLL, "SQLFetchScroll"},
                     {SQL_API_SQLFOREIGNKEYS, "SQLForeignKeys"},
                     {SQL_API_SQLFREEHANDLE, "SQLFreeHandle"},
                     {SQL_API_SQLFREESTMT, "SQLFreeStmt"},
                     {SQL_API_SQLGETCONNECTATTR, "SQLGetConnectAttr"},
                     {SQL_API_SQLGETDATA, "SQLGetData"},
                     {SQL_API_SQLGETDIAGFIELD, "SQLGetDiagField"},
                     {SQL_API_SQLGETDIAGREC, "SQLGetDiagRec"},
                     {SQL_API_SQLGETINFO, "SQLGetInfo"},
                     {SQL_API_SQLGETSTMTATTR, "SQLGetStmtAttr"},
                     {SQL_API_SQLGETTYPEINFO, "SQLGetTypeInfo"},
                     {SQL_API_SQLMORERESULTS, "SQLMoreResults"},
                     {SQL_API_SQLNATIVESQL, "SQLNativeSql"},
                     {SQL_API_SQLNUMPARAMS, "SQLNumParams"},
                     {SQL_API_SQLNUMRESULTCOLS, "SQLNumResultCols"},
                     {SQL_API_SQLPARAMDATA, "SQLParamData"},
                     {SQL_API_SQLPREPARE, "SQLPrepare"},
                     {SQL_API_SQLPRIMARYKEYS, "SQLPrimaryKeys"},
                     {SQL_API_SQLPUTDATA, "SQLPutData"},
                     {SQL_API_SQLROWCOUNT, "SQLRowCount"},
                     {SQL_API_SQLSETCONNECTATTR, "SQLSetConnectAttr"},
                     {SQL_API_SQLSETPOS, "SQLSetPos"},
                     {SQL_API_SQLSETSTMTATTR, "SQLSetStmtAttr"},
                     {SQL_API_SQLSTATISTICS, "SQLStatistics"},
                     {SQL_API_SQLTABLES, "SQLTables"}};
    for (const auto& [id, name] : functions) {
        const bool announced = SQL_FUNC_EXISTS(exists, id) == SQL_TRUE;
        EXPECT_EQ(announced, driver_symbol(name) != nullptr) << name;
        SQLUSMALLINT single = 99;
        EXPECT_TRUE(succeeds(dbc, SQLGetFunctions(dbc, id, &single))) << name;
        EXPECT_EQ(single == SQL_TRUE, announced) << name;
    }
    EXPECT_EQ(driver_symbol("SQLDataSources"), nullptr);
    EXPECT_EQ(driver_symbol("SQLDrivers"), nullptr);
    EXPECT_EQ(driver_symbol("ConfigDSN"), nullptr);
}

TEST_F(Info, NarrowAndWideFormsAreExportedTogether) {
    for (const char* name : {"SQLConnect", "SQLDriverConnect", "SQLPrepare", "SQLExecDirect",
                             "SQLGetInfo", "SQLGetDiagRec", "SQLGetDiagField", "SQLDescribeCol",
                             "SQLColAttribute", "SQLGetConnectAttr", "SQLSetConnectAttr"}) {
        EXPECT_NE(driver_symbol(name), nullptr) << name;
        EXPECT_NE(driver_symbol((std::string(name) + "W").c_str()), nullptr) << name;
    }
}

}  // namespace
}  // namespace conformance
