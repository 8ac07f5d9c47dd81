#include "base/spool.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>

namespace cubrid::odbc::base {
namespace {

// Puts back what the environment had.
class TmpDir {
 public:
    explicit TmpDir(const char* folder) {
        const char* old = std::getenv("TMPDIR");
        had_ = old != nullptr;
        if (had_) old_ = old;
        ::setenv("TMPDIR", folder, 1);
    }
    TmpDir(const TmpDir&) = delete;
    TmpDir& operator=(const TmpDir&) = delete;
    ~TmpDir() { had_ ? ::setenv("TMPDIR", old_.c_str(), 1) : ::unsetenv("TMPDIR"); }

 private:
    bool had_ = false;
    std::string old_;
};

std::string read_all(const Spool& spool, std::size_t step) {
    std::string text;
    std::string part(step, '?');
    for (;;) {
        const auto got =
            spool.read(text.size(), std::as_writable_bytes(std::span{part.data(), part.size()}));
        EXPECT_TRUE(got);
        if (!got || *got == 0) return text;
        text.append(part, 0, *got);
    }
}

TEST(Spool, GivesBackWhatItGotInMemoryAndInAFile) {
    for (const std::size_t limit : {std::size_t{0}, std::size_t{7}, std::size_t{1000}}) {
        Spool spool{limit};
        EXPECT_EQ(spool.size(), 0U);
        for (const char* piece : {"one ", "", "two ", "three"}) {
            EXPECT_TRUE(spool.append(as_bytes(piece)));
        }
        EXPECT_EQ(spool.size(), 13U);
        EXPECT_EQ(read_all(spool, 4), "one two three") << limit;
        EXPECT_EQ(read_all(spool, 100), "one two three") << limit;
        const auto whole = spool.whole();
        ASSERT_TRUE(whole);
        EXPECT_EQ(as_text(*whole), "one two three");
        EXPECT_TRUE(spool.append(as_bytes("!")));
        EXPECT_EQ(read_all(spool, 100), "one two three!") << limit;
    }
}

TEST(Spool, AnEmptyOneIsEmpty) {
    Spool spool;
    std::array<std::byte, 4> into{std::byte{99}};
    EXPECT_EQ(*spool.read(0, into), 0U);
    EXPECT_EQ(into[0], std::byte{99});
    EXPECT_TRUE(spool.whole()->empty());
}

TEST(Spool, MovesWithItsFile) {
    Spool first{0};
    EXPECT_TRUE(first.append(as_bytes("abc")));
    Spool second{std::move(first)};
    EXPECT_EQ(read_all(second, 2), "abc");
    Spool third;
    third = std::move(second);
    EXPECT_EQ(read_all(third, 2), "abc");
}

TEST(Spool, AFolderThatIsNotThereIsNamedInTheError) {
    const TmpDir gone{"/nowhere/at/all"};
    Spool spool{2};
    EXPECT_TRUE(spool.append(as_bytes("ab")));
    const auto failed = spool.append(as_bytes("c"));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().state.view(), "HY000");
    EXPECT_NE(failed.error().message.find("/nowhere/at/all"), std::string::npos);
}

}  // namespace
}  // namespace cubrid::odbc::base
