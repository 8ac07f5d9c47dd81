// The exported functions without a driver manager in front of them: null pointers at every place,
// and several threads.
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <thread>

#include "../session/fake_cas.h"
#include "handles/dbc.h"
#include "odbc/guard.h"

namespace cubrid::odbc::entry {
namespace {

using namespace session::fake;  // NOLINT(google-build-using-namespace): the script's words

SQLCHAR* text(const char* chars) {
    return const_cast<SQLCHAR*>(reinterpret_cast<const SQLCHAR*>(chars));
}

class EntryPoints : public testing::Test {
 protected:
    void connect(std::vector<Conversation> conversations) {
        cas = std::make_unique<FakeCas>(std::move(conversations));
        ASSERT_EQ(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env), SQL_SUCCESS);
        ASSERT_EQ(SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc), SQL_SUCCESS);
        const std::string string =
            "Driver=x;Server=127.0.0.1;Database=demodb;Port=" + std::to_string(cas->port());
        ASSERT_EQ(SQLDriverConnect(dbc, nullptr, text(string.c_str()), SQL_NTS, nullptr, 0, nullptr,
                                   SQL_DRIVER_NOPROMPT),
                  SQL_SUCCESS);
        ASSERT_EQ(SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt), SQL_SUCCESS);
    }
    void connect(std::vector<Step> steps) {
        connect(std::vector<Conversation>{Conversation{std::move(steps)}});
    }
    void TearDown() override {
        SQLDisconnect(dbc);
        EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_DBC, dbc), SQL_SUCCESS);
        EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_ENV, env), SQL_SUCCESS);
    }

    std::unique_ptr<FakeCas> cas;
    SQLHANDLE env = nullptr;
    SQLHANDLE dbc = nullptr;
    SQLHANDLE stmt = nullptr;
};

TEST_F(EntryPoints, NullPointersAreErrorsOrNotWritten) {
    connect({on(Function::prepare_and_execute, prepared_and_executed({}, executed(1, {1, 1, true})),
                Status::idle)});
    EXPECT_EQ(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, nullptr), SQL_ERROR);
    EXPECT_EQ(SQLAllocHandle(SQL_HANDLE_STMT, dbc, nullptr), SQL_ERROR);
    EXPECT_EQ(SQLGetEnvAttr(env, SQL_ATTR_ODBC_VERSION, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLGetConnectAttr(dbc, SQL_ATTR_AUTOCOMMIT, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLGetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_NE(SQLSetConnectAttr(dbc, SQL_ATTR_CURRENT_CATALOG, nullptr, SQL_NTS), SQL_SUCCESS);
    EXPECT_EQ(SQLGetInfo(dbc, SQL_DBMS_NAME, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLGetInfo(dbc, SQL_TXN_CAPABLE, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLGetFunctions(dbc, SQL_API_SQLFETCH, nullptr), SQL_ERROR);
    EXPECT_EQ(SQLNativeSql(dbc, nullptr, 0, nullptr, 0, nullptr), SQL_ERROR);
    EXPECT_EQ(SQLNativeSql(dbc, text("SELECT 1"), SQL_NTS, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLPrepare(stmt, nullptr, SQL_NTS), SQL_ERROR);
    EXPECT_EQ(SQLExecDirectW(stmt, nullptr, SQL_NTS), SQL_ERROR);
    EXPECT_EQ(SQLGetStmtAttr(stmt, SQL_ATTR_MAX_ROWS, nullptr, 0, nullptr), SQL_SUCCESS);

    EXPECT_EQ(SQLExecDirect(stmt, text("SELECT a FROM t"), SQL_NTS), SQL_SUCCESS);
    EXPECT_EQ(SQLNumResultCols(stmt, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLNumParams(stmt, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLRowCount(stmt, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLDescribeCol(stmt, 1, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr),
              SQL_SUCCESS);
    EXPECT_EQ(SQLColAttribute(stmt, 1, SQL_DESC_LABEL, nullptr, 0, nullptr, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLColAttribute(stmt, 1, SQL_DESC_TYPE, nullptr, 0, nullptr, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLBindCol(stmt, 1, SQL_C_SLONG, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLFetch(stmt), SQL_SUCCESS);
    EXPECT_EQ(SQLGetData(stmt, 1, SQL_C_SLONG, nullptr, 0, nullptr), SQL_ERROR);
    EXPECT_EQ(SQLGetDiagRec(SQL_HANDLE_STMT, stmt, 1, nullptr, nullptr, nullptr, 0, nullptr),
              SQL_SUCCESS);
    EXPECT_EQ(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 1, SQL_DIAG_SQLSTATE, nullptr, 0, nullptr),
              SQL_SUCCESS);
    EXPECT_EQ(SQLGetDiagField(SQL_HANDLE_STMT, stmt, 0, SQL_DIAG_NUMBER, nullptr, 0, nullptr),
              SQL_SUCCESS);
    SQLHDESC ird = nullptr;
    EXPECT_EQ(SQLGetStmtAttr(stmt, SQL_ATTR_IMP_ROW_DESC, &ird, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLGetDescField(ird, 1, SQL_DESC_LABEL, nullptr, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLGetDescField(ird, 2, SQL_DESC_LABEL, nullptr, 0, nullptr), SQL_NO_DATA);
}

TEST_F(EntryPoints, ANullHandleIsInvalidEverywhere) {
    connect(std::vector<Step>{});
    for (const SQLSMALLINT type : std::to_array<SQLSMALLINT>(
             {SQL_HANDLE_ENV, SQL_HANDLE_DBC, SQL_HANDLE_STMT, SQL_HANDLE_DESC, 99})) {
        EXPECT_EQ(SQLFreeHandle(type, nullptr), SQL_INVALID_HANDLE);
        EXPECT_EQ(SQLGetDiagRec(type, nullptr, 1, nullptr, nullptr, nullptr, 0, nullptr),
                  SQL_INVALID_HANDLE);
    }
    EXPECT_EQ(SQLAllocHandle(SQL_HANDLE_DBC, nullptr, &stmt), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLDisconnect(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLEndTran(SQL_HANDLE_DBC, nullptr, SQL_COMMIT), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLCancel(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLFetch(nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLFetch(dbc), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLFreeStmt(env, SQL_DROP), SQL_INVALID_HANDLE);
}

TEST_F(EntryPoints, DescriptorsOfAFreedStatementAndOfAClosedConnectionAreInvalid) {
    connect(std::vector<Step>{});
    SQLHDESC own = nullptr;
    SQLHDESC made = nullptr;
    EXPECT_EQ(SQLGetStmtAttr(stmt, SQL_ATTR_APP_ROW_DESC, &own, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &made), SQL_SUCCESS);
    EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_DESC, own), SQL_ERROR);
    EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_STMT, stmt), SQL_SUCCESS);
    EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_STMT, stmt), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLGetDescField(own, 0, SQL_DESC_COUNT, nullptr, 0, nullptr), SQL_INVALID_HANDLE);
    EXPECT_EQ(SQLDisconnect(dbc), SQL_SUCCESS);
    EXPECT_EQ(SQLGetDescField(made, 0, SQL_DESC_COUNT, nullptr, 0, nullptr), SQL_INVALID_HANDLE);
}

TEST_F(EntryPoints, ANegativeLengthOfTheCompletedStringConnectsNothing) {
    connect(std::vector<Step>{});
    SQLHANDLE other = nullptr;
    ASSERT_EQ(SQLAllocHandle(SQL_HANDLE_DBC, env, &other), SQL_SUCCESS);
    const std::string string =
        "Driver=x;Server=127.0.0.1;Database=demodb;Port=" + std::to_string(cas->port());
    EXPECT_EQ(SQLDriverConnect(other, nullptr, text(string.c_str()), SQL_NTS, nullptr, -1, nullptr,
                               SQL_DRIVER_NOPROMPT),
              SQL_ERROR);
    EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_DBC, other), SQL_SUCCESS);
}

TEST_F(EntryPoints, DisconnectingWaitsForAStatementThatAnotherThreadIsIn) {
    std::atomic<bool> answer{false};
    connect({when(
        [&] {
            while (!answer) std::this_thread::yield();
        },
        on(Function::prepare_and_execute, prepared_and_executed({}, executed(1, {1, 1, true})),
           Status::idle))});
    SQLRETURN executed_with = SQL_ERROR;
    std::thread executing{
        [&] { executed_with = SQLExecDirect(stmt, text("SELECT a FROM t"), SQL_NTS); }};
    EXPECT_TRUE(cas->has_come(1));
    std::thread disconnecting{[&] { EXPECT_EQ(SQLDisconnect(dbc), SQL_SUCCESS); }};
    answer = true;
    executing.join();
    disconnecting.join();
    EXPECT_EQ(executed_with, SQL_SUCCESS);
    EXPECT_EQ(SQLFetch(stmt), SQL_INVALID_HANDLE);
}

TEST_F(EntryPoints, DiagnosticsOfAStatementMayBeReadWhileItsConnectionEnds) {
    connect(std::vector<Step>{});
    EXPECT_EQ(SQLFetch(stmt), SQL_ERROR);
    std::atomic<bool> done{false};
    std::thread reading{[&] {
        while (!done) {
            SQLCHAR name[16] = {};
            SQLGetDiagField(SQL_HANDLE_STMT, stmt, 1, SQL_DIAG_SERVER_NAME, name, sizeof name,
                            nullptr);
        }
    }};
    EXPECT_EQ(SQLDisconnect(dbc), SQL_SUCCESS);
    done = true;
    reading.join();
}

TEST_F(EntryPoints, ADescriptorOfSeveralStatementsIsChangedByOneThreadAtATime) {
    connect(std::vector<Step>{});
    SQLHDESC shared = nullptr;
    ASSERT_EQ(SQLAllocHandle(SQL_HANDLE_DESC, dbc, &shared), SQL_SUCCESS);
    SQLINTEGER value = 0;
    const auto bind_and_unbind = [&](int thread) {
        SQLHANDLE own = nullptr;
        EXPECT_EQ(SQLAllocHandle(SQL_HANDLE_STMT, dbc, &own), SQL_SUCCESS);
        EXPECT_EQ(SQLSetStmtAttr(own, SQL_ATTR_APP_ROW_DESC, shared, 0), SQL_SUCCESS);
        for (int round = 0; round < 5000; ++round) {
            const auto column = static_cast<SQLUSMALLINT>(1 + (round * 7 + thread) % 90);
            EXPECT_EQ(SQLBindCol(own, column, SQL_C_SLONG, &value, 0, nullptr), SQL_SUCCESS);
            if (round % 50 == 0) SQLFreeStmt(own, SQL_UNBIND);
        }
        EXPECT_EQ(SQLFreeHandle(SQL_HANDLE_STMT, own), SQL_SUCCESS);
    };
    std::thread first{bind_and_unbind, 0};
    std::thread second{bind_and_unbind, 1};
    for (int round = 0; round < 5000; ++round) {
        const auto column = static_cast<SQLSMALLINT>(1 + round % 60);
        EXPECT_EQ(SQLSetDescField(shared, column, SQL_DESC_DATA_PTR, &value, 0), SQL_SUCCESS);
    }
    first.join();
    second.join();
    EXPECT_EQ(SQLSetDescField(shared, 0, SQL_DESC_COUNT, reinterpret_cast<SQLPOINTER>(2), 0),
              SQL_SUCCESS);
    SQLSMALLINT count = -1;
    EXPECT_EQ(SQLGetDescField(shared, 0, SQL_DESC_COUNT, &count, 0, nullptr), SQL_SUCCESS);
    EXPECT_EQ(count, 2);
}

TEST_F(EntryPoints, AStatementIsFreedOnceByWhicheverThreadComesFirst) {
    connect(std::vector<Step>{});
    for (int round = 0; round < 50; ++round) {
        SQLHANDLE shared = nullptr;
        ASSERT_EQ(SQLAllocHandle(SQL_HANDLE_STMT, dbc, &shared), SQL_SUCCESS);
        std::atomic<int> freed{0};
        const auto work = [&] {
            SQLLEN count = 0;
            SQLRowCount(shared, &count);
            if (SQLFreeHandle(SQL_HANDLE_STMT, shared) == SQL_SUCCESS) ++freed;
        };
        std::thread other{work};
        work();
        other.join();
        EXPECT_EQ(freed, 1);
    }
}

}  // namespace
}  // namespace cubrid::odbc::entry
