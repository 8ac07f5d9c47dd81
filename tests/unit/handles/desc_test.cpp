#include "handles/desc.h"

#include <gtest/gtest.h>

#include "handles/desc_fields.h"

namespace cubrid::odbc::handles {
namespace {

constexpr int kSomeConnection = 0;

SQLPOINTER number(SQLLEN value) { return reinterpret_cast<SQLPOINTER>(value); }

template <class T>
T get(const Desc& desc, SQLSMALLINT record, SQLSMALLINT field) {
    auto value = get_field(desc, record, field);
    EXPECT_TRUE(value) << field;
    const T* held = value ? std::get_if<T>(&*value) : nullptr;
    EXPECT_NE(held, nullptr) << "field " << field << " has another type";
    return held == nullptr ? T{} : *held;
}

std::string state_of(const base::Result<void>& result) {
    return result ? std::string{} : std::string{result.error().state.view()};
}

TEST(Desc, GrowsToTheRecordThatIsChanged) {
    Desc desc{DescKind::ard};
    desc.change(3).concise_type = SQL_C_SLONG;
    EXPECT_EQ(desc.count(), 3);
    EXPECT_EQ(desc.record(0), nullptr);
    EXPECT_EQ(desc.record(4), nullptr);
    EXPECT_FALSE(desc.record(1)->is_bound());
}

TEST(Desc, UnbindingTheLastRecordShortensItToTheLastBoundOne) {
    Desc desc{DescKind::ard};
    int value = 0;
    desc.change(1).data_ptr = &value;
    desc.change(4).data_ptr = &value;
    desc.unbind(4);
    EXPECT_EQ(desc.count(), 1);
    desc.unbind(7);
    desc.unbind(1);
    EXPECT_EQ(desc.count(), 0);
}

TEST(Desc, EveryChangeTicksItsGeneration) {
    Desc desc{DescKind::ard};
    int value = 0;
    auto seen = desc.generation();
    const auto ticked = [&] { return std::exchange(seen, desc.generation()) != desc.generation(); };
    desc.change(1).data_ptr = &value;
    EXPECT_TRUE(ticked());
    EXPECT_TRUE(set_field(desc, 0, SQL_DESC_ARRAY_SIZE, number(5), {}));
    EXPECT_TRUE(ticked());
    EXPECT_TRUE(set_field(desc, 1, SQL_DESC_OCTET_LENGTH, number(5), {}));
    EXPECT_TRUE(ticked());
    desc.unbind(1);
    EXPECT_TRUE(ticked());
    EXPECT_FALSE(ticked());
}

TEST(DescFields, AConciseTypeSetsTypeAndCodeAndUnbinds) {
    Desc desc{DescKind::ard, &kSomeConnection};
    int value = 0;
    desc.change(1).data_ptr = &value;
    ASSERT_TRUE(set_field(desc, 1, SQL_DESC_CONCISE_TYPE, number(SQL_C_TYPE_DATE), {}));
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_TYPE), SQL_DATETIME);
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_DATETIME_INTERVAL_CODE), SQL_CODE_DATE);
    EXPECT_EQ(get<SQLPOINTER>(desc, 1, SQL_DESC_DATA_PTR), nullptr);
}

TEST(DescFields, ATypeAndItsCodeMakeAConciseType) {
    Desc desc{DescKind::apd, &kSomeConnection};
    ASSERT_TRUE(set_field(desc, 1, SQL_DESC_TYPE, number(SQL_DATETIME), {}));
    ASSERT_TRUE(
        set_field(desc, 1, SQL_DESC_DATETIME_INTERVAL_CODE, number(SQL_CODE_TIMESTAMP), {}));
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_CONCISE_TYPE), SQL_TYPE_TIMESTAMP);
}

TEST(DescFields, AnIntervalIsMadeOfItsCodeAndBeginsWithPrecisions2And6) {
    Desc desc{DescKind::ard};
    ASSERT_TRUE(set_field(desc, 1, SQL_DESC_TYPE, number(SQL_INTERVAL), {}));
    ASSERT_TRUE(
        set_field(desc, 1, SQL_DESC_DATETIME_INTERVAL_CODE, number(SQL_CODE_DAY_TO_SECOND), {}));
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_CONCISE_TYPE), SQL_C_INTERVAL_DAY_TO_SECOND);
    EXPECT_EQ(get<SQLINTEGER>(desc, 1, SQL_DESC_DATETIME_INTERVAL_PRECISION), 2);
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_PRECISION), 6);
    ASSERT_TRUE(set_field(desc, 1, SQL_DESC_CONCISE_TYPE, number(SQL_C_INTERVAL_MONTH), {}));
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_TYPE), SQL_INTERVAL);
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_DATETIME_INTERVAL_CODE), SQL_CODE_MONTH);
}

TEST(DescFields, NumericBeginsWithPrecision38AndScale0) {
    Desc desc{DescKind::ard, &kSomeConnection};
    ASSERT_TRUE(set_field(desc, 1, SQL_DESC_TYPE, number(SQL_C_NUMERIC), {}));
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_PRECISION), 38);
    ASSERT_TRUE(set_field(desc, 1, SQL_DESC_SCALE, number(-2), {}));
    EXPECT_EQ(get<SQLSMALLINT>(desc, 1, SQL_DESC_SCALE), -2);
}

TEST(DescFields, TheImplementationRowDescriptorIsReadOnlySaveItsPointers) {
    Desc ird{DescKind::ird};
    SQLULEN processed = 0;
    EXPECT_EQ(state_of(set_field(ird, 1, SQL_DESC_TYPE, number(1), {})), "HY016");
    EXPECT_EQ(state_of(set_field(ird, 0, SQL_DESC_COUNT, number(1), {})), "HY016");
    EXPECT_EQ(state_of(set_field(ird, 0, SQL_DESC_ROWS_PROCESSED_PTR, &processed, {})), "");
    EXPECT_EQ(state_of(set_field(ird, 0, SQL_DESC_ARRAY_STATUS_PTR, nullptr, {})), "");
}

TEST(DescFields, EachKindHasItsOwnFields) {
    Desc apd{DescKind::apd};
    Desc ipd{DescKind::ipd};
    SQLLEN length = 0;
    EXPECT_EQ(state_of(set_field(apd, 1, SQL_DESC_INDICATOR_PTR, &length, {})), "");
    EXPECT_EQ(state_of(set_field(ipd, 1, SQL_DESC_INDICATOR_PTR, &length, {})), "HY091");
    EXPECT_EQ(state_of(set_field(ipd, 1, SQL_DESC_NAME, nullptr, "p")), "");
    EXPECT_EQ(state_of(set_field(apd, 1, SQL_DESC_NAME, nullptr, "p")), "HY091");
    EXPECT_EQ(get<std::string>(ipd, 1, SQL_DESC_NAME), "p");
    EXPECT_TRUE(is_text_field(SQL_DESC_NAME));
    EXPECT_FALSE(is_text_field(SQL_DESC_TYPE));
    EXPECT_FALSE(is_text_field(32000));
}

TEST(DescFields, RefusesWhatIsNoFieldOrNoRecord) {
    Desc desc{DescKind::ard, &kSomeConnection};
    EXPECT_EQ(state_of(set_field(desc, 1, 32000, nullptr, {})), "HY091");
    EXPECT_EQ(state_of(set_field(desc, 0, SQL_DESC_TYPE, nullptr, {})), "07009");
    EXPECT_EQ(state_of(set_field(desc, -1, SQL_DESC_TYPE, nullptr, {})), "07009");
    EXPECT_EQ(state_of(set_field(desc, 0, SQL_DESC_COUNT, number(-1), {})), "07009");
    EXPECT_EQ(state_of(set_field(desc, 0, SQL_DESC_COUNT, number(40000), {})), "07009");
    EXPECT_EQ(state_of(set_field(desc, 0, SQL_DESC_ARRAY_SIZE, nullptr, {})), "HY024");
    EXPECT_EQ(state_of(set_field(desc, 0, SQL_DESC_ALLOC_TYPE, nullptr, {})), "HY091");
    EXPECT_FALSE(get_field(desc, 1, SQL_DESC_TYPE));
    EXPECT_FALSE(get_field(desc, 0, SQL_DESC_TYPE));
}

TEST(DescFields, HeaderFieldsComeInTheTypesOfTheReference) {
    const Desc desc{DescKind::ard, &kSomeConnection};
    EXPECT_EQ(get<SQLSMALLINT>(desc, 0, SQL_DESC_ALLOC_TYPE), SQL_DESC_ALLOC_USER);
    EXPECT_EQ(get<SQLULEN>(desc, 0, SQL_DESC_ARRAY_SIZE), 1U);
    EXPECT_EQ(get<SQLINTEGER>(desc, 0, SQL_DESC_BIND_TYPE), SQL_BIND_BY_COLUMN);
    EXPECT_EQ(get<SQLSMALLINT>(desc, 0, SQL_DESC_COUNT), 0);
}

TEST(ColumnAttribute, GivesNumbersAsSqllenAndTextAsText) {
    Desc ird{DescKind::ird};
    DescRecord& record = ird.change(1);
    record.label = record.name = "a";
    record.octet_length = 4;
    record.column_size = 10;
    record.nullable = SQL_NO_NULLS;
    EXPECT_EQ(std::get<SQLLEN>(*column_attribute(ird, 1, SQL_DESC_OCTET_LENGTH)), 4);
    EXPECT_EQ(std::get<SQLLEN>(*column_attribute(ird, 1, SQL_COLUMN_PRECISION)), 10);
    EXPECT_EQ(std::get<SQLLEN>(*column_attribute(ird, 1, SQL_DESC_NULLABLE)), SQL_NO_NULLS);
    EXPECT_EQ(std::get<std::string>(*column_attribute(ird, 1, SQL_DESC_LABEL)), "a");
    EXPECT_EQ(std::get<SQLLEN>(*column_attribute(ird, 0, SQL_DESC_COUNT)), 1);
    EXPECT_FALSE(column_attribute(ird, 0, SQL_DESC_LABEL));
    EXPECT_FALSE(column_attribute(ird, 2, SQL_DESC_LABEL));
    EXPECT_FALSE(column_attribute(ird, 65535, SQL_DESC_LABEL));
    EXPECT_FALSE(column_attribute(ird, 1, SQL_DESC_DATA_PTR)) << "a pointer is no attribute";
}

}  // namespace
}  // namespace cubrid::odbc::handles
