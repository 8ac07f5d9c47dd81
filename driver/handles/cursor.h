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
#include "handles/desc.h"
#include "session/page_source.h"

namespace cubrid::odbc::handles {

struct CursorOptions {
    base::Charset narrow = base::Charset::utf8;
    bool trim_float_zeros = false;
    SQLULEN max_length = 0;  // SQL_ATTR_MAX_LENGTH, bytes; 0 = all
    bool zero_date_is_null = false;
};

class Cursor {
 public:
    // `first`: rows that are there already; without a source they are all (results that the driver
    // makes itself).
    Cursor(std::unique_ptr<session::PageSource> source, cas::Page first,
           std::vector<cas::ColumnType> types, CursorOptions options);

    // The next rowset into the buffers of `ard`; row status and count go where `ird` says. Per-row
    // diagnostics go to `diags`.
    base::Result<SQLRETURN> fetch(const Desc& ard, const Desc& ird, DiagList& diags);

    base::Result<SQLRETURN> get_data(std::size_t column, SQLSMALLINT c_type,
                                     const convert::Target& target, const Desc& ard,
                                     SQLSMALLINT default_c_type, DiagList& diags);

    void close() {
        if (source_) source_->close();
    }
    // Another descriptor has taken the place of the application row descriptor.
    void forget_plan() { planned_ard_ = nullptr; }
    // Row on which the rowset begins, 1-based; 0 before the first fetch.
    [[nodiscard]] SQLULEN row_number() const { return rowset_begin_; }

 private:
    struct Slot {
        convert::Decode decode;
        std::size_t column;  // 0-based
        std::byte* value;
        std::size_t value_stride;
        std::byte* octet_length;
        std::byte* indicator;
        std::size_t length_stride;
        SQLLEN capacity;
        convert::ColumnContext context;
    };

    base::Result<void> make_plan(const Desc& ard, const Desc& ird);
    convert::ColumnContext context_for(std::size_t column, const DescRecord* bound) const;
    // Moves to the next row of the result, over pages; false behind the last.
    base::Result<bool> advance();
    SQLUSMALLINT fill_row(std::size_t row, std::ptrdiff_t offset, DiagList& diags);
    cas::Cell limited(cas::Cell cell, std::size_t column) const;
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
    // The first row of the rowset, for SQLGetData; its page is kept while the rowset is the current
    // one.
    cas::Page first_row_page_;
    cas::RowWalker first_row_;
    bool first_row_is_on_page_ = false;
    std::vector<cas::Cell> first_row_cells_;

    bool at_end_ = false;
    bool has_row_ = false;
    SQLULEN rowset_begin_ = 0;
    SQLULEN rowset_rows_ = 0;

    convert::Pieces pieces_;
    std::size_t pieces_column_ = 0;
    bool pieces_begun_ = false;
};

}  // namespace cubrid::odbc::handles
