#include "handles/cursor.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "convert/outcome.h"
#include "handles/max_length.h"

namespace cubrid::odbc::handles {
namespace {

base::Diag no_such_conversion(std::int32_t column) {
    return {{"07006"},
            "The column's type cannot be converted to the C type that is bound",
            0,
            base::Origin::driver,
            base::kNoRow,
            column};
}

template <class T>
T* at(std::byte* base, std::size_t stride, std::size_t row, std::ptrdiff_t offset) {
    if (base == nullptr) return nullptr;
    return reinterpret_cast<T*>(base + offset + static_cast<std::ptrdiff_t>(stride * row));
}

// A row's status is that of its worst value.
void worsen(SQLUSMALLINT& status, bool is_error) {
    if (is_error) {
        status = SQL_ROW_ERROR;
    } else if (status == SQL_ROW_SUCCESS) {
        status = SQL_ROW_SUCCESS_WITH_INFO;
    }
}

}  // namespace

Cursor::Cursor(std::unique_ptr<session::PageSource> source, cas::Page first,
               std::vector<cas::ColumnType> types, CursorOptions options)
    : source_{std::move(source)},
      types_{std::move(types)},
      options_{std::move(options)},
      page_{std::move(first)},
      walker_{page_, types_.size()},
      at_end_{source_ == nullptr} {}

convert::ColumnContext Cursor::context_for(std::size_t column, const DescRecord* bound) const {
    convert::ColumnContext context;
    context.type = types_[column];
    context.narrow = options_.narrow;
    context.trim_float_zeros = options_.trim_float_zeros;
    context.zero_date_is_null = options_.zero_date_is_null;
    if (bound != nullptr) context.interval = interval_precision(*bound);
    if (bound != nullptr && bound->concise_type == SQL_C_NUMERIC) {
        if (bound->precision > 0) context.numeric_precision = bound->precision;
        context.numeric_scale = bound->scale;
    }
    return context;
}

// The choice of a decoder depends on both sides, so it is made at the first fetch and again when
// either has changed.
base::Result<void> Cursor::make_plan(const Desc& ard, const Desc& ird) {
    if (planned_ard_ == &ard && planned_generation_ == ard.generation() &&
        planned_ird_generation_ == ird.generation()) {
        return {};
    }
    plan_.clear();
    const std::size_t columns =
        std::min<std::size_t>(types_.size(), static_cast<std::size_t>(ard.count()));
    for (std::size_t column = 0; column < columns; ++column) {
        const DescRecord& bound = *ard.record(column + 1);
        if (!bound.is_bound()) continue;
        SQLSMALLINT c_type = bound.concise_type;
        if (c_type == SQL_C_DEFAULT)
            c_type = convert::default_c_type(ird.record(column + 1)->concise_type,
                                             ird.record(column + 1)->is_unsigned == SQL_TRUE);
        const bool of_lob = is_lob(types_[column]);
        const convert::Decode decode =
            of_lob ? nullptr : convert::select_decoder(types_[column], c_type);
        const bool exists =
            of_lob ? convert::lob_converts_to(types_[column].type, c_type) : decode != nullptr;
        if (!exists) return no_such_conversion(static_cast<std::int32_t>(column + 1));
        const std::size_t fixed = convert::c_type_size(c_type);
        const bool by_row = ard.bind_type != SQL_BIND_BY_COLUMN;
        const auto row_size = static_cast<std::size_t>(ard.bind_type);
        plan_.push_back({.decode = decode,
                         .c_type = c_type,
                         .column = column,
                         .value = static_cast<std::byte*>(bound.data_ptr),
                         .value_stride = by_row      ? row_size
                                         : fixed > 0 ? fixed
                                                     : static_cast<std::size_t>(bound.octet_length),
                         .octet_length = reinterpret_cast<std::byte*>(bound.octet_length_ptr),
                         .indicator = reinterpret_cast<std::byte*>(bound.indicator_ptr),
                         .length_stride = by_row ? row_size : sizeof(SQLLEN),
                         .capacity = bound.octet_length,
                         .context = context_for(column, &bound)});
    }
    planned_ard_ = &ard;
    planned_generation_ = ard.generation();
    planned_ird_generation_ = ird.generation();
    return {};
}

base::Result<bool> Cursor::advance() {
    while (!walker_.next_row()) {
        if (at_end_) return false;
        auto next = source_->next(rowset_.leave(std::move(page_)));
        page_ = {};
        walker_ = {};
        if (!next) return std::move(next).error();
        if (!*next) {
            at_end_ = true;
            return false;
        }
        page_ = std::move(**next);
        is_new_page_ = true;
        walker_ = cas::RowWalker{page_, types_.size()};
    }
    return true;
}

base::Diag Cursor::distrusted(base::Diag why) {
    if (source_) source_->distrust();
    return why;
}

base::Result<convert::LobPieces> Cursor::open(cas::Cell cell, std::size_t column,
                                              convert::LobPieces::Ahead ahead) {
    auto lob = open_lob(options_.lobs, types_[column].type, cell, ahead, options_.max_length);
    if (!lob) return distrusted(std::move(lob).error());
    return lob;
}

// What the buffer takes, and no more, is read.
base::Result<convert::Outcome> Cursor::fill_from_lob(const Slot& slot, cas::Cell cell,
                                                     const convert::Target& target) {
    auto lob = open(cell, slot.column, convert::LobPieces::Ahead::no);
    if (!lob) return std::move(lob).error();
    auto part = lob->next(slot.c_type, target, slot.context);
    if (!part) return std::move(part).error();
    // Without a buffer the column only asks for the length.
    if (target.value == nullptr && !convert::is_error(part->outcome)) return convert::Outcome::ok;
    return part->outcome;
}

base::Result<SQLUSMALLINT> Cursor::fill_row(std::size_t row, std::ptrdiff_t offset,
                                            RowDiags& diags) {
    SQLUSMALLINT status = SQL_ROW_SUCCESS;
    std::size_t column = 0;
    for (const Slot& slot : plan_) {
        for (; column < slot.column; ++column) walker_.next_cell();
        ++column;
        const cas::Cell cell =
            limited(walker_.next_cell(), types_[slot.column], options_.max_length);
        const convert::Target target{at<void>(slot.value, slot.value_stride, row, offset),
                                     slot.capacity,
                                     at<SQLLEN>(slot.octet_length, slot.length_stride, row, offset),
                                     at<SQLLEN>(slot.indicator, slot.length_stride, row, offset)};
        const auto place = [&](base::Diag diag) {
            diag.row = static_cast<std::int64_t>(row + 1);
            diag.column = static_cast<std::int32_t>(slot.column + 1);
            return diag;
        };
        convert::Outcome outcome = convert::Outcome::ok;
        if (cell.is_null()) {
            outcome = convert::write_null(target);
        } else if (slot.decode != nullptr) {
            outcome = slot.decode(cell, target, slot.context);
        } else {
            auto filled = fill_from_lob(slot, cell, target);
            if (!filled && ends_connection(filled.error())) return place(filled.error());
            if (!filled) {
                diags.add(place(std::move(filled).error()));
                worsen(status, true);
                continue;
            }
            outcome = *filled;
        }
        if (outcome == convert::Outcome::ok) continue;
        base::Diag diag = place(convert::to_diag(outcome, 0, 0));
        if (outcome == convert::Outcome::malformed) return distrusted(std::move(diag));
        worsen(status, convert::is_error(outcome));
        diags.add(std::move(diag));
    }
    return status;
}

template <class Fill>
Cursor::Tally Cursor::walk_rowset(SQLULEN wanted, SQLUSMALLINT* statuses, Fill fill) {
    Tally tally;
    while (tally.whole < wanted) {
        auto there = advance();
        if (!there) {
            tally.broken = std::move(there).error();
            break;
        }
        if (!*there) break;
        rowset_.add_row(walker_, std::exchange(is_new_page_, false));
        base::Result<SQLUSMALLINT> status = fill(tally.whole);
        if (!status) {
            tally.broken = std::move(status).error();
            break;
        }
        tally.failed += *status == SQL_ROW_ERROR ? 1U : 0U;
        tally.noted += *status == SQL_ROW_SUCCESS ? 0U : 1U;
        if (statuses != nullptr) statuses[tally.whole] = *status;
        ++tally.whole;
    }
    return tally;
}

base::Result<SQLRETURN> Cursor::fetch(const Desc& ard, const Desc& ird, Retrieve retrieve,
                                      DiagList& diags) {
    if (auto alive = source_ ? source_->check() : base::Result<void>{}; !alive)
        return std::move(alive).error();
    if (auto planned = make_plan(ard, ird); !planned) return std::move(planned).error();

    const SQLULEN wanted = ard.array_size;
    const std::ptrdiff_t offset = ard.bind_offset_ptr != nullptr ? *ard.bind_offset_ptr : 0;
    pieces_begun_ = false;
    lob_.reset();
    rowset_begin_ += rowset_.rows();
    rowset_.clear();

    RowDiags row_diags{diags, options_.max_diags};
    Tally tally =
        walk_rowset(wanted, ird.array_status_ptr, [&](SQLULEN row) -> base::Result<SQLUSMALLINT> {
            if (retrieve == Retrieve::off) return SQLUSMALLINT{SQL_ROW_SUCCESS};
            return fill_row(row, offset, row_diags);
        });
    row_diags.finish({"01000"}, "values were cut or could not be converted");
    if (ird.rows_processed_ptr != nullptr) *ird.rows_processed_ptr = tally.whole;
    if (tally.broken) return std::move(*tally.broken);
    if (tally.whole == 0) {
        rowset_begin_ = 0;
        return SQLRETURN{SQL_NO_DATA};
    }
    if (rowset_begin_ == 0) rowset_begin_ = 1;
    if (ird.array_status_ptr != nullptr) {
        std::fill(ird.array_status_ptr + tally.whole, ird.array_status_ptr + wanted,
                  SQLUSMALLINT{SQL_ROW_NOROW});
    }
    // ODBC, SQLFetch, "Errors and Warnings in Individual Rows": while one row is good, the errors
    // of the others are information.
    if (tally.failed == tally.whole) return SQLRETURN{SQL_ERROR};
    return static_cast<SQLRETURN>(tally.noted > 0 ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS);
}

base::Result<void> Cursor::set_position(SQLULEN row) {
    if (row < 1 || row > rowset_.rows()) {
        return base::Diag{{"HY107"}, "The rowset has rows 1 to " + std::to_string(rowset_.rows())};
    }
    pieces_begun_ = false;
    lob_.reset();
    rowset_.move_to(row - 1);
    return {};
}

cas::Cell Cursor::current_cell(std::size_t column) {
    return limited(rowset_.cell(column), types_[column], options_.max_length);
}

base::Result<convert::Pieces::Part> Cursor::next_part(std::size_t column, SQLSMALLINT c_type,
                                                      const convert::Target& target,
                                                      convert::ColumnContext context) {
    const cas::Cell cell = current_cell(column);
    if (!is_lob(types_[column])) return pieces_.next(cell, c_type, target, context);
    if (cell.is_null()) {
        context.type = convert::in_memory_type(types_[column].type);
        return pieces_.next(cell, c_type, target, context);
    }
    if (!lob_) {
        auto lob = open(cell, column, convert::LobPieces::Ahead::yes);
        if (!lob) return std::move(lob).error();
        lob_ = std::move(*lob);
    }
    return lob_->next(c_type, target, context);
}

base::Result<SQLRETURN> Cursor::get_data(std::size_t column, SQLSMALLINT c_type,
                                         const convert::Target& target, const Desc& ard,
                                         SQLSMALLINT default_c_type, DiagList& diags) {
    if (rowset_.rows() == 0) return base::Diag{{"24000"}, "The cursor is on no row: fetch first"};
    if (column >= types_.size()) return base::Diag{{"07009"}, "The result has no such column"};
    const DescRecord* bound = ard.record(column + 1);
    if (c_type == SQL_ARD_TYPE) {
        if (bound == nullptr)
            return base::Diag{{"07009"},
                              "SQL_ARD_TYPE needs a type in the application row descriptor"};
        c_type = bound->concise_type;
    }
    if (c_type == SQL_C_DEFAULT) c_type = default_c_type;
    if (!pieces_begun_ || pieces_column_ != column) {
        pieces_.reset();
        lob_.reset();
        pieces_begun_ = true;
        pieces_column_ = column;
    }
    auto part = next_part(column, c_type, target, context_for(column, bound));
    const auto number = static_cast<std::int32_t>(column + 1);
    const auto row = static_cast<std::int64_t>(rowset_.position() + 1);
    if (!part) {
        base::Diag diag = std::move(part).error();
        diag.row = row;
        diag.column = number;
        return diag;
    }
    if (part->no_such_pair) return no_such_conversion(number);
    if (part->no_more_data) return SQLRETURN{SQL_NO_DATA};
    if (part->outcome == convert::Outcome::ok) return SQLRETURN{SQL_SUCCESS};
    base::Diag diag = convert::to_diag(part->outcome, row, number);
    if (part->outcome == convert::Outcome::malformed) return distrusted(std::move(diag));
    if (convert::is_error(part->outcome)) return diag;
    diags.add(std::move(diag));
    return SQLRETURN{SQL_SUCCESS_WITH_INFO};
}

}  // namespace cubrid::odbc::handles
