// The text forms of dates and times.
#include <array>
#include <cctype>
#include <cstdio>
#include <vector>

#include "types/calendar.h"

namespace minicas {

namespace {

using enum TypeCode;

// A word of digits with its separator behind.
struct Part {
    int number;
    std::size_t digits;
    char separator;  // 0 at the end
};

std::optional<std::vector<Part>> split(std::string_view text, std::string_view separators) {
    std::vector<Part> parts;
    std::size_t at = 0;
    while (at < text.size()) {
        Part part{0, 0, 0};
        while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) {
            if (part.digits++ == 9) return std::nullopt;
            part.number = part.number * 10 + (text[at++] - '0');
        }
        if (part.digits == 0) return std::nullopt;
        if (at < text.size()) {
            if (separators.find(text[at]) == std::string_view::npos) return std::nullopt;
            part.separator = text[at++];
            if (at == text.size()) return std::nullopt;
        }
        parts.push_back(part);
    }
    return parts;
}

bool parse_date(std::string_view text, Moment& m) {
    const auto parts = split(text, "-/.");
    if (!parts) return false;
    if (parts->size() == 1 && (*parts)[0].digits == 8) {
        m.year = (*parts)[0].number / 10000;
        m.month = (*parts)[0].number / 100 % 100;
        m.day = (*parts)[0].number % 100;
    } else if (parts->size() == 3 && (*parts)[0].separator == '/' && (*parts)[2].digits == 4) {
        m.month = (*parts)[0].number;
        m.day = (*parts)[1].number;
        m.year = (*parts)[2].number;
    } else if (parts->size() == 3) {
        m.year = (*parts)[0].number;
        m.month = (*parts)[1].number;
        m.day = (*parts)[2].number;
    } else {
        return false;
    }
    return zero_date(m) || valid_date(m.year, m.month, m.day);
}

bool parse_time(std::string_view text, Moment& m) {
    std::string body(text);
    for (char& c : body) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    int noon = -1;  // 0 = am, 12 = pm
    if (body.size() > 2 && (body.ends_with("am") || body.ends_with("pm"))) {
        noon = body[body.size() - 2] == 'p' ? 12 : 0;
        body.resize(body.size() - 2);
        while (!body.empty() && body.back() == ' ') body.pop_back();
    }
    const auto parts = split(body, ":.");
    if (!parts || parts->size() < 2 || parts->size() > 4) return false;
    m.hour = (*parts)[0].number;
    m.minute = (*parts)[1].number;
    if (parts->size() > 2) m.second = (*parts)[2].number;
    if (parts->size() > 3) {
        int fraction = (*parts)[3].number;
        for (std::size_t d = (*parts)[3].digits; d < 3; ++d) fraction *= 10;
        for (std::size_t d = (*parts)[3].digits; d > 3; --d) fraction /= 10;
        m.millisecond = fraction;
    }
    if (noon >= 0) {
        if (m.hour > 12) return false;
        m.hour = m.hour % 12 + noon;
    }
    return valid_time(m.hour, m.minute, m.second, m.millisecond);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

}  // namespace

std::optional<Moment> parse_moment(std::string_view text, TypeCode type) {
    text = trimmed(text);
    Moment m;
    if (type == kTime) {
        if (parse_time(text, m)) return m;
        const auto space = text.find(' ');  // a full date and time: its time
        if (space == std::string_view::npos) return std::nullopt;
        Moment date;
        if (!parse_date(text.substr(0, space), date) || !parse_time(trimmed(text.substr(space)), m))
            return std::nullopt;
        return m;
    }
    const auto space = text.find_first_of(" T");
    if (!parse_date(text.substr(0, space), m)) {
        // `12:34:56.789 PM 02/29/2024`: the text form of the server itself
        const auto last = text.rfind(' ');
        m = {};
        if (last == std::string_view::npos || !parse_date(text.substr(last + 1), m) ||
            !parse_time(trimmed(text.substr(0, last)), m))
            return std::nullopt;
    } else if (space != std::string_view::npos && !parse_time(trimmed(text.substr(space + 1)), m)) {
        return std::nullopt;
    }
    if (type == kTimestamp && !zero_date(m) && !valid_timestamp(m)) return std::nullopt;
    return m;
}

std::string moment_text(const Moment& m, TypeCode type) {
    char buffer[80];
    const int hour = m.hour % 12 == 0 ? 12 : m.hour % 12;
    const char* half = m.hour < 12 ? "AM" : "PM";
    switch (type) {
        case kDate:
            std::snprintf(buffer, sizeof buffer, "%02d/%02d/%04d", m.month, m.day, m.year);
            break;
        case kTime:
            std::snprintf(buffer, sizeof buffer, "%02d:%02d:%02d %s", hour, m.minute, m.second,
                          half);
            break;
        case kTimestamp:
            std::snprintf(buffer, sizeof buffer, "%02d:%02d:%02d %s %02d/%02d/%04d", hour, m.minute,
                          m.second, half, m.month, m.day, m.year);
            break;
        default:
            std::snprintf(buffer, sizeof buffer, "%02d:%02d:%02d.%03d %s %02d/%02d/%04d", hour,
                          m.minute, m.second, m.millisecond, half, m.month, m.day, m.year);
    }
    return buffer;
}

}  // namespace minicas
