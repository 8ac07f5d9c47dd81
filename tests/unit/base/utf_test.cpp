#include "base/utf.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <random>
#include <vector>

namespace cubrid::odbc::base {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using ::testing::Eq;
using ::testing::Optional;

std::string encode_slowly(char32_t point) {
    const auto tail = [point](int shift) {
        return static_cast<char>(0x80 | ((point >> shift) & 0x3F));
    };
    if (point < 0x80) return {static_cast<char>(point)};
    if (point < 0x800) return {static_cast<char>(0xC0 | point >> 6), tail(0)};
    if (point < 0x10000) return {static_cast<char>(0xE0 | point >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | point >> 18), tail(12), tail(6), tail(0)};
}

std::u16string units_of(char32_t point) {
    if (point < 0x10000) return {static_cast<char16_t>(point)};
    return {static_cast<char16_t>(0xD7C0 + (point >> 10)),
            static_cast<char16_t>(0xDC00 | (point & 0x3FF))};
}

bool is_scalar(char32_t point) { return point < 0xD800 || (point > 0xDFFF && point < 0x110000); }

struct Sample {
    std::string utf8;
    std::u16string utf16;
    std::vector<std::size_t> ends;  // of the code points in utf8
};

Sample random_sample(std::mt19937& random, std::size_t points) {
    constexpr std::array<char32_t, 5> kLimits = {0x80, 0x80, 0x800, 0x10000, 0x110000};
    Sample sample;
    while (sample.ends.size() < points) {
        const char32_t point = static_cast<char32_t>(random()) % kLimits[random() % kLimits.size()];
        if (!is_scalar(point)) continue;
        sample.utf8 += encode_slowly(point);
        sample.utf16 += units_of(point);
        sample.ends.push_back(sample.utf8.size());
    }
    return sample;
}

bool goes_there_and_back(char32_t point) {
    const std::string utf8 = encode_slowly(point);
    if (!is_scalar(point)) return !is_utf8(utf8) && !to_utf16(utf8);
    return is_utf8(utf8) && to_utf16(utf8) == units_of(point) && to_utf8(units_of(point)) == utf8 &&
           utf16_length(utf8) == units_of(point).size() && utf8_length(utf8) == 1;
}

TEST(Utf, EveryCodePointGoesThereAndBack) {
    for (char32_t point = 0; point < 0x110000; ++point) {
        if (!goes_there_and_back(point)) ADD_FAILURE() << std::hex << static_cast<unsigned>(point);
    }
}

TEST(Utf, EverySequenceOfThreeBytesIsJudgedAsTheUnicodeTableHasIt) {
    // A sequence is valid exactly when it is what some scalar value is encoded as.
    std::vector<bool> valid(1U << 20U);
    const auto index = [](std::string_view text) {
        return static_cast<std::size_t>(text[0] & 0x0F) << 16U |
               static_cast<std::size_t>(static_cast<unsigned char>(text[1])) << 8U |
               static_cast<unsigned char>(text[2]);
    };
    for (char32_t point = 0x800; point < 0x10000; ++point) {
        if (is_scalar(point)) valid[index(encode_slowly(point))] = true;
    }
    std::string text(3, '\0');
    for (unsigned sequence = 0xE00000; sequence < 0xF00000; ++sequence) {
        text[0] = static_cast<char>(sequence >> 16U);
        text[1] = static_cast<char>(sequence >> 8U);
        text[2] = static_cast<char>(sequence);
        if (is_utf8(text) != valid[index(text)]) ADD_FAILURE() << std::hex << sequence;
    }
}

TEST(Utf, MalformedTextIsFoundWhereverItStands) {
    const std::vector<std::string> malformed = {"\x80"s,
                                                "\xC0\x80"s,
                                                "\xC1\xBF"s,
                                                "\xE0\x9F\xBF"s,
                                                "\xED\xA0\x80"s,
                                                "\xF0\x8F\xBF\xBF"s,
                                                "\xF4\x90\x80\x80"s,
                                                "\xF5\x80\x80\x80"s,
                                                "\xFF"s,
                                                "\xC3"s,
                                                "\xE2\x82"s,
                                                "\xF0\x9F\x98"s};
    for (const std::string& bad : malformed) {
        for (std::size_t before = 0; before < 20; ++before) {
            const std::string text = std::string(before, 'a') + bad;
            EXPECT_FALSE(is_utf8(text));
            EXPECT_EQ(to_utf16(text), std::nullopt);
            std::vector<char16_t> target(text.size());
            const Step step = utf8_to_utf16(text, target.data(), target.size());
            EXPECT_FALSE(step.valid);
            EXPECT_EQ(step.source_used, before);
            EXPECT_FALSE(is_utf8(text + std::string(12, 'z')));
        }
    }
}

TEST(Utf, HalfAPairIsNeverReplaced) {
    EXPECT_EQ(to_utf8(u"a\xD800"sv), std::nullopt);
    EXPECT_EQ(to_utf8(u"\xD800z"sv), std::nullopt);
    EXPECT_EQ(to_utf8(u"\xDC00"sv), std::nullopt);
    EXPECT_EQ(to_utf8(u"\xDC00\xD800"sv), std::nullopt);
    EXPECT_THAT(to_utf8(u"\xD83D\xDE00"sv), Optional(Eq("\xF0\x9F\x98\x80")));
}

TEST(Utf, AByteOrderMarkIsData) {
    EXPECT_THAT(to_utf16("\xEF\xBB\xBFx"), Optional(Eq(u"\uFEFFx"s)));
    EXPECT_THAT(to_utf8(u"\uFEFFx"), Optional(Eq("\xEF\xBB\xBFx"s)));
}

TEST(Utf, ANulIsACharacter) {
    EXPECT_THAT(to_utf16("a\0b"sv), Optional(Eq(u"a\0b"s)));
    EXPECT_THAT(to_utf8(u"a\0b"sv), Optional(Eq("a\0b"s)));
}

TEST(Utf, RandomTextFillsTargetsOfEverySizeUpToTheLastWholeCharacter) {
    std::mt19937 random{1};
    for (int round = 0; round < 200; ++round) {
        const Sample sample = random_sample(random, random() % 24);
        EXPECT_EQ(utf16_length(sample.utf8), sample.utf16.size());
        EXPECT_EQ(utf8_length(sample.utf8), sample.ends.size());
        for (std::size_t capacity = 0; capacity <= sample.utf16.size() + 1; ++capacity) {
            std::vector<char16_t> target(capacity + 1, u'Z');
            const Step step = utf8_to_utf16(sample.utf8, target.data(), capacity);
            ASSERT_TRUE(step.valid);
            ASSERT_EQ(step.complete, capacity >= sample.utf16.size());
            ASSERT_GE(step.target_written + 1, std::min(capacity, sample.utf16.size()));
            ASSERT_EQ(std::u16string(target.data(), step.target_written),
                      sample.utf16.substr(0, step.target_written));
            ASSERT_EQ(utf16_length(sample.utf8.substr(0, step.source_used)), step.target_written);
            ASSERT_EQ(target[capacity], u'Z');
        }
        for (std::size_t capacity = 0; capacity <= sample.utf8.size() + 1; ++capacity) {
            std::string target(capacity + 1, 'Z');
            const Step step = utf16_to_utf8(sample.utf16, target.data(), capacity);
            ASSERT_TRUE(step.valid);
            ASSERT_EQ(step.complete, capacity >= sample.utf8.size());
            ASSERT_EQ(target.substr(0, step.target_written),
                      sample.utf8.substr(0, step.target_written));
            ASSERT_EQ(target[capacity], 'Z');
        }
    }
}

TEST(Utf, APrefixEndsBetweenCharacters) {
    std::mt19937 random{2};
    for (int round = 0; round < 300; ++round) {
        const Sample sample = random_sample(random, random() % 12);
        for (std::size_t limit = 0; limit <= sample.utf8.size() + 2; ++limit) {
            std::size_t expected = 0;
            for (const std::size_t end : sample.ends) {
                if (end <= limit) expected = end;
            }
            ASSERT_EQ(utf8_prefix(sample.utf8, limit).size(), expected);
        }
    }
}

TEST(Utf, APrefixOfWhatIsNoUtf8IsJustCut) {
    EXPECT_EQ(utf8_prefix("\x80\x80\x80\x80\x80\x80\x80\x80", 6).size(), 6U);
    EXPECT_EQ(utf8_prefix("\x80\x80\x80", 2).size(), 2U);
}

TEST(Utf, Utf16MayStandAtAnOddAddress) {
    const std::u16string text = u"odd 한글 \xD83D\xDE00 text";
    std::vector<char> memory(text.size() * 2 + 1);
    std::memcpy(memory.data() + 1, text.data(), text.size() * 2);
    const auto* odd = reinterpret_cast<const char16_t*>(memory.data() + 1);
    const auto utf8 = to_utf8(std::u16string_view{odd, text.size()});
    ASSERT_TRUE(utf8);
    std::vector<char> back(memory.size());
    utf8_to_utf16(*utf8, reinterpret_cast<char16_t*>(back.data() + 1), text.size());
    EXPECT_EQ(std::memcmp(back.data() + 1, memory.data() + 1, text.size() * 2), 0);
}

TEST(Utf, AsciiIsSeenAtEveryLength) {
    for (std::size_t size = 0; size < 40; ++size) {
        std::string text(size, 'x');
        EXPECT_TRUE(is_ascii(text));
        for (std::size_t at = 0; at < size; ++at) {
            std::string other = text;
            other[at] = '\x80';
            EXPECT_FALSE(is_ascii(other));
        }
    }
}

}  // namespace
}  // namespace cubrid::odbc::base
