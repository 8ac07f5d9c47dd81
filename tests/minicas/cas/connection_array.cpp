// EXECUTE_ARRAY and EXECUTE_BATCH (CAS protocol 4.10, 4.11).
#include <algorithm>
#include <array>

#include "cas/connection.h"
#include "sql/statement_type.h"
#include "types/error.h"

namespace minicas {

namespace {

constexpr int kFirstWithTimeout = 4, kFirstWithIndicator = 3;

// Without autocommit these end the whole request.
bool aborts(int code) {
    static constexpr std::array kCodes{-72, -111, -199, -224, -677};
    return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

}  // namespace

void Connection::set_timeout(int timeout_ms) {
    if (timeout_ms > 0) session_.set_deadline(Clock::now() + std::chrono::milliseconds(timeout_ms));
}

void Connection::put_item_error(std::string& out, const Error& error) const {
    if (style_.protocol >= kFirstWithIndicator) put_int(out, error.indicator());
    put_int(out, error.code());
    put_string(out, error.message());
}

void Connection::execute_array(const CasRequest& request, std::string& out) {
    const std::size_t first = style_.protocol >= kFirstWithTimeout ? 3 : 2;
    const auto found = handles_.find(request.integer(0));
    if (request.args.size() < first || found == handles_.end()) throw cas_failure(cas_error::kArgs);
    Handle& h = found->second;
    if (first == 3) set_timeout(request.integer(1));
    const bool autocommit = request.byte(first - 1) == 1;
    h.results.clear();
    h.keys = Handle::Keys::kNone;
    const auto markers = static_cast<std::size_t>(h.markers);
    const bool call = (h.flags & Handle::kCall) != 0;
    const std::size_t rows = markers == 0 || call ? 0 : (request.args.size() - first) / 2 / markers;
    put_int(out, 0);
    const std::size_t count_at = out.size();
    put_int(out, 0);
    std::size_t done = 0;
    int refused = 0;
    bool other_types = false;
    Binds binds(markers);
    for (; done < rows; ++done) {
        try {
            if (interrupt_array_after_ &&
                done >= static_cast<std::size_t>(*interrupt_array_after_)) {
                interrupt_array_after_.reset();
                throw db_failure(db_error::kInterrupted, "Has been interrupted.");
            }
            for (std::size_t i = 0; i < markers; ++i) {
                const std::size_t at = first + 2 * (done * markers + i);
                binds[i] = read_bind(request.byte(at), request.args[at + 1]);
            }
            const auto outcome = session_.execute(h.text, 0, binds, {}, false);
            if (autocommit) session_.commit();
            put_int(out, outcome.count);
            out.append(8, '\0');
        } catch (const Error& error) {
            if (autocommit) {
                session_.rollback();
            } else if (aborts(error.code())) {
                throw;
            }
            const bool row_refused = error.code() == db_error::kSemantic;
            refused += row_refused;
            if (row_refused)
                for (std::size_t i = 0; i < markers; ++i)
                    other_types |= request.byte(first + 2 * (done * markers + i)) !=
                                   request.byte(first + 2 * i);
            put_item_error(out, error);
            if (error.code() == db_error::kInterrupted) {
                ++done;
                break;
            }
        }
    }
    std::string count;
    put_int(count, static_cast<std::int64_t>(done));
    out.replace(count_at, 4, count);
    put_shard(out);
    // Rows that are refused before they are executed leave the CAS in a transaction: when several
    // are, or when one has other bind types than the first.
    if (autocommit) {
        close_results(false);
        in_transaction_ = refused > 1 || other_types;
    }
}

void Connection::execute_batch(const CasRequest& request, std::string& out) {
    const std::size_t first = style_.protocol >= kFirstWithTimeout ? 2 : 1;
    if (request.args.size() < first) throw cas_failure(cas_error::kArgs);
    const bool autocommit = request.byte(0) == 1;
    if (first == 2) set_timeout(request.integer(1));
    put_int(out, 0);
    const std::size_t count_at = out.size();
    put_int(out, 0);
    int done = 0;
    for (std::size_t i = first; i < request.args.size(); ++i) {
        ++done;
        try {
            auto text = session_.prepare(request.text(i));
            const auto outcome = session_.execute(text, 0, {}, {}, false);
            if (autocommit) session_.commit();
            put_byte(out, text.statements[0].type);
            put_int(out, outcome.count);
            out.append(8, '\0');
        } catch (const Error& error) {
            if (autocommit) {
                session_.rollback();
            } else if (aborts(error.code())) {
                throw;
            }
            put_byte(out, statement_type::kMax);
            put_item_error(out, error);
            if (error.code() == db_error::kInterrupted) break;
        }
    }
    std::string count;
    put_int(count, done);
    out.replace(count_at, 4, count);
    put_shard(out);
}

}  // namespace minicas
