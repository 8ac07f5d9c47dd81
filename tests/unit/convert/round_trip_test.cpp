// What is stored as an SQL type comes back as the same C value, for every pair where nothing may be
// lost on the way.
#include "sample_values.h"

namespace cubrid::odbc::convert::test {
namespace {

// The cell that a server makes of a bind (CAS protocol 6.2).
WireCell cell_of(const Bound& bound) {
    if (bound.type == cas::Type::date) return raw_cell(bound.bytes.substr(0, 6));
    if (bound.type == cas::Type::time) return raw_cell(bound.bytes.substr(6, 6));
    return raw_cell(bound.bytes);
}

bool is_approximate(int type) {
    return type == SQL_REAL || type == SQL_FLOAT || type == SQL_DOUBLE;
}

// Approximate columns keep every float and double, and not every other number; the text of an
// interval says its fields only to a reader that knows them.
bool keeps_everything(int c_type, int sql_type) {
    if (reference::is_interval_type(sql_type)) return c_type == sql_type;
    if (c_type == SQL_C_TYPE_TIMESTAMP && sql_type == SQL_TYPE_TIME)
        return false;  // the date is lost
    if (!is_approximate(sql_type)) return true;
    return c_type == SQL_C_FLOAT || (c_type == SQL_C_DOUBLE && sql_type != SQL_REAL) ||
           c_type == SQL_C_BIT || c_type == SQL_C_UTINYINT;
}

// The value as text, whatever it is.
std::string shown(int c_type, const void* value, int scale) {
    ParamContext context = param(SQL_LONGVARCHAR);
    context.numeric_scale = static_cast<SQLSMALLINT>(scale);
    const std::string text =
        bind(static_cast<SQLSMALLINT>(c_type), {value, SQL_NTS}, context).text();
    return text == "-0" ? "0" : text;
}

void expect_back(int c_type, int sql_type, const Value& value) {
    const Bound bound = bind(static_cast<SQLSMALLINT>(c_type), {value.memory.data(), SQL_NTS},
                             param(static_cast<SQLSMALLINT>(sql_type)));
    if (bound.outcome != Outcome::ok) return;
    ColumnContext context = column(bound.type);
    context.interval = {10, 6};
    int scale = 0;
    if (c_type == SQL_C_NUMERIC) {
        SQL_NUMERIC_STRUCT number{};
        std::memcpy(&number, value.memory.data(), sizeof number);
        scale = number.scale;
        context.numeric_scale = number.scale;
    }
    const Fetched fetched =
        fetch(context, cell_of(bound), static_cast<SQLSMALLINT>(c_type), value.memory.size());
    ASSERT_EQ(fetched.outcome, Outcome::ok);
    const std::string back = fetched.buffer.bytes(value.memory.size());
    ASSERT_EQ(shown(c_type, back.data(), scale), shown(c_type, value.memory.data(), scale));
}

TEST(RoundTrip, EveryPairGivesBackWhatItTook) {
    constexpr int kValues = 60;
    Random random{2026};
    std::size_t pairs = 0;
    for (const int c_type : all_c_types()) {
        if (c_type_size(static_cast<SQLSMALLINT>(c_type)) == 0) continue;
        for (const int sql_type : all_sql_types()) {
            const Encode encode = select_encoder(static_cast<SQLSMALLINT>(c_type),
                                                 static_cast<SQLSMALLINT>(sql_type));
            if (encode == nullptr || !keeps_everything(c_type, sql_type)) continue;
            ++pairs;
            for (int i = 0; i < kValues; ++i) {
                const Value value = random_value(c_type, random);
                SCOPED_TRACE(testing::Message() << c_type << " as " << sql_type << ": \""
                                                << value.parameter.text << '"');
                expect_back(c_type, sql_type, value);
                if (testing::Test::HasFailure()) return;
            }
        }
    }
    EXPECT_GT(pairs, 300U);
}

TEST(RoundTrip, RandomTextsAndBytesAreWhatTheyWere) {
    Random random{2027};
    for (int i = 0; i < 5000; ++i) {
        const bool wide = i % 2 == 0;
        const auto c_type = static_cast<SQLSMALLINT>(wide ? SQL_C_WCHAR : SQL_C_CHAR);
        const Value value = text_value(random, wide);
        const Bound bound =
            bind(c_type, {value.memory.data(), static_cast<SQLLEN>(value.memory.size())},
                 param(SQL_WVARCHAR));
        ASSERT_EQ(bound.outcome, Outcome::ok);
        const Fetched fetched = fetch(column(cas::Type::string), cell_of(bound), c_type, 200);
        ASSERT_EQ(fetched.buffer.bytes(static_cast<std::size_t>(fetched.length)), value.memory);

        const Bound bits =
            bind(SQL_C_BINARY, {value.memory.data(), static_cast<SQLLEN>(value.memory.size())},
                 param(SQL_VARBINARY));
        if (value.memory.empty()) continue;
        const Fetched bytes = fetch(column(cas::Type::varbit), cell_of(bits), SQL_C_BINARY, 200);
        ASSERT_EQ(bytes.buffer.bytes(static_cast<std::size_t>(bytes.length)), value.memory);
    }
}

}  // namespace
}  // namespace cubrid::odbc::convert::test
