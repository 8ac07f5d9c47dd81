// Statement type codes (CAS protocol 4.3.1).
#pragma once

namespace minicas::statement_type {

constexpr int kAlterTable = 0;
constexpr int kCommit = 2;
constexpr int kCreateTable = 4;
constexpr int kCreateIndex = 5;
constexpr int kCreateTrigger = 6;
constexpr int kCreateSerial = 7;
constexpr int kDropTable = 9;
constexpr int kDropIndex = 10;
constexpr int kDropTrigger = 12;
constexpr int kDropSerial = 13;
constexpr int kEvaluate = 14;
constexpr int kRenameTable = 15;
constexpr int kRollback = 16;
constexpr int kGrant = 17;
constexpr int kRevoke = 18;
constexpr int kUpdateStatistics = 19;
constexpr int kInsert = 20;
constexpr int kSelect = 21;
constexpr int kUpdate = 22;
constexpr int kDelete = 23;
constexpr int kCall = 24;
constexpr int kGetIsolation = 25;
constexpr int kGetTimeout = 26;
constexpr int kGetOptimization = 27;
constexpr int kSetOptimization = 28;
constexpr int kSavepoint = 32;
constexpr int kGetStatistics = 41;
constexpr int kCreateUser = 42;
constexpr int kDropUser = 43;
constexpr int kAlterUser = 44;
constexpr int kSetSystemParameters = 45;
constexpr int kPrepare = 49;
constexpr int kDeallocate = 51;
constexpr int kTruncate = 52;
constexpr int kDo = 53;
constexpr int kSetVariables = 55;
constexpr int kMerge = 57;
constexpr int kSetNames = 58;
constexpr int kSetTimeZone = 62;
constexpr int kMax = 71;             // unknown or failed, in batches
constexpr int kSetTransaction = 99;  // no public code
constexpr int kCallProcedure = 126;  // prepared with the CALL flag

}  // namespace minicas::statement_type
