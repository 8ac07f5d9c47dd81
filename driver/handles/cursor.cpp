#include "handles/cursor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/utf.h"
#include "convert/outcome.h"

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

}  // namespace

Cursor::Cursor(std::unique_ptr<session::PageSource> source, cas::Page first,
               std::vector<cas::ColumnType> types, CursorOptions options)
    : source_{std::move(source)},
      types_{std::move(types)},
      options_{options},
      page_{std::move(first)},
      walker_{page_, types_.size()},
      at_end_{source_ == nullptr} {}

convert::ColumnContext Cursor::context_for(std::size_t column, const DescRecord* bound) const {
    convert::ColumnContext context;
    context.type = types_[column];
    context.narrow = options_.narrow;
    context.trim_float_zeros = options_.trim_float_zeros;
    context.zero_date_is_null = options_.zero_date_is_null;
    if (bound != nullptr && bound->type == SQL_INTERVAL) {
        context.interval = {bound->datetime_interval_precision, bound->precision};
    }
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
        const convert::Decode decode = convert::select_decoder(types_[column], c_type);
        if (decode == nullptr) return no_such_conversion(static_cast<std::int32_t>(column + 1));
        const std::size_t fixed = convert::c_type_size(c_type);
        const bool by_row = ard.bind_type != SQL_BIND_BY_COLUMN;
        const auto row_size = static_cast<std::size_t>(ard.bind_type);
        plan_.push_back({.decode = decode,
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
        if (first_row_is_on_page_) {
            first_row_page_ = std::move(page_);
            first_row_is_on_page_ = false;
        }
        auto next = source_->next(std::move(page_));
        page_ = {};
        walker_ = {};
        if (!next) return std::move(next).error();
        if (!*next) {
            at_end_ = true;
            return false;
        }
        page_ = std::move(**next);
        walker_ = cas::RowWalker{page_, types_.size()};
    }
    return true;
}

cas::Cell Cursor::limited(cas::Cell cell, std::size_t column) const {
    const SQLULEN limit = options_.max_length;
    if (limit == 0 || cell.is_null() || static_cast<SQLULEN>(cell.size) <= limit) return cell;
    switch (types_[column].type) {
        case cas::Type::character:
        case cas::Type::string:
        case cas::Type::nchar:
        case cas::Type::varnchar:
        case cas::Type::json: {
            // The NUL that ends a text on the wire is not counted; a text cut here has none.
            if (static_cast<SQLULEN>(cell.size) <= limit + 1) return cell;
            const auto kept = base::utf8_prefix(base::as_text(cell.bytes()), limit);
            cell.size = static_cast<std::int32_t>(kept.size());
            return cell;
        }
        case cas::Type::bit:
        case cas::Type::varbit:
            cell.size = static_cast<std::int32_t>(limit);
            return cell;
        default:
            return cell;
    }
}

SQLUSMALLINT Cursor::fill_row(std::size_t row, std::ptrdiff_t offset, DiagList& diags) {
    SQLUSMALLINT status = SQL_ROW_SUCCESS;
    std::size_t column = 0;
    for (const Slot& slot : plan_) {
        for (; column < slot.column; ++column) walker_.next_cell();
        ++column;
        const cas::Cell cell = limited(walker_.next_cell(), slot.column);
        const convert::Target target{at<void>(slot.value, slot.value_stride, row, offset),
                                     slot.capacity,
                                     at<SQLLEN>(slot.octet_length, slot.length_stride, row, offset),
                                     at<SQLLEN>(slot.indicator, slot.length_stride, row, offset)};
        const convert::Outcome outcome =
            cell.is_null() ? convert::write_null(target) : slot.decode(cell, target, slot.context);
        if (outcome == convert::Outcome::ok) continue;
        if (convert::is_error(outcome)) {
            status = SQL_ROW_ERROR;
        } else if (status == SQL_ROW_SUCCESS) {
            status = SQL_ROW_SUCCESS_WITH_INFO;
        }
        diags.add(convert::to_diag(outcome, static_cast<std::int64_t>(row + 1),
                                   static_cast<std::int32_t>(slot.column + 1)));
    }
    return status;
}

base::Result<SQLRETURN> Cursor::fetch(const Desc& ard, const Desc& ird, DiagList& diags) {
    if (auto alive = source_ ? source_->check() : base::Result<void>{}; !alive)
        return std::move(alive).error();
    if (auto planned = make_plan(ard, ird); !planned) return std::move(planned).error();

    const SQLULEN wanted = ard.array_size;
    const std::ptrdiff_t offset = ard.bind_offset_ptr != nullptr ? *ard.bind_offset_ptr : 0;
    first_row_page_ = {};
    first_row_is_on_page_ = false;
    first_row_cells_.clear();
    pieces_begun_ = false;
    has_row_ = false;
    rowset_begin_ += rowset_rows_;
    rowset_rows_ = 0;

    std::size_t failed = 0;
    std::size_t noted = 0;
    std::optional<base::Diag> broken;
    for (SQLULEN row = 0; row < wanted; ++row) {
        auto there = advance();
        if (!there) {
            broken = std::move(there).error();
            break;
        }
        if (!*there) break;
        if (row == 0) {
            first_row_ = walker_;
            first_row_is_on_page_ = true;
            has_row_ = true;
        }
        const SQLUSMALLINT status = fill_row(row, offset, diags);
        failed += status == SQL_ROW_ERROR ? 1 : 0;
        noted += status == SQL_ROW_SUCCESS ? 0 : 1;
        if (ird.array_status_ptr != nullptr) ird.array_status_ptr[row] = status;
        ++rowset_rows_;
    }
    if (ird.rows_processed_ptr != nullptr) *ird.rows_processed_ptr = rowset_rows_;
    if (broken) return std::move(*broken);
    if (rowset_rows_ == 0) {
        rowset_begin_ = 0;
        return SQLRETURN{SQL_NO_DATA};
    }
    if (rowset_begin_ == 0) rowset_begin_ = 1;
    if (ird.array_status_ptr != nullptr) {
        std::fill(ird.array_status_ptr + rowset_rows_, ird.array_status_ptr + wanted,
                  SQLUSMALLINT{SQL_ROW_NOROW});
    }
    // "SQLFetch, Diagnostics": an error in a row of several leaves the others usable.
    if (failed > 0 && wanted == 1) return SQLRETURN{SQL_ERROR};
    return static_cast<SQLRETURN>(noted > 0 ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS);
}

cas::Cell Cursor::current_cell(std::size_t column) {
    while (first_row_cells_.size() <= column) first_row_cells_.push_back(first_row_.next_cell());
    return limited(first_row_cells_[column], column);
}

base::Result<SQLRETURN> Cursor::get_data(std::size_t column, SQLSMALLINT c_type,
                                         const convert::Target& target, const Desc& ard,
                                         SQLSMALLINT default_c_type, DiagList& diags) {
    if (!has_row_) return base::Diag{{"24000"}, "The cursor is on no row: fetch first"};
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
        pieces_begun_ = true;
        pieces_column_ = column;
    }
    const auto part =
        pieces_.next(current_cell(column), c_type, target, context_for(column, bound));
    const auto number = static_cast<std::int32_t>(column + 1);
    if (part.no_such_pair) return no_such_conversion(number);
    if (part.no_more_data) return SQLRETURN{SQL_NO_DATA};
    if (part.outcome == convert::Outcome::ok) return SQLRETURN{SQL_SUCCESS};
    base::Diag diag = convert::to_diag(part.outcome, 1, number);
    if (convert::is_error(part.outcome)) return diag;
    diags.add(std::move(diag));
    return SQLRETURN{SQL_SUCCESS_WITH_INFO};
}

}  // namespace cubrid::odbc::handles
