// The type codes of the protocol (CAS protocol 6.1).
#pragma once

#include <cstdint>

namespace minicas {

enum class TypeCode : std::uint8_t {
    kNull = 0,
    kChar = 1,
    kString = 2,
    kNchar = 3,
    kVarnchar = 4,
    kBit = 5,
    kVarbit = 6,
    kNumeric = 7,
    kInt = 8,
    kShort = 9,
    kMonetary = 10,
    kFloat = 11,
    kDouble = 12,
    kDate = 13,
    kTime = 14,
    kTimestamp = 15,
    kSet = 16,
    kMultiset = 17,
    kSequence = 18,
    kObject = 19,
    kResultset = 20,
    kBigint = 21,
    kDatetime = 22,
    kBlob = 23,
    kClob = 24,
    kEnum = 25,
    kTimestamptz = 29,
    kTimestampltz = 30,
    kDatetimetz = 31,
    kDatetimeltz = 32,
    kJson = 34
};

// The charset bits of the type bytes (CAS protocol 4.3.3).
enum class Charset : std::uint8_t {
    kAscii = 0,  // of types without text
    kRawBits = 1,
    kBinary = 2,
    kIso88591 = 3,
    kEuckr = 4,
    kUtf8 = 5
};

constexpr int kMaxVarcharPrecision = 1073741823;
constexpr int kMaxNumericPrecision = 38;
constexpr int kUndetermined = -1;  // precision of literals and of most string expressions

}  // namespace minicas
