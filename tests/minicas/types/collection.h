// SET, MULTISET and SEQUENCE values: their order, their elements, their arithmetic.
#pragma once

#include <vector>

#include "types/cast.h"

namespace minicas {

// A SET or MULTISET is sorted, NULL last; a SET keeps one of each.
Value make_collection(TypeCode kind, std::vector<TypedValue> items);
// Throws CannotCast for an element that has no place in any element domain.
Value cast_collection(const Value& value, const Domain& to, CastKind kind);

// The type of the elements that are not NULL; empty: they differ, then no client can read it.
std::optional<TypeCode> common_element_type(const Collection& collection);
// Different domains of the elements, in their order.
std::vector<Domain> element_domains(const std::vector<Domain>& items);

// + union, - difference, * intersection. Sequences can only be joined as such.
TypeCode combined_kind(char op, TypeCode a, TypeCode b);
Value combine_collections(char op, const Collection& a, const Collection& b, TypeCode kind);
// How often the elements of `part` occur in `whole` at least.
bool contains_all(const Collection& whole, const Collection& part);
int compare_collections(const Collection& a, const Collection& b);

}  // namespace minicas
