#include "direct.h"
#include "fixture.h"

namespace conformance {
namespace {

using Handles = Conformance;

TEST_F(Handles, NullIsAnInvalidHandleInEveryFunction) {
    SQLSMALLINT small = 0;
    SQLLEN count = 0;
    SQLINTEGER number = 0;
    SQLUSMALLINT exists = 0;
    SQLCHAR text[8] = "x";
    SQLHANDLE out = nullptr;
    EXPECT_EQ(CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_DBC, nullptr, &out), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_STMT, nullptr, &out), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLDisconnect)(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLDriverConnect)(nullptr, nullptr, text, 1, nullptr, 0, nullptr, 0),
              SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLGetInfo)(nullptr, SQL_DBMS_NAME, text, 8, &small),
              SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLGetFunctions)(nullptr, SQL_API_SQLFETCH, &exists),
              SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLExecDirect)(nullptr, text, 1), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLPrepare)(nullptr, text, 1), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLExecute)(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLCloseCursor)(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeStmt)(nullptr, SQL_CLOSE), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLNumResultCols)(nullptr, &small), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLRowCount)(nullptr, &count), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLMoreResults)(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLBindCol)(nullptr, 1, SQL_C_CHAR, text, 8, &count),
              SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLGetData)(nullptr, 1, SQL_C_CHAR, text, 8, &count),
              SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLEndTran)(SQL_HANDLE_DBC, nullptr, SQL_COMMIT), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(
        CUBRID_DIRECT(SQLGetDiagRec)(SQL_HANDLE_STMT, nullptr, 1, text, &number, text, 8, &small),
        SQL_INVALID_HANDLE);
}

TEST_F(Handles, ForeignKindIsAnInvalidHandle) {
    DirectConnection direct(server_.keywords());
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(direct.dbc()), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLDisconnect)(direct.env()), SQL_INVALID_HANDLE);
    SQLHSTMT stmt = direct.new_statement();
    EXPECT_EQ(CUBRID_DIRECT(SQLDisconnect)(stmt), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLEndTran)(SQL_HANDLE_DBC, stmt, SQL_COMMIT), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_DBC, stmt), SQL_INVALID_HANDLE);
    int not_a_handle[64] = {};
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(not_a_handle), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
}

TEST_F(Handles, FreedOneIsAnInvalidHandle) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    ASSERT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLCancel)(stmt), SQL_INVALID_HANDLE);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_INVALID_HANDLE);
}

TEST_F(Handles, ConnectedOneCannotBeFreed) {
    DirectConnection direct(server_.keywords());
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_DBC, direct.dbc()), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(SQL_HANDLE_DBC, direct.dbc()), "HY010");
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_ENV, direct.env()), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(SQL_HANDLE_ENV, direct.env()), "HY010");
}

TEST_F(Handles, NullOutputPointerIsHY009) {
    DirectConnection direct(server_.keywords());
    EXPECT_EQ(CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_STMT, direct.dbc(), nullptr), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(SQL_HANDLE_DBC, direct.dbc()), "HY009");
}

TEST_F(Handles, StatementNeedsAConnection) {
    SQLHENV env = nullptr;
    SQLHDBC dbc = nullptr;
    SQLHSTMT stmt = nullptr;
    CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env);
    CUBRID_DIRECT(SQLSetEnvAttr)
    (env, SQL_ATTR_ODBC_VERSION, reinterpret_cast<SQLPOINTER>(SQL_OV_ODBC3), 0);
    CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_DBC, env, &dbc);
    EXPECT_EQ(CUBRID_DIRECT(SQLAllocHandle)(SQL_HANDLE_STMT, dbc, &stmt), SQL_ERROR);
    EXPECT_EQ(DirectConnection::state(SQL_HANDLE_DBC, dbc), "08003");
    EXPECT_EQ(stmt, nullptr);
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_DBC, dbc);
    CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_ENV, env);
}

TEST_F(Handles, DisconnectWithStatementsInAnyStateLeavesNothingBehind) {
    const std::string table = filled_table(2000);
    for (int round = 0; round < 20; ++round) {
        Dbc dbc = connect();
        Stmt fresh(dbc);
        Stmt reading(dbc);
        Stmt prepared(dbc);
        reading.run("SELECT * FROM " + table);
        ASSERT_TRUE(succeeds(reading, SQLFetch(reading)));
        ASSERT_TRUE(succeeds(prepared, prepared.prepare("SELECT 1")));
        if (round % 2 == 0) {
            fresh.free();
            reading.free();
        }
        EXPECT_TRUE(succeeds(dbc, dbc.disconnect()));
        fresh.release();
        reading.release();
        prepared.release();
    }
}

TEST_F(Handles, DirectDisconnectDropsItsStatements) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    EXPECT_EQ(DirectConnection::exec(stmt, "SELECT 1"), SQL_SUCCESS);
    EXPECT_EQ(CUBRID_DIRECT(SQLDisconnect)(direct.dbc()), SQL_SUCCESS);
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_INVALID_HANDLE);
}

TEST_F(Handles, RunPastTheManagerAsThroughIt) {
    DirectConnection direct(server_.keywords());
    SQLHSTMT stmt = direct.new_statement();
    ASSERT_EQ(DirectConnection::exec(stmt, "SELECT 41 + 1, 'text'"), SQL_SUCCESS);
    ASSERT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_SUCCESS);
    SQLINTEGER value = 0;
    SQLLEN length = 0;
    EXPECT_EQ(CUBRID_DIRECT(SQLGetData)(stmt, 1, SQL_C_SLONG, &value, 0, &length), SQL_SUCCESS);
    EXPECT_EQ(value, 42);
    EXPECT_EQ(CUBRID_DIRECT(SQLFetch)(stmt), SQL_NO_DATA);
    EXPECT_EQ(CUBRID_DIRECT(SQLFreeHandle)(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
}

}  // namespace
}  // namespace conformance
