#include "cas/error_map.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace cubrid::odbc::cas {
namespace {

using base::Origin;
using base::SqlState;
using std::string_view;

constexpr std::int32_t kNewestCasCode = -10000;  // CAS codes are this and below

struct CasError {
    std::int32_t code;
    SqlState state;
    string_view text;
};

// CAS protocol 5.3, ascending.
constexpr auto kCasErrors = std::to_array<CasError>({
    {-10103, "08001",
     "The broker refused the connection: one side wants TLS and the other does not. Set SSL to "
     "what "
     "the broker on this port uses."},
    {-10102, "HY109", "The cursor position does not exist in the result."},
    {-10101, "08004",
     "The shard proxy has no room for another client. Try again later, or raise its limit."},
    {-10100, "HYC00", "This server does not implement the requested function."},
    {-10028, "HYC00",
     "This server offers no results that outlive a transaction (KEEP_CONNECTION=OFF)."},
    {-10027, "HYC00", "A result cannot be updatable and outlive its transaction at once."},
    {-10026, "HY014",
     "The server holds as many prepared statements for this connection as it may "
     "(MAX_PREPARED_STMT_COUNT). Free statements that are no longer needed."},
    {-10025, "08S01", "The broker lost its connection to the database server. Connect again."},
    {-10024, "HY000",
     "The plan of the prepared statement is gone because a table was altered. Prepare it again."},
    {-10023, "42000", "The text is not a procedure call that the server understands."},
    {-10022, "24000", "There is no further result."},
    {-10021, "HY000", "The collection cannot hold an element of this type."},
    {-10020, "07006", "The value is not a collection."},
    {-10019, "HY000",
     "There was nothing to cancel: the server process is not at work for a client."},
    {-10018, "08004",
     "The broker does not accept this client. Ask its administrator for an entry in the access "
     "list."},
    {-10017, "08004",
     "The broker has no free server process and its queue is full. Try again later, or raise "
     "MAX_NUM_APPL_SERVER."},
    {-10016, "08004", "The broker and the driver have no protocol version in common."},
    {-10015, "HYC00", "This server does not know the requested kind of catalog information."},
    {-10014, "HY000", "The server process could not open a file. See the broker's log."},
    {-10013, "HY000", "The object does not exist."},
    {-10012, "24000",
     "The server has no open result for this statement: it was closed, or the statement has none. "
     "Execute it again."},
    {-10011, "HY092", "The server does not know this database parameter, or it cannot be set."},
    {-10010, "07006", "The server could not convert a bound value. Check its type and format."},
    {-10009, "HY000", "The server could not read a bound value. Check its type and format."},
    {-10008, "HY004", "The server does not accept bound values of this type."},
    {-10007, "07002",
     "The number of bound parameters differs from the number of markers that the server counts. A "
     "question mark inside a quoted identifier counts as well."},
    {-10006, "HY000",
     "The server does not know this prepared statement (any more). Prepare it again."},
    {-10005, "HY012", "A transaction can only be committed or rolled back."},
    {-10004, "HY000", "The server rejected the arguments of a request."},
    {-10003, "08S01",
     "The server could not read a request and gave the connection up. Connect again."},
    {-10002, "HY001", "The server process ran out of memory."},
    {-10001, "HY000", "Internal error of the server process. See the broker's log."},
    {-10000, "HY000", "The server process failed without saying why. See the broker's log."},
});

// Codes from `first` to `last`, both included.
struct DbmsErrors {
    std::int32_t first;
    std::int32_t last;
    SqlState state;
};

constexpr DbmsErrors one(std::int32_t code, SqlState state) { return {code, code, state}; }

// CAS protocol 5.4, ascending. Codes that are not here are HY000.
constexpr auto kDbmsErrors = std::to_array<DbmsErrors>({
    one(-1349, "42S02"),                                                // synonym does not exist
    one(-1348, "42S01"),                                                // synonym exists
    one(-1347, "42S02"),     one(-1346, "42S01"), one(-1344, "42000"),  // not authorized
    one(-1284, "23000"),      // TRUNCATE refused because of foreign keys
    {-1239, -1238, "22018"},  // JSON
    {-1207, -1197, "22018"},  // JSON
    one(-1192, "22003"),      // numeric overflow
    one(-1188, "42000"),      // dropping an active user
    one(-1162, "22007"),      // time zone
    one(-1158, "40001"),      // update conflict between serializable transactions
    one(-1157, "HY024"),      // isolation level
    one(-1153, "22007"),      // zero date
    one(-1152, "42000"),      // not authorized
    {-1141, -1140, "08004"},  // high-availability handshake
    one(-1130, "40001"),      // rolled back on lock escalation
    one(-1121, "23000"),      // NOT NULL
    one(-1118, "07006"),      // unsupported conversion
    one(-1114, "22003"),      // numeric overflow
    {-1100, -1099, "42000"},  // blocked by configuration
    one(-1097, "42000"),      // NOT NULL with DEFAULT NULL
    {-1086, -1085, "22025"},  // regular expression
    one(-1078, "22018"),      // text is invalid in its character set
    one(-1070, "42000"),      // session variable is not defined
    one(-1069, "HY014"),      // too many statements
    one(-1067, "42000"),      // NOT NULL with DEFAULT NULL
    one(-1066, "08S01"),      // session expired
    one(-1063, "23000"),      // NOT NULL
    {-1042, -1041, "22001"},  // text too long
    one(-1021, "40001"),      // deadlock cycle
    one(-1002, "HYT00"),      // lock not granted
    {-998, -997, "42000"},    // foreign key definition
    one(-995, "26000"),       // statement prepared in SQL does not exist
    one(-993, "22003"),       // numeric overflow
    {-968, -966, "40001"},    // lock timeout because of a deadlock
    one(-936, "22003"),       // numeric overflow
    one(-927, "42000"),       // foreign key definition
    one(-926, "23000"),       // foreign key
    one(-925, "HYT00"),       // lock for a foreign key check not granted
    one(-924, "23000"),       // child rows exist
    one(-923, "42000"),       // table is referenced
    one(-922, "23000"),       // parent row is missing
    {-921, -919, "42000"},    // foreign key definition
    one(-918, "42S02"),       // referenced table is unknown
    one(-907, "42000"),       // not authorized
    one(-906, "42000"),       // stored procedure
    {-895, -889, "42000"},    // stored procedure
    one(-888, "07002"),       // stored procedure: number of arguments
    one(-886, "23000"),       // unique
    one(-875, "22003"),       // numeric overflow
    one(-859, "HYT00"),       // page latch
    one(-839, "42000"),       // system parameter
    one(-836, "HYT00"),       // page latch
    one(-835, "42000"),       // undefined statistics item
    one(-834, "22003"),       // numeric overflow
    one(-830, "HY014"),       // too many statements
    {-788, -787, "22007"},    // date and time text
    one(-785, "22001"),       // text too long
    {-783, -782, "22007"},    // date and time format
    one(-779, "22008"),       // date and time overflow
    one(-775, "22003"),       // serial out of range
    {-773, -772, "42000"},    // serial not found
    {-733, -729, "22003"},    // overflow of arithmetic and coercion
    one(-713, "42S12"),       // no such index
    one(-693, "22003"),       // NUMERIC overflow
    one(-677, "08S01"),       // database server not reached
    one(-676, "08001"),       // unknown database
    {-673, -671, "08S01"},    // network
    one(-670, "23000"),       // unique
    one(-669, "08004"),       // too many clients
    one(-649, "22003"),       // NUMERIC text that is empty or has more than 38 digits
    one(-631, "23000"),       // NOT NULL
    one(-630, "07006"),       // unsupported conversion
    one(-624, "22019"),       // escape character
    one(-623, "22025"),       // escape sequence
    {-622, -621, "22018"},    // character set
    one(-581, "25000"),       // read-only server
    one(-564, "23000"),       // unique
    {-553, -552, "22008"},    // date and time overflow
    one(-539, "22012"),       // division by zero
    {-514, -511, "42000"},    // trigger authorization
    one(-503, "42000"),       // trigger not found
    one(-500, "23000"),       // unique
    {-494, -493, "42000"},    // semantic and syntax errors, refined by their text
    {-461, -460, "07002"},    // number of host variables
    one(-459, "21000"),       // sub-query with more than one row
    one(-458, "22003"),       // overflow of an addition
    one(-454, "HY004"),       // invalid data type
    one(-447, "24000"),       // result is closed
    one(-440, "HY109"),       // cursor position
    one(-435, "42000"),       // parser
    one(-433, "42S22"),       // unknown attribute
    one(-431, "42000"),       // parser
    one(-429, "42000"),       // unknown command
    one(-427, "22003"),       // overflow, refined by its text
    one(-424, "42000"),       // no statement
    one(-353, "08001"),       // master process of the host not reached
    one(-308, "07006"),       // domain conflict
    one(-273, "42S12"),       // no such index
    one(-272, "42S11"),       // index exists
    one(-266, "42S21"),       // column exists
    one(-245, "42S21"),       // column exists
    one(-239, "42S22"),       // unknown attribute
    one(-230, "22001"),       // text too long
    one(-225, "23000"),       // NOT NULL without a value
    one(-224, "08S01"),       // not connected to the server
    one(-223, "22003"),       // overflow
    one(-222, "22001"),       // text too long
    one(-214, "07006"),       // domain conflict
    one(-212, "23000"),       // unique
    one(-205, "23000"),       // NOT NULL
    one(-204, "22018"),       // NUMERIC text that is no number
    one(-202, "42S22"),       // unknown attribute
    one(-199, "08S01"),       // server does not respond
    {-197, -195, "08S01"},    // network
    one(-193, "08S01"),       // network
    one(-191, "08S01"),       // network
    one(-190, "08001"),       // database server not running
    one(-185, "08S01"),       // connection to the database server broke
    one(-182, "22003"),       // overflow of a coercion
    one(-181, "22018"),       // coercion
    one(-176, "22007"),       // date text
    one(-172, "42000"),       // password too long
    {-171, -170, "28000"},    // password, no user
    one(-167, "42000"),       // not authorized
    {-166, -165, "28000"},    // unknown user
    {-164, -156, "42000"},    // not authorized; user exists
    {-152, -145, "42000"},    // not authorized
    one(-140, "42000"),       // DBA only
    one(-116, "08001"),       // unknown database
    one(-112, "08004"),       // host not authorized
    one(-111, "08S01"),       // aborted because the server failed
    one(-110, "HY024"),       // isolation level
    {-76, -73, "HYT00"},      // lock timeout
    one(-72, "40001"),        // deadlock victim
    one(-65, "42S01"),        // table exists
    one(-64, "42S02"),        // unknown table
    one(-4, "HY008"),         // interrupted; whoever set a query timeout knows better
    one(-3, "HY001"),         // memory
});

constexpr bool ascending(std::span<const CasError> table) {
    return std::ranges::is_sorted(table, std::ranges::less_equal{}, &CasError::code);
}
constexpr bool ascending(std::span<const DbmsErrors> table) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].first > table[i].last) return false;
        if (i > 0 && table[i - 1].last >= table[i].first) return false;
    }
    return true;
}
static_assert(ascending(kCasErrors));
static_assert(ascending(kDbmsErrors));

const CasError* find_cas_error(std::int32_t code) {
    const auto at = std::ranges::lower_bound(kCasErrors, code, {}, &CasError::code);
    return at != kCasErrors.end() && at->code == code ? &*at : nullptr;
}

SqlState dbms_state(std::int32_t code) {
    const auto at = std::ranges::lower_bound(kDbmsErrors, code, {}, &DbmsErrors::last);
    return at != kDbmsErrors.end() && at->first <= code ? at->state : SqlState{};
}

// A text decides when it begins with one part and has the other part somewhere behind.
struct TextRule {
    string_view begins;
    string_view contains;
    SqlState state;
};

// CAS protocol 5.4, "Refinement": the first rule that fits decides.
constexpr auto kCompilerTexts = std::to_array<TextRule>({
    {"Unknown class \"", "", "42S02"},
    {"Class (", "does not have attribute", "42S22"},
    {"Class ", " already exists.", "42S01"},
    {"Attribute \"", "was not found", "42S22"},
    {"Attribute \"", "cannot be made NULL", "23000"},
    {"Serial ", " not defined", "42000"},
    {"Function ", " is undefined", "42000"},
    {"Methods require an object", "", "42000"},
    {"Invalid date", "", "22007"},  // and datetime
    {"Invalid time", "", "22007"},  // and timestamp
    {"Invalid json", "", "22018"},
    {"Cannot compile regular expression", "", "22025"},
    {"The number of attributes(", "", "21S01"},
    {"Your transaction (", "timed out waiting on", "HYT00"},
    {"", "is not a method or attribute of", "42S22"},
    {"", "is not authorized on", "42000"},
    {"", "divide by zero", "22012"},
    {"", "is out of range", "22003"},
    {"", "is not defined", "42S22"},
});

// `Data overflow on data type "character varying".`
constexpr auto kOverflowTexts = std::to_array<TextRule>({
    {"", "char", "22001"},
    {"", "bit", "22001"},
});

SqlState by_text(std::span<const TextRule> rules, string_view text, SqlState otherwise) {
    const auto rule = std::ranges::find_if(rules, [text](const TextRule& candidate) {
        return text.starts_with(candidate.begins) &&
               text.find(candidate.contains, candidate.begins.size()) != string_view::npos;
    });
    return rule == rules.end() ? otherwise : rule->state;
}

// What stands behind "Semantic: ", "before '...'" and a line end: there the server quotes the
// user's own text.
string_view message_proper(string_view text) {
    for (const string_view prefix : {"Syntax: ", "Semantic: ", "Execute: "}) {
        if (text.starts_with(prefix)) text.remove_prefix(prefix.size());
    }
    if (text.starts_with("before '")) {
        const auto end = text.find("'\n");
        if (end != string_view::npos) text.remove_prefix(end + 2);
    }
    return text;
}

constexpr string_view kCannotCoerce = "Cannot coerce ";

// What the target type of `Cannot coerce <value> to type <type>.` says about the fault.
constexpr auto kCoercionTargets = std::to_array<std::pair<string_view, SqlState>>({
    {"char", "22001"},
    {"varchar", "22001"},
    {"bit", "22001"},
    {"varbit", "22001"},
    {"date", "22007"},
    {"time", "22007"},
});
constexpr auto kNumericTargets = std::to_array<string_view>(
    {"short", "smallint", "int", "bigint", "numeric", "float", "double", "monetary"});

SqlState coercion_state(string_view text) {
    constexpr string_view kToType = " to type ";
    const auto at = text.find(kToType);
    if (at == string_view::npos) return "22018";
    const string_view target = text.substr(at + kToType.size());
    const auto begins_target = [target](string_view name) { return target.starts_with(name); };

    const auto* known = std::ranges::find_if(kCoercionTargets, begins_target,
                                             &std::pair<string_view, SqlState>::first);
    if (known != kCoercionTargets.end()) return known->second;

    // Overflow and text that is no number give the same message; only a bare number shows which it
    // was.
    const char value = text[kCannotCoerce.size()];
    const bool number = value == '-' || value == '.' || (value >= '0' && value <= '9');
    const bool numeric = std::ranges::any_of(kNumericTargets, begins_target);
    return number && numeric ? SqlState{"22003"} : SqlState{"22018"};
}

SqlState compiler_state(string_view message, SqlState otherwise) {
    const string_view text = message_proper(message);
    if (text.starts_with(kCannotCoerce) && text.size() > kCannotCoerce.size()) {
        return coercion_state(text);
    }
    return by_text(kCompilerTexts, text, otherwise);
}

std::string missing_text(Origin origin, std::int32_t code) {
    if (const CasError* known = find_cas_error(code)) return std::string{known->text};
    const bool cas = origin == Origin::cas;
    return std::string{cas ? "The broker's server process" : "The database server"} +
           " reported error " + std::to_string(code) + " without a text. See the server's log.";
}

}  // namespace

base::SqlState sqlstate_for(Origin /*origin*/, std::int32_t code, string_view message) {
    // The ranges do not meet, and each indicator is seen with codes of the other: -2/-10018 for an
    // address that is rejected, -1/-1 for a failed check (CAS protocol 3.5, 4.21).
    if (code <= kNewestCasCode) {
        const CasError* known = find_cas_error(code);
        return known != nullptr ? known->state : SqlState{};
    }
    switch (code) {
        case -427:
            return by_text(kOverflowTexts, message, "22003");
        case -493:
        case -494:
        case -495:
            return compiler_state(message, dbms_state(code));
        default:
            return dbms_state(code);
    }
}

base::Diag server_diag(Origin origin, std::int32_t code, std::string message) {
    const base::SqlState state = sqlstate_for(origin, code, message);
    if (message.empty()) message = missing_text(origin, code);
    return {.state = state, .message = std::move(message), .native = code, .origin = origin};
}

base::Diag malformed(string_view what) {
    return {.state = "08S01",
            .message = "The server's answer breaks the CAS protocol (" + std::string{what} +
                       "). The connection cannot be used any more: disconnect and connect again."};
}

}  // namespace cubrid::odbc::cas
