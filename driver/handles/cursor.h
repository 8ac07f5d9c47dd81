// CONDUCTOR of fetching: rowsets over pages, row status, SQLGetData on the current row (ODBC,
// "Retrieving Results").
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/charset.h"
#include "base/result.h"
#include "cas/page.h"
#include "cas/types.h"
#include "convert/decode.h"
#include "convert/lob_pieces.h"
#include "handles/desc.h"
#include "handles/diag_list.h"
#include "handles/lob_cell.h"
#include "handles/rowset.h"
#include "session/page_source.h"

namespace cubrid::odbc::handles {

struct CursorOptions {
    base::Charset narrow = base::Charset::utf8;
    bool trim_float_zeros = false;
    bool zero_date_is_null = false;  // the ZeroDate keyword
    SQLULEN max_length = 0;          // SQL_ATTR_MAX_LENGTH, bytes; 0 = all
    std::size_t max_diags = 1000;    // the MaxDiagRecords keyword
    LobAccess lobs{};
};

class Cursor {
 public:
    // `first`: rows that are there already; without a source they are all (results that the driver
    // makes itself).
    Cursor(std::unique_ptr<session::PageSource> source, cas::Page first,
           std::vector<cas::ColumnType> types, CursorOptions options);

    // The next rowset into the buffers of `ard`; row status and count go where `ird` says. Per-row
    // diagnostics go to `diags`. SQL_RD_OFF: no buffer is written (ODBC, SQLSetStmtAttr,
    // SQL_ATTR_RETRIEVE_DATA).
    enum class Retrieve : bool { off, on };
    base::Result<SQLRETURN> fetch(const Desc& ard, const Desc& ird, Retrieve retrieve,
                                  DiagList& diags);

    base::Result<SQLRETURN> get_data(std::size_t column, SQLSMALLINT c_type,
                                     const convert::Target& target, const Desc& ard,
                                     SQLSMALLINT default_c_type, DiagList& diags);

    void close() {
        if (source_) source_->close();
    }
    // Another descriptor has taken the place of the application row descriptor.
    void forget_plan() { planned_ard_ = nullptr; }
    // SQLSetPos(SQL_POSITION): the row of the rowset, 1-based, that SQLGetData reads. HY107 when it
    // has none such.
    base::Result<void> set_position(SQLULEN row);
    // The current row's number in the result, 1-based; 0 before the first fetch.
    [[nodiscard]] SQLULEN row_number() const {
        return rowset_begin_ == 0 ? 0 : rowset_begin_ + rowset_.position();
    }

 private:
    struct Slot {
        convert::Decode decode = nullptr;  // none: a LOB
        SQLSMALLINT c_type = 0;
        std::size_t column = 0;  // 0-based
        std::byte* value = nullptr;
        std::size_t value_stride = 0;
        std::byte* octet_length = nullptr;
        std::byte* indicator = nullptr;
        std::size_t length_stride = 0;
        SQLLEN capacity = 0;
        convert::ColumnContext context{};
    };
    // What became of the rows of a rowset.
    struct Tally {
        SQLULEN whole = 0;                   // rows that were worked on to their last column
        SQLULEN failed = 0;                  // of them, those with an error
        SQLULEN noted = 0;                   // of them, those with an error or a warning
        std::optional<base::Diag> broken{};  // what ended the call
    };

    base::Result<void> make_plan(const Desc& ard, const Desc& ird);
    convert::ColumnContext context_for(std::size_t column, const DescRecord* bound) const;
    // Moves to the next row of the result, over pages; false behind the last.
    base::Result<bool> advance();
    base::Result<convert::Outcome> fill_from_lob(const Slot& slot, cas::Cell cell,
                                                 const convert::Target& target);
    base::Result<convert::Pieces::Part> next_part(std::size_t column, SQLSMALLINT c_type,
                                                  const convert::Target& target,
                                                  convert::ColumnContext context);
    base::Result<convert::LobPieces> open(cas::Cell cell, std::size_t column,
                                          convert::LobPieces::Ahead ahead);
    // What breaks the protocol or the connection is the error of the call, not of the row.
    base::Result<SQLUSMALLINT> fill_row(std::size_t row, std::ptrdiff_t offset, RowDiags& diags);
    // Moves over the rows of a rowset; what is done with each is `fill`.
    template <class Fill>
    Tally walk_rowset(SQLULEN wanted, SQLUSMALLINT* statuses, Fill fill);
    // Bytes that are no value of their type: the connection cannot be trusted any more (house rule:
    // a protocol violation ends the session).
    base::Diag distrusted(base::Diag why);
    cas::Cell current_cell(std::size_t column);

    std::unique_ptr<session::PageSource> source_;
    const std::vector<cas::ColumnType> types_;
    const CursorOptions options_;

    std::vector<Slot> plan_;
    const Desc* planned_ard_ = nullptr;
    std::uint64_t planned_generation_ = 0;
    std::uint64_t planned_ird_generation_ = 0;

    cas::Page page_;
    cas::RowWalker walker_;
    bool is_new_page_ = true;
    Rowset rowset_;

    bool at_end_ = false;
    SQLULEN rowset_begin_ = 0;

    convert::Pieces pieces_;
    std::size_t pieces_column_ = 0;
    bool pieces_begun_ = false;
    std::optional<convert::LobPieces> lob_;  // instead of pieces_
};

}  // namespace cubrid::odbc::handles
