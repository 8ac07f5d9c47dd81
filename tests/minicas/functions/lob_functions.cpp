// Functions of large objects. Others see the bytes of one as text or bits (Analysis::read_lobs).
#include <array>

#include "functions/function_table.h"

namespace minicas {

namespace {

using enum TypeCode;

Domain untyped_if_null(const std::vector<Domain>& args, Domain domain) {
    return args[0].type == kNull ? Domain{} : domain;
}
Domain varbit_result(const std::vector<Domain>& args) {
    return untyped_if_null(args, Domain::of(kVarbit));
}
Domain string_result(const std::vector<Domain>& args) {
    return untyped_if_null(args, Domain::of(kString));
}
Domain blob_result(const std::vector<Domain>& args) {
    return untyped_if_null(args, Domain::of(kBlob));
}
Domain clob_result(const std::vector<Domain>& args) {
    return untyped_if_null(args, Domain::of(kClob));
}
Domain length_result(const std::vector<Domain>& args) {
    return untyped_if_null(args, Domain::of(kBigint));
}

Value to_bits(Environment& e, const Operation& self, const Values& v) {
    if (is_bit(self.args[0].type)) return v[0];
    std::string bytes = is_lob(self.args[0].type) ? e.lob_bytes(v[0].lob()) : self.text(v, 0);
    const int bits = static_cast<int>(bytes.size() * 8);
    return Value(Bits{std::move(bytes), bits});
}

Value to_text(Environment& e, const Operation& self, const Values& v) {
    return Value(is_lob(self.args[0].type) ? e.lob_bytes(v[0].lob()) : self.text(v, 0));
}

Value to_lob(Environment& e, const Operation& self, const Values& v) {
    if (is_lob(self.args[0].type)) return v[0];
    return Value(e.make_lob(is_bit(self.args[0].type) ? v[0].bits().bytes : self.text(v, 0)));
}

Value length(Environment&, const Operation& self, const Values& v) {
    if (is_lob(self.args[0].type)) return Value(v[0].lob().size);
    const auto size = is_bit(self.args[0].type) ? v[0].bits().bytes.size() : self.text(v, 0).size();
    return Value(static_cast<std::int64_t>(size));
}

constexpr std::array kFunctions{
    FunctionRow{"blob_to_bit", 1, 1, varbit_result, to_bits, kImpure | kTakesLobs},
    FunctionRow{"clob_to_char", 1, 1, string_result, to_text, kImpure | kTakesLobs},
    FunctionRow{"bit_to_blob", 1, 1, blob_result, to_lob, kImpure | kTakesLobs},
    FunctionRow{"char_to_blob", 1, 1, blob_result, to_lob, kImpure | kTakesLobs},
    FunctionRow{"char_to_clob", 1, 1, clob_result, to_lob, kImpure | kTakesLobs},
    FunctionRow{"blob_length", 1, 1, length_result, length, kTakesLobs},
    FunctionRow{"clob_length", 1, 1, length_result, length, kTakesLobs}};

}  // namespace

std::span<const FunctionRow> lob_functions() { return kFunctions; }

}  // namespace minicas
