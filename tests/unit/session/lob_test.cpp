#include "session/lob.h"

#include "results.h"

namespace cubrid::odbc::session {
namespace {

using namespace fake;  // NOLINT(google-build-using-namespace): the script's words
using testing::ElementsAre;

constexpr std::size_t kStep = std::size_t{128} << 10U;

Message packed(int type, std::int64_t size) {
    return Message{}.i32(type).i32(size >> 32).i32(size).text("file:a/b.1");
}
cas::LobHandle handle(std::int64_t size) {
    return *cas::LobHandle::parse(packed(33, size).bytes());
}
Message created(int type = 33) {
    const Message lob = packed(type, 0);
    return Message{}.i32(static_cast<std::int64_t>(lob.size())).raw(base::as_text(lob.bytes()));
}
Message gives(std::string_view bytes) {
    return Message{}.i32(static_cast<std::int64_t>(bytes.size())).raw(bytes);
}
Message written(std::size_t count) { return Message{}.i32(static_cast<std::int64_t>(count)); }

std::int64_t offset_of(const Request& request) {
    return base::load_be<std::int64_t>(base::as_bytes(request.args.at(1)).data());
}

// Gives its pieces one by one.
base::ByteSource pieces(std::vector<std::string> list) {
    auto left = std::make_shared<std::vector<std::string>>(list.rbegin(), list.rend());
    return [left](std::span<std::byte> to) -> base::Result<std::size_t> {
        if (left->empty()) return std::size_t{0};
        std::string& piece = left->back();
        const std::size_t count = std::min(to.size(), piece.size());
        std::memcpy(to.data(), piece.data(), count);
        piece.erase(0, count);
        if (piece.empty()) left->pop_back();
        return count;
    };
}

class LobReaderTest : public testing::Test {
 protected:
    base::Result<std::size_t> read(const std::shared_ptr<Session>& session, std::int64_t size,
                                   std::int64_t offset = 0, std::size_t room = 64) {
        into.assign(room, '#');
        LobReader reader{session, handle(size)};
        auto count =
            reader.read(offset, std::as_writable_bytes(std::span{into.data(), into.size()}));
        if (count) into.resize(*count);
        return count;
    }
    std::string into;
};

TEST_F(LobReaderTest, GoesOnWhereTheServerStopped) {
    FakeCas cas{{on(Function::lob_read, gives("abcd"), Status::active),
                 on(Function::lob_read, gives("efg"), Status::active),
                 on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    ASSERT_THAT(read(session, 10, 3), Works());
    EXPECT_EQ(into, "abcdefg");
    ASSERT_TRUE(cas.has_come(3));
    const auto requests = cas.requests();
    EXPECT_EQ(offset_of(requests[0]), 3);
    EXPECT_EQ(requests[0].number(2), 7) << "no more than there is";
    EXPECT_EQ(offset_of(requests[1]), 7);
    EXPECT_EQ(requests[1].number(2), 3);
    EXPECT_EQ(requests[2].args.at(0), "\1") << "no transaction is left behind";
}

TEST_F(LobReaderTest, AsksInStepsOfBoundedSize) {
    FakeCas cas{{on(Function::lob_read, gives(std::string(kStep, 'x')), Status::active),
                 on(Function::lob_read, gives("y"), Status::active),
                 on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    ASSERT_THAT(read(session, 1 << 30, 0, kStep + 1), Works());
    EXPECT_EQ(into, std::string(kStep, 'x') + "y");
    EXPECT_EQ(cas.requests()[0].number(2), static_cast<int>(kStep));
}

// LOB_READ with length 0 destroys the session.
TEST_F(LobReaderTest, NeverAsksForNothing) {
    const FakeCas cas{std::vector<Step>{}};
    const auto session = cas.connected();
    for (const std::int64_t offset : {10, 11}) {
        const auto count = read(session, 10, offset);
        ASSERT_THAT(count, Works());
        EXPECT_EQ(*count, 0U);
    }
    const auto of_empty = read(session, 0);
    ASSERT_THAT(of_empty, Works());
    EXPECT_EQ(*of_empty, 0U);
    ASSERT_THAT(read(session, 10, 0, 0), Works());
}

TEST_F(LobReaderTest, AShorterLobThanTheHandleSaysIsAnError) {
    const FakeCas cas{{on(Function::lob_read, gives("abc"), Status::active),
                       on(Function::lob_read, gives(""), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    EXPECT_THAT(read(session, 10), FailsWith("HY000"));
    EXPECT_FALSE(session->is_dead());
}

TEST_F(LobReaderTest, MoreThanWasAskedForIsAViolation) {
    const FakeCas cas{{on(Function::lob_read, gives("abcdef"), Status::active)}};
    const auto session = cas.connected();
    EXPECT_THAT(read(session, 5), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST_F(LobReaderTest, ALobThatIsGoneLeavesNoTransactionBehind) {
    const FakeCas cas{{on(Function::lob_read, error(-1020, "was not found"), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    const auto count = read(session, 5);
    ASSERT_THAT(count, FailsWith("HY000"));
    EXPECT_EQ(count.error().native, -1020);
    EXPECT_FALSE(session->in_transaction());
}

TEST_F(LobReaderTest, StaysInTheApplicationsTransaction) {
    const FakeCas cas{{on(Function::lob_read, gives("abc"), Status::active)}};
    const auto session = cas.connected();
    session->set_autocommit(false);
    ASSERT_THAT(read(session, 3), Works());
    EXPECT_EQ(into, "abc");
    EXPECT_TRUE(session->in_transaction());
}

TEST_F(LobReaderTest, ReadsWhileAPageIsOnItsWay) {
    const FakeCas cas{{on(Function::execute, executed(3, {1, 1}), Status::active),
                       on(Function::fetch, page({2, 1}), Status::active),
                       on(Function::lob_read, gives("abc"), Status::active),
                       on(Function::fetch, page({3, 1, true}), Status::idle)}};
    const auto session = cas.connected();
    const auto pages = open_result(session);
    EXPECT_THAT(next_values(*pages), ElementsAre(1));
    ASSERT_THAT(read(session, 3), Works());
    EXPECT_EQ(into, "abc");
    EXPECT_THAT(rest_of(*pages), ElementsAre(2, 3));
}

TEST_F(LobReaderTest, IsReadFromAnotherCasWhenTheFirstIsGone) {
    const FakeCas cas{
        std::vector<Conversation>{{.steps = {closes_at(Function::lob_read)}},
                                  {.steps = {on(Function::lob_read, gives("abc"), Status::active),
                                             on(Function::end_tran, success(), Status::idle)}}}};
    const auto session = cas.connected();
    ASSERT_THAT(read(session, 3), Works());
    EXPECT_EQ(into, "abc");
}

class LobWriteTest : public testing::Test {
 protected:
    base::Result<cas::LobHandle> write(Session& session, const base::ByteSource& source,
                                       cas::Type type = cas::Type::blob) {
        auto turn = session.begin();
        EXPECT_THAT(turn, Works());
        auto lob = write_lob(*turn, type, source);
        if (lob) return lob;
        base::Diag diag = turn->failed(std::move(lob).error());
        EXPECT_THAT(turn->conclude(Turn::Wrote::nothing), Works());
        return diag;
    }
};

TEST_F(LobWriteTest, StepsAreWholeHoweverTheBytesCome) {
    FakeCas cas{{on(Function::lob_new, created(), Status::active),
                 on(Function::lob_write, written(kStep), Status::active),
                 on(Function::lob_write, written(3), Status::active)}};
    const auto session = cas.connected();
    const auto lob = write(*session, pieces({"ab", std::string(kStep - 3, 'x'), "cdef"}));
    ASSERT_THAT(lob, Works());
    EXPECT_EQ(lob->size(), static_cast<std::int64_t>(kStep) + 3);
    EXPECT_EQ(base::as_text(lob->packed()), base::as_text(packed(33, kStep + 3).bytes()));
    const auto requests = cas.requests();
    EXPECT_EQ(requests[0].number(0), 23);
    EXPECT_EQ(requests[1].args.at(2), "ab" + std::string(kStep - 3, 'x') + "c");
    EXPECT_EQ(offset_of(requests[2]), static_cast<std::int64_t>(kStep));
    EXPECT_EQ(requests[2].args.at(2), "def");
    EXPECT_EQ(requests[2].args.at(0), base::as_text(packed(33, kStep).bytes()));
    EXPECT_TRUE(session->in_transaction()) << "the caller binds it in the same transaction";
}

TEST_F(LobWriteTest, AWholeNumberOfStepsEndsThere) {
    const FakeCas cas{{on(Function::lob_new, created(34), Status::active),
                       on(Function::lob_write, written(kStep), Status::active)}};
    const auto session = cas.connected();
    const auto lob = write(*session, pieces({std::string(kStep, 'x')}), cas::Type::clob);
    ASSERT_THAT(lob, Works());
    EXPECT_EQ(lob->size(), static_cast<std::int64_t>(kStep));
    EXPECT_EQ(lob->type(), cas::Type::clob);
}

TEST_F(LobWriteTest, AnEmptyLobIsOnlyCreated) {
    const FakeCas cas{{on(Function::lob_new, created(), Status::active)}};
    const auto session = cas.connected();
    const auto lob = write(*session, pieces({}));
    ASSERT_THAT(lob, Works());
    EXPECT_EQ(lob->size(), 0);
}

// The server acknowledges fewer bytes than it was sent.
TEST_F(LobWriteTest, AShortWriteGoesOnBehindIt) {
    FakeCas cas{{on(Function::lob_new, created(), Status::active),
                 on(Function::lob_write, written(1000), Status::active),
                 on(Function::lob_write, written(3096), Status::active)}};
    const auto session = cas.connected();
    const auto lob = write(*session, pieces({std::string(1000, 'a') + std::string(3096, 'b')}));
    ASSERT_THAT(lob, Works());
    EXPECT_EQ(lob->size(), 4096);
    EXPECT_EQ(offset_of(cas.requests()[2]), 1000);
    EXPECT_EQ(cas.requests()[2].args.at(2), std::string(3096, 'b'));
}

TEST_F(LobWriteTest, AWriteWithoutProgressIsAnError) {
    const FakeCas cas{{on(Function::lob_new, created(), Status::active),
                       on(Function::lob_write, written(0), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    EXPECT_THAT(write(*session, pieces({"abc"})), FailsWith("HY000"));
    EXPECT_FALSE(session->in_transaction());
}

TEST_F(LobWriteTest, MoreWrittenThanSentIsAViolation) {
    const FakeCas cas{{on(Function::lob_new, created(), Status::active),
                       on(Function::lob_write, written(4), Status::active)}};
    const auto session = cas.connected();
    EXPECT_THAT(write(*session, pieces({"abc"})), FailsWith("08S01"));
    EXPECT_TRUE(session->is_dead());
}

TEST_F(LobWriteTest, AConnectionThatBreaksInTheMiddleIs08S01) {
    const FakeCas cas{
        {on(Function::lob_new, created(), Status::active), closes_at(Function::lob_write)}};
    const auto session = cas.connected();
    EXPECT_THAT(write(*session, pieces({"abc"})), FailsWith("08S01"));
}

TEST_F(LobWriteTest, AHandleOfAnotherTypeIsAViolation) {
    const FakeCas cas{{on(Function::lob_new, created(34), Status::active)}};
    const auto session = cas.connected();
    EXPECT_THAT(write(*session, pieces({"abc"})), FailsWith("08S01"));
}

TEST_F(LobWriteTest, AnErrorOfTheSourceIsTheResult) {
    const FakeCas cas{{on(Function::lob_new, created(), Status::active),
                       on(Function::end_tran, success(), Status::idle)}};
    const auto session = cas.connected();
    const auto lob = write(*session, [](std::span<std::byte>) -> base::Result<std::size_t> {
        return base::Diag{{"22018"}, "no"};
    });
    EXPECT_THAT(lob, FailsWith("22018"));
    EXPECT_FALSE(session->in_transaction());
}

}  // namespace
}  // namespace cubrid::odbc::session
