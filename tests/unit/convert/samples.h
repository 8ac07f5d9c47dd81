// Random cells of every wire type with what the second converter must know of them.
#pragma once

#include <cmath>

#include "reference_decode.h"
#include "sample_texts.h"
#include "support.h"

namespace cubrid::odbc::convert::test {

struct Sample {
    ColumnContext context;
    WireCell cell;
    reference::Cell value;
};

template <class T>
std::string native(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class T>
Sample integer_sample(cas::Type type, Random& random) {
    const auto value = static_cast<T>(random() >> below(random, 64));
    const std::string text = std::to_string(value);
    return {column(type),
            integer_cell(value),
            {reference::Family::exact, text, native(value), 0, false, {}, text.size()}};
}

inline Sample numeric_sample(Random& random) {
    const std::string text = number_text(random, false);
    const auto number = reference::to_number(text);
    const auto structure =
        reference::to_numeric(*number, 38, static_cast<int>(number->fraction.size()));
    return {column(cas::Type::numeric),
            text_cell(text),
            {reference::Family::exact,
             text,
             structure.bytes,
             0,
             false,
             {},
             std::min(text.find('.'), text.size())}};
}

// The shortest digits that read back to the same number, by trying.
template <class T, class Read>
std::size_t fewest_digits(T value, const Read& read) {
    for (int precision = 0;; ++precision) {
        std::array<char, 40> text{};
        std::snprintf(text.data(), text.size(), "%.*e", precision, static_cast<double>(value));
        if (read(text.data()) == value) return static_cast<std::size_t>(precision) + 1;
    }
}
inline std::size_t count_digits(const std::string& text) {
    std::string found;
    for (const char c : text.substr(0, text.find('e'))) {
        if (c >= '0' && c <= '9') found += c;
    }
    const auto first = found.find_first_not_of('0');
    return first == std::string::npos ? 1 : found.find_last_not_of('0') - first + 1;
}

template <class T>
Sample real_sample(cas::Type type, Random& random) {
    constexpr bool kIsFloat = sizeof(T) == 4;
    using Bits = std::conditional_t<kIsFloat, std::uint32_t, std::uint64_t>;
    T value = std::bit_cast<T>(static_cast<Bits>(random()));
    if (below(random, 3) != 0 || !std::isfinite(value)) {
        value = static_cast<T>(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                          -static_cast<int>(below(random, 90))));
    }
    if (below(random, 10) == 0)
        value = static_cast<T>(std::array{0.0, 1.0, 0.5, -0.5, 2.0, 1.5}[below(random, 6)]);
    const WireCell cell = integer_cell(std::bit_cast<Bits>(value));
    const std::string text = fetch_text(column(type), cell);
    const auto read = [](const char* from) {
        if constexpr (kIsFloat) {
            return std::strtof(from, nullptr);
        } else {
            return std::strtod(from, nullptr);
        }
    };
    EXPECT_EQ(read(text.c_str()), value) << text;
    // Without a point and an exponent the digits are those of the exact number, which is no longer.
    if (text.find_first_of(".e") != std::string::npos) {
        EXPECT_EQ(count_digits(text), fewest_digits(value, read)) << text;
    } else {
        EXPECT_EQ(text, reference::all_digits(static_cast<double>(value)).substr(0, text.size()));
    }
    return {column(type),
            cell,
            {reference::Family::approximate,
             text,
             native(value),
             static_cast<double>(value),
             kIsFloat,
             {},
             std::min(text.find('.'), text.size())}};
}

inline Sample datetime_sample(cas::Type type, Random& random) {
    reference::Moment at = random_moment(random);
    const int milliseconds = below(random, 3) == 0 ? 0 : between(random, 0, 999);
    const std::string date = date_text(at);
    const std::string time = time_text(at);
    const SQL_TIMESTAMP_STRUCT stamp = reference::to_structure(at);
    const auto zone = std::array{"+09:00", "Asia/Seoul KST", "Etc/UTC UTC"}[below(random, 3)];
    Sample sample{column(type), WireCell{{}}, {}};
    sample.value.family = reference::Family::timestamp;
    sample.value.whole_characters = 19;
    std::initializer_list<int> shorts = {at.year,   at.month,  at.day,      at.hour,
                                         at.minute, at.second, milliseconds};
    switch (type) {
        case cas::Type::date:
            at.has_time = false;
            sample.value.family = reference::Family::date;
            sample.value.whole_characters = 10;
            sample.value.text = date;
            sample.value.bytes = native(SQL_DATE_STRUCT{stamp.year, stamp.month, stamp.day});
            sample.cell = shorts_cell({at.year, at.month, at.day});
            at.hour = at.minute = at.second = 0;
            break;
        case cas::Type::time:
            at.has_date = false;
            sample.value.family = reference::Family::time;
            sample.value.whole_characters = 8;
            sample.value.text = time;
            sample.value.bytes = native(SQL_TIME_STRUCT{stamp.hour, stamp.minute, stamp.second});
            sample.cell = shorts_cell({at.hour, at.minute, at.second});
            break;
        case cas::Type::timestamp:
        case cas::Type::timestamptz:
        case cas::Type::timestampltz:
            sample.value.text = date + ' ' + time;
            sample.cell = shorts_cell({at.year, at.month, at.day, at.hour, at.minute, at.second},
                                      type == cas::Type::timestamp ? "" : zone);
            if (type != cas::Type::timestamp) sample.value.text += std::string{' '} + zone;
            sample.value.bytes = native(stamp);
            break;
        default: {
            const bool has_zone = type != cas::Type::datetime;
            at.fraction = padded(milliseconds, 3) + "000000";
            sample.value.text = date + ' ' + time + '.' + padded(milliseconds, 3);
            sample.cell = shorts_cell(shorts, has_zone ? zone : "");
            if (has_zone) sample.value.text += std::string{' '} + zone;
            sample.value.bytes = native(reference::to_structure(at));
        }
    }
    sample.value.moment = at;
    return sample;
}

inline Sample bits_sample(cas::Type type, Random& random) {
    std::string bytes(below(random, 3) == 0 ? 16 : below(random, 20), '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    return {column(type), raw_cell(bytes), {reference::Family::binary, {}, bytes, 0, false, {}, 0}};
}

inline Sample text_sample(cas::Type type, Random& random) {
    const std::string text = random_text(random);
    return {
        column(type), text_cell(text), {reference::Family::character, text, {}, 0, false, {}, 0}};
}

inline Sample object_sample(Random& random) {
    const auto page = static_cast<std::int32_t>(random());
    const auto slot = static_cast<std::int16_t>(random());
    const auto volume = static_cast<std::int16_t>(random());
    std::vector<std::byte> bytes(8);
    base::store_be(bytes.data(), page);
    base::store_be(bytes.data() + 4, slot);
    base::store_be(bytes.data() + 6, volume);
    const std::string text =
        '@' + std::to_string(page) + '|' + std::to_string(slot) + '|' + std::to_string(volume);
    return {column(cas::Type::object),
            WireCell{bytes},
            {reference::Family::character, text, {}, 0, false, {}, 0}};
}

inline Sample random_sample(cas::Type type, Random& random) {
    switch (type) {
        case cas::Type::bit:
        case cas::Type::varbit:
            return bits_sample(type, random);
        case cas::Type::numeric:
            return numeric_sample(random);
        case cas::Type::smallint:
            return integer_sample<std::int16_t>(type, random);
        case cas::Type::integer:
            return integer_sample<std::int32_t>(type, random);
        case cas::Type::bigint:
            return integer_sample<std::int64_t>(type, random);
        case cas::Type::usmallint:
            return integer_sample<std::uint16_t>(type, random);
        case cas::Type::uinteger:
            return integer_sample<std::uint32_t>(type, random);
        case cas::Type::ubigint:
            return integer_sample<std::uint64_t>(type, random);
        case cas::Type::real:
            return real_sample<float>(type, random);
        case cas::Type::double_precision:
        case cas::Type::monetary:
            return real_sample<double>(type, random);
        case cas::Type::object:
            return object_sample(random);
        case cas::Type::date:
        case cas::Type::time:
        case cas::Type::timestamp:
        case cas::Type::datetime:
        case cas::Type::timestamptz:
        case cas::Type::timestampltz:
        case cas::Type::datetimetz:
        case cas::Type::datetimeltz:
            return datetime_sample(type, random);
        default:
            return text_sample(type, random);
    }
}

}  // namespace cubrid::odbc::convert::test
