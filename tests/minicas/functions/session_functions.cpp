// Functions that ask the session, and those that choose among their arguments.
#include <array>

#include "functions/function_table.h"
#include "types/cast.h"

namespace minicas {

namespace {

using enum TypeCode;

Domain widest(const std::vector<Domain>& args) {
    Domain out;
    for (const auto& arg : args) out = common_domain(out, arg);
    return out;
}
Domain first(const std::vector<Domain>& args) { return args[0]; }

Value coalesce(Environment&, const Operation& self, const Values& v) {
    for (std::size_t i = 0; i < v.size(); ++i)
        if (!v[i].is_null())
            return cast_value(v[i], self.args[i], self.result, CastKind::kExplicit);
    return {};
}

Value nullif(Environment&, const Operation& self, const Values& v) {
    if (v[0].is_null() || v[1].is_null()) return v[0];
    const Domain common = common_domain(self.args[0], self.args[1]);
    const bool same =
        compare_values(cast_value(v[0], self.args[0], common, CastKind::kExplicit),
                       cast_value(v[1], self.args[1], common, CastKind::kExplicit), common) == 0;
    return same ? Value() : v[0];
}

Value isnull(Environment&, const Operation&, const Values& v) {
    return Value(std::int64_t{v[0].is_null()});
}

Value last_insert_id(Environment& e, const Operation&, const Values&) { return e.last_insert_id(); }
Domain last_insert_id_result(const std::vector<Domain>&) { return Domain::numeric(38, 0); }
Value row_count(Environment& e, const Operation&, const Values&) { return Value(e.row_count()); }
Value current_user(Environment& e, const Operation&, const Values&) { return Value(e.user_name()); }
Value database(Environment& e, const Operation&, const Values&) { return Value(e.database_name()); }
Value version(Environment& e, const Operation&, const Values&) { return Value(e.server_version()); }
Value connection_id(Environment& e, const Operation&, const Values&) {
    return Value(e.connection_id());
}

Value sleep(Environment& e, const Operation& self, const Values& v) {
    e.sleep(self.real(v, 0));
    return Value(std::int64_t{0});
}

Value type_of(Environment&, const Operation& self, const Values&) {
    return Value(printed_type(self.args[0]));
}

constexpr std::array kFunctions{
    FunctionRow{"coalesce", 1, kAny, widest, coalesce, kTakesNull | kTakesLobs},
    FunctionRow{"nullif", 2, 2, first, nullif, kTakesNull | kTakesLobs},
    FunctionRow{"isnull", 1, 1, int_result, isnull, kTakesNull | kTakesLobs},
    FunctionRow{"last_insert_id", 0, 0, last_insert_id_result, last_insert_id, kImpure},
    FunctionRow{"row_count", 0, 0, int_result, row_count, kImpure},
    FunctionRow{"current_user", 0, 0, text_result, current_user, kImpure},
    FunctionRow{"database", 0, 0, text_result, database, kImpure},
    FunctionRow{"version", 0, 0, text_result, version, kImpure},
    FunctionRow{"connection_id", 0, 0, int_result, connection_id, kImpure},
    FunctionRow{"sleep", 1, 1, int_result, sleep, kImpure},
    FunctionRow{"typeof", 1, 1, text_result, type_of, kTakesNull | kTakesLobs}};

}  // namespace

std::span<const FunctionRow> session_functions() { return kFunctions; }

}  // namespace minicas
