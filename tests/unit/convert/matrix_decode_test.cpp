// Every pair of column type and C type with random values, against the second converter.
#include <ctime>

#include "samples.h"

namespace cubrid::odbc::convert::test {
namespace {

constexpr std::array kWireTypes = {cas::Type::character,
                                   cas::Type::string,
                                   cas::Type::nchar,
                                   cas::Type::varnchar,
                                   cas::Type::enumeration,
                                   cas::Type::json,
                                   cas::Type::bit,
                                   cas::Type::varbit,
                                   cas::Type::numeric,
                                   cas::Type::smallint,
                                   cas::Type::integer,
                                   cas::Type::bigint,
                                   cas::Type::usmallint,
                                   cas::Type::uinteger,
                                   cas::Type::ubigint,
                                   cas::Type::real,
                                   cas::Type::double_precision,
                                   cas::Type::monetary,
                                   cas::Type::date,
                                   cas::Type::time,
                                   cas::Type::timestamp,
                                   cas::Type::datetime,
                                   cas::Type::timestamptz,
                                   cas::Type::timestampltz,
                                   cas::Type::datetimetz,
                                   cas::Type::datetimeltz,
                                   cas::Type::object};

std::string today_text() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 20> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", std::localtime(&now));
    return text.data();
}

bool is_cut_number_with_exponent(const Sample& sample, const reference::Target& target) {
    return sample.value.family == reference::Family::approximate &&
           (target.c_type == SQL_C_CHAR || target.c_type == SQL_C_WCHAR) &&
           sample.value.text.find('e') != std::string::npos;
}

void expect_as_the_reference(const Sample& sample, const reference::Target& target,
                             const std::string& today) {
    const auto expected = reference::decode(sample.value, target, today);
    const auto c_type = static_cast<SQLSMALLINT>(target.c_type);
    const Decode decode = select_decoder(sample.context.type, c_type);
    if (decode == nullptr || expected.state == "07006") {
        ASSERT_EQ(expected.state, "07006");
        ASSERT_EQ(decode, nullptr);
        return;
    }
    ColumnContext context = sample.context;
    context.numeric_precision = static_cast<SQLSMALLINT>(target.precision);
    context.numeric_scale = static_cast<SQLSMALLINT>(target.scale);
    context.interval = {target.leading, target.seconds};
    const std::size_t fixed = c_type_size(c_type);
    GuardedBuffer buffer{std::max(fixed, target.capacity)};
    SQLLEN length = kUnset;
    const Outcome outcome =
        decode(sample.cell,
               {buffer.value(), static_cast<SQLLEN>(target.capacity), &length, &length}, context);
    std::string state = state_of(outcome);
    // SQLFetch gives 22007 for text that is bound to a date and looks like one.
    if (reference::is_datetime_type(target.c_type) && state == "22007") state = "22018";
    ASSERT_EQ(state, expected.state);
    if (reference::is_error(expected)) {
        ASSERT_TRUE(buffer.is_untouched());
        ASSERT_EQ(length, kUnset);
        return;
    }
    ASSERT_EQ(length, expected.length);
    ASSERT_EQ(buffer.bytes(expected.bytes.size()), expected.bytes);
    ASSERT_TRUE(buffer.is_untouched_behind(expected.bytes.size()));
}

TEST(MatrixOfColumns, EveryPairIsAsTheReferenceHasIt) {
    constexpr int kValues = 120;
    Random random{2024};
    const std::string today = today_text();
    std::size_t compared = 0;
    for (const cas::Type type : kWireTypes) {
        for (int i = 0; i < kValues; ++i) {
            const Sample sample = random_sample(type, random);
            for (const int c_type : all_c_types()) {
                reference::Target target;
                target.c_type = c_type;
                target.capacity = below(random, sample.value.text.size() * 2 + 60);
                target.precision = between(random, 1, 38);
                target.scale = between(random, 0, target.precision);
                target.leading = between(random, 1, 10);
                target.seconds = between(random, 0, 9);
                if (is_cut_number_with_exponent(sample, target)) target.capacity = 200;
                SCOPED_TRACE(testing::Message()
                             << "type " << static_cast<int>(type) << " as " << c_type << ": \""
                             << sample.value.text << "\" into " << target.capacity << ", "
                             << target.precision << '.' << target.scale << ", " << target.leading
                             << '.' << target.seconds);
                expect_as_the_reference(sample, target, today);
                if (testing::Test::HasFatalFailure()) return;
                ++compared;
            }
        }
    }
    EXPECT_EQ(compared, kWireTypes.size() * kValues * all_c_types().size());
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
