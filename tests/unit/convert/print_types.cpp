// Keeps the tables of docs/types.md equal to the tables that the compiler has filled:
//   print_types docs/types.md           prints the file with its tables made new
//   print_types --check docs/types.md   fails when that is not the file
#include <array>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "convert/decode.h"
#include "convert/describe.h"
#include "convert/encode.h"

namespace {

using namespace cubrid::odbc;

// Types that convert alike.
struct Group {
    const char* name;
    std::vector<int> types;
};
const std::vector<int> kFieldAlone = {SQL_INTERVAL_YEAR, SQL_INTERVAL_MONTH,  SQL_INTERVAL_DAY,
                                      SQL_INTERVAL_HOUR, SQL_INTERVAL_MINUTE, SQL_INTERVAL_SECOND};
const std::vector<int> kFields = {SQL_INTERVAL_DAY_TO_HOUR,    SQL_INTERVAL_DAY_TO_MINUTE,
                                  SQL_INTERVAL_DAY_TO_SECOND,  SQL_INTERVAL_HOUR_TO_MINUTE,
                                  SQL_INTERVAL_HOUR_TO_SECOND, SQL_INTERVAL_MINUTE_TO_SECOND,
                                  SQL_INTERVAL_YEAR_TO_MONTH};
const std::vector<Group> kCTypes = {
    {"CHAR", {SQL_C_CHAR}},
    {"WCHAR", {SQL_C_WCHAR}},
    {"BINARY", {SQL_C_BINARY}},
    {"BIT", {SQL_C_BIT}},
    {"integers",
     {SQL_C_STINYINT, SQL_C_TINYINT, SQL_C_UTINYINT, SQL_C_SSHORT, SQL_C_SHORT, SQL_C_USHORT,
      SQL_C_SLONG, SQL_C_LONG, SQL_C_ULONG, SQL_C_SBIGINT, SQL_C_UBIGINT}},
    {"FLOAT, DOUBLE", {SQL_C_FLOAT, SQL_C_DOUBLE}},
    {"NUMERIC", {SQL_C_NUMERIC}},
    {"DATE", {SQL_C_TYPE_DATE, SQL_C_DATE}},
    {"TIME", {SQL_C_TYPE_TIME, SQL_C_TIME}},
    {"TIMESTAMP", {SQL_C_TYPE_TIMESTAMP, SQL_C_TIMESTAMP}},
    {"GUID", {SQL_C_GUID}},
    {"interval of one field", kFieldAlone},
    {"interval of several", kFields},
};
const std::vector<Group> kSqlTypes = {
    {"character",
     {SQL_CHAR, SQL_VARCHAR, SQL_LONGVARCHAR, SQL_WCHAR, SQL_WVARCHAR, SQL_WLONGVARCHAR}},
    {"DECIMAL, NUMERIC", {SQL_DECIMAL, SQL_NUMERIC}},
    {"integers", {SQL_TINYINT, SQL_SMALLINT, SQL_INTEGER, SQL_BIGINT}},
    {"BIT", {SQL_BIT}},
    {"REAL, FLOAT, DOUBLE", {SQL_REAL, SQL_FLOAT, SQL_DOUBLE}},
    {"binary", {SQL_BINARY, SQL_VARBINARY, SQL_LONGVARBINARY}},
    {"DATE", {SQL_TYPE_DATE, SQL_DATE}},
    {"TIME", {SQL_TYPE_TIME, SQL_TIME}},
    {"TIMESTAMP", {SQL_TYPE_TIMESTAMP, SQL_TIMESTAMP}},
    {"GUID", {SQL_GUID}},
    {"interval of one field", kFieldAlone},
    {"interval of several", kFields},
};

struct Column {
    const char* declaration;
    cas::ColumnType type;
    int precision = 0;
    int scale = 0;
};
const std::vector<Column> kColumns = {
    {"CHAR(10)", {cas::Type::character}, 10},
    {"VARCHAR(100)", {cas::Type::string}, 100},
    {"STRING", {cas::Type::string}, 1073741823},
    {"NCHAR(10)", {cas::Type::nchar}, 10},
    {"NCHAR VARYING(100)", {cas::Type::varnchar}, 100},
    {"ENUM", {cas::Type::enumeration}},
    {"JSON", {cas::Type::json}},
    {"CLOB", {cas::Type::clob}},
    {"BLOB", {cas::Type::blob}},
    {"BIT(12)", {cas::Type::bit}, 12},
    {"BIT VARYING(800)", {cas::Type::varbit}, 800},
    {"SHORT", {cas::Type::smallint}},
    {"INT", {cas::Type::integer}},
    {"BIGINT", {cas::Type::bigint}},
    {"unsigned SHORT", {cas::Type::usmallint}},
    {"unsigned INT", {cas::Type::uinteger}},
    {"unsigned BIGINT", {cas::Type::ubigint}},
    {"NUMERIC(12, 3)", {cas::Type::numeric}, 12, 3},
    {"FLOAT", {cas::Type::real}},
    {"DOUBLE", {cas::Type::double_precision}},
    {"MONETARY", {cas::Type::monetary}},
    {"DATE", {cas::Type::date}},
    {"TIME", {cas::Type::time}},
    {"TIMESTAMP", {cas::Type::timestamp}},
    {"TIMESTAMPTZ", {cas::Type::timestamptz}},
    {"TIMESTAMPLTZ", {cas::Type::timestampltz}},
    {"DATETIME", {cas::Type::datetime}},
    {"DATETIMETZ", {cas::Type::datetimetz}},
    {"DATETIMELTZ", {cas::Type::datetimeltz}},
    {"SET", {cas::Type::integer, cas::Collection::set}},
    {"MULTISET", {cas::Type::integer, cas::Collection::multiset}},
    {"SEQUENCE", {cas::Type::integer, cas::Collection::sequence}},
    {"OBJECT", {cas::Type::object}},
};

struct TypeName {
    int type;
    const char* name;
};
constexpr std::array<TypeName, 18> kTypeNames = {{{SQL_CHAR, "CHAR"},
                                                  {SQL_VARCHAR, "VARCHAR"},
                                                  {SQL_LONGVARCHAR, "LONGVARCHAR"},
                                                  {SQL_WCHAR, "WCHAR"},
                                                  {SQL_WVARCHAR, "WVARCHAR"},
                                                  {SQL_WLONGVARCHAR, "WLONGVARCHAR"},
                                                  {SQL_BINARY, "BINARY"},
                                                  {SQL_VARBINARY, "VARBINARY"},
                                                  {SQL_LONGVARBINARY, "LONGVARBINARY"},
                                                  {SQL_SMALLINT, "SMALLINT"},
                                                  {SQL_INTEGER, "INTEGER"},
                                                  {SQL_BIGINT, "BIGINT"},
                                                  {SQL_NUMERIC, "NUMERIC"},
                                                  {SQL_REAL, "REAL"},
                                                  {SQL_DOUBLE, "DOUBLE"},
                                                  {SQL_TYPE_DATE, "TYPE_DATE"},
                                                  {SQL_TYPE_TIME, "TYPE_TIME"},
                                                  {SQL_TYPE_TIMESTAMP, "TYPE_TIMESTAMP"}}};

std::string name_of(int type) {
    for (const TypeName& entry : kTypeNames) {
        if (entry.type == type) return entry.name;
    }
    return std::to_string(type);
}

std::string row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += ' ' + cell + " |";
    return line + '\n';
}
std::string head(const std::vector<std::string>& cells) {
    std::string rule = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) rule += "---|";
    return row(cells) + rule + '\n';
}

// x: every pair of the groups; part: some; -: none.
std::string mark(std::size_t found, std::size_t all) {
    if (found == 0) return "-";
    return found == all ? "x" : "part";
}

std::vector<std::string> names_of(const std::vector<Group>& groups, const char* first) {
    std::vector<std::string> names = {first};
    for (const Group& group : groups) names.emplace_back(group.name);
    return names;
}

bool exists(const cas::ColumnType& type, int c_type) {
    return convert::select_decoder(type, static_cast<SQLSMALLINT>(c_type)) != nullptr;
}
bool exists(int c_type, int sql_type) {
    return convert::select_encoder(static_cast<SQLSMALLINT>(c_type),
                                   static_cast<SQLSMALLINT>(sql_type)) != nullptr;
}

std::string print_columns() {
    std::string table = head({"column", "SQL type", "column size", "decimal digits", "octet length",
                              "display size", "unsigned"});
    for (const Column& column : kColumns) {
        const auto description = convert::describe(column.type, column.precision, column.scale, {});
        table += row(
            {column.declaration, name_of(description.concise_type),
             std::to_string(description.column_size), std::to_string(description.decimal_digits),
             std::to_string(description.octet_length), std::to_string(description.display_size),
             description.num_prec_radix == 0 ? "" : (description.is_unsigned ? "yes" : "no")});
    }
    return table;
}

std::string print_fetch() {
    std::string table = head(names_of(kCTypes, "column"));
    for (const Column& column : kColumns) {
        // What a LOB converts to stands in the text: its value is not in its cell.
        if (column.type.type == cas::Type::clob || column.type.type == cas::Type::blob) continue;
        std::vector<std::string> cells = {column.declaration};
        for (const Group& group : kCTypes) {
            std::size_t found = 0;
            for (const int c_type : group.types) {
                found += exists(column.type, c_type) ? 1U : 0U;
            }
            cells.push_back(mark(found, group.types.size()));
        }
        table += row(cells);
    }
    return table;
}

std::string print_bind() {
    std::string table = head(names_of(kSqlTypes, "C type"));
    for (const Group& c_group : kCTypes) {
        std::vector<std::string> cells = {c_group.name};
        for (const Group& group : kSqlTypes) {
            std::size_t found = 0;
            for (const int c_type : c_group.types) {
                for (const int sql_type : group.types) {
                    found += exists(c_type, sql_type) ? 1U : 0U;
                }
            }
            cells.push_back(mark(found, c_group.types.size() * group.types.size()));
        }
        table += row(cells);
    }
    return table;
}

struct Table {
    std::string_view name;
    std::string (*print)();
};
constexpr std::array<Table, 3> kTables = {{
    {"columns", &print_columns},
    {"fetch", &print_fetch},
    {"bind", &print_bind},
}};

// The text with what stands behind "<!-- table: NAME -->" up to an empty line made new.
std::string made_new(const std::string& text) {
    std::istringstream lines{text};
    std::string result;
    bool in_table = false;
    for (std::string line; std::getline(lines, line);) {
        in_table = in_table && !line.empty();
        if (in_table) continue;
        result += line + '\n';
        for (const Table& table : kTables) {
            if (line != "<!-- table: " + std::string{table.name} + " -->") continue;
            result += table.print();
            in_table = true;
        }
    }
    return result;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> given{arguments + 1, arguments + count};
    const bool check = given.size() == 2 && given[0] == "--check";
    if (given.empty() || (given.size() > 1 && !check)) {
        std::cerr << "usage: print_types [--check] FILE\n";
        return 2;
    }
    std::ifstream file{given.back()};
    std::ostringstream text;
    text << file.rdbuf();
    const std::string result = made_new(text.str());
    if (!check) {
        std::cout << result;
        return 0;
    }
    if (file && result == text.str()) return 0;
    std::cerr << given.back() << " is not what the conversions are: print_types makes it new\n";
    return 1;
}
