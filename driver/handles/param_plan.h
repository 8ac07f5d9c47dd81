// Where the values of each parameter lie and how they are encoded, decided once per execution
// (ODBC, "Binding Arrays of Parameters").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/charset.h"
#include "base/result.h"
#include "cas/lob.h"
#include "cas/prepare.h"
#include "cas/wire_writer.h"
#include "convert/encode.h"
#include "convert/lob_encoder.h"
#include "convert/outcome.h"
#include "handles/desc.h"
#include "handles/long_data.h"

namespace cubrid::odbc::handles {

// Which parameter sets are executed: those that SQL_ATTR_PARAM_OPERATION_PTR does not ignore.
class ParamSets {
 public:
    explicit ParamSets(const Desc& apd)
        : count_{apd.array_size}, operation_{apd.array_status_ptr} {}

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] bool is_ignored(std::size_t set) const {
        return operation_ != nullptr && operation_[set] == SQL_PARAM_IGNORE;
    }

 private:
    std::size_t count_;
    const SQLUSMALLINT* operation_;
};

// Values that are not taken out of the application's buffers.
struct ElsewhereValues {
    LongData* long_data = nullptr;  // what came by SQLPutData; null when nothing did
    // By parameter: LOBs that the row's large values have been written to.
    std::vector<std::optional<cas::LobHandle>> lobs{};
};

// What the server says of a statement's markers.
struct KnownMarkers {
    const std::vector<cas::Parameter>* parameters = nullptr;  // null: it was not asked
    bool cuts_long_values = false;  // and says nothing: the lengths have to be compared here

    [[nodiscard]] const cas::Parameter* find(std::size_t number) const {
        const bool is_known = parameters != nullptr && number <= parameters->size();
        return is_known ? &(*parameters)[number - 1] : nullptr;
    }
};

class ParamPlan {
 public:
    // Errors: 07002 a marker without a parameter, 07006 a pair of types that does not exist.
    static base::Result<ParamPlan> make(const Desc& apd, const Desc& ipd, std::size_t markers,
                                        base::Charset narrow, base::Charset database,
                                        const KnownMarkers& known = {});

    // Writes the binds of one row (0-based). The first value that fails ends it; the caller takes
    // the row back.
    struct Failure {
        convert::Outcome outcome;
        std::int32_t column;  // 1-based parameter
    };
    std::optional<Failure> encode_row(std::size_t row, cas::WireWriter& out,
                                      const ElsewhereValues& elsewhere = {}) const;

    // What the lengths of these sets say, in one quick look: an array has many.
    struct Survey {
        bool at_execution = false;  // a value is to come by SQLPutData
        bool braces = false;        // a text may be a collection: {1, 2}
        bool sized = false;         // text or bits, which may be too long for their column
        bool large = false;  // one is so large that it had better be written to a LOB than be held
                             // in one request
    };
    [[nodiscard]] Survey survey(const ParamSets& sets) const;
    // A large value, as the bytes of a LOB of this type; nothing when it is small, NULL, or not of
    // a character or binary C type.
    std::optional<convert::LobEncoder> large_value(ParamPlace place, cas::Type lob,
                                                   LongData* long_data) const;

    // The values that the application wants to be asked for (SQL_DATA_AT_EXEC,
    // SQL_LEN_DATA_AT_EXEC).
    [[nodiscard]] std::vector<LongData::Wanted> data_at_execution(const ParamSets& sets) const;

 private:
    struct Slot {
        convert::Encode encode = nullptr;
        SQLSMALLINT c_type = 0;
        const std::byte* value = nullptr;
        std::size_t value_stride = 0;
        const std::byte* octet_length = nullptr;
        const std::byte* indicator = nullptr;
        std::size_t length_stride = 0;
        SQLLEN capacity = 0;
        bool has_length = false;  // character and binary: the length decides; of fixed types it
                                  // only says NULL
        // Elements of a column-wise array stand nowhere but at its beginning: BufferLength is 0.
        bool lacks_stride = false;
        SQLPOINTER token = nullptr;  // what SQLParamData returns
        convert::ParamContext context{};
    };
    // One parameter's. `charsets`: a context that holds those alone. Null encoder: the pair of
    // types does not exist.
    static Slot make_slot(const Desc& apd, const DescRecord& app, const DescRecord& imp,
                          cas::Collection collection, const convert::ParamContext& charsets);
    // SQL_NTS where the application gives none.
    struct Lengths {
        SQLLEN length;
        SQLLEN indicator;
    };
    static Lengths lengths(const Slot& slot, std::size_t set);
    // The bytes of a character or binary value that is there; of one that ends with NUL and cannot
    // be large, at most so many.
    static SQLLEN bytes_of(const Slot& slot, std::size_t set, SQLLEN length);
    static convert::Outcome encode_cell(const Slot& slot, ParamPlace place, cas::WireWriter& out,
                                        LongData* long_data);
    // The raw bytes of a large value.
    [[nodiscard]] std::optional<base::ByteSource> large_bytes(ParamPlace place,
                                                              LongData* long_data) const;
    static convert::Outcome encode_put(const Slot& slot, LongData::Value* value,
                                       cas::WireWriter& out);

    std::vector<Slot> slots_;
};

}  // namespace cubrid::odbc::handles
