// Every pair of C type and SQL type with random values, against the second converter.
#include <ctime>

#include "sample_values.h"

namespace cubrid::odbc::convert::test {
namespace {

using reference::Sent;

std::string shorts_text(const Bound& bound) {
    std::string text;
    for (std::size_t i = 0; i + 1 < bound.bytes.size(); i += 2) {
        const auto high = static_cast<unsigned char>(bound.bytes[i]);
        const auto low = static_cast<unsigned char>(bound.bytes[i + 1]);
        text += std::to_string(high * 256 + low) + ' ';
    }
    return text;
}

// The number that was sent, as text.
std::string sent_number(const Bound& bound) {
    switch (bound.type) {
        case cas::Type::smallint:
            return std::to_string(number_in<std::int16_t>(bound));
        case cas::Type::integer:
            return std::to_string(number_in<std::int32_t>(bound));
        case cas::Type::bigint:
            return std::to_string(number_in<std::int64_t>(bound));
        default:
            EXPECT_EQ(bound.type, cas::Type::numeric);
            return reference::literal_of(*reference::to_number(bound.text()));
    }
}

void expect_sent(const Bound& bound, const Sent& sent) {
    const reference::Moment& at = sent.moment;
    const auto shorts = [](std::initializer_list<int> values) {
        std::string text;
        for (const int value : values) text += std::to_string(value) + ' ';
        return text;
    };
    switch (sent.form) {
        case Sent::Form::text:
            EXPECT_EQ(bound.type, cas::Type::string);
            EXPECT_EQ(bound.bytes, sent.text + '\0');
            break;
        case Sent::Form::number:
            EXPECT_EQ(sent_number(bound), sent.text);
            break;
        case Sent::Form::real:
            EXPECT_EQ(bound.type, cas::Type::double_precision);
            EXPECT_EQ(std::bit_cast<double>(number_in<std::uint64_t>(bound)), sent.real);
            break;
        case Sent::Form::float_real:
            EXPECT_EQ(bound.type, cas::Type::real);
            EXPECT_EQ(static_cast<double>(std::bit_cast<float>(number_in<std::uint32_t>(bound))),
                      sent.real);
            break;
        case Sent::Form::bytes:
            // An empty one goes as an empty text, which is the only way that it is not NULL.
            EXPECT_EQ(bound.type, sent.bytes.empty() ? cas::Type::string : cas::Type::varbit);
            EXPECT_EQ(bound.bytes, sent.bytes.empty() ? std::string(1, '\0') : sent.bytes);
            break;
        case Sent::Form::date:
            EXPECT_EQ(bound.type, cas::Type::date);
            EXPECT_EQ(shorts_text(bound), shorts({at.year, at.month, at.day, 0, 0, 0, 0}));
            break;
        case Sent::Form::time:
            EXPECT_EQ(bound.type, cas::Type::time);
            EXPECT_EQ(shorts_text(bound), shorts({0, 0, 0, at.hour, at.minute, at.second, 0}));
            break;
        case Sent::Form::timestamp:
            EXPECT_EQ(bound.type, cas::Type::datetime);
            EXPECT_EQ(shorts_text(bound), shorts({at.year, at.month, at.day, at.hour, at.minute,
                                                  at.second, std::stoi(at.fraction.substr(0, 3))}));
    }
}

// A structure as bytes has its own tests; here its size alone counts.
bool is_structure(const Value& value, int sql_type) {
    return value.parameter.kind == reference::Bound::binary &&
           !reference::is_character_type(sql_type) && !reference::is_binary_type(sql_type) &&
           !reference::is_interval_type(sql_type);
}

void expect_as_the_reference(int c_code, int sql_code, const Value& value, std::size_t size,
                             const std::string& today) {
    const auto c_type = static_cast<SQLSMALLINT>(c_code);
    const auto sql_type = static_cast<SQLSMALLINT>(sql_code);
    if (is_structure(value, sql_code)) {
        ASSERT_NE(select_encoder(c_type, sql_type), nullptr);
        return;
    }
    const Sent sent = reference::encode(value.parameter, sql_code, size, today);
    if (select_encoder(c_type, sql_type) == nullptr || sent.state == "07006") {
        ASSERT_EQ(sent.state, "07006");
        ASSERT_EQ(select_encoder(c_type, sql_type), nullptr);
        return;
    }
    const std::string odd = '?' + value.memory;
    const Bound bound = bind(c_type, {odd.data() + 1, static_cast<SQLLEN>(value.memory.size())},
                             param(sql_type, size));
    std::string state = state_of(bound.outcome);
    // SQLExecute gives 22007 for text that looks like a date.
    const bool is_datetime = sql_code >= SQL_TYPE_DATE && sql_code <= SQL_TYPE_TIMESTAMP;
    if (value.parameter.kind == reference::Bound::character && is_datetime && state == "22007") {
        state = "22018";
    }
    ASSERT_EQ(state, sent.state);
    if (!is_error(bound.outcome)) expect_sent(bound, sent);
}

TEST(MatrixOfParameters, EveryPairIsAsTheReferenceHasIt) {
    constexpr int kValues = 60;
    Random random{2025};
    const std::time_t now = std::time(nullptr);
    std::array<char, 20> today{};
    std::strftime(today.data(), today.size(), "%Y-%m-%d", std::localtime(&now));
    for (const int c_type : all_c_types()) {
        for (const int sql_type : all_sql_types()) {
            for (int i = 0; i < kValues; ++i) {
                const Value value = random_value(c_type, random);
                const std::size_t size = below(random, 2) == 0 ? 0 : 1 + below(random, 40);
                SCOPED_TRACE(testing::Message() << c_type << " as " << sql_type << '(' << size
                                                << "): \"" << value.parameter.text << '"');
                expect_as_the_reference(c_type, sql_type, value, size, today.data());
                if (testing::Test::HasFailure()) return;
            }
        }
    }
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
