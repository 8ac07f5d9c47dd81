// Operators on collections.
#include <algorithm>
#include <array>

#include "functions/operation.h"
#include "types/collection.h"

namespace minicas {

namespace {

using enum TypeCode;

enum class SetRelation { kEqual, kNotEqual, kSuperset, kSubset, kProperSuperset, kProperSubset };

struct RelationRow {
    std::string_view name;
    SetRelation relation;
};
constexpr std::array kRelations{RelationRow{"seteq", SetRelation::kEqual},
                                RelationRow{"setneq", SetRelation::kNotEqual},
                                RelationRow{"superseteq", SetRelation::kSuperset},
                                RelationRow{"subseteq", SetRelation::kSubset},
                                RelationRow{"superset", SetRelation::kProperSuperset},
                                RelationRow{"subset", SetRelation::kProperSubset}};

bool relate(SetRelation relation, const Collection& a, const Collection& b) {
    const bool over = contains_all(a, b), under = contains_all(b, a);
    switch (relation) {
        case SetRelation::kEqual:
            return over && under;
        case SetRelation::kNotEqual:
            return !(over && under);
        case SetRelation::kSuperset:
            return over;
        case SetRelation::kSubset:
            return under;
        case SetRelation::kProperSuperset:
            return over && !under;
        case SetRelation::kProperSubset:
            return under && !over;
    }
    return false;
}

Value truth(bool value) { return Value(std::int64_t{value}); }

}  // namespace

OperationPtr collection_operation(TypeCode kind, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    operation->result = Domain::collection(kind, element_domains(args));
    operation->args = std::move(args);
    operation->strict = false;
    operation->run = [](Environment&, const Operation& self, const std::vector<Value>& values) {
        std::vector<TypedValue> items;
        for (std::size_t i = 0; i < values.size(); ++i) items.push_back({self.args[i], values[i]});
        return make_collection(self.result.type, std::move(items));
    };
    return operation;
}

OperationPtr collection_arithmetic(const std::string& op, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    // The element domains of both sides, one after the other: no single one is known any more.
    std::vector<Domain> elements;
    for (const auto& arg : args)
        if (arg.elements)
            elements.insert(elements.end(), arg.elements->begin(), arg.elements->end());
    operation->result =
        Domain::collection(combined_kind(op[0], args[0].type, args[1].type), std::move(elements));
    operation->args = std::move(args);
    operation->run = [code = op[0]](Environment&, const Operation& self,
                                    const std::vector<Value>& values) {
        return combine_collections(code, values[0].collection(), values[1].collection(),
                                   self.result.type);
    };
    return operation;
}

bool is_set_comparison(std::string_view op) {
    return op == "in" || std::any_of(kRelations.begin(), kRelations.end(),
                                     [&](const RelationRow& row) { return row.name == op; });
}

OperationPtr set_comparison(const std::string& op, std::vector<Domain> args) {
    auto operation = std::make_shared<Operation>();
    operation->args = std::move(args);
    operation->result = Domain::of(kInt);
    if (op == "in") {
        operation->run = [](Environment&, const Operation& self, const std::vector<Value>& values) {
            const Collection part{{{self.args[0], values[0]}}};
            return truth(contains_all(values[1].collection(), part));
        };
        return operation;
    }
    const auto row = std::find_if(kRelations.begin(), kRelations.end(),
                                  [&](const RelationRow& r) { return r.name == op; });
    operation->run = [relation = row->relation](Environment&, const Operation&,
                                                const std::vector<Value>& values) {
        return truth(relate(relation, values[0].collection(), values[1].collection()));
    };
    return operation;
}

}  // namespace minicas
