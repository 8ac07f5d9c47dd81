#include "handles/long_data.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cubrid::odbc::handles {
namespace {

// Bytes of a text that ends with a zero unit.
std::size_t terminated_size(const std::byte* text, std::size_t unit) {
    std::size_t size = 0;
    const auto is_zero = [&] {
        return std::all_of(text + size, text + size + unit,
                           [](std::byte byte) { return byte == std::byte{0}; });
    };
    while (!is_zero()) size += unit;
    return size;
}

}  // namespace

base::Result<const LongData::Wanted*> LongData::next() {
    if (!awaits_next_ && !has_piece_) {
        return base::Diag{{"HY010"},
                          "SQLPutData has not been called for the parameter that was asked for"};
    }
    awaits_next_ = true;
    if (values_.size() == wanted_.size()) return static_cast<const Wanted*>(nullptr);
    values_.emplace_back();
    has_piece_ = false;
    awaits_next_ = false;
    return &wanted_[values_.size() - 1];
}

base::Result<void> LongData::put(SQLPOINTER data, SQLLEN length) {
    if (awaits_next_)
        return base::Diag{{"HY010"}, "SQLParamData tells which parameter is to be put; call it"};
    const Wanted& wanted = wanted_[values_.size() - 1];
    Value& value = values_.back();
    if (length == SQL_DEFAULT_PARAM)
        return base::Diag{{"07S01"}, "Default values are for procedures"};
    if (length == SQL_NULL_DATA) {
        if (has_piece_)
            return base::Diag{{"HY020"}, "NULL cannot follow a piece of the same value"};
        has_piece_ = value.is_null = true;
        return {};
    }
    if (value.is_null) return base::Diag{{"HY020"}, "The value is NULL already"};
    if (has_piece_ && !wanted.in_pieces) {
        return base::Diag{{"HY019"},
                          "Only character and binary values of character and binary parameters can "
                          "be put in pieces"};
    }
    if (data == nullptr && length != 0) return base::Diag{{"HY009"}, "There is no data to put"};
    const auto* bytes = static_cast<const std::byte*>(data);
    std::size_t size = wanted.fixed_size;
    if (size == 0) {
        if (length < 0 && length != SQL_NTS)
            return base::Diag{{"HY090"}, "The length of the data is negative"};
        size = length == SQL_NTS ? terminated_size(bytes, wanted.unit)
                                 : static_cast<std::size_t>(length);
    } else if (data == nullptr) {
        return base::Diag{{"HY009"}, "There is no data to put"};
    }
    has_piece_ = true;
    return value.bytes.append({bytes, size});
}

bool LongData::has_large_values() const {
    return std::any_of(values_.begin(), values_.end(),
                       [](const Value& value) { return value.bytes.size() > kLargeValue; });
}

bool LongData::has_braces() const {
    return std::any_of(values_.begin(), values_.end(), [](const Value& value) {
        std::byte first{};
        const auto got = value.bytes.read(0, {&first, 1});
        return got && *got == 1 && first == std::byte{'{'};
    });
}

LongData::Value* LongData::find(ParamPlace place) {
    const auto found =
        std::lower_bound(wanted_.begin(), wanted_.end(), place,
                         [](const Wanted& wanted, ParamPlace at) { return wanted.place < at; });
    if (found == wanted_.end() || found->place != place) return nullptr;
    const auto index = static_cast<std::size_t>(found - wanted_.begin());
    return index < values_.size() ? &values_[index] : nullptr;
}

}  // namespace cubrid::odbc::handles
