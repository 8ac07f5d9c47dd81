#include "options/conn_string.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cubrid::odbc::options {

static bool operator==(const Attribute& a, const Attribute& b) {
    return a.keyword == b.keyword && a.value == b.value;
}

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<Attribute> parsed(std::string_view text) {
    auto attributes = parse_connection_string(text);
    EXPECT_TRUE(attributes.has_value()) << attributes.error().message;
    return attributes ? *attributes : std::vector<Attribute>{};
}

std::string fault(std::string_view text) {
    const auto attributes = parse_connection_string(text);
    if (attributes) return "none";
    EXPECT_EQ(attributes.error().state.view(), "HY000");
    return attributes.error().message;
}

TEST(ConnectionString, IsKeywordsAndValuesInOrder) {
    EXPECT_THAT(parsed("DSN=a;UID=b;PWD=c"),
                ElementsAre(Attribute{"DSN", "a"}, Attribute{"UID", "b"}, Attribute{"PWD", "c"}));
    EXPECT_THAT(parsed(""), IsEmpty());
}

TEST(ConnectionString, DropsBlanksAroundKeywordsAndPlainValues) {
    EXPECT_THAT(parsed("  Server = db host ;\tUID= dba\n; PWD = { x } ;"),
                ElementsAre(Attribute{"Server", "db host"}, Attribute{"UID", "dba"},
                            Attribute{"PWD", " x "}));
}

TEST(ConnectionString, ToleratesSeparatorsWithoutAnythingBetween) {
    EXPECT_THAT(parsed(";;UID=a; ;PWD=b;;,"),
                ElementsAre(Attribute{"UID", "a"}, Attribute{"PWD", "b"}));
}

TEST(ConnectionString, KeepsEmptyValues) {
    EXPECT_THAT(parsed("UID=;PWD={};DB="),
                ElementsAre(Attribute{"UID", ""}, Attribute{"PWD", ""}, Attribute{"DB", ""}));
}

TEST(ConnectionString, TakesBracesOff) {
    EXPECT_THAT(parsed("PWD={a;b}}c{d=e};UID=x"),
                ElementsAre(Attribute{"PWD", "a;b}c{d=e"}, Attribute{"UID", "x"}));
    EXPECT_THAT(parsed("PWD={}}}"), ElementsAre(Attribute{"PWD", "}"}));
    EXPECT_THAT(parsed("PWD={{}"), ElementsAre(Attribute{"PWD", "{"}));
}

TEST(ConnectionString, TakesAnEqualsSignInAPlainValueAsItIs) {
    EXPECT_THAT(parsed("PWD=a=b}c{;UID=x"),
                ElementsAre(Attribute{"PWD", "a=b}c{"}, Attribute{"UID", "x"}));
}

TEST(ConnectionString, KeepsTheFirstOfEqualKeywords) {
    EXPECT_THAT(parsed("server=good;SERVER=bad;Host=worse;foo=1;FOO=2;LogFile=a;LogBaseDir=b"),
                ElementsAre(Attribute{"server", "good"}, Attribute{"foo", "1"},
                            Attribute{"LogFile", "a"}, Attribute{"LogBaseDir", "b"}));
}

TEST(ConnectionString, SaysWhereItIsMalformed) {
    EXPECT_THAT(fault("UID=a;oops;PWD=b"), HasSubstr("'=' is missing at character 7"));
    EXPECT_THAT(fault("UID=a;=b"), HasSubstr("a keyword is missing at character 7"));
    EXPECT_THAT(fault("UID=a;PWD={b"), HasSubstr("'{' is not closed at character 11"));
    EXPECT_THAT(fault("PWD={a}b}"), HasSubstr("';' is missing after '}'"));
    EXPECT_THAT(fault("oops"), HasSubstr("character 1"));
}

TEST(ConnectionString, NeverShowsAPasswordInAMessage) {
    for (const char* text : {"PWD={geheim", "PWD={geheim}x", "PWD={x;geheim"}) {
        EXPECT_THAT(fault(text), Not(HasSubstr("geheim")));
    }
}

TEST(Quoted, PutsBracesOnlyWhereTheyAreNeeded) {
    EXPECT_EQ(quoted("plain"), "plain");
    EXPECT_EQ(quoted("two words"), "two words");
    EXPECT_EQ(quoted(""), "");
    EXPECT_EQ(quoted(" x"), "{ x}");
    EXPECT_EQ(quoted("x "), "{x }");
    EXPECT_EQ(quoted("a;b}c{d=e"), "{a;b}}c{d=e}");
    EXPECT_EQ(quoted("}"), "{}}}");
}

TEST(FormatConnectionString, IsReadBackAsItWas) {
    const std::vector<Attribute> attributes{{"DSN", "x"},
                                            {"UID", ""},
                                            {"PWD", "a;b}c{d=e"},
                                            {"Server", "[::1]"},
                                            {"Description", " \t"}};
    EXPECT_EQ(parsed(format_connection_string(attributes)), attributes);
}

}  // namespace
}  // namespace cubrid::odbc::options
