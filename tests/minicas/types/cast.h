// Conversions between domains, as CAST, assignments and comparisons need them.
#pragma once

#include <string>

#include "types/time_zone.h"
#include "types/value.h"

namespace minicas {

// Thrown when a value has no place in the target domain. Who asked for the conversion knows which
// error that is.
struct CannotCast {
    bool overflow;
};

enum class CastKind {
    kExplicit,  // CAST: cuts text that is too long
    kAssign     // INSERT, UPDATE, comparison: refuses it
};

// Text and times without a zone are in the session's. Large objects are not converted here: their
// bytes are elsewhere (functions/operation.h).
Value cast_value(const Value& value, const Domain& from, const Domain& to, CastKind kind,
                 std::string_view session_zone = kServerZone);

// The run time error of CAST and of computed assignments: -427 or -181.
[[noreturn]] void throw_run_time_cast(const CannotCast& failure, const Domain& from,
                                      const Domain& to);

std::string text_of(const Value& value, const Domain& domain);
double double_of(const Value& value,
                 const Domain& domain);  // of a number or of the number in a text

// The domain of a NUMERIC value itself.
Domain own_domain(const Decimal& value);

// -1, 0, 1; both of `domain`, not NULL.
int compare_values(const Value& a, const Value& b, const Domain& domain);

}  // namespace minicas
