// A page of rows as it came from the wire. The page owns the reply; rows and cells are views into
// it and die with it.
#pragma once

#include <cstdint>

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/result.h"

namespace cubrid::odbc::cas {

// One value: null, or bytes in the encoding of the column's type (CAS protocol 6.2).
struct Cell {
    const std::byte* data = nullptr;
    std::int32_t size = -1;

    [[nodiscard]] bool is_null() const { return size < 0; }
    [[nodiscard]] base::Bytes bytes() const {
        return {data, size < 0 ? 0U : static_cast<std::size_t>(size)};
    }
};

class Page {
 public:
    Page() = default;

    // Takes the reply and checks every length in it once, so that walking it later needs no check.
    // `at`: where the tuple count stands in `reply` (CAS protocol 4.6, behind the result code).
    static base::Result<Page> parse(base::Buffer reply, std::size_t at, std::size_t columns);

    [[nodiscard]] std::int32_t rows() const { return rows_; }
    [[nodiscard]] std::int32_t first_row_number() const { return first_row_number_; }
    // The server says that no row follows this page.
    [[nodiscard]] bool is_last() const { return last_; }

    // Takes the memory back for the next reply; the page is empty afterwards.
    base::Buffer release();

 private:
    friend class RowWalker;
    base::Buffer reply_;
    std::size_t first_tuple_ = 0;
    std::int32_t rows_ = 0;
    std::int32_t first_row_number_ = 0;
    bool last_ = true;
};

// Walks the rows of one page, once. A row's cells must be taken in order; cells that are not taken
// are skipped by next_row().
class RowWalker {
 public:
    RowWalker() = default;
    RowWalker(const Page& page, std::size_t columns)
        : at_{page.reply_.data() + page.first_tuple_}, rows_left_{page.rows_}, columns_{columns} {}

    // Moves to the next row; false behind the last.
    bool next_row() {
        while (cells_left_ > 0) next_cell();
        if (rows_left_ == 0) return false;
        --rows_left_;
        at_ += kTupleHeader;
        cells_left_ = columns_;
        return true;
    }
    Cell next_cell() {
        --cells_left_;
        Cell cell{at_ + 4, base::load_be<std::int32_t>(at_)};
        at_ += 4 + (cell.size > 0 ? cell.size : 0);
        return cell;
    }
    [[nodiscard]] std::int32_t rows_left() const { return rows_left_; }

 private:
    static constexpr std::ptrdiff_t kTupleHeader = 12;  // row number and OID

    const std::byte* at_ = nullptr;
    std::int32_t rows_left_ = 0;
    std::size_t columns_ = 0;
    std::size_t cells_left_ = 0;
};

}  // namespace cubrid::odbc::cas
