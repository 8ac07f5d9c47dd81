#include "session/lob.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/buffer.h"
#include "cas/error_map.h"

namespace cubrid::odbc::session {
namespace {

// What a request asks for and what a request carries: CUBRID's own clients use the same size (CAS
// protocol 4.20). The server gives about 80 KB of it.
constexpr std::size_t kStep = std::size_t{128} << 10U;

base::Diag shorter_than_it_says() {
    return {{"HY000"}, "The server gives less of the LOB than its length says"};
}

base::Diag takes_no_more() {
    return {{"HY000"}, "The server has stopped taking bytes of the LOB before its end"};
}

// As much as a step holds, unless the source ends.
base::Result<std::size_t> fill(const base::ByteSource& source, std::span<std::byte> to) {
    std::size_t filled = 0;
    while (filled < to.size()) {
        auto came = source(to.subspan(filled));
        if (!came) return std::move(came).error();
        if (*came == 0) break;
        filled += *came;
    }
    return filled;
}

base::Result<void> write_all(Turn& turn, cas::LobHandle& lob, base::Bytes bytes) {
    while (!bytes.empty()) {
        cas::write_lob_write(turn.frame(), lob, lob.size(), bytes);
        auto reply = turn.exchange();
        if (!reply) return std::move(reply).error();
        auto written = cas::read_lob_write(reply->view());
        turn.recycle(std::move(*reply));
        if (!written) return std::move(written).error();
        if (*written == 0) return takes_no_more();
        if (*written > bytes.size()) return cas::malformed("more bytes written than were sent");
        lob.raise_size(lob.size() + static_cast<std::int64_t>(*written));
        bytes = bytes.subspan(*written);
    }
    return {};
}

}  // namespace

base::Result<std::size_t> LobReader::read_step(Turn& turn, std::int64_t offset,
                                               std::span<std::byte> to, bool is_first) {
    const auto length = static_cast<std::int32_t>(std::min(to.size(), kStep));
    const auto ask = [&] { cas::write_lob_read(turn.frame(), lob_, offset, length); };
    if (!is_first) ask();
    auto reply = is_first ? turn.exchange_again(ask) : turn.exchange();
    if (!reply) return std::move(reply).error();
    const auto data = cas::read_lob_read(reply->view());
    if (!data) return data.error();
    if (data->size() > static_cast<std::size_t>(length)) {
        return cas::malformed("more of the LOB than was asked for");
    }
    if (data->empty()) return shorter_than_it_says();
    std::memcpy(to.data(), data->data(), data->size());
    const std::size_t count = data->size();
    turn.recycle(std::move(*reply));
    return count;
}

base::Result<std::size_t> LobReader::read(std::int64_t offset, std::span<std::byte> to) {
    const std::int64_t left = std::max<std::int64_t>(size() - offset, 0);
    if (static_cast<std::uint64_t>(left) < to.size()) to = to.first(static_cast<std::size_t>(left));
    if (to.empty()) return std::size_t{0};
    // The handle is the database's, not the CAS's: another CAS reads it as well.
    auto turn = session_->begin(owner_);
    if (!turn) return std::move(turn).error();
    std::size_t done = 0;
    while (done < to.size()) {
        auto count =
            read_step(*turn, offset + static_cast<std::int64_t>(done), to.subspan(done), done == 0);
        if (!count) {
            base::Diag diag = turn->failed(std::move(count).error());
            static_cast<void>(turn->conclude(Turn::Wrote::nothing));
            return diag;
        }
        done += *count;
    }
    if (auto concluded = turn->conclude(Turn::Wrote::nothing); !concluded)
        return std::move(concluded).error();
    return done;
}

base::Result<cas::LobHandle> write_lob(Turn& turn, cas::Type type, const base::ByteSource& source) {
    auto reply = turn.exchange_again([&] { cas::write_lob_new(turn.frame(), type); });
    if (!reply) return std::move(reply).error();
    auto lob = cas::read_lob_new(reply->view());
    if (!lob) return lob;
    if (lob->type() != type) return cas::malformed("a new LOB of another type");
    turn.recycle(std::move(*reply));
    base::Buffer step;
    step.resize(kStep);
    for (;;) {
        auto filled = fill(source, {step.data(), step.size()});
        if (!filled) return std::move(filled).error();
        if (*filled == 0) return lob;
        if (auto written = write_all(turn, *lob, step.view().first(*filled)); !written)
            return std::move(written).error();
        if (*filled < kStep) return lob;
    }
}

}  // namespace cubrid::odbc::session
