#include "types/collection.h"

#include <algorithm>

namespace minicas {

namespace {

using enum TypeCode;

int sign(std::int64_t difference) { return difference < 0 ? -1 : difference > 0 ? 1 : 0; }

// Elements of different kinds are ordered by type; texts and numbers of all kinds among themselves.
int family(TypeCode type) {
    return is_number(type) ? 1 : is_character(type) ? 2 : 3 + static_cast<int>(type);
}

int compare_items(const TypedValue& a, const TypedValue& b) {
    if (a.value.is_null() || b.value.is_null())
        return sign(std::int64_t{a.value.is_null()} - std::int64_t{b.value.is_null()});
    const int families = sign(family(a.domain.type) - family(b.domain.type));
    if (families != 0) return families;
    if (is_number(a.domain.type) && a.domain.type != b.domain.type) {
        const double x = double_of(a.value, a.domain), y = double_of(b.value, b.domain);
        return x < y ? -1 : x > y ? 1 : 0;
    }
    return compare_values(a.value, b.value, a.domain);
}

bool same(const TypedValue& a, const TypedValue& b) { return compare_items(a, b) == 0; }

bool family_fits(TypeCode from, TypeCode to) {
    return from == to || (is_number(from) && is_number(to)) ||
           (is_character(from) && is_character(to)) || (is_bit(from) && is_bit(to));
}

// The element domain that a value belongs to best; null: none is of its kind.
const Domain* best_domain(const Domain& from, const std::vector<Domain>& domains) {
    const auto exact = std::find_if(domains.begin(), domains.end(),
                                    [&](const Domain& d) { return d.type == from.type; });
    if (exact != domains.end()) return &*exact;
    const auto fitting = std::find_if(domains.begin(), domains.end(), [&](const Domain& d) {
        return family_fits(from.type, d.type);
    });
    return fitting == domains.end() ? nullptr : &*fitting;
}

TypedValue cast_item(const TypedValue& item, const std::vector<Domain>& domains, CastKind kind) {
    if (item.value.is_null()) return item;
    const Domain* target = best_domain(item.domain, domains);
    // A constant of another kind is refused, unless a CAST or a bind asks for the conversion.
    if (!target && domains.size() > 1) throw CannotCast{false};
    if (!target) target = &domains.front();
    return {*target, cast_value(item.value, item.domain, *target, kind)};
}

}  // namespace

Value make_collection(TypeCode kind, std::vector<TypedValue> items) {
    if (kind != kSequence) {
        std::stable_sort(items.begin(), items.end(), [](const TypedValue& a, const TypedValue& b) {
            return compare_items(a, b) < 0;
        });
    }
    if (kind == kSet) items.erase(std::unique(items.begin(), items.end(), same), items.end());
    auto out = std::make_shared<Collection>();
    out->items = std::move(items);
    return Value(std::shared_ptr<const Collection>(std::move(out)));
}

Value cast_collection(const Value& value, const Domain& to, CastKind kind) {
    std::vector<TypedValue> items = value.collection().items;
    if (to.elements)
        for (auto& item : items) item = cast_item(item, *to.elements, kind);
    return make_collection(to.type, std::move(items));
}

std::optional<TypeCode> common_element_type(const Collection& collection) {
    TypeCode common = kNull;
    for (const auto& [domain, value] : collection.items) {
        if (value.is_null()) continue;
        if (common != kNull && common != domain.type) return std::nullopt;
        common = domain.type;
    }
    return common;
}

std::vector<Domain> element_domains(const std::vector<Domain>& items) {
    std::vector<Domain> out;
    for (const auto& domain : items)
        if (std::find(out.begin(), out.end(), domain) == out.end()) out.push_back(domain);
    return out;
}

TypeCode combined_kind(char op, TypeCode a, TypeCode b) {
    return a != b || (a == kSequence && op != '+') ? kMultiset : a;
}

Value combine_collections(char op, const Collection& a, const Collection& b, TypeCode kind) {
    std::vector<TypedValue> items, rest = b.items;
    if (op == '+') {
        items = a.items;
        items.insert(items.end(), rest.begin(), rest.end());
        return make_collection(kind, std::move(items));
    }
    for (const auto& item : a.items) {
        const auto hit = std::find_if(rest.begin(), rest.end(),
                                      [&](const TypedValue& other) { return same(item, other); });
        const bool both = hit != rest.end();
        if (both && kind != kSet) rest.erase(hit);  // one for one
        if (both == (op == '*')) items.push_back(item);
    }
    return make_collection(kind, std::move(items));
}

bool contains_all(const Collection& whole, const Collection& part) {
    std::vector<TypedValue> rest = whole.items;
    for (const auto& item : part.items) {
        const auto hit = std::find_if(rest.begin(), rest.end(),
                                      [&](const TypedValue& other) { return same(item, other); });
        if (hit == rest.end()) return false;
        rest.erase(hit);
    }
    return true;
}

int compare_collections(const Collection& a, const Collection& b) {
    for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i)
        if (const int order = compare_items(a.items[i], b.items[i]); order != 0) return order;
    return sign(static_cast<std::int64_t>(a.items.size()) -
                static_cast<std::int64_t>(b.items.size()));
}

}  // namespace minicas
