#include "options/keywords.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "options/text.h"
#include "options/values.h"

namespace cubrid::odbc::options {
namespace {

TEST(Keywords, AreFoundByNameAndAliasInAnyCase) {
    EXPECT_EQ(find_keyword("Server")->key, Key::server);
    EXPECT_EQ(find_keyword("sErVeR")->key, Key::server);
    EXPECT_EQ(find_keyword("host")->key, Key::server);
    EXPECT_EQ(find_keyword("SERVERNAME")->key, Key::server);
    EXPECT_EQ(find_keyword("db_name")->key, Key::database);
    EXPECT_EQ(find_keyword("DB")->key, Key::database);
    EXPECT_EQ(find_keyword("LogFile")->key, Key::ignored);
    EXPECT_EQ(find_keyword("FILEDSN")->key, Key::ignored);
}

TEST(Keywords, AreNotFoundByHalfAName) {
    for (const char* name :
         {"", " ", "Serve", "Servers", "HOST SERVERNAME", "Trusted_Connection"}) {
        EXPECT_EQ(find_keyword(name), nullptr) << name;
    }
}

TEST(Keywords, HaveNoNameTwice) {
    std::set<std::string> names;
    const auto add = [&](std::string_view name) {
        std::string small;
        for (const char c : name) small += lower(c);
        EXPECT_TRUE(names.insert(small).second) << name;
        return false;
    };
    for (const auto& keyword : keywords()) {
        add(keyword.name);
        any_word(keyword.aliases, add);
    }
}

TEST(Keywords, AreAllInTheTable) {
    for (int key = 0; key <= static_cast<int>(Key::ignored); ++key) {
        EXPECT_EQ(keyword(static_cast<Key>(key)).key, static_cast<Key>(key));
    }
    for (const auto& keyword : keywords()) EXPECT_FALSE(keyword.meaning.empty()) << keyword.name;
}

TEST(Keywords, HaveTheirDefaultAmongTheirChoices) {
    for (const auto& keyword : keywords()) {
        if (keyword.kind != Kind::choice) continue;
        EXPECT_TRUE(any_word(keyword.choices, [&](std::string_view choice) {
            return choice == keyword.default_value;
        })) << keyword.name;
    }
}

}  // namespace
}  // namespace cubrid::odbc::options
