// CAS function codes (CAS protocol 4.1).
#pragma once

namespace minicas::function_code {

constexpr int kEndTran = 1;
constexpr int kPrepare = 2;
constexpr int kExecute = 3;
constexpr int kGetDbParameter = 4;
constexpr int kSetDbParameter = 5;
constexpr int kCloseReqHandle = 6;
constexpr int kCursor = 7;
constexpr int kFetch = 8;
constexpr int kSchemaInfo = 9;
constexpr int kOidGet = 10;
constexpr int kGetDbVersion = 15;
constexpr int kGetClassNumObjs = 16;
constexpr int kOidCmd = 17;
constexpr int kCollection = 18;
constexpr int kNextResult = 19;
constexpr int kExecuteBatch = 20;
constexpr int kExecuteArray = 21;
constexpr int kGetAttrTypeStr = 23;
constexpr int kSavepoint = 26;
constexpr int kParameterInfo = 27;
constexpr int kConClose = 31;
constexpr int kCheckCas = 32;
constexpr int kGetGeneratedKeys = 34;
constexpr int kLobNew = 35;
constexpr int kLobWrite = 36;
constexpr int kLobRead = 37;
constexpr int kEndSession = 38;
constexpr int kGetRowCount = 39;
constexpr int kGetLastInsertId = 40;
constexpr int kPrepareAndExecute = 41;
constexpr int kCursorClose = 42;
constexpr int kChangeMode = 44;
constexpr int kLast = 44;

}  // namespace minicas::function_code
