#include "handles/param_plan.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <vector>

#include "../cas/wire.h"

namespace cubrid::odbc::handles {
namespace {

using cas::wire::hex;

// "1-byte type, value" of a bound INT and of a NULL, as hexadecimal.
std::string int_bind(int value) {
    return hex(cas::wire::Message{}.i32(1).u8(8).i32(4).i32(value).bytes());
}
const char* const kNull = "000000010000000000";

struct Binding {
    SQLSMALLINT c_type;
    SQLSMALLINT sql_type;
    void* value;
    SQLLEN capacity;
    SQLLEN* length;
};

class ParamPlanTest : public testing::Test {
 protected:
    void bind(const Binding& binding) {
        const auto number = static_cast<std::size_t>(apd.count()) + 1;
        DescRecord& app = apd.change(number);
        set_concise_type(app, binding.c_type);
        app.data_ptr = binding.value;
        app.octet_length = binding.capacity;
        app.indicator_ptr = binding.length;
        app.octet_length_ptr = binding.length;
        set_concise_type(ipd.change(number), binding.sql_type);
    }
    base::Result<ParamPlan> make(std::size_t markers = 1) {
        return ParamPlan::make(apd, ipd, markers, base::Charset::utf8, base::Charset::utf8);
    }
    // What one row puts into a frame.
    std::string row(const ParamPlan& plan, std::size_t number) {
        cas::WireWriter out;
        out.begin(cas::Function::execute_array);
        const std::size_t mark = out.mark();
        failure = plan.encode_row(number, out);
        return hex(out.since(mark));
    }

    Desc apd{DescKind::apd};
    Desc ipd{DescKind::ipd};
    std::optional<ParamPlan::Failure> failure;
};

TEST_F(ParamPlanTest, StepsThroughColumnsOfValuesAndLengths) {
    std::array<SQLINTEGER, 3> values{1, 2, 3};
    std::array<SQLLEN, 3> lengths{0, SQL_NULL_DATA, 0};
    bind({SQL_C_SLONG, SQL_INTEGER, values.data(), 0, lengths.data()});
    apd.array_size = 3;
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_EQ(row(*plan, 0), int_bind(1));
    EXPECT_EQ(row(*plan, 1), kNull);
    EXPECT_EQ(row(*plan, 2), int_bind(3));
}

TEST_F(ParamPlanTest, StepsThroughTextBySizeOfItsBuffer) {
    std::array<char, 8> texts{'a', 'b', 0, 0, 'c', 0, 0, 0};
    bind({SQL_C_CHAR, SQL_VARCHAR, texts.data(), 4, nullptr});
    apd.array_size = 2;
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_THAT(row(*plan, 0), testing::HasSubstr("616200"));
    EXPECT_THAT(row(*plan, 1), testing::HasSubstr("6300"));
}

TEST_F(ParamPlanTest, StepsThroughStructuresAtAnyAddress) {
#pragma pack(push, 1)
    struct Row {
        char tag;
        SQLINTEGER value;
        SQLLEN length;
    };
#pragma pack(pop)
    std::array<Row, 2> rows{{{'x', 7, 0}, {'y', 8, SQL_NULL_DATA}}};
    std::byte* base = reinterpret_cast<std::byte*>(rows.data());
    bind({SQL_C_SLONG, SQL_INTEGER, base + 1, 0,
          reinterpret_cast<SQLLEN*>(base + 1 + sizeof(SQLINTEGER))});
    apd.bind_type = sizeof(Row);
    apd.array_size = 2;
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_EQ(row(*plan, 0), int_bind(7));
    EXPECT_EQ(row(*plan, 1), kNull);
}

TEST_F(ParamPlanTest, AddsTheBindOffsetToEveryPointerThatIsThere) {
    std::array<SQLINTEGER, 2> values{1, 2};
    SQLLEN offset = sizeof(SQLINTEGER);
    bind({SQL_C_SLONG, SQL_INTEGER, values.data(), 0, nullptr});
    apd.bind_offset_ptr = &offset;
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_EQ(row(*plan, 0), int_bind(2)) << "and none to the missing length";
}

TEST_F(ParamPlanTest, IgnoresTheLengthOfAFixedTypeAndTheBufferLengthOfASingleSet) {
    SQLINTEGER value = 5;
    SQLLEN length = 77;
    bind({SQL_C_SLONG, SQL_INTEGER, &value, 2, &length});
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_EQ(row(*plan, 0), int_bind(5));
}

TEST_F(ParamPlanTest, MarkersThatOnlyTheServerHasSeenTakeNoMemory) {
    SQLINTEGER value = 5;
    bind({SQL_C_SLONG, SQL_INTEGER, &value, 0, nullptr});
    const auto plan = make(std::size_t{1} << 50U);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().state.view(), "07002");
}

TEST_F(ParamPlanTest, ANullIndicatorNeedsNoBuffer) {
    SQLLEN length = SQL_NULL_DATA;
    bind({SQL_C_SLONG, SQL_INTEGER, nullptr, 0, &length});
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_EQ(row(*plan, 0), kNull);
    length = 0;
    row(*plan, 0);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->outcome, convert::Outcome::null_pointer);
}

TEST_F(ParamPlanTest, DataAtExecutionAndDefaultsAreRefusedWithTheirParameter) {
    SQLINTEGER value = 5;
    SQLLEN good = 0;
    SQLLEN length = SQL_DATA_AT_EXEC;
    bind({SQL_C_SLONG, SQL_INTEGER, &value, 0, &good});
    bind({SQL_C_SLONG, SQL_INTEGER, &value, 0, &length});
    const auto plan = make(2);
    ASSERT_TRUE(plan);
    row(*plan, 0);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->outcome, convert::Outcome::bad_length);
    EXPECT_EQ(failure->column, 2);
    length = SQL_LEN_DATA_AT_EXEC(10);
    row(*plan, 0);
    EXPECT_EQ(failure->outcome, convert::Outcome::bad_length);
    length = SQL_DEFAULT_PARAM;
    row(*plan, 0);
    EXPECT_EQ(failure->outcome, convert::Outcome::default_parameter);
}

TEST_F(ParamPlanTest, AMarkerWithoutAParameterIs07002) {
    SQLINTEGER value = 5;
    bind({SQL_C_SLONG, SQL_INTEGER, &value, 0, nullptr});
    const auto plan = make(2);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().state.view(), "07002");
    apd.unbind_all();
    EXPECT_FALSE(make(1));
}

TEST_F(ParamPlanTest, APairThatCannotBeConvertedIs07006) {
    SQLINTEGER value = 5;
    bind({SQL_C_SLONG, SQL_TYPE_DATE, &value, 0, nullptr});
    const auto plan = make();
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().state.view(), "07006");
    EXPECT_EQ(plan.error().column, 1);
}

TEST_F(ParamPlanTest, TheDefaultCTypeFollowsTheSqlType) {
    SQLINTEGER value = 5;
    bind({SQL_C_DEFAULT, SQL_INTEGER, &value, 0, nullptr});
    const auto plan = make();
    ASSERT_TRUE(plan);
    EXPECT_EQ(row(*plan, 0), int_bind(5));
}

TEST(ParamSets, LeaveOutWhatTheOperationArrayIgnores) {
    Desc apd{DescKind::apd};
    std::array<SQLUSMALLINT, 2> operations{SQL_PARAM_PROCEED, SQL_PARAM_IGNORE};
    apd.array_size = 2;
    EXPECT_FALSE(ParamSets{apd}.is_ignored(1));
    apd.array_status_ptr = operations.data();
    EXPECT_FALSE(ParamSets{apd}.is_ignored(0));
    EXPECT_TRUE(ParamSets{apd}.is_ignored(1));
}

}  // namespace
}  // namespace cubrid::odbc::handles
