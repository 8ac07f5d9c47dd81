// END_TRAN, SAVEPOINT, CON_CLOSE, and what the end of a transaction does to results (CAS
// protocol 9.3).
#include "cas/connection.h"
#include "types/error.h"

namespace minicas {

namespace {
constexpr int kCommit = 1, kRollback = 2;
}

void Connection::end_tran(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    const int type = request.byte(0);
    if (type != kCommit && type != kRollback) throw cas_failure(cas_error::kTranType);
    type == kCommit ? commit() : rollback();
    put_int(out, 0);
}

void Connection::commit() {
    session_.commit();
    in_transaction_ = false;
    close_results(false);
}

void Connection::rollback() {
    session_.rollback();
    in_transaction_ = false;
    close_results(true);
}

void Connection::close_results(bool rolled_back) {
    for (auto& [number, handle] : handles_) {
        for (auto& result : handle.results) {
            if (!result.tuples) continue;
            if (!rolled_back && handle.holdable()) {
                result.kept_over_commit = true;
                continue;
            }
            result.lost = rolled_back && result.kept_over_commit;
            result.tuples.reset();
        }
        if (handle.keys != Handle::Keys::kNone) handle.keys = Handle::Keys::kNone;
    }
}

void Connection::savepoint(const CasRequest& request, std::string& out) {
    if (request.args.size() < 2) throw cas_failure(cas_error::kArgs);
    switch (request.byte(0)) {
        case 1:
            session_.set_savepoint(request.text(1));
            break;
        case 2:
            session_.rollback_to_savepoint(request.text(1));
            break;
        default:
            throw cas_failure(cas_error::kInternal);
    }
    put_int(out, 0);
}

void Connection::con_close(const CasRequest&, std::string& out) {
    session_.rollback();
    session_.end_state();
    closes_ = true;
    put_int(out, 0);
}

}  // namespace minicas
