#include "rows.h"

#include <array>
#include <cstdio>
#include <tuple>

namespace demo {

namespace {

auto parts(const SQL_TIMESTAMP_STRUCT& t) {
    return std::tie(t.year, t.month, t.day, t.hour, t.minute, t.second, t.fraction);
}

std::string name_of(SQLINTEGER number) {
    static constexpr std::array<const char*, 4> kNames = {"서울특별시 강남구 ",
                                                          "부산 😀 해운대 🏖️ ",
                                                          "plain text ", "'quoted' \"text\" \\ "};
    return kNames[static_cast<std::size_t>(number) % kNames.size()] + std::to_string(number);
}

SQL_TIMESTAMP_STRUCT moment_of(SQLINTEGER number) {
    SQL_TIMESTAMP_STRUCT moment = {};
    moment.year = static_cast<SQLSMALLINT>(2000 + number % 30);
    moment.month = static_cast<SQLUSMALLINT>(1 + number % 12);
    moment.day = static_cast<SQLUSMALLINT>(1 + number % 28);
    moment.hour = static_cast<SQLUSMALLINT>(number % 24);
    moment.minute = static_cast<SQLUSMALLINT>(number % 60);
    moment.second = static_cast<SQLUSMALLINT>(number / 60 % 60);
    moment.fraction = static_cast<SQLUINTEGER>(number % 1000) * 1'000'000;  // nanoseconds
    return moment;
}

std::string amount_of(SQLINTEGER number) {
    std::array<char, 32> text = {};
    std::snprintf(text.data(), text.size(), "%s%d.%02d", number % 3 == 0 ? "" : "-",
                  1 + number % 1'000'000, number % 100);
    return text.data();
}

std::string to_string(const SQL_TIMESTAMP_STRUCT& t) {
    std::array<char, 64> text = {};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02u:%02u:%02u.%09u", t.year, t.month,
                  t.day, t.hour, t.minute, t.second, static_cast<unsigned>(t.fraction));
    return text.data();
}

}  // namespace

Row make_row(SQLINTEGER number) {
    Row row = {};
    row.id = number;
    if (number % 11 != 3) {
        row.name = number % 101 == 5 ? "" : name_of(number);  // an empty text is not NULL
    }
    if (number % 7 != 0) {
        row.price = number / 3.0;
    }
    if (number % 13 != 1) {
        row.created = moment_of(number);
    }
    if (number % 17 != 2) {
        row.amount = amount_of(number);
    }
    return row;
}

bool Row::operator==(const Row& other) const {
    const bool same_moment = created.has_value() == other.created.has_value() &&
                             (!created || parts(*created) == parts(*other.created));
    return std::tie(id, name, price, amount) ==
               std::tie(other.id, other.name, other.price, other.amount) &&
           same_moment;
}

std::string to_string(const Row& row) {
    return std::to_string(row.id) + " | " + row.name.value_or("NULL") + " | " +
           (row.price ? std::to_string(*row.price) : "NULL") + " | " +
           (row.created ? to_string(*row.created) : "NULL") + " | " + row.amount.value_or("NULL");
}

}  // namespace demo
