// Bind values (CAS protocol 6.2).
#include <algorithm>
#include <array>
#include <bit>

#include "cas/bytes.h"
#include "cas/wire_value.h"
#include "types/calendar.h"
#include "types/cast.h"
#include "types/collection.h"
#include "types/error.h"
#include "types/json.h"
#include "types/text.h"

namespace minicas {

namespace {

using enum TypeCode;

// The domain that a bind of this type code gets. Text becomes CHAR of open length, VARBIT becomes
// BIT, local time zones become plain ones.
struct BindRow {
    TypeCode code;
    TypeCode domain;
};
constexpr std::array kBinds{BindRow{kNull, kNull},
                            BindRow{kChar, kChar},
                            BindRow{kString, kChar},
                            BindRow{kNchar, kNchar},
                            BindRow{kVarnchar, kNchar},
                            BindRow{kBit, kBit},
                            BindRow{kVarbit, kBit},
                            BindRow{kNumeric, kNumeric},
                            BindRow{kInt, kInt},
                            BindRow{kShort, kShort},
                            BindRow{kMonetary, kMonetary},
                            BindRow{kFloat, kFloat},
                            BindRow{kDouble, kDouble},
                            BindRow{kDate, kDate},
                            BindRow{kTime, kTime},
                            BindRow{kTimestamp, kTimestamp},
                            BindRow{kSet, kSet},
                            BindRow{kMultiset, kMultiset},
                            BindRow{kSequence, kSequence},
                            BindRow{kObject, kObject},
                            BindRow{kBigint, kBigint},
                            BindRow{kDatetime, kDatetime},
                            BindRow{kBlob, kBlob},
                            BindRow{kClob, kClob},
                            BindRow{kEnum, kChar},
                            BindRow{kTimestamptz, kTimestamptz},
                            BindRow{kTimestampltz, kTimestamptz},
                            BindRow{kDatetimetz, kDatetimetz},
                            BindRow{kDatetimeltz, kDatetimetz},
                            BindRow{kJson, kJson}};

constexpr std::size_t kMomentBytes = 14;  // in front of a zone

Moment date_at(std::string_view bytes) {
    return {get<std::int16_t>(bytes, 0),
            get<std::int16_t>(bytes, 2),
            get<std::int16_t>(bytes, 4),
            0,
            0,
            0,
            0};
}

Moment moment_at(std::string_view bytes, TypeCode type) {
    Moment m = date_at(bytes);
    if (type == kDate) return m;
    m.hour = get<std::int16_t>(bytes, 6);
    m.minute = get<std::int16_t>(bytes, 8);
    m.second = get<std::int16_t>(bytes, 10);
    if (type == kDatetime) m.millisecond = get<std::int16_t>(bytes, 12);
    return m;
}

[[noreturn]] void bad_date() {
    throw db_failure(db_error::kDateConversion, "Conversion error in date format.");
}

Value read_moment(std::string_view bytes, TypeCode type) {
    Moment m = moment_at(bytes, type);
    if (type == kTime) {
        if (bytes.size() < 12 || !valid_time(m.hour, m.minute, m.second))
            throw db_failure(db_error::kTimeConversion, "Conversion error in time format.");
        return Value(pack_moment(m, type));
    }
    if (!zero_date(m) && !valid_date(m.year, m.month, m.day)) bad_date();
    if (!valid_time(m.hour, m.minute, m.second, m.millisecond)) bad_date();
    if (type == kTimestamp && !zero_date(m) && !valid_timestamp(m)) bad_date();
    return Value(pack_moment(m, type));
}

Value read_zoned(std::string_view bytes, TypeCode type) {
    const bool stamp = type == kTimestamptz || type == kTimestampltz;
    std::string_view zone_text =
        bytes.size() > kMomentBytes ? bytes.substr(kMomentBytes) : std::string_view();
    // A NUL behind the zone is refused only for a bare region.
    if (zone_text.ends_with('\0') && (zone_text.front() == '+' || zone_text.front() == '-' ||
                                      zone_text.find(' ') != std::string_view::npos))
        zone_text.remove_suffix(1);
    const auto zone = find_zone(zone_text);
    if (!zone || bytes.size() < kMomentBytes)
        throw db_failure(db_error::kTimeZone, "Invalid or missing timezone.");
    const Moment m = moment_at(bytes, stamp ? kTimestamp : kDatetime);
    if (!valid_date(m.year, m.month, m.day) ||
        !valid_time(m.hour, m.minute, m.second, m.millisecond))
        bad_date();
    const auto zoned = zoned_at_local(m, *zone);
    if (!zoned) throw db_failure(db_error::kTimeZone, "Invalid or missing timezone.");
    return Value(*zoned);
}

Value read_numeric(std::string_view bytes) {
    if (bytes.ends_with('\0')) bytes.remove_suffix(1);
    const auto digits =
        std::count_if(bytes.begin(), bytes.end(), [](char c) { return c >= '0' && c <= '9'; });
    const auto decimal = Decimal::parse(bytes);
    if (decimal && digits <= kMaxNumericPrecision) return Value(*decimal);
    const bool only_digits = bytes.find_first_not_of("0123456789+-. ") == std::string_view::npos;
    if (!only_digits)
        throw db_failure(db_error::kBadArguments,
                         "Function called with missing or invalid arguments.");
    throw db_failure(db_error::kPrecision,
                     "Given precision of " + std::to_string(digits) +
                         " is invalid; it should be greater than 0 and no greater than 38.");
}

Value read_collection(std::string_view bytes, TypeCode kind) {
    if (kind == kMultiset) throw db_failure(db_error::kBadType, "Invalid data type referenced.");
    std::vector<TypedValue> items;
    const int element = static_cast<unsigned char>(bytes[0]);
    for (std::size_t at = 1; at + 4 <= bytes.size();) {
        const auto size = get<std::int32_t>(bytes, at);
        at += 4;
        if (size < 0 || at + static_cast<std::size_t>(size) > bytes.size())
            throw cas_failure(cas_error::kArgs);
        auto item = read_bind(element, bytes.substr(at, static_cast<std::size_t>(size)));
        if (item.domain.type == kChar) item.domain = Domain::of(kString);
        items.push_back(std::move(item));
        at += static_cast<std::size_t>(size);
    }
    return make_collection(kind, std::move(items));
}

}  // namespace

Lob read_lob_handle(std::string_view bytes) {
    constexpr std::size_t kHead = 16;  // type, size, length of the locator
    if (bytes.size() <= kHead) throw cas_failure(cas_error::kArgs);
    const std::string_view locator = bytes.substr(kHead);
    return {std::string(locator.substr(0, locator.find('\0'))), get<std::int64_t>(bytes, 4)};
}

TypedValue read_bind(int type_code, std::string_view bytes) {
    const auto row = std::find_if(kBinds.begin(), kBinds.end(), [&](const BindRow& r) {
        return static_cast<int>(r.code) == type_code;
    });
    if (row == kBinds.end()) throw cas_failure(cas_error::kUnknownType);
    const TypeCode type = row->domain;
    if (bytes.empty() || type == kNull) return {};
    if (type == kObject && get<std::int64_t>(bytes) == 0) return {};
    TypedValue out;
    out.domain = Domain::of(type);
    if (is_character(type)) {
        out.value =
            Value(std::string(bytes.substr(0, bytes.size() - 1)));  // the NUL, whatever it is
    } else if (is_bit(type)) {
        out.value = Value(Bits{std::string(bytes), static_cast<int>(bytes.size() * 8)});
    } else if (is_zoned(type)) {
        out.value = read_zoned(bytes, type);
    } else if (is_datetime(type)) {
        out.value = read_moment(bytes, type);
    } else if (is_collection(type)) {
        out.value = read_collection(bytes, type);
    } else if (type == kNumeric) {
        out.value = read_numeric(bytes);
        out.domain = own_domain(out.value.decimal());
    } else if (type == kShort) {
        out.value = Value(std::int64_t{get<std::int16_t>(bytes)});
    } else if (type == kInt) {
        out.value = Value(std::int64_t{get<std::int32_t>(bytes)});
    } else if (type == kBigint || type == kObject) {
        out.value = Value(get<std::int64_t>(bytes));
    } else if (type == kFloat) {
        out.value = Value(static_cast<double>(std::bit_cast<float>(get<std::uint32_t>(bytes))));
    } else if (is_approximate(type)) {
        out.value = Value(std::bit_cast<double>(get<std::uint64_t>(bytes)));
    } else if (type == kJson) {
        out.value = Value(normalized_json(bytes.substr(0, bytes.find('\0'))));
    } else {
        out.value = Value(read_lob_handle(bytes));
    }
    return out;
}

}  // namespace minicas
