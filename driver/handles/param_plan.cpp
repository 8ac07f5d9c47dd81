#include "handles/param_plan.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "convert/decode.h"

namespace cubrid::odbc::handles {
namespace {

// Row-wise bound memory has whatever alignment the application's structures have.
SQLLEN load_length(const std::byte* from) {
    SQLLEN value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// ODBC, SQLBindParameter, "StrLen_or_IndPtr".
constexpr bool is_at_execution(SQLLEN indicator) {
    return indicator == SQL_DATA_AT_EXEC || indicator <= SQL_LEN_DATA_AT_EXEC_OFFSET;
}

// The characters or bits that a column takes; 0 when it has no such limit.
SQLULEN size_of(const cas::Parameter& column) {
    constexpr std::array kSized = {cas::Type::character, cas::Type::string, cas::Type::nchar,
                                   cas::Type::varnchar,  cas::Type::bit,    cas::Type::varbit};
    const bool is_sized = column.type.collection == cas::Collection::none &&
                          std::find(kSized.begin(), kSized.end(), column.type.type) != kSized.end();
    return is_sized && column.precision > 0 ? static_cast<SQLULEN>(column.precision) : 0;
}

const std::byte* shifted(const void* base, std::ptrdiff_t offset) {
    return base == nullptr ? nullptr : static_cast<const std::byte*>(base) + offset;
}

}  // namespace

ParamPlan::Slot ParamPlan::make_slot(const Desc& apd, const DescRecord& app, const DescRecord& imp,
                                     cas::Collection collection,
                                     const convert::ParamContext& charsets) {
    const std::ptrdiff_t offset = apd.bind_offset_ptr != nullptr ? *apd.bind_offset_ptr : 0;
    // BufferLength is a property of arrays: with one set, applications leave anything in it (ODBC,
    // SQLBindParameter).
    const bool is_array = apd.array_size > 1;
    const bool by_row = apd.bind_type != SQL_PARAM_BIND_BY_COLUMN;
    const auto row_size = static_cast<std::size_t>(apd.bind_type);
    const SQLSMALLINT c_type = app.concise_type == SQL_C_DEFAULT
                                   ? convert::default_c_type(imp.concise_type)
                                   : app.concise_type;
    const std::size_t fixed = convert::c_type_size(c_type);
    Slot slot{.encode = convert::select_encoder(c_type, imp.concise_type, collection),
              .c_type = c_type,
              .value = shifted(app.data_ptr, offset),
              .value_stride = by_row      ? row_size
                              : fixed > 0 ? fixed
                                          : static_cast<std::size_t>(app.octet_length),
              .octet_length = shifted(app.octet_length_ptr, offset),
              .indicator = shifted(app.indicator_ptr, offset),
              .length_stride = by_row ? row_size : sizeof(SQLLEN),
              .capacity = is_array ? app.octet_length : 0,
              .has_length = fixed == 0,
              .lacks_stride = is_array && !by_row && fixed == 0 && app.octet_length <= 0,
              .token = app.data_ptr,
              .context = charsets};
    slot.context.sql_type = imp.concise_type;
    slot.context.column_size = imp.column_size;
    slot.context.decimal_digits = imp.scale;
    slot.context.interval = interval_precision(app);
    if (c_type == SQL_C_NUMERIC) {
        if (app.precision > 0) slot.context.numeric_precision = app.precision;
        slot.context.numeric_scale = app.scale;
    }
    return slot;
}

base::Result<ParamPlan> ParamPlan::make(const Desc& apd, const Desc& ipd, std::size_t markers,
                                        base::Charset narrow, base::Charset database,
                                        const KnownMarkers& known) {
    ParamPlan plan;
    // The number of markers is the server's word: memory follows what is bound.
    plan.slots_.reserve(std::min(markers, static_cast<std::size_t>(apd.count())));
    const convert::ParamContext charsets{.narrow = narrow, .database = database};
    for (std::size_t number = 1; number <= markers; ++number) {
        const DescRecord* app = apd.record(number);
        const DescRecord* imp = ipd.record(number);
        if (app == nullptr || imp == nullptr || !app->is_bound()) {
            return base::Diag{{"07002"},
                              "The statement has " + std::to_string(markers) +
                                  " parameter markers, and parameter " + std::to_string(number) +
                                  " is not bound"};
        }
        const cas::Parameter* marker = known.find(number);
        Slot slot = make_slot(apd, *app, *imp,
                              marker != nullptr ? marker->type.collection : cas::Collection::none,
                              charsets);
        if (known.cuts_long_values && marker != nullptr) {
            slot.context.target_size = size_of(*marker);
        }
        if (slot.encode == nullptr) {
            return base::Diag{{"07006"},
                              "The C type of the parameter cannot be converted to its SQL type",
                              0,
                              base::Origin::driver,
                              base::kNoRow,
                              static_cast<std::int32_t>(number)};
        }
        plan.slots_.push_back(slot);
    }
    return plan;
}

convert::Outcome ParamPlan::encode_put(const Slot& slot, LongData::Value* value,
                                       cas::WireWriter& out) {
    if (value == nullptr) return convert::Outcome::bad_length;
    if (value->is_null) {
        out.bind_null();
        return convert::Outcome::ok;
    }
    const auto bytes = value->bytes.whole();
    if (!bytes) return convert::Outcome::too_long;
    // An empty value has an address too.
    constexpr std::byte kNothing{};
    return slot.encode({.value = bytes->empty() ? &kNothing : bytes->data(),
                        .length = static_cast<SQLLEN>(bytes->size())},
                       slot.context, out);
}

ParamPlan::Lengths ParamPlan::lengths(const Slot& slot, std::size_t set) {
    SQLLEN length = SQL_NTS;
    if (slot.octet_length != nullptr)
        length = load_length(slot.octet_length + slot.length_stride * set);
    if (slot.indicator == nullptr || slot.indicator == slot.octet_length) return {length, length};
    return {length, load_length(slot.indicator + slot.length_stride * set)};
}

SQLLEN ParamPlan::bytes_of(const Slot& slot, std::size_t set, SQLLEN length) {
    if (length != SQL_NTS || slot.c_type == SQL_C_BINARY) return length;
    if (slot.capacity > 0 && slot.capacity <= SQLLEN{kLargeValue}) return slot.capacity;
    return convert::terminated_bytes(slot.c_type, slot.value + slot.value_stride * set,
                                     slot.capacity);
}

convert::Outcome ParamPlan::encode_cell(const Slot& slot, ParamPlace place, cas::WireWriter& out,
                                        LongData* long_data) {
    const std::size_t row = place.set;
    auto [length, indicator] = lengths(slot, row);
    if (indicator == SQL_NULL_DATA) {
        out.bind_null();
        return convert::Outcome::ok;
    }
    if (indicator == SQL_DEFAULT_PARAM) return convert::Outcome::default_parameter;
    if (is_at_execution(indicator)) {
        return encode_put(slot, long_data == nullptr ? nullptr : long_data->find(place), out);
    }
    if (!slot.has_length) length = SQL_NTS;
    const bool is_empty = slot.has_length && length == 0;
    if (slot.value == nullptr && !is_empty) return convert::Outcome::null_pointer;
    // Every set would get the first one's value.
    if (slot.lacks_stride && !is_empty) return convert::Outcome::bad_length;
    const std::byte* value = slot.value == nullptr ? nullptr : slot.value + slot.value_stride * row;
    return slot.encode({value, length, slot.capacity}, slot.context, out);
}

std::vector<LongData::Wanted> ParamPlan::data_at_execution(const ParamSets& sets) const {
    std::vector<LongData::Wanted> wanted;
    for (std::size_t parameter = 0; parameter < slots_.size(); ++parameter) {
        const Slot& slot = slots_[parameter];
        const std::byte* indicators =
            slot.indicator != nullptr ? slot.indicator : slot.octet_length;
        if (indicators == nullptr) continue;
        for (std::size_t set = 0; set < sets.count(); ++set) {
            if (!is_at_execution(load_length(indicators + slot.length_stride * set))) continue;
            if (sets.is_ignored(set)) continue;
            // What was bound, be it an address or not; never that of the set's element (ODBC,
            // "Using Arrays of Parameters", "Data-at-Execution Parameters").
            wanted.push_back(
                {.place = {set, parameter},
                 .token = slot.token,
                 .fixed_size = convert::c_type_size(slot.c_type),
                 .unit = slot.c_type == SQL_C_WCHAR ? sizeof(SQLWCHAR) : 1U,
                 .in_pieces = slot.has_length && convert::takes_pieces(slot.context.sql_type)});
        }
    }
    std::sort(wanted.begin(), wanted.end(),
              [](const auto& left, const auto& right) { return left.place < right.place; });
    return wanted;
}

std::optional<ParamPlan::Failure> ParamPlan::encode_row(std::size_t row, cas::WireWriter& out,
                                                        const ElsewhereValues& elsewhere) const {
    for (std::size_t parameter = 0; parameter < slots_.size(); ++parameter) {
        if (parameter < elsewhere.lobs.size() && elsewhere.lobs[parameter]) {
            cas::bind_lob(out, *elsewhere.lobs[parameter]);
            continue;
        }
        const convert::Outcome outcome =
            encode_cell(slots_[parameter], {row, parameter}, out, elsewhere.long_data);
        if (convert::is_error(outcome))
            return Failure{outcome, static_cast<std::int32_t>(parameter + 1)};
    }
    return std::nullopt;
}

std::optional<base::ByteSource> ParamPlan::large_bytes(ParamPlace place,
                                                       LongData* long_data) const {
    const Slot& slot = slots_[place.parameter];
    if (!slot.has_length) return std::nullopt;
    const auto [length, indicator] = lengths(slot, place.set);
    if (is_at_execution(indicator)) {
        LongData::Value* value = long_data == nullptr ? nullptr : long_data->find(place);
        if (value == nullptr || value->bytes.size() <= kLargeValue) return std::nullopt;
        return [value, at = std::size_t{0}](std::span<std::byte> to) mutable {
            auto got = value->bytes.read(at, to);
            if (got) at += *got;
            return got;
        };
    }
    if (slot.value == nullptr || (indicator < 0 && indicator != SQL_NTS)) return std::nullopt;
    const SQLLEN size = bytes_of(slot, place.set, length);
    if (size <= static_cast<SQLLEN>(kLargeValue)) return std::nullopt;
    if (slot.capacity > 0 && size > slot.capacity) return std::nullopt;
    const base::Bytes all{slot.value + slot.value_stride * place.set,
                          static_cast<std::size_t>(size)};
    return [rest = all](std::span<std::byte> to) mutable -> base::Result<std::size_t> {
        const std::size_t count = std::min(to.size(), rest.size());
        std::copy_n(rest.begin(), count, to.begin());
        rest = rest.subspan(count);
        return count;
    };
}

ParamPlan::Survey ParamPlan::survey(const ParamSets& sets) const {
    Survey found;
    for (const Slot& slot : slots_) {
        const bool is_text = slot.has_length && slot.c_type != SQL_C_BINARY;
        found.sized |= convert::takes_pieces(slot.context.sql_type);
        for (std::size_t set = 0; set < sets.count(); ++set) {
            const auto [length, indicator] = lengths(slot, set);
            found.at_execution |= is_at_execution(indicator);
            const bool is_there = slot.has_length && slot.value != nullptr &&
                                  (length > 0 || length == SQL_NTS) &&
                                  (indicator >= 0 || indicator == SQL_NTS) && !sets.is_ignored(set);
            if (!is_there) continue;
            found.large = found.large || bytes_of(slot, set, length) > SQLLEN{kLargeValue};
            found.braces =
                found.braces || (is_text && slot.value[slot.value_stride * set] == std::byte{'{'});
        }
    }
    return found;
}

std::optional<convert::LobEncoder> ParamPlan::large_value(ParamPlace place, cas::Type lob,
                                                          LongData* long_data) const {
    const Slot& slot = slots_[place.parameter];
    if (!convert::LobEncoder::exists(slot.c_type)) return std::nullopt;
    auto bytes = large_bytes(place, long_data);
    if (!bytes) return std::nullopt;
    return convert::LobEncoder{{.lob = lob,
                                .c_type = slot.c_type,
                                .narrow = slot.context.narrow,
                                .database = slot.context.database},
                               std::move(*bytes)};
}

}  // namespace cubrid::odbc::handles
