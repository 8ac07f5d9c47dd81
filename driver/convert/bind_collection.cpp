#include "convert/bind_collection.h"

#include <optional>
#include <string>

#include "base/utf.h"
#include "convert/blanks.h"
#include "convert/collection.h"

namespace cubrid::odbc::convert {
namespace {

// What is left of the elements.
class ElementScanner {
 public:
    explicit ElementScanner(std::string_view text) : left_{text} {}

    [[nodiscard]] bool at_end() const { return left_.empty(); }
    void skip_blanks() {
        while (take(' ')) {
        }
    }
    bool take(char c) {
        if (left_.empty() || left_.front() != c) return false;
        left_.remove_prefix(1);
        return true;
    }
    // Nothing when it is not well formed.
    std::optional<std::string> quoted() {
        std::string element;
        while (true) {
            const std::size_t end = left_.find('\'');
            if (end == std::string_view::npos) return std::nullopt;
            element += left_.substr(0, end);
            left_.remove_prefix(end + 1);
            if (!take('\'')) return element;
            element += '\'';
        }
    }
    std::string_view plain() {
        const std::string_view element = left_.substr(0, left_.find(','));
        left_.remove_prefix(element.size());
        return trim_blanks(element);
    }

 private:
    std::string_view left_;
};

Outcome write_element(std::string_view utf8, const ParamContext& context, cas::WireWriter& out) {
    if (context.database == base::Charset::utf8) {
        out.text_arg(utf8);
        return Outcome::ok;
    }
    const auto encoded = base::from_utf8(utf8, context.database);
    if (!encoded) return Outcome::bad_text;
    out.text_arg(*encoded);
    return Outcome::ok;
}

Outcome write_next(ElementScanner& in, const ParamContext& context, cas::WireWriter& out) {
    in.skip_blanks();
    if (in.take('\'')) {
        const auto element = in.quoted();
        in.skip_blanks();
        return element ? write_element(*element, context, out) : Outcome::bad_text;
    }
    const std::string_view element = in.plain();
    if (is_null_word(element)) {
        out.empty_arg();
        return Outcome::ok;
    }
    return needs_quotes(element) ? Outcome::bad_text : write_element(element, context, out);
}

Outcome write_elements(std::string_view text, const ParamContext& context, cas::WireWriter& out) {
    ElementScanner in{text};
    while (true) {
        const Outcome outcome = write_next(in, context, out);
        if (outcome != Outcome::ok || in.at_end()) return outcome;
        if (!in.take(',')) return Outcome::bad_text;
    }
}

}  // namespace

Outcome bind_collection(const Text& text, const ParamContext& context, cas::WireWriter& out) {
    std::string converted;
    std::string_view utf8 = text.bytes;
    if (text.charset != base::Charset::utf8) {
        auto made = base::to_utf8(text.bytes, text.charset);
        if (!made) return Outcome::bad_text;
        converted = std::move(*made);
        utf8 = converted;
    }
    if (!base::is_utf8(utf8)) return Outcome::bad_text;
    utf8 = trim_blanks(utf8);
    if (utf8.size() < 2 || utf8.front() != '{' || utf8.back() != '}') return Outcome::bad_text;
    const std::string_view elements = trim_blanks(utf8.substr(1, utf8.size() - 2));
    out.bind_type(cas::Type::sequence);
    const std::size_t argument = out.open_arg();
    *out.extend(1) = static_cast<std::byte>(cas::Type::string);
    const Outcome outcome = elements.empty() ? Outcome::ok : write_elements(elements, context, out);
    if (outcome == Outcome::ok) out.close_arg(argument);
    return outcome;
}

}  // namespace cubrid::odbc::convert
