#include "handles/stmt.h"

#include "handles/info.h"
#include "handles/registry.h"
#include "stmt_fixture.h"

namespace cubrid::odbc::handles {
namespace {

using namespace session::fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;
using testing::SizeIs;
using testing::StartsWith;

TEST_F(StmtTest, ASmallSelectIsOneRoundTrip) {
    connect({on(Function::prepare_and_execute, prepared_and_executed({}, executed(2, {1, 2, true})),
                Status::idle)});
    EXPECT_THAT(stmt->execute_direct("SELECT a FROM t"), Works());
    EXPECT_EQ(*stmt->column_count(), 1);
    EXPECT_EQ(*stmt->fetch(), SQL_SUCCESS);
    EXPECT_EQ(*stmt->fetch(), SQL_SUCCESS);
    EXPECT_EQ(*stmt->fetch(), SQL_NO_DATA);
    EXPECT_THAT(stmt->close_cursor(), Works());
    EXPECT_THAT(stmt->close_cursor(), FailsWith("24000"));
    EXPECT_THAT(cas->functions(), SizeIs(1));
}

TEST_F(StmtTest, APlanThatIsGoneIsMadeAgainOnce) {
    const Step gone = on(Function::execute, cas_error(-10024), Status::idle);
    connect({on(Function::prepare, prepared({.handle = 5}), Status::idle), gone,
             on(Function::prepare, prepared({.handle = 6}), Status::idle),
             on(Function::execute, executed(1, {1, 1, true}), Status::idle), gone,
             on(Function::prepare, prepared({.handle = 7}), Status::idle), gone});
    EXPECT_THAT(stmt->prepare("SELECT a FROM t"), Works());
    EXPECT_THAT(stmt->execute(), Works());
    stmt->close_result();
    EXPECT_THAT(stmt->execute(), FailsWith("HY000"));
}

TEST_F(StmtTest, AStatementThatIsPreparedAgainAfterAReconnectHasItsNewColumns) {
    const auto two_columns = Message{}
                                 .i32(1)
                                 .u8(0)
                                 .i32(1)
                                 .u8(21)
                                 .i32(1)
                                 .zeros(16)
                                 .u8(0)
                                 .i32(-2)
                                 .i32(0)
                                 .i32(1)
                                 .i32(1)
                                 .zeros(8)
                                 .i32(4)
                                 .i32(7)
                                 .i32(4)
                                 .i32(8)
                                 .u8(1);
    connect({Conversation{{closing(on(Function::prepare, prepared({}), Status::idle))}},
             Conversation{{on(Function::prepare, prepared({.columns = 2}), Status::idle),
                           on(Function::execute, two_columns, Status::idle)}}});
    EXPECT_THAT(stmt->prepare("SELECT * FROM t"), Works());
    while (!dbc->connection()->session->is_dead()) std::this_thread::yield();
    SQLINTEGER value = 0;
    SQLLEN length = 0;
    EXPECT_THAT(stmt->bind_column(2, SQL_C_DEFAULT, &value, sizeof value, &length), Works());
    EXPECT_THAT(stmt->execute(), Works());
    EXPECT_EQ(*stmt->column_count(), 2);
    EXPECT_EQ(*stmt->fetch(), SQL_SUCCESS);
    EXPECT_EQ(value, 8);
}

TEST_F(StmtTest, AReplyThatDescribesItsColumnsIsReadByThem) {
    Message described;
    described.i32(1).u8(0).i32(1).u8(21).i32(1).zeros(16);
    described.u8(1).i32(-1).u8(21).i32(0).u8(0).i32(2);
    for (int i = 0; i < 2; ++i) {
        described.u8(0x80).u8(8).i16(0).i32(10).text("b").text("").text("").u8(0).text("").zeros(7);
    }
    described.i32(-2).i32(0).i32(1).i32(1).zeros(8).i32(4).i32(7).i32(4).i32(8).u8(1);
    connect(
        {on(Function::prepare_and_execute, prepared_and_executed({}, described), Status::idle)});
    EXPECT_THAT(stmt->execute_direct("SELECT a FROM t"), Works());
    EXPECT_EQ(*stmt->column_count(), 2);
    EXPECT_EQ(*stmt->fetch(), SQL_SUCCESS);
    SQLINTEGER value = 0;
    SQLLEN length = 0;
    EXPECT_THAT(stmt->get_data(2, SQL_C_SLONG, &value, sizeof value, &length), Works());
    EXPECT_EQ(value, 8);
    EXPECT_EQ(*stmt->fetch(), SQL_NO_DATA);
}

TEST_F(StmtTest, AParameterThatTheServerCannotDescribeIsText) {
    connect({on(Function::prepare, prepared({.markers = 1}), Status::idle),
             on(Function::parameter_info, error(-1, "no"), Status::active),
             on(Function::end_tran, success(), Status::idle)});
    EXPECT_THAT(stmt->prepare("SELECT ?"), Works());
    const auto described = stmt->describe_parameter(1);
    ASSERT_THAT(described, Works());
    EXPECT_EQ(described->sql_type, SQL_WVARCHAR);
    EXPECT_THAT(stmt->describe_parameter(2), FailsWith("07009"));
    EXPECT_FALSE(dbc->connection()->session->in_transaction());
}

TEST_F(StmtTest, ADescriptionOfParametersThatMakesNoSenseKillsTheSession) {
    connect({on(Function::prepare, prepared({.markers = 1}), Status::idle),
             on(Function::parameter_info, Message{}.i32(0x7FFFFFFF), Status::idle)});
    EXPECT_THAT(stmt->prepare("SELECT ?"), Works());
    EXPECT_THAT(stmt->describe_parameter(1), FailsWith("08S01"));
    EXPECT_TRUE(dbc->connection()->session->is_dead());
}

TEST_F(StmtTest, RowsOfAnArrayAreLostWithItsTransactionAndUnknownOnlyWithTheCommitsAnswer) {
    for (const bool answered : {true, false}) {
        const Message stored = Message{}.i32(0).i32(2).i32(1).zeros(8).i32(1).zeros(8).i32(-2);
        connect({on(Function::prepare, prepared({.type = 20, .markers = 1, .columns = 0}),
                    Status::idle),
                 on(Function::execute_array, stored, Status::active),
                 answered ? on(Function::end_tran, error(-10, "no"), Status::idle)
                          : closes_at(Function::end_tran)});
        EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
        SQLINTEGER values[2] = {1, 2};
        SQLUSMALLINT statuses[2] = {99, 99};
        EXPECT_THAT(set(SQL_ATTR_PARAMSET_SIZE, 2), Works());
        EXPECT_THAT(set(SQL_ATTR_PARAM_STATUS_PTR, reinterpret_cast<SQLULEN>(statuses)), Works());
        EXPECT_THAT(stmt->bind_parameter(
                        {1, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 10, 0, values, 0, nullptr}),
                    Works());
        EXPECT_EQ(*stmt->execute(), SQL_ERROR);
        const int expected = answered ? SQL_PARAM_ERROR : SQL_PARAM_DIAG_UNAVAILABLE;
        EXPECT_THAT(statuses, ElementsAre(expected, expected));
        EXPECT_THAT(dbc->disconnect(), Works());
    }
}

TEST_F(StmtTest, AnArrayWithMoreOutcomesThanParameterSetsIsNoSuccess) {
    const Message stored =
        Message{}.i32(0).i32(3).i32(1).zeros(8).i32(1).zeros(8).i32(1).zeros(8).i32(-2);
    connect(
        {on(Function::prepare, prepared({.type = 20, .markers = 1, .columns = 0}), Status::idle),
         on(Function::execute_array, stored, Status::active)});
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    SQLINTEGER values[2] = {1, 2};
    SQLUSMALLINT statuses[2] = {99, 99};
    EXPECT_THAT(set(SQL_ATTR_PARAMSET_SIZE, 2), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAM_STATUS_PTR, reinterpret_cast<SQLULEN>(statuses)), Works());
    EXPECT_THAT(stmt->bind_parameter(
                    {1, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 10, 0, values, 0, nullptr}),
                Works());
    EXPECT_EQ(*stmt->execute(), SQL_ERROR);
    EXPECT_EQ(stmt->diags().record(1)->state.view(), "08S01");
    EXPECT_THAT(statuses, ElementsAre(SQL_PARAM_ERROR, SQL_PARAM_ERROR));
    EXPECT_TRUE(dbc->connection()->session->is_dead());
}

TEST_F(StmtTest, AnArrayThatIsNotEvenSentLeavesNoStatusesOfTheOneBefore) {
    connect({closing(on(Function::prepare, prepared({.type = 20, .markers = 1, .columns = 0}),
                        Status::active))});
    EXPECT_THAT(dbc->set_attribute(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF), Works());
    EXPECT_THAT(stmt->prepare("INSERT INTO t VALUES (?)"), Works());
    SQLINTEGER values[2] = {1, 2};
    SQLUSMALLINT statuses[2] = {SQL_PARAM_SUCCESS, SQL_PARAM_SUCCESS};
    SQLULEN processed = 2;
    EXPECT_THAT(set(SQL_ATTR_PARAMSET_SIZE, 2), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAM_STATUS_PTR, reinterpret_cast<SQLULEN>(statuses)), Works());
    EXPECT_THAT(set(SQL_ATTR_PARAMS_PROCESSED_PTR, reinterpret_cast<SQLULEN>(&processed)), Works());
    EXPECT_THAT(stmt->execute(), FailsWith("07002"));
    EXPECT_THAT(statuses, testing::Each(SQL_PARAM_UNUSED));
    EXPECT_EQ(processed, 0U);
    EXPECT_THAT(stmt->bind_parameter(
                    {1, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 10, 0, values, 0, nullptr}),
                Works());
    EXPECT_EQ(*stmt->execute(), SQL_ERROR);
    EXPECT_EQ(stmt->diags().record(1)->state.view(), "08S01");
    EXPECT_THAT(statuses, testing::Each(SQL_PARAM_ERROR));
    stmt->diags().clear();
    statuses[0] = statuses[1] = SQL_PARAM_SUCCESS;
    EXPECT_THAT(stmt->execute(), FailsWith("08S01"));
    EXPECT_THAT(statuses, testing::Each(SQL_PARAM_UNUSED));
}

TEST_F(StmtTest, ColumnsAndParametersAreNumberedAsASmallintCanCount) {
    connect(std::vector<Step>{});
    int value = 0;
    EXPECT_EQ(failing(stmt->bind_column(32768, SQL_C_SLONG, &value, 0, nullptr)), "07009");
    EXPECT_EQ(failing(stmt->bind_column(0, SQL_C_SLONG, &value, 0, nullptr)), "07009");
    EXPECT_EQ(failing(stmt->bind_parameter(
                  {65535, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 10, 0, &value, 0, nullptr})),
              "07009");
    EXPECT_EQ(stmt->ard().count(), 0);
}

TEST_F(StmtTest, WhatExtendedFetchUsesDoesNotMakeFetchFillArrays) {
    connect(std::vector<Step>{});
    EXPECT_THAT(set(SQL_ROWSET_SIZE, 10), Works());
    EXPECT_EQ(get(SQL_ROWSET_SIZE), 10U);
    EXPECT_EQ(get(SQL_ATTR_ROW_ARRAY_SIZE), 1U);
}

TEST_F(StmtTest, AQueryTimeoutWithoutBoundStaysOne) {
    connect(std::vector<Step>{});
    EXPECT_EQ(get(SQL_ATTR_QUERY_TIMEOUT), 0U);
    EXPECT_THAT(set(SQL_ATTR_QUERY_TIMEOUT, 7), Works());
    EXPECT_EQ(get(SQL_ATTR_QUERY_TIMEOUT), 7U);
    EXPECT_THAT(set(SQL_ATTR_QUERY_TIMEOUT, ~SQLULEN{0}), Works());
    EXPECT_GT(get(SQL_ATTR_QUERY_TIMEOUT), 1000000U);
}

TEST_F(StmtTest, AttributesThatCannotBeOtherwiseAreChangedOrRefused) {
    connect(std::vector<Step>{});
    EXPECT_THAT(set(SQL_ATTR_CURSOR_TYPE, SQL_CURSOR_STATIC), Works());
    ASSERT_THAT(stmt->diags(), SizeIs(1));
    EXPECT_EQ(stmt->diags().record(1)->state.view(), "01S02");
    EXPECT_EQ(get(SQL_ATTR_CURSOR_TYPE), SQL_CURSOR_FORWARD_ONLY);
    EXPECT_EQ(failing(set(SQL_ATTR_CURSOR_SCROLLABLE, SQL_SCROLLABLE)), "HYC00");
    EXPECT_EQ(failing(set(SQL_ATTR_USE_BOOKMARKS, SQL_UB_VARIABLE)), "HYC00");
    EXPECT_EQ(failing(set(SQL_ATTR_CURSOR_TYPE, 99)), "HY024");
    EXPECT_EQ(failing(set(SQL_ATTR_NOSCAN, 2)), "HY024");
    EXPECT_EQ(failing(set(SQL_ATTR_PARAMSET_SIZE, 0)), "HY024");
    EXPECT_EQ(failing(set(SQL_ATTR_ROW_NUMBER, 1)), "HY092");
    EXPECT_EQ(failing(set(29999, 1)), "HY092");
    EXPECT_EQ(failing(set(SQL_ATTR_IMP_ROW_DESC, 0)), "HY017");
}

TEST_F(StmtTest, AnExplicitDescriptorThatIsFreedGivesItsPlaceBack) {
    connect(std::vector<Step>{});
    const SQLULEN own = get(SQL_ATTR_APP_ROW_DESC);
    const auto desc = std::make_shared<Desc>(DescKind::ard, dbc.get());
    void* handle = add_handle(desc);
    EXPECT_THAT(stmt->set_attribute(SQL_ATTR_APP_ROW_DESC, handle), Works());
    EXPECT_EQ(get(SQL_ATTR_APP_ROW_DESC), reinterpret_cast<SQLULEN>(handle));
    desc->mark_freed();
    remove_handle(handle, Kind::desc);
    EXPECT_EQ(get(SQL_ATTR_APP_ROW_DESC), own);
    EXPECT_EQ(failing(stmt->set_attribute(SQL_ATTR_APP_ROW_DESC, handle)), "HY024");
}

TEST_F(StmtTest, AnotherStatementsImplicitDescriptorCannotBeUsed) {
    connect(std::vector<Step>{});
    const auto other = *dbc->allocate_statement();
    EXPECT_EQ(failing(stmt->set_attribute(SQL_ATTR_APP_PARAM_DESC, &other->apd())), "HY017");
    int nothing = 0;
    EXPECT_EQ(failing(stmt->set_attribute(SQL_ATTR_APP_PARAM_DESC, &nothing)), "HY024");
    EXPECT_THAT(stmt->set_attribute(SQL_ATTR_APP_PARAM_DESC, SQL_NULL_HDESC), Works());
}

TEST_F(StmtTest, ADescriptorOfAnotherConnectionIsRefused) {
    connect(std::vector<Step>{});
    const Dbc other{env};
    const auto desc = std::make_shared<Desc>(DescKind::ard, &other);
    void* handle = add_handle(desc);
    EXPECT_EQ(failing(stmt->set_attribute(SQL_ATTR_APP_PARAM_DESC, handle)), "HY024");
    EXPECT_EQ(failing(stmt->set_attribute(SQL_ATTR_APP_ROW_DESC, handle)), "HY024");
    remove_handle(handle, Kind::desc);
}

TEST_F(StmtTest, CallsOutOfTurnAreHY010Or24000) {
    connect(std::vector<Step>{});
    EXPECT_THAT(stmt->execute(), FailsWith("HY010"));
    EXPECT_THAT(stmt->fetch(), FailsWith("24000"));
    EXPECT_THAT(stmt->column_count(), FailsWith("HY010"));
    EXPECT_THAT(stmt->parameter_count(), FailsWith("HY010"));
    EXPECT_THAT(stmt->describe_parameter(1), FailsWith("HY010"));
    EXPECT_EQ(*stmt->more_results(), SQL_NO_DATA);
    EXPECT_THAT(stmt->cancel(), Works()) << "an idle statement has nothing to stop";
    EXPECT_EQ(cas->connections(), 1) << "and nobody is asked to";
}

TEST_F(StmtTest, ACancelOfAStatementThatWaitsForTheWireDoesNotInterruptAnother) {
    std::atomic<bool> cancelled{false};
    connect({when(
        [&] {
            while (!cancelled) std::this_thread::yield();
        },
        on(Function::prepare_and_execute, prepared_and_executed({}, executed(1, {1, 1, true})),
           Status::idle))});
    const auto waiting = *dbc->allocate_statement();
    std::thread first{[&] { EXPECT_THAT(stmt->execute_direct("SELECT a FROM t"), Works()); }};
    EXPECT_TRUE(cas->has_come(1));
    std::thread second{
        [&] { EXPECT_THAT(waiting->execute_direct("SELECT b FROM t"), FailsWith("HY008")); }};
    while (!waiting->is_inside()) std::this_thread::yield();
    EXPECT_THAT(waiting->cancel(), Works());
    cancelled = true;
    first.join();
    second.join();
    EXPECT_EQ(cas->connections(), 1) << "nothing was sent to the broker";
    EXPECT_THAT(cas->functions(), SizeIs(1));
}

TEST_F(StmtTest, ACellOfTheWrongSizeEndsTheSession) {
    const Message three_bytes = Message{}
                                    .i32(1)
                                    .u8(0)
                                    .i32(1)
                                    .u8(21)
                                    .i32(1)
                                    .zeros(16)
                                    .u8(0)
                                    .i32(-2)
                                    .i32(0)
                                    .i32(1)
                                    .i32(1)
                                    .zeros(8)
                                    .i32(3)
                                    .raw("abc")
                                    .u8(1);
    for (const bool bound : {true, false}) {
        connect({on(Function::prepare, prepared({}), Status::idle),
                 on(Function::execute, three_bytes, Status::idle)});
        EXPECT_THAT(stmt->prepare("SELECT a FROM t"), Works());
        EXPECT_THAT(stmt->execute(), Works());
        SQLINTEGER value = 77;
        SQLLEN length = 77;
        if (bound) {
            EXPECT_THAT(stmt->bind_column(1, SQL_C_SLONG, &value, 0, &length), Works());
            EXPECT_THAT(stmt->fetch(), FailsWith("08S01"));
        } else {
            EXPECT_THAT(stmt->fetch(), Works());
            EXPECT_THAT(stmt->get_data(1, SQL_C_SLONG, &value, 0, &length), FailsWith("08S01"));
        }
        EXPECT_EQ(value, 77);
        EXPECT_TRUE(dbc->connection()->session->is_dead());
        EXPECT_THAT(dbc->disconnect(), Works());
    }
}

TEST_F(StmtTest, DisconnectingInsideATransactionIs25000) {
    connect({on(Function::prepare, prepared({}), Status::active),
             on(Function::end_tran, success(), Status::idle)});
    EXPECT_THAT(dbc->set_attribute(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF), Works());
    EXPECT_THAT(stmt->prepare("SELECT 1"), Works());
    EXPECT_THAT(dbc->disconnect(), FailsWith("25000"));
    EXPECT_THAT(dbc->end_transaction(SQL_COMMIT), Works());
}

TEST_F(StmtTest, TheVersionsHaveTheFormOfTheReference) {
    connect({on(Function::get_db_version, Message{}.i32(0).raw("11.4.0.0128-abc").zeros(1),
                Status::idle)});
    EXPECT_THAT(std::get<std::string>(*get_info(*dbc, SQL_DBMS_VER)),
                StartsWith("11.04.0000 11.4.0.0128"));
    EXPECT_THAT(std::get<std::string>(*get_info(*dbc, SQL_DRIVER_VER)),
                testing::MatchesRegex("[0-9][0-9]\\.[0-9][0-9]\\.[0-9][0-9][0-9][0-9]"));
    EXPECT_EQ(std::get<std::string>(*get_info(*dbc, SQL_DATABASE_NAME)), "demodb");
    EXPECT_THAT(get_info(*dbc, 29999), FailsWith("HY096"));
}

TEST(Info, WhatNeedsAConnectionIs08003WithoutOne) {
    Dbc dbc{std::make_shared<Env>()};
    EXPECT_THAT(get_info(dbc, SQL_DBMS_VER), FailsWith("08003"));
    EXPECT_THAT(get_info(dbc, SQL_DBMS_NAME), Works());
}

}  // namespace
}  // namespace cubrid::odbc::handles
