// What a request can fail with: the error body of CAS protocol 5.1.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace minicas {

constexpr int kCasIndicator = -1;
constexpr int kDbmsIndicator = -2;

// Codes of the CAS (CAS protocol 5.3).
namespace cas_error {
constexpr int kFailed = -1;
constexpr int kInternal = -10001;
constexpr int kNoMoreMemory = -10002;
constexpr int kCommunication = -10003;
constexpr int kArgs = -10004;
constexpr int kTranType = -10005;
constexpr int kSrvHandle = -10006;
constexpr int kNumBind = -10007;
constexpr int kUnknownType = -10008;
constexpr int kTypeConversion = -10010;
constexpr int kParamName = -10011;
constexpr int kNoMoreData = -10012;
constexpr int kSchemaType = -10015;
constexpr int kNotAuthorizedClient = -10018;
constexpr int kQueryCancel = -10019;
constexpr int kNoMoreResultSet = -10022;
constexpr int kInvalidCallStmt = -10023;
constexpr int kStmtPooling = -10024;
constexpr int kMaxPreparedStmtCount = -10026;
constexpr int kHoldableNotAllowed = -10027;
constexpr int kNotImplemented = -10100;
constexpr int kSslTypeNotAllowed = -10103;
}  // namespace cas_error

// Codes of the database server (CAS protocol 5.4).
namespace db_error {
constexpr int kInterrupted = -4;
constexpr int kDeletedObject = -48;
constexpr int kUnknownClass = -64;
constexpr int kDeadlock = -72;
constexpr int kClassLockTimeout = -74;
constexpr int kRowLockTimeout = -75;
constexpr int kDateConversion = -176;
constexpr int kUserExists = -164;
constexpr int kInvalidUser = -165;
constexpr int kInvalidPassword = -171;
constexpr int kCannotCoerce = -181;
constexpr int kServerLost = -185;
constexpr int kUnknownAttribute = -202;
constexpr int kBadArguments = -204;
constexpr int kNotRestarted = -224;
constexpr int kMissingValue = -225;
constexpr int kAttributeExists = -245;
constexpr int kIndexExists = -272;
constexpr int kNoSuchIndex = -273;
constexpr int kNoStatement = -424;
constexpr int kDataOverflow = -427;
constexpr int kCursorPosition = -440;
constexpr int kResultClosed = -447;
constexpr int kBadType = -454;
constexpr int kManyRows = -459;
constexpr int kTooFewHostVariables = -460;
constexpr int kSyntax = -493;
constexpr int kSemantic = -494;
constexpr int kExecute = -495;
constexpr int kDivideByZero = -539;
constexpr int kUnknownSavepoint = -550;
constexpr int kNotNull = -631;
constexpr int kPrecision = -649;
constexpr int kUnique = -670;
constexpr int kConnectFailed = -677;
constexpr int kTimeConversion = -787;
constexpr int kStatisticsItem = -835;
constexpr int kNoProcedure = -894;
constexpr int kUnknownPrepared = -995;
constexpr int kFkUnknownClass = -918;
constexpr int kFkInvalid = -922;
constexpr int kFkReferenced = -923;
constexpr int kFkRestrict = -924;
constexpr int kLobStorage = -1016;
constexpr int kLobNotFound = -1020;
constexpr int kUnknownVariable = -1070;
constexpr int kIsolation = -1157;
constexpr int kUpdateConflict = -1158;
constexpr int kTimeZone = -1162;
constexpr int kJson = -1197;
constexpr int kJsonPath = -1199;
constexpr int kTruncateReferenced = -1284;
}  // namespace db_error

class Error : public std::exception {
 public:
    Error(int indicator, int code, std::string message = "")
        : indicator_(indicator), code_(code), message_(std::move(message)) {}
    int indicator() const { return indicator_; }
    int code() const { return code_; }
    const std::string& message() const { return message_; }
    const char* what() const noexcept override { return message_.c_str(); }

 private:
    int indicator_;
    int code_;
    std::string message_;
};

inline Error cas_failure(int code) { return Error(kCasIndicator, code); }
inline Error db_failure(int code, std::string message) {
    return Error(kDbmsIndicator, code, std::move(message));
}
inline Error syntax_failure(const std::string& text) {
    return db_failure(db_error::kSyntax, "Syntax: " + text);
}
inline Error semantic_failure(const std::string& text) {
    return db_failure(db_error::kSemantic, "Semantic: " + text);
}

}  // namespace minicas
