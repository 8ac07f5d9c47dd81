#include "convert/lob_encoder.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "base/utf.h"
#include "convert/guid.h"

namespace cubrid::odbc::convert {
namespace {

// Raw bytes that are converted at a time.
constexpr std::size_t kPiece = std::size_t{64} << 10U;
constexpr std::size_t kUnit = sizeof(char16_t);

bool ends_with_high_surrogate(std::string_view units) {
    if (units.size() < kUnit) return false;
    char16_t last = 0;
    std::memcpy(&last, units.data() + units.size() - kUnit, kUnit);
    return last >= 0xD800 && last <= 0xDBFF;
}

std::optional<std::string> wide_to_utf8(std::string_view units) {
    return base::to_utf8(
        std::u16string_view{reinterpret_cast<const char16_t*>(units.data()), units.size() / kUnit});
}

}  // namespace

base::Result<std::size_t> LobEncoder::read(std::span<std::byte> to) {
    const bool is_as_it_comes = form_.lob == cas::Type::blob && form_.c_type == SQL_C_BINARY;
    if (is_as_it_comes) return source_(to);
    while (given_ == ready_.size() && !at_end_) {
        if (auto filled = refill(); !filled) return std::move(filled).error();
    }
    const std::size_t count = std::min(to.size(), ready_.size() - given_);
    if (count > 0) std::memcpy(to.data(), ready_.data() + given_, count);
    given_ += count;
    return count;
}

base::Result<void> LobEncoder::refill() {
    const std::size_t kept = raw_.size();
    raw_.resize(kept + kPiece);
    auto came = source_(std::as_writable_bytes(std::span{raw_.data() + kept, kPiece}));
    if (!came) return std::move(came).error();
    raw_.resize(kept + *came);
    at_end_ = *came == 0;
    const std::string_view complete = complete_part();
    given_ = 0;
    Outcome outcome = convert(complete);
    raw_.erase(0, complete.size());
    if (outcome == Outcome::ok && at_end_ && !raw_.empty()) {
        const bool half_a_unit = form_.c_type == SQL_C_WCHAR && raw_.size() % kUnit != 0;
        outcome = half_a_unit ? Outcome::bad_length : Outcome::bad_text;
    }
    if (outcome == Outcome::ok) return {};
    return to_diag(outcome, base::kNoRow, base::kNoColumn);
}

// What can be converted without the bytes that follow it.
std::string_view LobEncoder::complete_part() const {
    const std::string_view raw = raw_;
    const bool is_wide = form_.c_type == SQL_C_WCHAR;
    if (form_.lob == cas::Type::blob) {
        const std::size_t pair = 2 * (is_wide ? kUnit : 1);
        return raw.substr(0, raw.size() / pair * pair);
    }
    if (!is_wide) return base::whole_characters(raw, form_.narrow);
    const std::string_view units = raw.substr(0, raw.size() / kUnit * kUnit);
    return ends_with_high_surrogate(units) ? units.substr(0, units.size() - kUnit) : units;
}

Outcome LobEncoder::convert(std::string_view raw) {
    ready_.clear();
    if (raw.empty()) return Outcome::ok;
    const bool is_wide = form_.c_type == SQL_C_WCHAR;
    if (form_.lob == cas::Type::blob && !is_wide) return convert_hex(raw);
    auto utf8 = is_wide ? wide_to_utf8(raw) : base::to_utf8(raw, form_.narrow);
    if (!utf8) return Outcome::bad_text;
    if (form_.lob == cas::Type::blob) return convert_hex(*utf8);
    auto encoded = form_.database == base::Charset::utf8 ? std::move(utf8)
                                                         : base::from_utf8(*utf8, form_.database);
    if (!encoded) return Outcome::bad_text;
    ready_ = std::move(*encoded);
    return Outcome::ok;
}

Outcome LobEncoder::convert_hex(std::string_view digits) {
    ready_.resize(digits.size() / 2);
    auto* const bytes = reinterpret_cast<std::byte*>(ready_.data());
    return parse_hex(digits, bytes) ? Outcome::ok : Outcome::bad_text;
}

}  // namespace cubrid::odbc::convert
