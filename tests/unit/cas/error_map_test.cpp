#include "cas/error_map.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using base::Origin;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using wire::HasState;

struct Code {
    Origin origin;
    int code;
    std::string_view state;
};

class ErrorCode : public testing::TestWithParam<Code> {};

TEST_P(ErrorCode, HasItsSqlState) {
    EXPECT_EQ(sqlstate_for(GetParam().origin, GetParam().code, "").view(), GetParam().state);
}

INSTANTIATE_TEST_SUITE_P(
    Cas, ErrorCode,
    testing::Values(Code{Origin::cas, -10000, "HY000"}, Code{Origin::cas, -10002, "HY001"},
                    Code{Origin::cas, -10003, "08S01"}, Code{Origin::cas, -10007, "07002"},
                    Code{Origin::cas, -10012, "24000"}, Code{Origin::cas, -10017, "08004"},
                    Code{Origin::cas, -10024, "HY000"}, Code{Origin::cas, -10026, "HY014"},
                    Code{Origin::cas, -10100, "HYC00"}, Code{Origin::cas, -10103, "08001"},
                    Code{Origin::cas, -10199, "HY000"}, Code{Origin::cas, -99999, "HY000"}));

INSTANTIATE_TEST_SUITE_P(
    Dbms, ErrorCode,
    testing::Values(Code{Origin::dbms, -1, "HY000"}, Code{Origin::dbms, -3, "HY001"},
                    Code{Origin::dbms, -4, "HY008"}, Code{Origin::dbms, -64, "42S02"},
                    Code{Origin::dbms, -72, "40001"}, Code{Origin::dbms, -73, "HYT00"},
                    Code{Origin::dbms, -76, "HYT00"}, Code{Origin::dbms, -77, "HY000"},
                    Code{Origin::dbms, -111, "08S01"}, Code{Origin::dbms, -145, "42000"},
                    Code{Origin::dbms, -152, "42000"}, Code{Origin::dbms, -153, "HY000"},
                    Code{Origin::dbms, -165, "28000"}, Code{Origin::dbms, -171, "28000"},
                    Code{Origin::dbms, -181, "22018"}, Code{Origin::dbms, -205, "23000"},
                    Code{Origin::dbms, -273, "42S12"}, Code{Origin::dbms, -440, "HY109"},
                    Code{Origin::dbms, -447, "24000"}, Code{Origin::dbms, -459, "21000"},
                    Code{Origin::dbms, -539, "22012"}, Code{Origin::dbms, -631, "23000"},
                    Code{Origin::dbms, -649, "22003"}, Code{Origin::dbms, -670, "23000"},
                    Code{Origin::dbms, -730, "22003"}, Code{Origin::dbms, -924, "23000"},
                    Code{Origin::dbms, -967, "40001"}, Code{Origin::dbms, -1157, "HY024"},
                    Code{Origin::dbms, -1158, "40001"}, Code{Origin::dbms, -1188, "42000"},
                    Code{Origin::dbms, -1197, "22018"}, Code{Origin::dbms, -1207, "22018"},
                    Code{Origin::dbms, -1349, "42S02"}, Code{Origin::dbms, -9999, "HY000"},
                    Code{Origin::dbms, 0, "HY000"}));

// Seen live: each indicator can come with a code of the other table.
INSTANTIATE_TEST_SUITE_P(Crossed, ErrorCode,
                         testing::Values(Code{Origin::dbms, -10018, "08004"},
                                         Code{Origin::cas, -1, "HY000"},
                                         Code{Origin::cas, -111, "08S01"}));

struct Text {
    int code;
    std::string_view message;
    std::string_view state;
};

class ErrorText : public testing::TestWithParam<Text> {};

TEST_P(ErrorText, RefinesTheSqlState) {
    EXPECT_EQ(sqlstate_for(Origin::dbms, GetParam().code, GetParam().message).view(),
              GetParam().state)
        << GetParam().message;
}

// Messages of CUBRID 11.4, the recordings in tests/golden among them.
INSTANTIATE_TEST_SUITE_P(
    Compiler, ErrorText,
    testing::Values(
        Text{-493, R"(Syntax: Unknown class "dba.nosuch". select * from [dba.nosuch])", "42S02"},
        Text{-493, "Syntax: before '  VALUES (1)'\nUnknown class \"dba.t\". insert into [dba.t]",
             "42S02"},
        Text{-494, R"(Semantic: Unknown class "dba.t". drop [dba.t])", "42S02"},
        Text{-494,
             "Semantic: before '  (id INT)'\nClass dba.t already exists. create class [dba.t]",
             "42S01"},
        Text{-494, "Semantic: before '  FROM t'\nAttribute \"x\" was not found. select x from t",
             "42S22"},
        Text{-494, "Semantic: Class ([dba.t]) does not have attribute x. select  from [dba.t] e",
             "42S22"},
        Text{-494, "Semantic: [a?] is not defined. select", "42S22"},
        Text{-494, "Semantic: x is not a method or attribute of dba.t.", "42S22"},
        Text{-494, "Semantic: SELECT is not authorized on dba.t. select [dba.t].id", "42000"},
        Text{-494, "Semantic: Attempt to divide by zero. select 1/0", "22012"},
        Text{-494, "Semantic: Attribute \"name\" cannot be made NULL. update [dba.t]", "23000"},
        Text{-494, "Semantic: Cannot coerce host var to type char varying. ", "22001"},
        Text{-494, "Semantic: before ' ,'a')'\nCannot coerce 'toolong' to type varchar. insert",
             "22001"},
        Text{-494, "Semantic: Cannot coerce host var to type bit. ", "22001"},
        Text{-494, "Semantic: Cannot coerce 'x' to type integer. select", "22018"},
        Text{-494, "Semantic: Cannot coerce host var to type numeric. ", "22018"},
        Text{-494, "Semantic: before ' ,'a')'\nCannot coerce 40000 to type smallint. insert",
             "22003"},
        Text{-494, "Semantic: Cannot coerce -1.5 to type numeric. insert", "22003"},
        Text{-494, "Semantic: Cannot coerce 'x' to type date. select", "22007"},
        Text{-494, "Semantic: Cannot coerce 'x' to type timestamp. select", "22007"},
        Text{-494, "Semantic: Cannot coerce 'zz' to type enum. insert", "22018"},
        Text{-494, "Semantic: Cannot coerce ", "42000"},
        Text{-494, "Semantic: Cannot coerce 'x' into anything", "22018"},
        Text{-494, "Semantic: Invalid date: '2024-13-01'. select ", "22007"},
        Text{-494, "Semantic: Invalid datetime: 'x'. select ", "22007"},
        Text{-494, "Semantic: Invalid timestamp: 'x'. select ", "22007"},
        Text{-494, "Semantic: Argument of sqrt() function is out of range. select", "22003"},
        Text{-494, "Semantic: The number of attributes(5) and values(1) are not equal. insert",
             "21S01"},
        Text{-494, "Semantic: Function nosuchfn is undefined. select nosuchfn(1)", "42000"},
        Text{-494, "Semantic: Serial 'dba.s' not defined. select", "42000"},
        Text{-494, "Semantic: Invalid json: Missing a name for object member. (1) select", "22018"},
        Text{-494, "Semantic: Cannot compile regular expression: 'missing ): (' select", "22025"},
        Text{-494,
             "Semantic: Your transaction (index 1, DBA@x|1) timed out waiting on  SCH_M_LOCK lock",
             "HYT00"},
        Text{-495, "Execute: Attempt to divide by zero. select", "22012"},
        Text{-495, "Execute: Methods require an object as their target. call p()", "42000"},
        Text{-495, "Execute: something else", "HY000"},
        Text{-493, "Syntax: In line 1, column 1 before ' 1'\nSyntax error: unexpected 'SELEC'",
             "42000"},
        Text{-494, "", "42000"}, Text{-493, "before '", "42000"}));

INSTANTIATE_TEST_SUITE_P(
    UserTextDoesNotDecide, ErrorText,
    testing::Values(
        Text{-494, "Semantic: before ' , 'x is not defined')'\nFunction f is undefined. insert",
             "42000"},
        Text{-493, "Syntax: before ' \"divide by zero\"'\nUnknown class \"dba.t\". select",
             "42S02"}));

INSTANTIATE_TEST_SUITE_P(
    Overflow, ErrorText,
    testing::Values(Text{-427, R"(Data overflow on data type "character varying".)", "22001"},
                    Text{-427, R"(Data overflow on data type "bit varying".)", "22001"},
                    Text{-427, R"(Data overflow on data type "numeric".)", "22003"},
                    Text{-427, "", "22003"}));

TEST(ServerDiag, EveryCasCodeHasAText) {
    for (int code = -10000; code >= -10103; --code) {
        const base::Diag diag = server_diag(Origin::cas, code, {});
        EXPECT_THAT(diag.message, Not(IsEmpty())) << code;
        EXPECT_EQ(diag.native, code);
        EXPECT_EQ(diag.origin, Origin::cas);
    }
}

TEST(ServerDiag, AnUnknownCodeIsNamedInItsText) {
    EXPECT_THAT(server_diag(Origin::cas, -10190, {}).message, HasSubstr("-10190"));
    EXPECT_THAT(server_diag(Origin::dbms, -8888, {}).message, HasSubstr("database server"));
}

TEST(ServerDiag, TheServersTextStays) {
    EXPECT_EQ(
        server_diag(Origin::dbms, -10018, "Authorization error.(Address is rejected)").message,
        "Authorization error.(Address is rejected)");
}

TEST(Malformed, IsACommunicationFaultOfTheDriversOwn) {
    const base::Diag diag = malformed("page of rows");
    EXPECT_THAT(diag, HasState("08S01"));
    EXPECT_EQ(diag.origin, Origin::driver);
    EXPECT_EQ(diag.native, 0);
    EXPECT_THAT(diag.message, HasSubstr("page of rows"));
}

}  // namespace
}  // namespace cubrid::odbc::cas
