// Random texts that are numbers, dates, intervals, GUIDs or none of them.
#pragma once

#include <array>
#include <random>
#include <string>

#include "reference.h"

namespace cubrid::odbc::convert::test {

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t limit) { return random() % limit; }
inline int between(Random& random, int first, int last) {
    return first + static_cast<int>(below(random, static_cast<std::size_t>(last - first + 1)));
}

inline std::string digits(Random& random, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += static_cast<char>('0' + (below(random, 3) == 0 ? 0 : below(random, 10)));
    return text;
}

inline std::string number_text(Random& random, bool may_have_exponent) {
    std::string text = std::array{"", "-", "+"}[below(random, may_have_exponent ? 3 : 2)];
    text += digits(random, 1 + below(random, 1 + below(random, 24)));
    if (below(random, 2) == 0) text += '.' + digits(random, 1 + below(random, 12));
    if (may_have_exponent && below(random, 4) == 0) {
        text += std::array{"e", "E"}[below(random, 2)] +
                std::to_string(static_cast<int>(below(random, 24)) - 12);
    }
    return text;
}

inline std::string padded(int number, int width) {
    std::string text = std::to_string(number);
    return std::string(static_cast<std::size_t>(std::max(0, width - static_cast<int>(text.size()))),
                       '0') +
           text;
}

inline reference::Moment random_moment(Random& random) {
    reference::Moment moment;
    moment.has_date = moment.has_time = true;
    moment.year = between(random, 1, 9999);
    moment.month = between(random, 1, 12);
    moment.day = between(random, 1, 28);
    if (below(random, 3) != 0) {
        moment.hour = between(random, 0, 23);
        moment.minute = between(random, 0, 59);
        moment.second = between(random, 0, 59);
    }
    moment.fraction = "000000000";
    return moment;
}
inline std::string date_text(const reference::Moment& at) {
    return padded(at.year, 4) + '-' + padded(at.month, 2) + '-' + padded(at.day, 2);
}
inline std::string time_text(const reference::Moment& at) {
    return padded(at.hour, 2) + ':' + padded(at.minute, 2) + ':' + padded(at.second, 2);
}

inline std::string datetime_text(Random& random) {
    reference::Moment at = random_moment(random);
    if (below(random, 8) == 0) at.month = 13;
    if (below(random, 8) == 0) at.hour = 24;
    std::string time = time_text(at);
    if (below(random, 2) == 0) time += '.' + digits(random, below(random, 12));
    const std::string date = date_text(at);
    switch (below(random, 6)) {
        case 0:
            return date;
        case 1:
            return time;
        case 2:
            return "{d '" + date + "'}";
        case 3:
            return "{ t '" + time + "' }";
        case 4:
            return "{ts '" + date + ' ' + time + "'}";
        default:
            return date + ' ' + time;
    }
}

inline std::string interval_text(Random& random) {
    const auto leading = [&] { return digits(random, 1 + below(random, 5)); };
    const auto field = [&] {
        return std::to_string(below(random, 10) == 0 ? 61 : below(random, 24));
    };
    std::string text = std::array{"", "-", "+"}[below(random, 3)] + leading();
    switch (below(random, 6)) {
        case 0:
            return text;
        case 1:
            return text + '-' + field();
        case 2:
            return text + ':' + field();
        case 3:
            return text + ':' + field() + ':' + field() + '.' + digits(random, below(random, 11));
        case 4:
            return text + ' ' + field() + ':' + field();
        default:
            return text + ' ' + field() + ':' + field() + ':' + field() + ".5";
    }
}

inline std::string random_text(Random& random) {
    std::string text;
    switch (below(random, 7)) {
        case 0:
            text = number_text(random, true);
            break;
        case 1:
            text = datetime_text(random);
            break;
        case 2:
            text = interval_text(random);
            break;
        case 3:
            text = "01234567-89aB-cdEF-0123-" + digits(random, 12);
            break;
        case 4:
            text = std::to_string(below(random, 3)) + std::array{"", ".5", ".0"}[below(random, 3)];
            break;
        default:
            for (std::size_t count = below(random, 12); count > 0; --count) {
                text += std::array{
                    "a", "é", "한", "😀", " ", "1", "-", "\xEF\xBB\xBF"}[below(random, 8)];
            }
    }
    return std::string(below(random, 4) == 0 ? 2 : 0, ' ') + text +
           std::string(below(random, 2), ' ');
}

}  // namespace cubrid::odbc::convert::test
