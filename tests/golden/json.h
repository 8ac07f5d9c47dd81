// A reader for the recordings: all of JSON, kept as it is written, so that "1" and 1 and null stay
// apart.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace golden {

class Json {
 public:
    enum class Kind { null, word, text, array, object };  // word: number, true, false

    static Json null() { return Json{}; }
    static Json number(long long value) { return Json{Kind::word, std::to_string(value)}; }
    static Json boolean(bool value) { return Json{Kind::word, value ? "true" : "false"}; }
    static Json text(std::string value) { return Json{Kind::text, std::move(value)}; }
    static Json array() { return Json{Kind::array, {}}; }
    static Json object(std::initializer_list<std::pair<std::string, Json>> members);

    // Throws std::runtime_error with the offset of the fault.
    static Json parse(std::string_view document);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool is_null() const { return kind_ == Kind::null; }
    [[nodiscard]] const std::string& string() const { return text_; }
    [[nodiscard]] long long integer() const { return std::stoll(text_); }
    [[nodiscard]] bool is_true() const { return kind_ == Kind::word && text_ == "true"; }
    [[nodiscard]] const std::vector<Json>& items() const { return items_; }
    [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }

    [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
    // A null when there is no such member.
    [[nodiscard]] const Json& operator[](std::string_view key) const;

    void add(Json item) { items_.push_back(std::move(item)); }
    void set(std::string_view key, Json value);

    // One line, members in the order of their names: equal values give equal lines.
    [[nodiscard]] std::string line() const;

 private:
    friend class JsonReader;
    Json() = default;
    Json(Kind kind, std::string text) : kind_{kind}, text_{std::move(text)} {}
    [[nodiscard]] const Json* find(std::string_view key) const;

    Kind kind_ = Kind::null;
    std::string text_;
    std::vector<std::string> keys_;  // of an object, parallel to items_
    std::vector<Json> items_;
};

}  // namespace golden
