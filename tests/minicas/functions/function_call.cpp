// From the name of a function to its operation.
#include <array>

#include "functions/function_table.h"
#include "types/charset.h"
#include "types/error.h"

namespace minicas {

namespace {

struct Alias {
    std::string_view alias, name;
};
constexpr std::array kAliases{Alias{"length", "char_length"},
                              Alias{"character_length", "char_length"},
                              Alias{"lengthb", "octet_length"},
                              Alias{"lcase", "lower"},
                              Alias{"ucase", "upper"},
                              Alias{"substring", "substr"},
                              Alias{"mid", "substr"},
                              Alias{"char", "chr"},
                              Alias{"pow", "power"},
                              Alias{"ceiling", "ceil"},
                              Alias{"truncate", "trunc"},
                              Alias{"random", "rand"},
                              Alias{"sys_date", "current_date"},
                              Alias{"sysdate", "current_date"},
                              Alias{"curdate", "current_date"},
                              Alias{"sys_time", "current_time"},
                              Alias{"systime", "current_time"},
                              Alias{"curtime", "current_time"},
                              Alias{"sys_timestamp", "current_timestamp"},
                              Alias{"systimestamp", "current_timestamp"},
                              Alias{"localtime", "current_timestamp"},
                              Alias{"localtimestamp", "current_timestamp"},
                              Alias{"sys_datetime", "current_datetime"},
                              Alias{"sysdatetime", "current_datetime"},
                              Alias{"now", "current_datetime"},
                              Alias{"dayofmonth", "day"},
                              Alias{"subdate", "date_sub"},
                              Alias{"adddate", "date_add"},
                              Alias{"schema", "database"},
                              Alias{"user", "current_user"},
                              Alias{"ifnull", "coalesce"},
                              Alias{"nvl", "coalesce"},
                              Alias{"position", "locate"}};

const FunctionRow* find(std::string_view name) {
    for (const auto& [alias, real] : kAliases)
        if (alias == name) name = real;
    for (const auto table :
         {text_functions(), number_functions(), date_functions(), session_functions(),
          json_functions(), lob_functions(), zone_functions()})
        for (const auto& row : table)
            if (row.name == name) return &row;
    return nullptr;
}

}  // namespace

bool takes_lobs(const std::string& function) {
    const FunctionRow* row = find(function);
    return row && (row->flags & kTakesLobs) != 0;
}

OperationPtr function_call(const std::string& name, const std::string& spelled,
                           const std::string& unit, std::vector<Domain> args) {
    const FunctionRow* row = find(name);
    if (!row) throw semantic_failure("Function " + spelled + " is undefined. ");
    if (args.size() < row->min_args || args.size() > row->max_args)
        throw semantic_failure("Function " + spelled +
                               " is undefined or given wrong number of parameter. ");
    auto operation = std::make_shared<Operation>();
    operation->result = row->result(args);
    operation->args = std::move(args);
    operation->unit = unit;
    operation->strict = !(row->flags & kTakesNull);
    operation->pure = !(row->flags & kImpure);
    operation->run = row->run;
    // Functions see and make UTF-8 (Operation::text).
    if (is_character(operation->result.type) && operation->result.charset != Charset::kUtf8)
        operation->run = [run = row->run](Environment& environment, const Operation& self,
                                          const std::vector<Value>& values) {
            const Value value = run(environment, self, values);
            if (value.is_null()) return value;
            return Value(convert_text(value.text(), Charset::kUtf8, self.result.charset));
        };
    return operation;
}

}  // namespace minicas
