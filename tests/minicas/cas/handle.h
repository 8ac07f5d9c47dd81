// A request handle: a prepared text and the results of its last execution.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "exec/session.h"

namespace minicas {

// The rows of a result as they will be sent: row number, OID, values.
class TupleStore {
 public:
    std::string& begin_tuple() { return bytes_; }
    void end_tuple() { ends_.push_back(bytes_.size()); }
    std::size_t count() const { return ends_.size(); }
    std::size_t size() const { return bytes_.size(); }
    std::string_view tuple(std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(bytes_).substr(begin, ends_[i] - begin);
    }

 private:
    std::string bytes_;
    std::vector<std::size_t> ends_;
};

struct Result {
    int type = 0;
    std::int64_t count = 0;
    std::vector<ColumnInfo> columns;
    std::shared_ptr<TupleStore> tuples;  // null: no result set, or closed
    bool kept_over_commit = false;       // holdable, and a commit has passed
    bool lost = false;                   // closed by a rollback after such a commit
};

struct Handle {
    PreparedText text;
    int flags = 0;
    int markers = 0;  // as the CAS counts them
    std::vector<Result> results;
    std::size_t current = 0;
    bool executed = false;
    bool autocommit = false;
    bool forward_only = false;
    std::int64_t max_row = 0;
    // QUERY_ALL: statements that failed are left out when the handle is executed again.
    std::set<std::size_t> failed;

    enum class Keys { kNone, kNotAsked, kKept, kGiven } keys = Keys::kNone;
    std::vector<ColumnInfo> key_columns;
    std::vector<Row> key_rows;

    bool holdable() const { return (flags & kHoldable) != 0; }

    static constexpr int kIncludeOid = 0x01, kUpdatable = 0x02, kHoldable = 0x08, kCall = 0x40;
};

}  // namespace minicas
