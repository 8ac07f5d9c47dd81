// Formats of dates: `YYYY-MM-DD HH24:MI:SS.FF` and `%Y-%m-%d %H:%i:%s`.
#include <array>
#include <cstdio>

#include "functions/function_table.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                "Thursday", "Friday", "Saturday"};

std::string digits(int value, int width) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%0*d", width, value);
    return buffer;
}

// One element of a format: where its number is, and how wide.
struct Element {
    std::string_view name;
    int Moment::*field;
    int width;
};
constexpr std::array kElements{
    Element{"yyyy", &Moment::year, 4},     Element{"hh24", &Moment::hour, 2},
    Element{"mm", &Moment::month, 2},      Element{"dd", &Moment::day, 2},
    Element{"mi", &Moment::minute, 2},     Element{"ss", &Moment::second, 2},
    Element{"ff", &Moment::millisecond, 3}};
constexpr std::array kPercent{
    Element{"%Y", &Moment::year, 4},   Element{"%m", &Moment::month, 2},
    Element{"%d", &Moment::day, 2},    Element{"%H", &Moment::hour, 2},
    Element{"%i", &Moment::minute, 2}, Element{"%s", &Moment::second, 2},
    Element{"%S", &Moment::second, 2}, Element{"%f", &Moment::millisecond, 3}};

[[noreturn]] void bad_format() {
    throw db_failure(db_error::kDateConversion, "Conversion error in date format.");
}

template <typename Elements>
Moment parse_elements(std::string_view text, std::string_view format, const Elements& elements,
                      bool fold) {
    Moment m;
    std::size_t at = 0;
    while (!format.empty()) {
        const Element* found = nullptr;
        for (const auto& element : elements) {
            const auto head = format.substr(0, element.name.size());
            if (fold ? same_name(head, element.name) : head == element.name) found = &element;
        }
        if (!found) {
            if (at >= text.size()) bad_format();
            ++at;
            format.remove_prefix(1);
            continue;
        }
        int value = 0, used = 0;
        while (used < found->width && at < text.size() && text[at] >= '0' && text[at] <= '9') {
            value = value * 10 + (text[at++] - '0');
            ++used;
        }
        if (used == 0) bad_format();
        m.*(found->field) = value;
        format.remove_prefix(found->name.size());
    }
    return m;
}

}  // namespace

std::string format_moment(const Moment& m, TypeCode, std::string_view format) {
    std::string out;
    const int hour12 = m.hour % 12 == 0 ? 12 : m.hour % 12;
    const auto day = m.year > 0 ? kDays[static_cast<std::size_t>(weekday(m))] : std::string_view();
    const auto month =
        m.month > 0 ? kMonths[static_cast<std::size_t>(m.month - 1)] : std::string_view();
    while (!format.empty()) {
        std::size_t used = 1;
        std::string piece(1, format.front());
        for (const auto& element : kElements) {
            if (!same_name(format.substr(0, element.name.size()), element.name)) continue;
            piece = digits(m.*(element.field), element.width);
            used = element.name.size();
            break;
        }
        if (used == 1) {
            const std::array<std::pair<std::string_view, std::string>, 7> words{
                {{"month", std::string(month)},
                 {"mon", std::string(month.substr(0, 3))},
                 {"day", std::string(day)},
                 {"dy", std::string(day.substr(0, 3))},
                 {"hh", digits(hour12, 2)},
                 {"am", m.hour < 12 ? "AM" : "PM"},
                 {"yy", digits(m.year % 100, 2)}}};
            for (const auto& [name, value] : words) {
                if (!same_name(format.substr(0, name.size()), name)) continue;
                piece = value;
                used = name.size();
                break;
            }
        }
        out += piece;
        format.remove_prefix(used);
    }
    return out;
}

std::string format_percent(const Moment& m, std::string_view format) {
    std::string out;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            out.push_back(format[i]);
            continue;
        }
        const auto two = format.substr(i++, 2);
        bool done = false;
        for (const auto& element : kPercent) {
            if (element.name != two) continue;
            out += digits(m.*(element.field), element.width);
            done = true;
            break;
        }
        if (done) continue;
        switch (two[1]) {
            case 'y':
                out += digits(m.year % 100, 2);
                break;
            case 'M':
                out += kMonths[static_cast<std::size_t>(m.month - 1)];
                break;
            case 'W':
                out += kDays[static_cast<std::size_t>(weekday(m))];
                break;
            case 'c':
                out += std::to_string(m.month);
                break;
            case 'e':
                out += std::to_string(m.day);
                break;
            case 'T':
                out += digits(m.hour, 2) + ":" + digits(m.minute, 2) + ":" + digits(m.second, 2);
                break;
            default:
                out.push_back(two[1]);
        }
    }
    return out;
}

Moment parse_with_format(std::string_view text, std::string_view format, TypeCode type) {
    const Moment m = parse_elements(text, format, kElements, true);
    const bool good_date = type == TypeCode::kTime || valid_date(m.year, m.month, m.day);
    if (!good_date || !valid_time(m.hour, m.minute, m.second, m.millisecond)) bad_format();
    return m;
}

Moment parse_percent(std::string_view text, std::string_view format) {
    const Moment m = parse_elements(text, format, kPercent, false);
    if (!valid_date(m.year, m.month, m.day)) bad_format();
    return m;
}

}  // namespace minicas
