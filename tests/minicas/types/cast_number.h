// Conversions to numbers; they throw CannotCast.
#pragma once

#include "types/cast.h"

namespace minicas {

Value to_integer(const Value& value, const Domain& from, TypeCode to);
Value to_approximate(const Value& value, const Domain& from, TypeCode to);
Value to_numeric(const Value& value, const Domain& from, const Domain& to);

}  // namespace minicas
