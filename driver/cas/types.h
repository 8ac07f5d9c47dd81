// The vocabulary of the CAS protocol: function, type, statement and status codes (CAS
// protocol 4.1, 4.3, 6.1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cubrid::odbc::cas {

// Function codes, CAS protocol 4.1.
enum class Function : std::uint8_t {
    end_tran = 1,
    prepare = 2,
    execute = 3,
    get_db_parameter = 4,
    set_db_parameter = 5,
    close_req_handle = 6,
    fetch = 8,
    schema_info = 9,
    get_db_version = 15,
    next_result = 19,
    execute_array = 21,
    savepoint = 26,
    parameter_info = 27,
    con_close = 31,
    check_cas = 32,
    lob_new = 35,
    lob_write = 36,
    lob_read = 37,
    prepare_and_execute = 41,
    cursor_close = 42
};

// Protocol versions, CAS protocol 2.3. The driver speaks V7 (CUBRID 10.0) to V12 (11.3, 11.4).
enum class Version : std::uint8_t { v7 = 7, v8 = 8, v9 = 9, v10 = 10, v11 = 11, v12 = 12 };
inline constexpr Version kOldestVersion = Version::v7;
inline constexpr Version kNewestVersion = Version::v12;

// Type codes of columns and binds, CAS protocol 6.1.
enum class Type : std::uint8_t {
    null = 0,
    character = 1,
    string = 2,
    nchar = 3,
    varnchar = 4,
    bit = 5,
    varbit = 6,
    numeric = 7,
    integer = 8,
    smallint = 9,
    monetary = 10,
    real = 11,
    double_precision = 12,
    date = 13,
    time = 14,
    timestamp = 15,
    set = 16,
    multiset = 17,
    sequence = 18,
    object = 19,
    resultset = 20,
    bigint = 21,
    datetime = 22,
    blob = 23,
    clob = 24,
    enumeration = 25,
    usmallint = 26,
    uinteger = 27,
    ubigint = 28,
    timestamptz = 29,
    timestampltz = 30,
    datetimetz = 31,
    datetimeltz = 32,
    json = 34
};
inline constexpr std::size_t kTypeCodes = 35;

[[nodiscard]] constexpr bool is_lob(Type type) { return type == Type::blob || type == Type::clob; }

// The CC bits of a column's first type byte, CAS protocol 4.3.3.
enum class Collection : std::uint8_t { none = 0x00, set = 0x20, multiset = 0x40, sequence = 0x60 };

// The HHH bits of a column's first type byte, CAS protocol 4.3.3.
enum class WireCharset : std::uint8_t {
    ascii = 0,
    raw_bits = 1,
    binary = 2,
    iso88591 = 3,
    euckr = 4,
    utf8 = 5,
    error = 6,
    none = 7
};

struct ColumnType {
    Type type = Type::null;  // of a collection: its element type
    Collection collection = Collection::none;
    WireCharset charset = WireCharset::utf8;

    // The type is decided value by value and stands in front of each (CAS protocol 4.6).
    [[nodiscard]] bool is_tagged() const {
        return type == Type::null && collection == Collection::none;
    }
    friend bool operator==(const ColumnType&, const ColumnType&) = default;
};

// Column info in the long form, CAS protocol 4.3.2.
struct Column {
    ColumnType type{};
    int scale = 0;
    int precision = 0;  // -1: undetermined
    std::string label{};
    std::string attribute{};  // only of updatable cursors
    std::string table{};      // "owner.table" from 11.2 on
    std::string default_text{};
    bool not_null = false;
    bool auto_increment = false;
    bool unique_key = false;
    bool primary_key = false;
    bool foreign_key = false;
    bool shared = false;
};

// Statement types that decide something, CAS protocol 4.3.1. Codes without a name here have no
// result set.
enum class StatementType : std::uint8_t {
    evaluate = 14,
    insert = 20,
    select = 21,
    update = 22,
    erase = 23,
    call = 24,
    get_statistics = 41,
    merge = 57,
    call_procedure = 0x7E,
    unknown = 0x7F
};

// Prepare flags, CAS protocol 4.3.
inline constexpr std::uint8_t kPrepareHoldable = 0x08;
inline constexpr std::uint8_t kPrepareXaslCachePinned = 0x10;

// Execute flags, CAS protocol 4.4.
inline constexpr std::uint8_t kExecuteQueryAll = 0x02;

// The four bytes that travel with each frame, CAS protocol 1.4.
struct CasInfo {
    std::array<std::byte, 4> bytes = {std::byte{0x00}, std::byte{0xFF}, std::byte{0xFF},
                                      std::byte{0xFF}};

    [[nodiscard]] bool in_transaction() const { return bytes[0] == std::byte{1}; }
};

inline constexpr std::size_t kFrameHeader = 8;  // int body length, CAS info

// Error codes that the driver acts upon, CAS protocol 5.3 and 5.4.
inline constexpr int kCasCommunication = -10003;     // an incomplete request; the CAS closes
inline constexpr int kCasStatementPooling = -10024;  // the plan is gone: prepare again
inline constexpr int kCasNoMoreData = -10012;
inline constexpr int kCasNoMoreResultSet = -10022;
inline constexpr int kDbmsInterrupted = -4;
inline constexpr int kDbmsAborted = -72;  // deadlock victim: the transaction is rolled back

}  // namespace cubrid::odbc::cas
