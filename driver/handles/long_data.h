// Values that the application sends by SQLPutData after SQLExecute has answered SQL_NEED_DATA
// (ODBC, "Sending Long Data").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <compare>
#include <cstddef>
#include <vector>

#include "base/result.h"
#include "base/spool.h"

namespace cubrid::odbc::handles {

// From here on a value for a LOB column is written to the LOB in steps. Below, it travels as text
// or bits within the request, and the server makes the LOB of it (CAS protocol 4.20): no round trip
// more.
inline constexpr std::size_t kLargeValue = std::size_t{256} << 10U;

// One parameter of one parameter set, both 0-based. They are asked for set by set.
struct ParamPlace {
    std::size_t set = 0;
    std::size_t parameter = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): it takes the comparison's own zero for a null pointer.
    friend auto operator<=>(const ParamPlace&, const ParamPlace&) = default;
};

class LongData {
 public:
    // What has to be known of a parameter to take its value.
    struct Wanted {
        ParamPlace place;
        SQLPOINTER token = nullptr;  // what SQLParamData returns
        std::size_t fixed_size = 0;  // bytes of the C type; 0 for character and binary
        std::size_t unit = 1;        // bytes of a character
        bool in_pieces = false;      // character or binary data for a character or binary type
    };
    // In the order of their places; not empty.
    explicit LongData(std::vector<Wanted> wanted) : wanted_{std::move(wanted)} {}

    // SQLParamData: the value that is wanted next; nullptr when all have come. HY010 when nothing
    // was put for the one before.
    base::Result<const Wanted*> next();
    // SQLPutData for the value that is wanted. Errors: HY010 none is, HY009, HY019, HY020, HY090,
    // 07S01 by the reference, HY000 no room for the value.
    base::Result<void> put(SQLPOINTER data, SQLLEN length);

    struct Value {
        bool is_null = false;
        base::Spool bytes;  // in the C type of the parameter
    };
    [[nodiscard]] bool has_large_values() const;
    // A value begins with a brace.
    [[nodiscard]] bool has_braces() const;
    // nullptr: nothing was asked for there.
    [[nodiscard]] Value* find(ParamPlace place);

 private:
    std::vector<Wanted> wanted_;
    std::vector<Value> values_;  // the last is at hand
    bool has_piece_ = false;     // of the value at hand
    bool awaits_next_ = true;    // SQLPutData's turn has not come, or the value is at its end
};

}  // namespace cubrid::odbc::handles
